//! What part of space is divided, where nobody says.

use super::{QuadtreeFit, QuadtreeSettings, settings};
use crate::{Aabb, broad::sample::Sample, join::part::Part};

/// Objects per node in 2D.
const IN_2D: usize = 16;

/// The world of some boxes, without outliers, by a sample of them.
pub(super) fn of_boxes<const D: usize>(part: &Part<'_, D>, sample: &mut Sample<D>) -> Aabb<D> {
    sample.take(std::slice::from_ref(part));
    let mut world = Aabb::EMPTY;
    for axis in 0..D {
        let (low, high) = sample.spread(axis).domain;
        (world.min[axis], world.max[axis]) = (low, high.max(low));
    }
    world
}

/// Settings for so many boxes in a world. In 3D a cell is a column, whose boxes are sorted along
/// it: so it has as many as make its leaves as long as they are wide.
pub(super) fn settings<const D: usize>(
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
    let axes = settings::axes(world);
    let area = axes.map(|axis| half[axis]).into_iter().product::<f64>();
    let height = half.iter().product::<f64>() / area;
    let width = (8.0 * height * area / objects as f64).cbrt();
    let boxes = objects as f64 * width * width / area;
    // Not finite where the world has no size. Casts cut what is too large or small.
    (boxes as usize).clamp(IN_2D, 1024)
}
