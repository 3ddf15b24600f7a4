//! Which boxes of a node touch a box.

use super::Node;
use crate::{Aabb, Lanes};

/// A box with its lacks bits, broadcast to all lanes.
#[derive(Clone, Copy)]
pub struct Query<L: Lanes, const D: usize> {
    min: [L::Floats; D],
    max: [L::Floats; D],
    exclusion: L::Ints,
}

impl<L: Lanes, const D: usize> Query<L, D> {
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

    /// Which boxes of a node touch this one and lack nothing that it lacks: a bit per slot.
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
