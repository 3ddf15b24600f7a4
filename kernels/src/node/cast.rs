//! When a moving box, or a ray, meets the boxes of a node.
//!
//! The slab test, axis by axis: Kay and Kajiya, "Ray Tracing Complex Scenes" (1986). A ray is a box
//! of no size. Boxes are closed, so a ray in the plane of a side hits.
//!
//! **No hit is missed.** Entry and exit times of an axis carry three roundings, so the exit is
//! widened by more than both can be off: Ize, "Robust BVH Ray Traversal" (2013). Every
//! operation is monotone, so the time for a box is never before that of a box around it, and a tree
//! gives the answer that testing every box would give, bit for bit.
//!
//! **No hit is made up.** Where times are so close that rounding may have put them out of order,
//! [`Cast::meets`] decides without rounding.
//!
//! Casts whose speed or place is so extreme that `f32` would overflow, vanish or become NaN on the
//! way are computed in `f64`, one box after the other.

use crate::{Aabb, Lanes, Node, geometry::slab::first_contact, simd::LANES};

/// A box that moves along a line, prepared for the test.
#[derive(Clone, Copy, Debug)]
pub struct Cast<const D: usize> {
    aabb: Aabb<D>,
    direction: [f32; D],
    /// Of the direction; 0 on axes without motion.
    inverse: [f32; D],
    t_min: f32,
    t_max: f32,
    /// Whether there are axes without motion.
    rests: bool,
    /// Whether `f32` will do.
    plain: bool,
}

/// Speeds with which `f32` will do: the inverse of a smaller one times a distance may overflow,
/// that of a larger one vanish.
const PLAIN_SPEEDS: std::ops::RangeInclusive<f32> = 1e-18..=1e18;

/// Places with which `f32` will do: no finite distance from there overflows.
const PLAIN_PLACE: f32 = 1e30;

/// How much later an exit counts, relative to itself: more than the six roundings of an entry and
/// an exit together.
const WIDER: f32 = 8.0 * f32::EPSILON;

/// How much later an exit counts in any case: below the normal numbers rounding is not relative.
const LATER: f32 = f32::from_bits(8);

/// As [`WIDER`], in `f64`.
const WIDER_F64: f64 = 8.0 * f64::EPSILON;

impl<const D: usize> Cast<D> {
    /// A box that moves by `direction` per unit of time, from `t_min` to `t_max`.
    ///
    /// Nothing may be NaN, the direction and `t_min` must be finite, and `t_min` at least 0 and at
    /// most `t_max`. A direction of zero is a box at rest.
    #[must_use]
    #[inline(always)]
    pub fn new(aabb: Aabb<D>, direction: [f32; D], t_min: f32, t_max: f32) -> Self {
        let mut inverse = [0.0; D];
        let (mut rests, mut plain) = (false, true);
        // A loop, as adapters of arrays and iterators may stay calls in the crate of a user.
        for axis in 0..D {
            let speed = direction[axis];
            let at_rest = speed == 0.0;
            inverse[axis] = if at_rest { 0.0 } else { 1.0 / speed };
            rests |= at_rest;
            plain &= at_rest || PLAIN_SPEEDS.contains(&speed.abs());
            plain &= aabb.min[axis].abs() <= PLAIN_PLACE && aabb.max[axis].abs() <= PLAIN_PLACE;
        }
        // No -0.0: it would be before 0.0 where times are sorted. Nothing is met at infinity.
        let (t_min, t_max) = (t_min + 0.0, t_max.min(f32::MAX) + 0.0);
        Self { aabb, direction, inverse, t_min, t_max, rests, plain }
    }

    /// The cast in lanes.
    #[inline(always)]
    pub fn wide<L: Lanes>(&self, lanes: L) -> CastLanes<L, D> {
        let zero = lanes.splat(0.0);
        let mut wide = CastLanes {
            inverse: [zero; D],
            front: [zero; D],
            back: [zero; D],
            t_min: lanes.splat(self.t_min),
            t_max: lanes.splat(self.t_max),
            cast: *self,
        };
        for axis in 0..D {
            let (front, back) = self.ends(axis);
            wide.inverse[axis] = lanes.splat(self.inverse[axis]);
            wide.front[axis] = lanes.splat(front);
            wide.back[axis] = lanes.splat(back);
        }
        wide
    }

    /// Whether the box moves in the direction in which coordinates grow.
    #[inline(always)]
    fn forward(&self, axis: usize) -> bool {
        self.direction[axis] > 0.0
    }

    /// The side of the moving box that meets others first, and the one that leaves them last.
    #[inline(always)]
    fn ends(&self, axis: usize) -> (f32, f32) {
        let (min, max) = (self.aabb.min[axis], self.aabb.max[axis]);
        if self.forward(axis) { (max, min) } else { (min, max) }
    }

    /// The side of a box that is met first, and the one that is left last.
    #[inline(always)]
    fn sides(&self, node: &Node<D>, axis: usize, slot: usize) -> (f32, f32) {
        let (min, max) = (node.min[axis][slot], node.max[axis][slot]);
        if self.forward(axis) { (min, max) } else { (max, min) }
    }

    /// Whether the cast touches a box all the time on each axis along which it does not move.
    fn stays_beside(&self, node: &Node<D>, slot: usize) -> bool {
        let other = node.aabb(slot);
        let touches = |axis: usize| {
            other.min[axis] <= self.aabb.max[axis] && self.aabb.min[axis] <= other.max[axis]
        };
        (0..D).all(|axis| self.direction[axis] != 0.0 || touches(axis))
    }

    /// The axes along which the cast moves.
    fn moving(&self) -> impl Iterator<Item = usize> {
        (0..D).filter(|axis| self.direction[*axis] != 0.0)
    }

