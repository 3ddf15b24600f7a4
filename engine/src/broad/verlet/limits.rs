//! Limits: when a candidate has to be tested again.
//!
//! Of two boxes that go on as they did it is known how long they stay apart, or together; and for
//! each run it is known how far boxes went astray at most, each in its own reach. Both together
//! make up a clock: it goes by one in a run, or by more where some box went farther astray than
//! was reckoned with. So a candidate that was tested is left alone until the clock says so. This is
//! how kinetic data structures certify what they keep (J. Basch, L. Guibas and J. Hershberger,
//! "Data Structures for Mobile Data", 1999), with one clock for all boxes instead of a queue of
//! events.

use std::mem;

use jostle_kernels::{
    Lanes, Pair, Pass, Record,
    bounds::{RecordColumns, to_columns},
    simd::{LANES, prefetch, set_bits},
};

use super::{
    limited_pairs::{BLOCK, Block},
    motion::{STATIC, velocities},
};

/// Candidates to be tested that are listed before the first of them is, so that what it takes to
/// test them is there.
const LISTED: usize = 64;

/// What sums and quotients may be too large by, in all.
const ROUNDING: f32 = 1.0 - 1.0 / (1 << 20) as f32;

/// Tests those of some candidates whose limit is reached. How many they are comes out.
pub(super) struct Test<'a, const D: usize> {
    /// The pairs of the blocks, and what is behind them.
    pub(super) pairs: &'a [Pair],
    pub(super) blocks: &'a mut [Block],
    pub(super) boxes: &'a [Record],
    pub(super) clock: Clock,
}

/// What limits are told by.
#[derive(Clone, Copy)]
pub(super) struct Clock {
    /// What the clock says.
    pub(super) now: f32,
    /// How far boxes are taken to go astray in a run, in their reaches.
    pub(super) drift: f32,
    /// The [step](super::motion::Course::quantum) of velocities.
    pub(super) quantum: f32,
}

impl<const D: usize> Pass for Test<'_, D> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> u64 {
        let Test { pairs, blocks, boxes, clock } = self;
        let (mut listed, mut count, mut total) = ([0_u32; LISTED + BLOCK], 0, 0);
        for number in 0..blocks.len() {
            let block = &mut blocks[number];
            if clock.now < block.soonest {
                continue;
            }
            let mut soonest = lanes.splat(f32::INFINITY);
            for (group, limits) in block.limits.as_chunks::<LANES>().0.iter().enumerate() {
                let limit = lanes.load(limits);
                let is_kept = lanes.lt(lanes.splat(clock.now), limit);
                soonest = lanes.select(is_kept, lanes.min(limit, soonest), soonest);
                for lane in set_bits(!lanes.bits(is_kept) & 0xff) {
                    let index = BLOCK * number + LANES * group + lane;
                    prefetch::for_reading(pairs, index);
                    listed[count] = index as u32;
                    count += 1;
                }
            }
            let mut least = [0.0; LANES];
            lanes.store(soonest, &mut least);
            // Of those that are listed the limit is not known yet.
            block.soonest = least.into_iter().fold(f32::INFINITY, f32::min);
            if count >= LISTED {
                total += count as u64;
                let some = &listed[..mem::take(&mut count)];
                test_some::<L, D>(lanes, some, (pairs, &mut *blocks), boxes, clock);
            }
        }
        test_some::<L, D>(lanes, &listed[..count], (pairs, blocks), boxes, clock);
        total + count as u64
    }
}

