//! Boxes in twelve bytes each, for a page to draw as they are.
//!
//! Coordinates are whole numbers from 0 to 65,535 on each axis of what is drawn. Boxes are rounded
//! outwards, so what is drawn is never smaller than what is.

use jostle::Aabb;

use crate::render::{
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
        let Aabb { min, max } = solid.aabb;
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
mod tests {
    use jostle::debug_draw::{DrawElement, DrawStyle};

    use super::*;

    /// What a page makes of ten bits.
    fn size_of_code(code: u32) -> u32 {
        if code < 64 { code } else { (64 + (code & 63)) << ((code >> 6) - 1) }
    }

    #[test]
    fn sizes_grow_by_little_and_never_shrink() {
        let mut last = 0;
        for size in 0..=65_535 {
            let code = size_code(size);
            let found = size_of_code(code);
            assert!(code < 1024 && code >= last, "{size}");
            assert!(size <= found && found - size <= size / 64, "{size}: {found}");
            last = code;
        }
    }

    fn extent() -> Extent {
        Extent { min: [-3.0, 0.1, 5.0], max: [7.0, 0.7, 5.0], is_cut: false }
    }

    /// The corners that a page draws, in the unit of space.
    fn unpacked(grid: &Grid<'_>, [a, b, c]: Packed) -> [[f64; 3]; 2] {
        let low = [a & 0xffff, a >> 16, b & 0xffff];
        let size = [c & 1023, c >> 10 & 1023, c >> 20 & 1023].map(size_of_code);
        let place = |axis: usize, x: u32| match grid.scale[axis] {
            0.0 => grid.extent.min[axis],
            scale => grid.extent.min[axis] + f64::from(x) / scale,
        };
        [
            std::array::from_fn(|axis| place(axis, low[axis])),
            std::array::from_fn(|axis| place(axis, low[axis] + size[axis])),
        ]
    }

    #[test]
    fn packed_boxes_enclose_what_they_are_of() {
        let extent = extent();
        let grid = Grid::new(&extent);
        let mut tight = 0;
        for i in 0..3000_u32 {
            let unit = |k: u32| f64::from((i * 7919 + k * 104_729) % 10_007) / 10_007.0;
            let min = [-3.0 + 9.0 * unit(1), 0.1 + 0.5 * unit(2), 5.0];
            let size = [unit(3), 0.1 * unit(4), 0.0];
            let min = min.map(|x| x as f32);
            let max = std::array::from_fn(|axis| (f64::from(min[axis]) + size[axis]) as f32);
            let aabb = Aabb { min, max };
            let solid = Solid { aabb, round: false, degree: i, place: Some((i, i % 40)) };
            let packed = grid.solid(&solid);
            let [low, high] = unpacked(&grid, packed);
            for axis in 0..3 {
                let seen = extent.clamp(aabb.min)[axis]..=extent.clamp(aabb.max)[axis];
                let unit = if axis == 2 { 0.0 } else { 1.0 / grid.scale[axis] };
                assert!(low[axis] <= *seen.start() && *seen.end() <= high[axis], "{solid:?}");
                let most = 2.1 * unit + (seen.end() - seen.start() + 2.0 * unit) / 64.0;
                assert!(high[axis] - low[axis] - (seen.end() - seen.start()) <= most, "{solid:?}");
                tight += usize::from(high[axis] - low[axis] < 0.1);
            }
            assert_eq!(packed[1] >> 16 & 0xff, i.min(255));
            assert_eq!(packed[1] >> 24 & 31, (i % 40).min(30));
            assert_eq!(packed[1] >> 29 | (packed[2] >> 30) << 3, mixed(i));
        }
        assert!(tight > 3000, "{tight}");
    }

    #[test]
    fn what_has_no_end_ends_at_the_border() {
        let extent = extent();
        let grid = Grid::new(&extent);
        let (aabb, style) = (Aabb::EVERYTHING, DrawStyle::new(DrawElement::Cut, 0));
        let primitive = Primitive { ends: [aabb.min, aabb.max], style };
        // On the last axis nothing has any size.
        assert_eq!(grid.primitive(&primitive, false), [0, 0xffff << 16, 0xffff]);
        let solid = Solid { aabb, round: false, degree: 0, place: None };
        let [low, high] = unpacked(&grid, grid.solid(&solid));
        assert!((0..3).all(|axis| low[axis] <= extent.min[axis] && extent.max[axis] <= high[axis]));
        assert_eq!(grid.solid(&solid)[1] >> 24 & 31, NO_DEPTH);
    }
}
