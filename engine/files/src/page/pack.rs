//! Boxes in twelve bytes each, for a page to draw as they are.
//!
//! Coordinates are whole numbers from 0 to 65,535 on each axis of what is drawn. Boxes are rounded
//! outwards, so what is drawn is never smaller than what is.

use jostle::Aabb;

use super::{
    extent::Extent,
    model::{Primitive, Solid},
};

/// Three words, little-endian in the file.
pub(super) type Packed = [u32; 3];

/// The largest coordinate.
const END: f64 = 65_535.0;

/// Bits of a size behind those that tell how often it is doubled.
const FRACTION: u32 = 6;

/// The depth of what lies in no leaf, cell or strip; deeper ones are the one before.
const NO_DEPTH: u32 = 31;

/// Coordinates within what is drawn.
pub(super) struct Grid<'a> {
    extent: &'a Extent,
    /// Numbers to the unit of space.
    scale: [f64; 3],
}

impl<'a> Grid<'a> {
    pub(super) fn new(extent: &'a Extent) -> Self {
        let scale = std::array::from_fn(|axis| {
            let size = extent.max[axis] - extent.min[axis];
            if size > 0.0 { END / size } else { 0.0 }
        });
        Self { extent, scale }
    }

    /// Where a point is on the grid, between its lines.
    fn at(&self, point: [f32; 3]) -> [f64; 3] {
        let point = self.extent.clamp(point);
        std::array::from_fn(|axis| (point[axis] - self.extent.min[axis]) * self.scale[axis])
    }

    /// The corners of a box, rounded outwards.
    fn around(&self, ends: [[f32; 3]; 2]) -> [[u32; 3]; 2] {
        let [min, max] = ends.map(|end| self.at(end).map(|x| x.clamp(0.0, END)));
        // A scale is rounded, so that a line may be missed by little.
        let slack = self.scale.map(|scale| if scale > 0.0 { 1e-6 } else { 0.0 });
        [
            std::array::from_fn(|axis| (min[axis] - slack[axis]).floor().max(0.0) as u32),
            std::array::from_fn(|axis| (max[axis] + slack[axis]).ceil().min(END) as u32),
        ]
    }

    /// A shape.
    ///
    /// The first word has the minima on two axes, from below; the second that on the last axis, the
    /// degree up to 255 (8 bits), the depth (5) and the low bits of the cell (3); the third the
    /// sizes (10 bits each, see [`size_code`]) and the high bits of the cell (2). Cells are numbers
    /// below 32 that neighbors hardly share.
    pub(super) fn solid(&self, solid: &Solid) -> Packed {
        let Aabb { min, max } = solid.own;
        let [min, max] = self.around([min, max]);
        let [x, y, z]: [u32; 3] = std::array::from_fn(|axis| size_code(max[axis] - min[axis]));
        let (cell, depth) = match solid.place {
            Some((cell, depth)) => (mixed(cell), depth.min(NO_DEPTH - 1)),
            None => (0, NO_DEPTH),
        };
        let degree = solid.degree.min(255);
        [
            min[0] | min[1] << 16,
            min[2] | degree << 16 | depth << 24 | (cell & 7) << 29,
            x | y << 10 | z << 20 | (cell >> 3) << 30,
        ]
    }

    /// A box, rounded outwards, or a line: six coordinates, two to a word, from below.
    pub(super) fn primitive(&self, primitive: &Primitive, is_line: bool) -> Packed {
        let [a, b] = if is_line {
            primitive.ends.map(|end| self.at(end).map(|x| x.round().clamp(0.0, END) as u32))
        } else {
            self.around(primitive.ends)
        };
        [a[0] | a[1] << 16, a[2] | b[0] << 16, b[1] | b[2] << 16]
    }
}

/// The least size that can be written in ten bits and is not less than this one.
///
/// Sizes below 64 are as they are. Of larger ones seven bits are kept, the first of which need not
/// be written, and how often they are doubled: at most one part in 64 is added.
fn size_code(size: u32) -> u32 {
    let doublings = (32 - FRACTION).saturating_sub(size.leading_zeros());
    if doublings == 0 {
        return size;
    }
    let kept = size.div_ceil(1 << (doublings - 1));
    // Where rounding gave it a bit more, the sum carries into the doublings.
    (doublings << FRACTION) + kept - (1 << FRACTION)
}

/// A number below 32 for a cell, spread so that those one after the other differ.
fn mixed(cell: u32) -> u32 {
    // Knuth's multiplicative hash.
    cell.wrapping_mul(2_654_435_769) >> 27
}

#[cfg(test)]
#[path = "../../tests/units/pack.rs"]
mod tests;
