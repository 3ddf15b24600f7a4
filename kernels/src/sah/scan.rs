//! Bins to the cheapest split.

use super::{
    bins::{BINS, Bins},
    row::{EMPTY, FAR, Row, extent},
};
use crate::{Lanes, simd::LANES};

/// The cheapest split.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) cost: f32,
    pub(super) axis: usize,
    /// The last bin on the left side.
    pub(super) bin: usize,
    /// Areas of the sides, in units of the scale.
    pub(super) areas: [f32; 2],
    pub(super) left_weight: u32,
}

/// Finds the cheapest split between two of the first `bins` bins of any axis in `axes`.
#[inline(always)]
pub(super) fn scan<L: Lanes, const D: usize>(
    lanes: L,
    all: &Bins<D>,
    bins: usize,
    axes: std::ops::Range<usize>,
    scale: f32,
) -> Option<Best> {
    let mut best: Option<Best> = None;
    for axis in axes {
        let (rows, weights) = (&all.rows[axis], &all.weights[axis]);
        let mut left = [lanes.splat(f32::INFINITY); BINS];
        let mut right = [lanes.splat(f32::INFINITY); BINS];
        let (mut left_weights, mut right_weights) = ([0; BINS], [0; BINS]);
        let (mut row, mut weight) = (lanes.load(&EMPTY), 0);
        for bin in 0..bins {
            row = lanes.min(row, lanes.load(&rows[bin]));
            weight += weights[bin];
            (left[bin], left_weights[bin]) = (row, weight);
        }
        (row, weight) = (lanes.load(&EMPTY), 0);
        for bin in (0..bins).rev() {
            (right[bin], right_weights[bin]) = (row, weight);
            row = lanes.min(row, lanes.load(&rows[bin]));
            weight += weights[bin];
        }
        for first in (0..bins).step_by(LANES) {
            let (mut costs, mut areas) = ([0.0; LANES], [[0.0; LANES]; 2]);
            let left_areas = half_areas::<L, D>(lanes, &left, first, scale);
            let right_areas = half_areas::<L, D>(lanes, &right, first, scale);
            let cost = lanes.add(
                lanes.mul(left_areas, groups(lanes, &left_weights, first)),
                lanes.mul(right_areas, groups(lanes, &right_weights, first)),
            );
            lanes.store(cost, &mut costs);
            lanes.store(left_areas, &mut areas[0]);
            lanes.store(right_areas, &mut areas[1]);
            for lane in 0..LANES {
                let bin = first + lane;
                let splits = left_weights[bin] > 0 && right_weights[bin] > 0;
                if splits && best.is_none_or(|best| costs[lane] < best.cost) {
                    best = Some(Best {
                        cost: costs[lane],
                        axis,
                        bin,
                        areas: [areas[0][lane], areas[1][lane]],
                        left_weight: left_weights[bin],
                    });
                }
            }
        }
    }
    best
}

/// Half areas of eight rows, their sides scaled.
#[inline(always)]
fn half_areas<L: Lanes, const D: usize>(
    lanes: L,
    rows: &[L::Floats; BINS],
    first: usize,
    scale: f32,
) -> L::Floats {
    let mut group = [rows[first]; LANES];
    group.copy_from_slice(&rows[first..first + LANES]);
    let columns = lanes.transpose(group);
    let (zero, far, scale) = (lanes.splat(0.0), lanes.splat(2.0 * FAR), lanes.splat(scale));
    let mut extents = [zero; D];
    for axis in 0..D {
        let extent = lanes.sub(zero, lanes.add(columns[axis], columns[D + axis]));
        extents[axis] = lanes.mul(lanes.min(lanes.max(extent, zero), far), scale);
    }
    if D == 2 {
        return lanes.add(extents[0], extents[1]);
    }
    let mut area = lanes.mul(extents[0], extents[1]);
    area = lanes.add(area, lanes.mul(extents[1], extents[2]));
    lanes.add(area, lanes.mul(extents[2], extents[0]))
}

/// Groups of eight that these weights fill.
#[inline(always)]
fn groups<L: Lanes>(lanes: L, weights: &[u32; BINS], first: usize) -> L::Floats {
    let mut groups = [0.0; LANES];
    for lane in 0..LANES {
        groups[lane] = weights[first + lane].div_ceil(LANES as u32) as f32;
    }
    lanes.load(&groups)
}

/// What to multiply extents by so that areas neither overflow nor vanish.
#[inline(always)]
pub(super) fn scale_of<const D: usize>(row: &Row) -> f32 {
    let mut longest = 0.0_f32;
    for axis in 0..D {
        longest = longest.max(extent(row[axis], row[D + axis]));
    }
    // The largest power of two where there is no inverse.
    const MOST: f32 = f32::from_bits(0x7f00_0000);
    (1.0 / longest).min(MOST)
}
