//! The whole split: centers, bins, scan, partition.

use super::{
    BINS,
    bins::Bins,
    centers::find_centers,
    partition::partition,
    row::EMPTY,
    scan::{scale_of, scan},
};
use crate::{Lanes, Record, grid::AxisBins, lane::LANES};

/// Room for a split of as many records as the slices are long, less [`LANES`].
pub struct Buffers<'a, const D: usize> {
    /// Twice the centers.
    pub centers: [&'a mut [f32]; D],
    /// The bins of the centers.
    pub strips: [&'a mut [u32]; D],
    /// The records of the right side.
    pub right: &'a mut [Record],
}

/// What a record weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// One: a record is a box.
    One,
    /// What its lacks word says: a record is a number of boxes.
    Lacks,
}

impl Weights {
    /// The weight of a record.
    #[inline(always)]
    #[must_use]
    pub fn of(self, record: &Record) -> u32 {
        match self {
            Self::One => 1,
            Self::Lacks => record.exclusion(),
        }
    }
}

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
pub struct Options {
    /// Bins per axis: 8 or [`BINS`].
    pub bins: usize,
    /// Axes on which splits are tried.
    pub axes: Axes,
    /// What a record weighs.
    pub weights: Weights,
}

/// A split that was made.
#[derive(Clone, Copy, Debug)]
pub struct Split {
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
    options: Options,
    buffers: &mut Buffers<'_, D>,
) -> Option<Split> {
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
    let left = partition(lanes, records, buffers.strips[best.axis], best.bin, buffers.right);
    let unit = 1.0 / f64::from(scale);
    let unit = if D == 2 { unit } else { unit * unit };
    let half_areas = best.areas.map(|area| f64::from(area) * unit);
    Some(Split { left, left_weight: best.left_weight, half_areas })
}

/// A group of a buffer.
#[inline(always)]
pub(super) fn chunk<T>(buffer: &mut [T], first: usize) -> &mut [T; LANES] {
    buffer[first..].first_chunk_mut().expect("buffers are longer than the records by a group")
}
