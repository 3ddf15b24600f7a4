//! The grid over which the top of a tree is built.
//!
//! Splitting a million boxes level by level moves all of them at each level through memory. So the
//! boxes are first counted into the cells of a uniform grid; the top of the tree is built over the
//! cells, each standing for its boxes; and the boxes are moved once, to the part of the top that
//! they belong to. This is the idea of building over treelets: Pantaleoni and Luebke, "HLBVH"
//! (2010); Ganestam et al., "Bonsai" (2015).

use jostle_kernels::{Lanes, simd::LANES, sweep::AxisBins};

/// Most cells: their tables are to stay in the second-level cache.
const MOST_CELLS: usize = 1 << 15;

/// The cell of a box that is not valid.
pub(super) const NO_CELL: u16 = u16::MAX;

/// A uniform grid over the centers of boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellGrid<const D: usize> {
    bins: [AxisBins; D],
}

impl<const D: usize> CellGrid<D> {
    /// A single cell.
    pub(super) const WHOLE: Self = Self { bins: [AxisBins::WHOLE; D] };

    /// A grid of about cubic cells over these ends of twice the centers, for so many boxes, with so
    /// many of them to a cell as far as [`MOST_CELLS`] allows.
    pub(super) fn new(ends: &[(f32, f32); D], boxes: usize, per_cell: usize) -> Self {
        let cells = (boxes / per_cell).clamp(1, MOST_CELLS) as f64;
        let extents = ends.map(|(low, high)| (f64::from(high) - f64::from(low)).max(0.0));
        // Axes that are shorter than a cell is wide get one bin, and the others share the cells.
        let mut split = extents.map(|extent| extent > 0.0);
        let mut width = 0.0;
        for _ in 0..D {
            let axes = split.iter().filter(|split| **split).count();
            let volume: f64 =
                extents.iter().zip(split).filter(|(_, split)| *split).map(|(e, _)| e).product();
            width = libm::pow(volume / cells, 1.0 / axes.max(1) as f64);
            for axis in 0..D {
                split[axis] &= extents[axis] >= width;
            }
        }
        let mut of_axes = [AxisBins::WHOLE; D];
        let mut left = cells;
        for axis in 0..D {
            if split[axis] {
                let bins = (extents[axis] / width).floor().clamp(1.0, left);
                of_axes[axis] = AxisBins::new(ends[axis].0, ends[axis].1, bins as u32);
                left = (left / bins).floor();
            }
        }
        Self { bins: of_axes }
    }

    /// Number of cells.
    pub(super) fn cells(&self) -> usize {
        self.bins.iter().map(|axis| axis.bins() as usize).product()
    }

    /// The cells of eight boxes, by twice their centers.
    #[inline(always)]
    pub(super) fn cells_of<L: Lanes>(&self, lanes: L, centers: [L::Floats; D]) -> [u32; LANES] {
        let mut cells = [0; LANES];
        for axis in (0..D).rev() {
            let mut bins = [0; LANES];
            lanes.store_int(self.bins[axis].bins_of(lanes, centers[axis]), &mut bins);
            for (cell, bin) in cells.iter_mut().zip(bins) {
                *cell = *cell * self.bins[axis].bins() + bin;
            }
        }
        cells
    }
}
