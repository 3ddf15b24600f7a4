//! Drawing bins and what is swept in them.

use super::{grid::SweepGrid, size_class::Class, static_cells::StaticCells};
use crate::{
    Aabb,
    debug_draw::{DebugDraw, DrawElement, DrawStyle},
};

/// Draws classes, the smallest boxes first. O(boxes, as often as they lie in bins).
pub(super) fn draw_classes<const D: usize>(classes: &[Class<D>], draw: &mut dyn DebugDraw<D>) {
    for (depth, class) in (0..).zip(classes) {
        draw_class(class, None, depth, draw);
    }
}

/// Draws a class: the planes between bins, the bins that hold boxes, and in each the boxes'
/// intervals on the axis that is swept.
pub(super) fn draw_class<const D: usize>(
    class: &Class<D>,
    resting: Option<&StaticCells<D>>,
    depth: u32,
    draw: &mut dyn DebugDraw<D>,
) {
    let grid = class.grid();
    draw_cuts(grid, depth, draw);
    for cell in 0..grid.cells() {
        let kept = resting.into_iter().flat_map(|resting| resting.packed.boxes(cell));
        let binned = class.bins.blocks(cell).flatten().map(|record| {
            let min = std::array::from_fn(|k| record.min::<D>(k));
            let max = std::array::from_fn(|k| record.max::<D>(k));
            (Aabb { min, max }, record.id())
        });
        let mut boxes = binned.chain(kept).peekable();
        if boxes.peek().is_some() {
            draw_cell(grid, cell, boxes, depth, draw);
        }
    }
}

/// Draws the planes between bins.
fn draw_cuts<const D: usize>(grid: &SweepGrid<D>, depth: u32, draw: &mut dyn DebugDraw<D>) {
    for (axis, at) in grid.cuts() {
        let mut plane = Aabb::EVERYTHING;
        (plane.min[axis], plane.max[axis]) = (at, at);
        draw.aabb(&plane, DrawStyle::new(DrawElement::Cut, depth));
    }
}

/// Draws a bin and the intervals in it. Boxes are given in the order of the grid's axes.
fn draw_cell<const D: usize>(
    grid: &SweepGrid<D>,
    cell: usize,
    boxes: impl Iterator<Item = (Aabb<D>, u32)>,
    depth: u32,
    draw: &mut dyn DebugDraw<D>,
) {
    let mut bin = Aabb::EVERYTHING;
    let ends = grid.ends(grid.place(cell));
    for (axis, (low, high)) in grid.axes.into_iter().skip(1).zip(ends) {
        (bin.min[axis], bin.max[axis]) = (low, high);
    }
    let style = DrawStyle::new(DrawElement::Strip, depth);
    draw.aabb(&bin, style);
    for (aabb, id) in boxes {
        let (from, to) = interval(grid, &bin, &aabb);
        draw.line(from, to, DrawStyle::new(DrawElement::Interval, depth));
        draw.member(id, style);
    }
}

/// The interval of a box on the axis that is swept, at the lower side of what lies in the bin.
fn interval<const D: usize>(
    grid: &SweepGrid<D>,
    bin: &Aabb<D>,
    aabb: &Aabb<D>,
) -> ([f32; D], [f32; D]) {
    let mut from = [0.0; D];
    for (min, axis) in aabb.min.into_iter().zip(grid.axes) {
        from[axis] = min.max(bin.min[axis]);
    }
    let mut to = from;
    to[grid.axes[0]] = aabb.max[0];
    (from, to)
}