    /// The scalar twin of [`CastLanes::times`] for the box in one slot.
    #[must_use]
    pub fn reference(&self, node: &Node<D>, slot: usize) -> Option<f32> {
        if !self.plain {
            return self.time_in_f64(node, slot);
        }
        if !self.stays_beside(node, slot) {
            return None;
        }
        let min = |a: f32, b: f32| if a < b { a } else { b };
        let max = |a: f32, b: f32| if a > b { a } else { b };
        let (mut enter, mut exit) = (self.t_min, self.t_max);
        for axis in self.moving() {
            let ((near, far), (front, back)) = (self.sides(node, axis, slot), self.ends(axis));
            enter = max(enter, (near - front) * self.inverse[axis]);
            exit = min(exit, (far - back) * self.inverse[axis]);
        }
        let slack = max(exit, 0.0 - exit) * WIDER + LATER;
        (enter <= exit + slack).then(|| min(enter, self.t_max) + 0.0)
    }

    /// Whether the box in a slot is met, decided without rounding and closed: boxes that only graze
    /// each other count.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn meets(&self, node: &Node<D>, slot: usize) -> bool {
        let times = [self.t_min, self.t_max];
        first_contact(&self.aabb, &self.direction, times, &node.aabb(slot)).is_some()
    }

    /// When the box in a slot is met, without overflow on the way. Where both are infinite the
    /// same way they touch all the time.
    fn time_in_f64(&self, node: &Node<D>, slot: usize) -> Option<f32> {
        if node.refs[slot] == Node::<D>::EMPTY || !self.stays_beside(node, slot) {
            return None;
        }
        let (mut enter, mut exit) = (f64::from(self.t_min), f64::from(self.t_max));
        for axis in self.moving() {
            let ((near, far), (front, back)) = (self.sides(node, axis, slot), self.ends(axis));
            let time = |to: f32, from: f32| {
                (f64::from(to) - f64::from(from)) / f64::from(self.direction[axis])
            };
            // Not these where the time is NaN.
            enter = enter.max(time(near, front));
            exit = exit.min(time(far, back));
        }
        let slack = exit.abs() * WIDER_F64 + f64::MIN_POSITIVE;
        (enter <= exit + slack).then(|| (enter as f32).min(self.t_max) + 0.0)
    }

    #[cold]
    fn times_in_f64(&self, node: &Node<D>) -> ([f32; LANES], u32) {
        let (mut times, mut met) = ([f32::NAN; LANES], 0);
        for (slot, time) in times.iter_mut().enumerate() {
            if let Some(t) = self.time_in_f64(node, slot) {
                *time = t;
                met |= 1 << slot;
            }
        }
        (times, met)
    }
}

/// A [`Cast`] in lanes.
#[derive(Clone, Copy)]
pub struct CastLanes<L: Lanes, const D: usize> {
    inverse: [L::Floats; D],
    front: [L::Floats; D],
    back: [L::Floats; D],
    t_min: L::Floats,
    t_max: L::Floats,
    cast: Cast<D>,
}

impl<L: Lanes, const D: usize> CastLanes<L, D> {
    /// What is in the lanes.
    #[inline(always)]
    #[must_use]
    pub fn cast(&self) -> &Cast<D> {
        &self.cast
    }

    /// When the boxes of a node are met, up to which time that is certain, and a bit per slot of
    /// which it is not certain that it is not: between `t_min` and `t_max`, and not after
    /// `f32::MAX`. What is met later than certain, [`Cast::meets`] has to decide.
    #[inline(always)]
    pub fn times(&self, lanes: L, node: &Node<D>) -> (L::Floats, L::Floats, u32) {
        if !self.cast.plain {
            let (times, met) = self.cast.times_in_f64(node);
            return (lanes.load(&times), lanes.splat(f32::NEG_INFINITY), met);
        }
        let (mut enter, mut exit) = (self.t_min, self.t_max);
        let mut beside = u32::MAX;
        for axis in 0..D {
            if self.cast.rests && self.cast.direction[axis] == 0.0 {
                beside &= self.beside(lanes, node, axis);
                continue;
            }
            let sides = [&node.max[axis], &node.min[axis]];
            let forward = usize::from(self.cast.forward(axis));
            let (near, far) = (lanes.load(sides[forward]), lanes.load(sides[1 - forward]));
            let to_near = lanes.mul(lanes.sub(near, self.front[axis]), self.inverse[axis]);
            let to_far = lanes.mul(lanes.sub(far, self.back[axis]), self.inverse[axis]);
            // The new time second, so that the NaN of an absent box stays.
            enter = lanes.max(enter, to_near);
            exit = lanes.min(exit, to_far);
        }
        let zero = lanes.splat(0.0);
        let size = lanes.max(exit, lanes.sub(zero, exit));
        let slack = lanes.mul(size, lanes.splat(WIDER));
        let slack = lanes.add(slack, lanes.splat(LATER));
        // Infinite where times near the last `f32` may be off by more than there is left, and NaN
        // where the box was left an eternity ago.
        let hit = lanes.le(enter, lanes.add(exit, slack));
        // No -0.0.
        let times = lanes.add(lanes.min(enter, self.t_max), zero);
        (times, lanes.sub(exit, slack), lanes.bits(hit) & beside)
    }

    /// Which boxes the cast touches all the time on an axis along which it does not move.
    #[inline(always)]
    fn beside(&self, lanes: L, node: &Node<D>, axis: usize) -> u32 {
        let begins = lanes.le(lanes.load(&node.min[axis]), self.back[axis]);
        let ends = lanes.le(self.front[axis], lanes.load(&node.max[axis]));
        lanes.bits(lanes.both(begins, ends))
    }
}
