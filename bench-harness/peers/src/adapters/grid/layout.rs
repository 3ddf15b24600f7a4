//! Where the cells of a grid lie.

use std::array;

use rayon::prelude::*;

use crate::boxes::Corners;

/// Boxes per task where all are looked at.
const BOXES_PER_TASK: usize = 16 * 1024;

/// What has to be known of the boxes: the space they lie in and how large they are.
#[derive(Clone, Copy)]
pub(super) struct Extent<const D: usize> {
    low: [f32; D],
    high: [f32; D],
    /// The largest side of any box.
    pub(super) largest: f64,
    /// The largest sides of all boxes together.
    pub(super) sum: f64,
}

impl<const D: usize> Extent<D> {
    const NONE: Self =
        Self { low: [f32::INFINITY; D], high: [f32::NEG_INFINITY; D], largest: 0.0, sum: 0.0 };

    pub(super) fn of(boxes: &[Corners<D>]) -> Self {
        let parts =
            boxes.par_chunks(BOXES_PER_TASK).map(|part| part.iter().fold(Self::NONE, Self::with));
        parts.reduce(|| Self::NONE, Self::and)
    }

    fn with(mut self, corners: &Corners<D>) -> Self {
        let mut side = 0.0_f64;
        for axis in 0..D {
            let (min, max) = (corners.min[axis], corners.max[axis]);
            self.low[axis] = self.low[axis].min(min);
            self.high[axis] = self.high[axis].max(max);
            side = side.max(f64::from(max) - f64::from(min));
        }
        Self { largest: self.largest.max(side), sum: self.sum + side, ..self }
    }

    fn and(self, other: Self) -> Self {
        Self {
            low: array::from_fn(|axis| self.low[axis].min(other.low[axis])),
            high: array::from_fn(|axis| self.high[axis].max(other.high[axis])),
            largest: self.largest.max(other.largest),
            sum: self.sum + other.sum,
        }
    }
}

/// Cells of equal size; those along the last axis are neighbors in memory.
#[derive(Clone, Copy)]
pub(super) struct Layout<const D: usize> {
    low: [f64; D],
    per_unit: f64,
    pub(super) size: [usize; D],
}

impl<const D: usize> Default for Layout<D> {
    fn default() -> Self {
        Self { low: [0.0; D], per_unit: 0.0, size: [0; D] }
    }
}

impl<const D: usize> Layout<D> {
    /// Cells with this side, or with a larger one where there would be more than `most`.
    pub(super) fn new(extent: &Extent<D>, side: f64, most: usize) -> Self {
        let low = extent.low.map(f64::from);
        let span: [f64; D] =
            array::from_fn(|axis| (f64::from(extent.high[axis]) - low[axis]).max(0.0));
        // Points have no size. A cell that is never so small that the numbers of cells overflow.
        let widest = span.iter().fold(f64::MIN_POSITIVE, |widest, span| widest.max(*span));
        let mut side = side.max(widest / 1e9);
        loop {
            let size = span.map(|span| (span / side) as usize + 1);
            let cells = size.iter().try_fold(1_usize, |cells, size| cells.checked_mul(*size));
            if cells.is_some_and(|cells| cells <= most) {
                return Self { low, per_unit: 1.0 / side, size };
            }
            side *= 1.25;
        }
    }

    pub(super) fn side(&self) -> f64 {
        1.0 / self.per_unit
    }

    pub(super) fn cells(&self) -> usize {
        self.size.iter().product()
    }

    /// The cell at this place on an axis. Never less for a larger `x`.
    #[inline(always)]
    pub(super) fn place(&self, axis: usize, x: f64) -> usize {
        (((x - self.low[axis]) * self.per_unit) as usize).min(self.size[axis] - 1)
    }

    /// The number of a cell.
    #[inline(always)]
    pub(super) fn cell(&self, place: [usize; D]) -> usize {
        (0..D).fold(0, |cell, axis| cell * self.size[axis] + place[axis])
    }

    /// Where a cell is.
    pub(super) fn places(&self, mut cell: usize) -> [usize; D] {
        let mut place = [0; D];
        for axis in (0..D).rev() {
            place[axis] = cell % self.size[axis];
            cell /= self.size[axis];
        }
        place
    }
}
