//! How a quadtree divides space.

use crate::{Aabb, Error, validate::InvalidReason};

/// How boxes lie in the cells of a quadtree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum QuadtreeFit {
    /// A box lies in the smallest cell that encloses it. One that touches a line between cells
    /// stays above it, however small it is.
    Tight,
    /// Cells reach beyond their ends, so that they are this many times as long, and a box lies in
    /// the smallest one that has its center and encloses it. At least 1; usually 2. The larger, the
    /// deeper boxes lie, and the more cells each meets.
    Loose(f32),
}

impl QuadtreeFit {
    /// Checks the looseness.
    pub(super) fn check(self) -> Result<(), Error> {
        match self {
            Self::Loose(factor) if !(1.0..=f32::MAX).contains(&factor) => Err(Error::Looseness),
            _ => Ok(()),
        }
    }
}

/// Settings of a quadtree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuadtreeSettings {
    /// Objects that a node may have before it is divided; at least 1 is taken. A node is made whole
    /// again when half as many are left below it.
    pub max_objects: usize,
    /// Levels of nodes below the root; at most [`MOST_LEVELS`](Self::MOST_LEVELS) are taken.
    pub max_levels: usize,
    /// How boxes lie in the cells.
    pub fit: QuadtreeFit,
}

impl QuadtreeSettings {
    /// Most levels of nodes below the root.
    pub const MOST_LEVELS: usize = 28;

    /// Both limits, as the tree keeps them.
    pub(super) fn limits(&self) -> (u32, u32) {
        let objects = self.max_objects.clamp(1, u32::MAX as usize);
        (objects as u32, self.max_levels.min(Self::MOST_LEVELS) as u32)
    }
}

impl Default for QuadtreeSettings {
    fn default() -> Self {
        Self { max_objects: 16, max_levels: 16, fit: QuadtreeFit::Loose(2.0) }
    }
}

/// The axes that are divided: the two on which the world is widest.
pub(super) fn axes<const D: usize>(world: &Aabb<D>) -> [usize; 2] {
    let half = world.half_extents();
    let mut axes = [0, 1];
    // Of the three axes the least is left out, the last one of equals.
    for axis in 2..D {
        let least = usize::from(half[axes[1]] <= half[axes[0]]);
        if half[axes[least]] < half[axis] {
            axes = [axes[1 - least], axis];
        }
    }
    axes.sort_unstable();
    axes
}

/// Checks a box that is to be kept, or asked for.
pub(super) fn check<const D: usize>(aabb: &Aabb<D>) -> Result<(), Error> {
    if aabb.is_valid() {
        return Ok(());
    }
    let nan = aabb.min.iter().chain(&aabb.max).any(|x| x.is_nan());
    Err(Error::Box {
        reason: if nan { InvalidReason::NotANumber } else { InvalidReason::Inverted },
    })
}

/// Checks the bounds of a world, which have to be finite.
pub(super) fn check_world<const D: usize>(world: &Aabb<D>) -> Result<(), Error> {
    check(world)?;
    let finite = world.min.iter().chain(&world.max).all(|x| x.is_finite());
    if finite { Ok(()) } else { Err(Error::Box { reason: InvalidReason::Infinite }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_axes_are_divided() {
        for (size, expected) in [
            ([1.0, 2.0, 3.0], [1, 2]),
            ([3.0, 2.0, 1.0], [0, 1]),
            ([3.0, 1.0, 2.0], [0, 2]),
            ([2.0, 3.0, 1.0], [0, 1]),
            ([1.0, 3.0, 2.0], [1, 2]),
            ([1.0; 3], [0, 1]),
            ([f32::MAX, 0.0, f32::MAX], [0, 2]),
        ] {
            assert_eq!(axes(&Aabb::new([0.0; 3], size)), expected, "{size:?}");
        }
        assert_eq!(axes(&Aabb::new([0.0; 2], [1.0, 5.0])), [0, 1]);
    }
}