/// Tests some candidates.
#[inline(always)]
fn test_some<L: Lanes, const D: usize>(
    lanes: L,
    listed: &[u32],
    (pairs, blocks): (&[Pair], &mut [Block]),
    boxes: &[Record],
    clock: Clock,
) {
    for index in listed {
        let Pair { a, b } = pairs[*index as usize];
        prefetch::for_reading(boxes, a as usize);
        prefetch::for_reading(boxes, b as usize);
    }
    for some in listed.chunks(LANES) {
        // Where fewer than eight are left, the first one stands for the others.
        let pair = pairs[some[0] as usize];
        let (mut a, mut b) = ([&boxes[pair.a as usize]; LANES], [&boxes[pair.b as usize]; LANES]);
        for (lane, index) in some.iter().enumerate() {
            let pair = pairs[*index as usize];
            (a[lane], b[lane]) = (&boxes[pair.a as usize], &boxes[pair.b as usize]);
        }
        let (limits, touching) = limits_of::<L, D>(lanes, a, b, clock);
        let mut found = [0.0; LANES];
        lanes.store(limits, &mut found);
        for (lane, index) in some.iter().enumerate() {
            let (block, place) = (*index as usize / BLOCK, *index as usize % BLOCK);
            let block = &mut blocks[block];
            debug_assert!(!found[lane].is_nan());
            block.limits[place] = found[lane];
            block.soonest = block.soonest.min(found[lane]);
            let is_touching = u64::from(touching >> lane & 1);
            block.touching = block.touching & !(1 << place) | is_touching << place;
        }
    }
}

/// The limits of eight pairs, by where their boxes are and how they go on, and which touch. Two
/// that are static do not.
#[inline(always)]
fn limits_of<L: Lanes, const D: usize>(
    lanes: L,
    a: [&Record; LANES],
    b: [&Record; LANES],
    Clock { now, drift, quantum }: Clock,
) -> (L::Floats, u32) {
    let [a, b] = [to_columns::<L, D>(lanes, a), to_columns::<L, D>(lanes, b)];
    let goes = |boxes: &RecordColumns<L, D>| {
        velocities::<L, D>(lanes, lanes.bits_of_floats(boxes.exclusion), boxes.ids, quantum)
    };
    let (goes_a, goes_b) = (goes(&a), goes(&b));
    let zero = lanes.splat(0.0);
    let astray = lanes.mul(lanes.add(a.ids, b.ids), lanes.splat(drift));
    let astray = lanes.max(astray, lanes.splat(f32::MIN_POSITIVE));
    // How long some gap stays open, and how long all overlaps last.
    let (mut touch, mut open, mut lasts) = (lanes.le(zero, zero), zero, lanes.splat(f32::INFINITY));
    for axis in 0..D {
        let closing = lanes.sub(goes_a[axis], goes_b[axis]);
        let opening = lanes.sub(zero, closing);
        for (low, high, closing, opening) in [
            (b.min[axis], a.max[axis], closing, opening),
            (a.min[axis], b.max[axis], opening, closing),
        ] {
            let is_closed = lanes.le(low, high);
            touch = lanes.both(touch, is_closed);
            // Two at the same infinity are not NaN apart. What is NaN apart is no box, and is far.
            let gap = lanes.min(lanes.sub(low, high), lanes.splat(f32::MAX));
            let gap = lanes.max(gap, lanes.splat(f32::MIN));
            let is_none = lanes.both(is_closed, lanes.le(high, low));
            let gap = lanes.select(is_none, zero, gap);
            let speed = lanes.add(lanes.max(closing, zero), astray);
            open = lanes.max(lanes.div(gap, speed), open);
            let speed = lanes.add(lanes.max(opening, zero), astray);
            lasts = lanes.min(lanes.div(lanes.sub(zero, gap), speed), lasts);
        }
    }
    let runs = lanes.select(touch, lasts, open);
    let limit = lanes.mul(lanes.add(lanes.splat(now), runs), lanes.splat(ROUNDING));
    let [of_a, of_b] = [a.exclusion, b.exclusion].map(|tag| lanes.bits_of_floats(tag));
    let both = lanes.and_int(lanes.and_int(of_a, of_b), lanes.splat_int(STATIC));
    let are_static = lanes.eq_int(both, lanes.splat_int(STATIC));
    (limit, lanes.bits(lanes.but_not(touch, are_static)))
}
