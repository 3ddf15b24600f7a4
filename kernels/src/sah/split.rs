//! The whole split: bin, scan, partition.

use super::{
    bins::{BINS, Bins, SplitBuffers, Weights, find_centers},
    row::EMPTY,
    scan::{scale_of, scan},
};
use crate::{Lanes, Record, simd::LANES, sweep::AxisBins};

/// Axes on which splits are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axes {
    /// All of them.
    All,
    /// The one along which the centers are spread the most.
    Widest,
}

/// How hard to look for the best split.
#[derive(Clone, Copy, Debug)]
pub struct SplitOptions {
    /// Bins per axis: 8 or [`BINS`].
    pub bins: usize,
    /// Axes on which splits are tried.
    pub axes: Axes,
    /// What a record weighs.
    pub weights: Weights,
}

/// A split that was made.
#[derive(Clone, Copy, Debug)]
pub struct SahSplit {
    /// Records on the left side: more than none and less than all.
    pub left: usize,
    /// Weight of the left side.
    pub left_weight: u32,
    /// [Half areas](super::half_area) of the two sides.
    pub half_areas: [f64; 2],
}

/// Splits the records at the cheapest plane: those of the left side come first, both sides in the
/// order they had. None, and nothing moves, where all centers are equal, or so close to each other
/// that no plane can be told between them.
///
/// O(records + bins).
///
/// # Panics
/// When there are no records, or the buffers are too short.
#[inline(always)]
pub fn split<L: Lanes, const D: usize>(
    lanes: L,
    records: &mut [Record],
    options: SplitOptions,
    buffers: &mut SplitBuffers<'_, D>,
) -> Option<SahSplit> {
    let ends = find_centers(lanes, records, buffers);
    let mut axes = 0..D;
    if options.axes == Axes::Widest {
        let mut widest = 0;
        for axis in 1..D {
            if ends[axis].1 - ends[axis].0 > ends[widest].1 - ends[widest].0 {
                widest = axis;
            }
        }
        axes = widest..widest + 1;
    }
    let bins = options.bins.clamp(LANES, BINS);
    let mut rulers = [AxisBins::WHOLE; D];
    for axis in axes.clone() {
        rulers[axis] = AxisBins::new(ends[axis].0, ends[axis].1, bins as u32);
    }
    let weights = options.weights;
    let filled = match options.axes {
        Axes::All => Bins::fill::<L, true>(lanes, records, &rulers, 0, weights, buffers),
        Axes::Widest => {
            Bins::fill::<L, false>(lanes, records, &rulers, axes.start, weights, buffers)
        }
    };
    let mut row = lanes.load(&EMPTY);
    for bin in &filled.rows[axes.start][..bins] {
        row = lanes.min(row, lanes.load(bin));
    }
    let mut whole = EMPTY;
    lanes.store(row, &mut whole);
    let scale = scale_of::<D>(&whole);
    let best = scan(lanes, &filled, bins, axes, scale)?;
    let left = partition(lanes, records, buffers.bins[best.axis], best.bin, buffers.right);
    let unit = 1.0 / f64::from(scale);
    let unit = if D == 2 { unit } else { unit * unit };
    let half_areas = best.areas.map(|area| f64::from(area) * unit);
    Some(SahSplit { left, left_weight: best.left_weight, half_areas })
}

/// Moves the records whose bin is at most `last` before the others, keeping the order on both
/// sides. Returns how many they are.
///
/// Every record is written to both sides, and kept on one: which side is as good as random, and a
/// branch on it would be mispredicted half of the time.
#[inline(always)]
pub(super) fn partition<L: Lanes>(
    lanes: L,
    records: &mut [Record],
    bins_of_records: &[u32],
    last: usize,
    right: &mut [Record],
) -> usize {
    let (mut left, mut others) = (0, 0);
    for index in 0..records.len() {
        let row = records[index].load(lanes);
        let goes_left = bins_of_records[index] as usize <= last;
        records[left].set(lanes, row);
        right[others].set(lanes, row);
        left += usize::from(goes_left);
        others += usize::from(!goes_left);
    }
    // Most ranges are short: a call to copy them would cost more than the copy.
    for (record, other) in records[left..].iter_mut().zip(&right[..others]) {
        record.copy_from(lanes, other);
    }
    left
}
