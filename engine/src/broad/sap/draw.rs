//! Drawing strips and what is swept in them.

use jostle_kernels::Record;

use super::{Sap, class::Class, grid::Grid};
use crate::{
    Aabb,
    debug::{DebugDraw, Element, Style},
};

impl<const D: usize> Sap<D> {
    /// Draws the classes of the last run, the smallest boxes first: the planes between strips, the
    /// strips that hold boxes, and in each the boxes' intervals on the axis that is swept. O(boxes,
    /// as often as they lie in strips).
    pub(in crate::broad) fn draw(&self, draw: &mut dyn DebugDraw<D>) {
        for (depth, class) in (0..).zip(&self.classes[..self.used]) {
            draw_cuts(class.grid(), depth, draw);
            let cells = 0..class.grid().cells();
            for cell in cells.filter(|cell| class.bins.len(*cell) > 0) {
                draw_cell(class, cell, depth, draw);
            }
        }
    }
}

/// Draws the planes between strips.
fn draw_cuts<const D: usize>(grid: &Grid<D>, depth: u32, draw: &mut dyn DebugDraw<D>) {
    let rulers = [grid.rows, grid.columns];
    for (axis, ruler) in grid.axes.into_iter().skip(1).zip(rulers) {
        for at in ruler.cuts() {
            let mut plane = Aabb::EVERYTHING;
            (plane.min[axis], plane.max[axis]) = (at, at);
            draw.aabb(&plane, Style::new(Element::Cut, depth));
        }
    }
}

/// Draws a strip and the intervals in it.
fn draw_cell<const D: usize>(
    class: &Class<D>,
    cell: usize,
    depth: u32,
    draw: &mut dyn DebugDraw<D>,
) {
    let grid = class.grid();
    let (row, column) = grid.place(cell);
    let mut strip = Aabb::EVERYTHING;
    let ends = [grid.rows.ends(row), grid.columns.ends(column)];
    for (axis, (low, high)) in grid.axes.into_iter().skip(1).zip(ends) {
        (strip.min[axis], strip.max[axis]) = (low, high);
    }
    let style = Style::new(Element::Strip, depth);
    draw.aabb(&strip, style);
    for record in class.bins.blocks(cell).flatten() {
        let (from, to) = interval(grid, &strip, record);
        draw.line(from, to, Style::new(Element::Interval, depth));
        draw.member(record.id(), style);
    }
}

/// The interval of a box on the axis that is swept, at the lower side of what lies in the strip.
fn interval<const D: usize>(
    grid: &Grid<D>,
    strip: &Aabb<D>,
    record: &Record,
) -> ([f32; D], [f32; D]) {
    let mut from = [0.0; D];
    for (k, axis) in grid.axes.into_iter().enumerate() {
        from[axis] = record.min::<D>(k).max(strip.min[axis]);
    }
    let mut to = from;
    to[grid.axes[0]] = record.max::<D>(0);
    (from, to)
}
