//! When a moving box, or a ray, meets the boxes of a node.
//!
//! The slab test, axis by axis: Kay and Kajiya, "Ray Tracing Complex Scenes" (1986). A ray is a box
//! of no size. Boxes are closed, so a ray in the plane of a side hits.
//!
//! **No hit is missed.** Entry and exit times of an axis carry three roundings, so the exit is
//! widened by more than both can be off: Ize, "Robust BVH Ray Traversal" (2013). Every
//! operation is monotone, so the time for a box is never before that of a box around it, and a tree
//! gives the answer that testing every box would give, bit for bit.

use super::Node;
use crate::{Aabb, Lanes};

/// A box that moves along a line, prepared for the test.
#[derive(Clone, Copy, Debug)]
pub struct Cast<const D: usize> {
    aabb: Aabb<D>,
    /// Times along the line are in units of the direction times this power of two.
    scale: f32,
    inverse: [f32; D],
    /// On axes with next to no motion: how far the box gets there. NaN on the others.
    drift: [f32; D],
    parallel: bool,
    t_min: f32,
    t_max: f32,
}

/// How much later an exit counts, relative to itself: more than the six roundings of an entry and
/// an exit together.
const WIDER: f32 = 8.0 * f32::EPSILON;

/// Components of a direction below this, where the largest is at least 1, are drift: their inverse
/// would not be finite, and until the line leaves what `f32` can hold they amount to little.
const DRIFT: f32 = f32::MIN_POSITIVE;

/// Time until which a line is followed that has no end: at a speed of 1 to 2 it leaves what `f32`
/// can hold before.
const FOLLOWED: f32 = f32::MAX;

impl<const D: usize> Cast<D> {
    /// A box that moves by `direction` per unit of time, from `t_min` to `t_max`.
    ///
    /// The box, the direction and the times must not be NaN, the direction must be finite, and
    /// `t_min` at least 0. A direction of zero is a box at rest.
    #[must_use]
    pub fn new(aabb: Aabb<D>, direction: [f32; D], t_min: f32, t_max: f32) -> Self {
        let fastest = direction.iter().fold(0.0_f32, |most, d| most.max(d.abs()));
        let scale = power_below(fastest);
        // Exact, but for components that are too small to matter.
        let direction = direction.map(|d| d / scale);
        let (t_min, t_max) = (t_min * scale, t_max * scale);
        let drifts = |d: f32| d.abs() < DRIFT;
        Self {
            aabb,
            scale,
            inverse: direction.map(|d| if drifts(d) { 0.0 } else { 1.0 / d }),
            drift: direction
                .map(|d| if drifts(d) { d.abs() * t_max.min(FOLLOWED) } else { f32::NAN }),
            parallel: direction.into_iter().any(drifts),
            t_min,
            t_max,
        }
    }

    /// A time of [`CastLanes::times`] in the caller's units.
    #[inline(always)]
    #[must_use]
    pub fn time(&self, scaled: f32) -> f32 {
        scaled / self.scale
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
            latest: lanes.splat(self.t_max.min(f32::MAX)),
            cast: *self,
        };
        for axis in 0..D {
            let (min, max) = (self.aabb.min[axis], self.aabb.max[axis]);
            let (front, back) = if self.forward(axis) { (max, min) } else { (min, max) };
            wide.inverse[axis] = lanes.splat(self.inverse[axis]);
            wide.front[axis] = lanes.splat(front);
            wide.back[axis] = lanes.splat(back);
        }
        wide
    }

    /// Whether the box moves in the direction in which coordinates grow.
    #[inline(always)]
    fn forward(&self, axis: usize) -> bool {
        self.inverse[axis] > 0.0
    }

    /// The scalar twin of [`CastLanes::times`] for the box in one slot.
    #[must_use]
    pub fn reference(&self, node: &Node<D>, slot: usize) -> Option<f32> {
        let min = |a: f32, b: f32| if a < b { a } else { b };
        let max = |a: f32, b: f32| if a > b { a } else { b };
        let (mut enter, mut exit) = (self.t_min, self.t_max);
        for axis in 0..D {
            let (low, high) = (node.min[axis][slot], node.max[axis][slot]);
            let (own_low, own_high) = (self.aabb.min[axis], self.aabb.max[axis]);
            if !self.drift[axis].is_nan() {
                let drift = self.drift[axis];
                if !(low <= own_high + drift && own_low - drift <= high) {
                    return None;
                }
            } else if self.inverse[axis] > 0.0 {
                enter = max(enter, (low - own_high) * self.inverse[axis]);
                exit = min(exit, (high - own_low) * self.inverse[axis]);
            } else {
                enter = max(enter, (high - own_low) * self.inverse[axis]);
                exit = min(exit, (low - own_high) * self.inverse[axis]);
            }
        }
        let slack = max(exit, 0.0 - exit) * WIDER + f32::MIN_POSITIVE;
        (enter <= exit + slack).then(|| min(enter, min(self.t_max, f32::MAX)))
    }
}

/// A [`Cast`] in lanes.
#[derive(Clone, Copy)]
pub struct CastLanes<L: Lanes, const D: usize> {
    inverse: [L::Floats; D],
    /// The side of the moving box that meets others first, and the one that leaves them last.
    front: [L::Floats; D],
    back: [L::Floats; D],
    t_min: L::Floats,
    t_max: L::Floats,
    /// The last time that is reported.
    latest: L::Floats,
    cast: Cast<D>,
}

impl<L: Lanes, const D: usize> CastLanes<L, D> {
    /// Which boxes of a node are met, a bit per slot, and when: not before `t_min`, and to a few
    /// roundings not after `t_max`. Times are in units of the cast.
    #[inline(always)]
    pub fn times(&self, lanes: L, node: &Node<D>) -> (L::Floats, u32) {
        let (mut enter, mut exit) = (self.t_min, self.t_max);
        let mut beside = u32::MAX;
        for axis in 0..D {
            if self.cast.parallel && !self.cast.drift[axis].is_nan() {
                beside &= self.cast.beside(lanes, node, axis);
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
        let size = lanes.max(exit, lanes.sub(lanes.splat(0.0), exit));
        let slack = lanes.mul(size, lanes.splat(WIDER));
        let slack = lanes.add(slack, lanes.splat(f32::MIN_POSITIVE));
        let hit = lanes.le(enter, lanes.add(exit, slack));
        (lanes.min(enter, self.latest), lanes.bits(hit) & beside)
    }
}

impl<const D: usize> Cast<D> {
    /// Which boxes of a node the cast never leaves on an axis along which it does not move.
    #[inline(always)]
    fn beside<L: Lanes>(&self, lanes: L, node: &Node<D>, axis: usize) -> u32 {
        let drift = self.drift[axis];
        let (low, high) = (self.aabb.min[axis] - drift, self.aabb.max[axis] + drift);
        let begins = lanes.le(lanes.load(&node.min[axis]), lanes.splat(high));
        let ends = lanes.le(lanes.splat(low), lanes.load(&node.max[axis]));
        lanes.bits(lanes.both(begins, ends))
    }
}

/// The largest power of two that is not above `x`, or 1 for 0.
fn power_below(x: f32) -> f32 {
    if x == 0.0 {
        return 1.0;
    }
    let power = f32::from_bits(x.to_bits() & 0x7f80_0000);
    // Below the normal numbers the fastest component ends up below 1, by 2^-23 at most, which no
    // inverse overflows for.
    if power == 0.0 { f32::MIN_POSITIVE } else { power }
}
