//! Boxes and points against the boxes of a node.

use crate::{Aabb, Lanes, Node};

/// A box with its exclusion mask, broadcast to all lanes.
#[derive(Clone, Copy)]
pub struct BoxQuery<L: Lanes, const D: usize> {
    min: [L::Floats; D],
    max: [L::Floats; D],
    exclusion: L::Ints,
}

impl<L: Lanes, const D: usize> BoxQuery<L, D> {
    /// Any box.
    #[inline(always)]
    pub fn new(lanes: L, aabb: &Aabb<D>, exclusion: u32) -> Self {
        let (mut min, mut max) = ([lanes.splat(0.0); D], [lanes.splat(0.0); D]);
        for axis in 0..D {
            min[axis] = lanes.splat(aabb.min[axis]);
            max[axis] = lanes.splat(aabb.max[axis]);
        }
        Self { min, max, exclusion: lanes.splat_int(exclusion) }
    }

    /// The box in a slot of a node.
    #[inline(always)]
    pub fn of_slot(lanes: L, node: &Node<D>, slot: usize) -> Self {
        Self::new(lanes, &node.aabb(slot), node.exclusion[slot])
    }

    /// Which boxes of a node touch this one and share no exclusion bit with it: a bit per slot.
    #[inline(always)]
    pub fn touches(&self, lanes: L, node: &Node<D>) -> u32 {
        let common = lanes.and_int(lanes.load_int(&node.exclusion), self.exclusion);
        let mut mask = lanes.eq_int(common, lanes.splat_int(0));
        for axis in 0..D {
            let (min, max) = (lanes.load(&node.min[axis]), lanes.load(&node.max[axis]));
            mask = lanes.both(mask, lanes.le(min, self.max[axis]));
            mask = lanes.both(mask, lanes.le(self.min[axis], max));
        }
        lanes.bits(mask)
    }
}

/// A point, broadcast to all lanes, and the unit in which distances from it are measured.
#[derive(Clone, Copy)]
pub struct PointQuery<L: Lanes, const D: usize> {
    at: [L::Floats; D],
    per_unit: L::Floats,
}

/// What to multiply distances by so that those near `distance` have squares that neither overflow
/// nor vanish: a power of two, so nothing is rounded, and 1 for distances that need none.
#[must_use]
#[inline]
pub fn per_unit(distance: f32) -> f32 {
    const ORDINARY: std::ops::RangeInclusive<f32> = 1e-12..=1e12;
    if ORDINARY.contains(&distance) || distance == f32::INFINITY {
        1.0
    } else if distance < f32::MIN_POSITIVE {
        2f32.powi(127)
    } else {
        let power = f32::from_bits(distance.to_bits() & 0x7f80_0000);
        (1.0 / power).max(f32::MIN_POSITIVE)
    }
}

impl<L: Lanes, const D: usize> PointQuery<L, D> {
    /// The point at these coordinates; distances are multiplied by `per_unit`.
    #[inline(always)]
    pub fn new(lanes: L, at: &[f32; D], per_unit: f32) -> Self {
        let mut wide = [lanes.splat(0.0); D];
        for axis in 0..D {
            wide[axis] = lanes.splat(at[axis]);
        }
        Self { at: wide, per_unit: lanes.splat(per_unit) }
    }

    /// Squared distances to the boxes of a node: 0 within and on a box, NaN for an absent one.
    ///
    /// Every operation is monotone: a box is never nearer than a box around it. Distances above
    /// 1.8e19 units have an infinite square, those below 2.6e-23 may have none.
    #[inline(always)]
    pub fn distances_squared(&self, lanes: L, node: &Node<D>) -> L::Floats {
        let zero = lanes.splat(0.0);
        let mut sum = zero;
        for axis in 0..D {
            let below = lanes.sub(lanes.load(&node.min[axis]), self.at[axis]);
            let above = lanes.sub(self.at[axis], lanes.load(&node.max[axis]));
            // NaN second, so that it stays.
            let outside = lanes.mul(lanes.max(zero, lanes.max(below, above)), self.per_unit);
            sum = lanes.add(sum, lanes.mul(outside, outside));
        }
        sum
    }
}

/// The scalar twin of [`PointQuery::distances_squared`] for the box in one slot.
#[must_use]
pub fn distance_squared<const D: usize>(
    at: &[f32; D],
    per_unit: f32,
    node: &Node<D>,
    slot: usize,
) -> f32 {
    let max = |a: f32, b: f32| if a > b { a } else { b };
    let mut sum = 0.0;
    for (axis, at) in at.iter().enumerate() {
        let below = node.min[axis][slot] - at;
        let above = at - node.max[axis][slot];
        let outside = max(0.0, max(below, above)) * per_unit;
        sum += outside * outside;
    }
    sum
}
