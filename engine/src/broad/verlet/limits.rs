//! Limits: when a candidate has to be tested again.
//!
//! Two boxes that are apart by a gap, or that overlap by as much, are so until they have moved by
//! that together. So a candidate that was tested is left alone until the ways of all boxes since,
//! each in its own reach, add up to the gap in the reaches of both. This is how kinetic data
//! structures certify what they keep (J. Basch, L. Guibas and J. Hershberger, "Data Structures for
//! Mobile Data", 1999), with one bound for all boxes instead of a queue of events.

use std::mem;

use jostle_kernels::{
    Lanes, Pair, Pass, Record,
    simd::{LANES, prefetch, set_bits},
};

use super::last_boxes::reach_of;

/// Candidates to be tested that are listed before the first of them is, so that what it takes to
/// test them is there.
const LISTED: usize = 64;

/// Candidates that are asked for before their limits are looked at.
const AHEAD: usize = 128;

/// What sums and quotients may be too large by, in all.
const ROUNDING: f32 = 1.0 - 1.0 / (1 << 20) as f32;

/// Tests those of some candidates whose limit is reached. How many they are comes out.
pub(super) struct Test<'a, const D: usize> {
    pub(super) pairs: &'a [Pair],
    pub(super) limits: &'a mut [f32],
    pub(super) boxes: &'a [Record],
    pub(super) spent: f32,
}

impl<const D: usize> Pass for Test<'_, D> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> u64 {
        let Test { pairs, limits, boxes, spent } = self;
        let (mut listed, mut count, mut total) = ([0_u32; LISTED + LANES], 0, 0);
        let without_sign = lanes.splat_int(u32::MAX >> 1);
        for first in (0..limits.len()).step_by(LANES) {
            let mut some = [f32::INFINITY; LANES];
            let group = match limits[first..].first_chunk::<LANES>() {
                Some(group) => group,
                None => {
                    some[..limits.len() - first].copy_from_slice(&limits[first..]);
                    &some
                }
            };
            let bits = lanes.bits_of_floats(lanes.load(group));
            let limit = lanes.floats_of_bits(lanes.and_int(bits, without_sign));
            let kept = lanes.bits(lanes.lt(lanes.splat(spent), limit));
            let exist = LANES.min(limits.len() - first);
            // In most groups some pair is to be tested, and then their line is to be there.
            prefetch::for_reading(pairs, first + AHEAD);
            for lane in set_bits(!kept & ((1 << exist) - 1)) {
                let index = first + lane;
                let Pair { a, b } = pairs[index];
                prefetch::for_reading(boxes, a as usize);
                prefetch::for_reading(boxes, b as usize);
                listed[count] = index as u32;
                count += 1;
            }
            if count >= LISTED {
                total += count as u64;
                test_some::<D>(&listed[..mem::take(&mut count)], pairs, limits, boxes, spent);
            }
        }
        test_some::<D>(&listed[..count], pairs, limits, boxes, spent);
        total + count as u64
    }
}

/// Tests some candidates.
#[inline(always)]
fn test_some<const D: usize>(
    listed: &[u32],
    pairs: &[Pair],
    limits: &mut [f32],
    boxes: &[Record],
    spent: f32,
) {
    for index in listed {
        limits[*index as usize] = limit_of::<D>(&pairs[*index as usize], boxes, spent);
    }
}

/// The limit of a pair, by where its boxes are.
#[inline(always)]
fn limit_of<const D: usize>(pair: &Pair, boxes: &[Record], spent: f32) -> f32 {
    let (a, b) = (&boxes[pair.a as usize], &boxes[pair.b as usize]);
    let (mut touch, mut gap) = (true, f32::NEG_INFINITY);
    for axis in 0..D {
        let sides = [(b.min::<D>(axis), a.max::<D>(axis)), (a.min::<D>(axis), b.max::<D>(axis))];
        for (low, high) in sides {
            touch &= low <= high;
            // Two at the same infinity are not NaN apart.
            gap = gap.max(if low == high { 0.0 } else { low - high });
        }
    }
    let limit = (spent + gap.abs() / (reach_of(a) + reach_of(b))) * ROUNDING;
    limit.copysign(if touch { -1.0 } else { 1.0 })
}
