//! The node of a wide tree: eight boxes in columns, so that one kernel call tests all of them.
//!
//! Inner nodes and leaves are alike; what a slot refers to is for the tree to say. A box that is
//! not there is NaN on every side, which nothing touches.

mod assemble;
mod cast;
mod choose;
mod distance;
#[cfg(test)]
mod tests;
mod touch;

pub use assemble::{ABSENT, row_of_slot};
pub use cast::{Cast, CastLanes};
pub use choose::{cheapest_slot, growth, growths};
pub use distance::{Point, distance_squared, per_unit};
pub use touch::Query;

use crate::{Aabb, lane::LANES};

/// Eight boxes, with what they refer to: four cache lines in 3D, three in 2D.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub struct Node<const D: usize> {
    /// Minima per axis.
    pub min: [[f32; LANES]; D],
    /// Maxima per axis.
    pub max: [[f32; LANES]; D],
    /// What the slots refer to: [`EMPTY`](Self::EMPTY) or what the tree put there.
    pub refs: [u32; LANES],
    /// Lacks bits of the slots (see [`sweep`](crate::sweep)): those that all boxes below have.
    pub exclusion: [u32; LANES],
}

impl<const D: usize> Node<D> {
    /// The reference of a slot without a box.
    pub const EMPTY: u32 = u32::MAX;

    /// A node without boxes.
    pub const NONE: Self = Self {
        min: [[f32::NAN; LANES]; D],
        max: [[f32::NAN; LANES]; D],
        refs: [Self::EMPTY; LANES],
        exclusion: [u32::MAX; LANES],
    };

    /// The box in a slot.
    #[inline(always)]
    #[must_use]
    pub fn aabb(&self, slot: usize) -> Aabb<D> {
        let (mut min, mut max) = ([0.0; D], [0.0; D]);
        for axis in 0..D {
            min[axis] = self.min[axis][slot];
            max[axis] = self.max[axis][slot];
        }
        Aabb { min, max }
    }

    /// Number of boxes; they are in the first slots.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.refs.iter().filter(|reference| **reference != Self::EMPTY).count()
    }

    /// Whether there are no boxes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The slots with a box, in order, with what they refer to.
    pub fn occupied(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        let all = self.refs.iter().copied().enumerate();
        all.filter(|(_, reference)| *reference != Self::EMPTY)
    }
}

impl<const D: usize> Default for Node<D> {
    fn default() -> Self {
        Self::NONE
    }
}
