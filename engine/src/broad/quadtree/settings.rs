//! How a quadtree divides space: its settings, and which part of space, where the user names none.

use crate::{
    Aabb, Error, broad::sample::Sample, error::check_setting, join::part::Part,
    validate::InvalidReason,
};

/// How boxes lie in the cells of a quadtree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum QuadtreeFit {
    /// A box lies in the smallest cell that encloses it. One that touches a line between cells
    /// stays above it, however small it is.
    Tight,
    /// Cells reach beyond their ends, so that they are this many times as long, and a box lies in
    /// the smallest one that has its center and encloses it. 1 or more, and finite; usually 2. The
    /// larger, the deeper boxes lie, and the more cells each meets.
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
    /// Objects that a node may have before it is divided: 1 to `u32::MAX`, usually 8 to 32. A node
    /// is made whole again when half as many are left below it.
    pub max_objects: usize,
    /// Levels of nodes below the root: 0 to [`MOST_LEVELS`](Self::MOST_LEVELS).
    pub max_levels: usize,
    /// How boxes lie in the cells.
    pub fit: QuadtreeFit,
}

impl QuadtreeSettings {
    /// Most levels of nodes below the root.
    pub const MOST_LEVELS: usize = 28;

    /// Makes sure that all are in their ranges.
    pub(super) fn check(&self) -> Result<(), Error> {
        let (objects, levels) = (1..=u32::MAX as usize, 0..=Self::MOST_LEVELS);
        check_setting("max_objects of a quadtree", self.max_objects, objects, "1 to 4294967295")?;
        check_setting("max_levels of a quadtree", self.max_levels, levels, "0 to 28")?;
        self.fit.check()
    }

    /// Both limits, as the tree keeps them.
    pub(super) fn limits(&self) -> (u32, u32) {
        (self.max_objects as u32, self.max_levels as u32)
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

/// Checks a box that is to be kept, or searched for.
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

/// Objects per node in 2D.
const IN_2D: usize = 16;

/// The world of some boxes, without outliers, by a sample of them.
pub(super) fn world_of<const D: usize>(
    part: &Part<'_, D>,
    sample: &mut Sample<D>,
) -> Result<Aabb<D>, Error> {
    sample.take(std::slice::from_ref(part))?;
    let mut world = Aabb::EMPTY;
    for axis in 0..D {
        let (low, high) = sample.spread(axis).domain;
        (world.min[axis], world.max[axis]) = (low, high.max(low));
    }
    Ok(world)
}

/// Settings for so many boxes in a world. In 3D a cell is a column, whose boxes are sorted along
/// it: so it has as many as make its leaves as long as they are wide.
pub(super) fn for_boxes<const D: usize>(
    objects: usize,
    fit: QuadtreeFit,
    world: &Aabb<D>,
) -> QuadtreeSettings {
    let max_objects = if D == 2 { IN_2D } else { in_column(objects, world) };
    QuadtreeSettings { max_objects, max_levels: QuadtreeSettings::MOST_LEVELS, fit }
}

/// With cells of width w and height h, of n boxes in an area a, a column has n w² / a boxes, and a
/// leaf of eight is 8 h a / (n w²) long. That is w where w³ = 8 h a / n.
fn in_column<const D: usize>(objects: usize, world: &Aabb<D>) -> usize {
    let half = world.half_extents().map(f64::from);
    let axes = axes(world);
    let area = axes.map(|axis| half[axis]).into_iter().product::<f64>();
    let height = half.iter().product::<f64>() / area;
    let width = libm::cbrt(8.0 * height * area / objects as f64);
    let boxes = objects as f64 * width * width / area;
    // Not finite where the world has no size. Casts cut what is too large or small.
    (boxes as usize).clamp(IN_2D, 1024)
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
