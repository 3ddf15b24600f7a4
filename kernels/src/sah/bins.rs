//! Records to bins: the centers of the boxes, and the boxes and weights of each bin.

use super::row::{EMPTY, FAR, Row, row_of};
use crate::{Lanes, Record, bounds::to_columns, simd::LANES, sweep::AxisBins};

/// Most bins on an axis.
pub const BINS: usize = 16;

/// Room for a split of as many records as the slices are long, less [`LANES`].
pub struct SplitBuffers<'a, const D: usize> {
    /// Twice the centers.
    pub centers: [&'a mut [f32]; D],
    /// The bins of the centers.
    pub bins: [&'a mut [u32]; D],
    /// The records of the right side.
    pub right: &'a mut [Record],
}

/// What a record weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// One: a record is a box.
    One,
    /// Its exclusion word, which then is a number of boxes.
    Exclusion,
}

impl Weights {
    /// The weight of a record.
    #[inline(always)]
    #[must_use]
    pub fn of(self, record: &Record) -> u32 {
        match self {
            Self::One => 1,
            Self::Exclusion => record.exclusion(),
        }
    }
}

/// A group of a buffer.
#[inline(always)]
pub(super) fn lanes_at<T>(buffer: &mut [T], first: usize) -> &mut [T; LANES] {
    buffer[first..].first_chunk_mut().expect("buffers are longer than the records by a group")
}

/// Per axis and bin: the union of the boxes whose centers lie in it, and their weight.
pub(super) struct Bins<const D: usize> {
    pub(super) rows: [[Row; BINS]; D],
    pub(super) weights: [[u32; BINS]; D],
}

impl<const D: usize> Bins<D> {
    /// Bins the records on all axes, or on one only. The bins of each record are left in the
    /// buffers.
    #[inline(always)]
    pub(super) fn fill<L: Lanes, const ALL: bool>(
        lanes: L,
        records: &[Record],
        rulers: &[AxisBins; D],
        only: usize,
        weights: Weights,
        buffers: &mut SplitBuffers<'_, D>,
    ) -> Self {
        let mut bins = Self { rows: [[EMPTY; BINS]; D], weights: [[0; BINS]; D] };
        for first in (0..records.len()).step_by(LANES) {
            for axis in (0..D).filter(|axis| ALL || *axis == only) {
                let centers = lanes.load(lanes_at(buffers.centers[axis], first));
                let of_centers = rulers[axis].bins_of(lanes, centers);
                lanes.store_int(of_centers, lanes_at(buffers.bins[axis], first));
            }
            let group = &records[first..records.len().min(first + LANES)];
            for (index, record) in group.iter().enumerate() {
                let row = row_of::<L, D>(lanes, record);
                let weight = weights.of(record);
                for axis in (0..D).filter(|axis| ALL || *axis == only) {
                    // Bins are less than BINS, which the compiler cannot know.
                    let number = buffers.bins[axis][first + index] as usize % BINS;
                    let bin = &mut bins.rows[axis][number];
                    lanes.store(lanes.min(row, lanes.load(bin)), bin);
                    bins.weights[axis][number] += weight;
                }
            }
        }
        bins
    }
}

/// Writes twice the centers of the records to the buffers, eight at a time, and returns between
/// which values they lie on each axis.
#[inline(always)]
pub(super) fn find_centers<L: Lanes, const D: usize>(
    lanes: L,
    records: &[Record],
    buffers: &mut SplitBuffers<'_, D>,
) -> [(f32, f32); D] {
    let mut low = [lanes.splat(f32::INFINITY); D];
    let mut high = [lanes.splat(f32::NEG_INFINITY); D];
    let last = records.len() - 1;
    for first in (0..records.len()).step_by(LANES) {
        // Lanes behind the last record repeat it.
        let group: [&Record; LANES] =
            std::array::from_fn(|lane| &records[(first + lane).min(last)]);
        let columns = to_columns::<L, D>(lanes, group);
        for axis in 0..D {
            let center = twice_center(lanes, columns.min[axis], columns.max[axis]);
            low[axis] = lanes.min(center, low[axis]);
            high[axis] = lanes.max(center, high[axis]);
            lanes.store(center, lanes_at(buffers.centers[axis], first));
        }
    }
    let mut ends = [(0.0, 0.0); D];
    for axis in 0..D {
        ends[axis] = ends_of(lanes, low[axis], high[axis]);
    }
    ends
}

/// Twice the centers of eight intervals, cut to what is finite.
#[inline(always)]
pub fn twice_center<L: Lanes>(lanes: L, min: L::Floats, max: L::Floats) -> L::Floats {
    let (near, far) = (lanes.splat(-FAR), lanes.splat(FAR));
    let cut = |x| lanes.min(lanes.max(x, near), far);
    lanes.add(cut(min), cut(max))
}

/// The smallest of one group and the largest of another.
#[inline(always)]
pub fn ends_of<L: Lanes>(lanes: L, low: L::Floats, high: L::Floats) -> (f32, f32) {
    let (mut lows, mut highs) = ([0.0; LANES], [0.0; LANES]);
    lanes.store(low, &mut lows);
    lanes.store(high, &mut highs);
    let low = lows.into_iter().fold(f32::INFINITY, f32::min);
    (low, highs.into_iter().fold(f32::NEG_INFINITY, f32::max))
}
