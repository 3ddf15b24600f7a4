//! Boxes to bins.

use super::{
    BINS,
    row::{EMPTY, Row, row_of},
    split::{Buffers, Weights, chunk},
};
use crate::{Lanes, Record, grid::AxisBins, lane::LANES};

/// Per axis and bin: the union of the boxes whose centers lie in it, and their weight.
pub(super) struct Bins<const D: usize> {
    pub(super) rows: [[Row; BINS]; D],
    pub(super) weights: [[u32; BINS]; D],
}

impl<const D: usize> Bins<D> {
    /// Bins the records on all axes, or on one only. The strips of each record are left in the
    /// buffers.
    #[inline(always)]
    pub(super) fn fill<L: Lanes, const ALL: bool>(
        lanes: L,
        records: &[Record],
        rulers: &[AxisBins; D],
        only: usize,
        weights: Weights,
        buffers: &mut Buffers<'_, D>,
    ) -> Self {
        let mut bins = Self { rows: [[EMPTY; BINS]; D], weights: [[0; BINS]; D] };
        for first in (0..records.len()).step_by(LANES) {
            for axis in (0..D).filter(|axis| ALL || *axis == only) {
                let centers = lanes.load(chunk(buffers.centers[axis], first));
                let strips = rulers[axis].strips_of(lanes, centers);
                lanes.store_int(strips, chunk(buffers.strips[axis], first));
            }
            let group = &records[first..records.len().min(first + LANES)];
            for (index, record) in group.iter().enumerate() {
                let row = row_of::<L, D>(lanes, record);
                let weight = weights.of(record);
                for axis in (0..D).filter(|axis| ALL || *axis == only) {
                    // Strips are less than BINS, which the compiler cannot know.
                    let strip = buffers.strips[axis][first + index] as usize % BINS;
                    let bin = &mut bins.rows[axis][strip];
                    lanes.store(lanes.min(row, lanes.load(bin)), bin);
                    bins.weights[axis][strip] += weight;
                }
            }
        }
        bins
    }
}
