//! One pass over all boxes in each run.

use std::mem;

use jostle_kernels::{
    Lanes, Pass, Record,
    bounds::{to_columns, to_rows},
    simd::{LANES, prefetch, set_bits},
};

use super::motion::{Course, EightBoxes, Motion, STATIC, references};
use crate::{
    Error,
    bounds::{Source, Written},
    join::part::bits_of,
    memory::reserve_one,
    validate::InvalidShape,
};

/// Boxes that are asked for before they are looked at: more columns than the processor follows by
/// itself.
const AHEAD: usize = 64;

/// What memory is for.
const WHAT: &str = "the boxes that left";

/// Some boxes that one thread looks at.
#[derive(Default)]
pub(super) struct FollowChunk {
    pub(super) first: usize,
    pub(super) end: usize,
    pub(super) left: Vec<u32>,
    pub(super) jumped: Vec<u32>,
    pub(super) invalid: Vec<InvalidShape>,
    /// Those that turned, or rest or move unlike before, and are where they may be.
    pub(super) turned: Vec<u32>,
    /// The farthest that one of the others went astray, in its reach.
    pub(super) share: f32,
    pub(super) outcome: Option<Error>,
}

impl FollowChunk {
    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        4 * (self.left.capacity() + self.jumped.capacity() + self.turned.capacity())
    }

    /// Groups of eight.
    pub(super) fn groups(&self) -> usize {
        (self.end - self.first).div_ceil(LANES)
    }
}

/// What is known of eight boxes.
#[derive(Clone, Copy, Default)]
pub(super) struct Group {
    /// Whether all are valid, stayed in their fat boxes, and did not move in the last run.
    pub(super) rests: bool,
    /// By bits: which were static in the last run.
    pub(super) statics: u8,
    /// Which were static when their candidates were searched.
    pub(super) searched: u8,
}

/// Reads boxes, and looks which of them left their fat boxes.
pub(super) struct Follow<'a, S, const D: usize> {
    pub(super) source: S,
    /// What was written since the last run, where that can be told.
    pub(super) written: Option<Written<'a>>,
    pub(super) last: &'a mut [EightBoxes],
    pub(super) groups: &'a mut [Group],
    /// Minima and maxima of all fat boxes.
    pub(super) fat: [[&'a [[f32; LANES]]; D]; 2],
    pub(super) statics: Option<&'a [bool]>,
    /// What boxes are taken to do, if they have fat boxes.
    pub(super) course: Option<Course>,
    pub(super) chunk: &'a mut FollowChunk,
}

impl<S: Source<D>, const D: usize> Pass for Follow<'_, S, D> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<(), Error> {
        let Follow { source, written, last, groups, fat: [min, max], statics, course, chunk } =
            self;
        chunk.left.clear();
        chunk.jumped.clear();
        chunk.turned.clear();
        chunk.invalid.clear();
        let first_group = chunk.first / LANES;
        let statics_of = |first: usize| statics.map_or(0, |statics| bits_of(statics, first) as u8);
        // Boxes of which nothing is written are where they were: those that rested rest.
        let is_skipped = |groups: &[Group], first: usize| {
            written.is_some_and(|written| {
                let group = groups[first / LANES - first_group];
                group.rests && !written.has_group_of(first) && group.statics == statics_of(first)
            })
        };
        let mut farthest = lanes.splat(0.0);
        for first in (chunk.first..chunk.end).step_by(LANES) {
            let ahead = first + AHEAD;
            if ahead < chunk.end && !is_skipped(groups, ahead) {
                source.prefetch(ahead);
                for axis in 0..D {
                    prefetch::for_reading(min[axis], ahead / LANES);
                    prefetch::for_reading(max[axis], ahead / LANES);
                }
                // The processor follows them by itself where none is skipped.
                if written.is_some() {
                    for lane in (0..LANES).step_by(2) {
                        prefetch::for_reading(&last[ahead / LANES - first_group], lane);
                    }
                }
            }
            if is_skipped(groups, first) {
                continue;
            }
            let number = first / LANES;
            let last = &mut last[number - first_group];
            let known = &mut groups[number - first_group];
            let group = source.load(lanes, first);
            let exist = (1 << LANES.min(chunk.end - first)) - 1;
            let was = to_columns::<L, D>(lanes, references(last));
            let motion = Motion::of(lanes, &was, [group.min, group.max], course);
            let is_static = statics_of(first);
            let packed = match is_static {
                0 => motion.packed,
                bits => lanes.or_int(motion.packed, static_bits(lanes, bits)),
            };
            let rows = to_rows(lanes, group.min, group.max, motion.reach, packed);
            for (record, row) in last.iter_mut().zip(rows) {
                record.set(lanes, row);
            }
            // What is loaded where no box is left is no box.
            last[LANES.min(chunk.end - first)..].fill(Record::absent::<D>());
            farthest = lanes.max(motion.share, farthest);
            let mut stays = lanes.le(lanes.load(&min[0][number]), group.min[0]);
            for axis in 0..D {
                let fat = [lanes.load(&min[axis][number]), lanes.load(&max[axis][number])];
                stays = lanes.both(stays, lanes.le(fat[0], group.min[axis]));
                stays = lanes.both(stays, lanes.le(group.max[axis], fat[1]));
            }
            let was_static = mem::replace(&mut known.statics, is_static);
            let moves_now = u32::from(known.searched & !is_static);
            let goes_on = motion.goes_on & !u32::from(was_static ^ is_static);
            let stay = lanes.bits(stays) & group.valid & !moves_now;
            known.rests = stay & motion.rests & exist == exist;
            if stay & goes_on & exist == exist || course.is_none() && group.valid & exist == exist {
                continue;
            }
            for lane in set_bits(exist & !group.valid) {
                last[lane] = Record::absent::<D>();
                if let Err(reason) = source.get(first + lane) {
                    InvalidShape::of_first(first + lane, reason).push_to(&mut chunk.invalid)?;
                }
            }
            if course.is_none() {
                continue;
            }
            let fat = lanes.le(lanes.load(&min[0][number]), lanes.load(&max[0][number]));
            let (fat, valid) = (lanes.bits(fat), group.valid);
            // Boxes that are invalid and were so before have no fat box to leave.
            let left = exist & (valid | fat) & (!stay | motion.jumps);
            let jumped = left & (motion.jumps | !fat | !valid);
            let turned = exist & valid & !goes_on & !jumped;
            for (bits, list) in
                [(left, &mut chunk.left), (jumped, &mut chunk.jumped), (turned, &mut chunk.turned)]
            {
                for lane in set_bits(bits) {
                    reserve_one(list, WHAT)?;
                    list.push((first + lane) as u32);
                }
            }
        }
        let mut farthest_of = [0.0; LANES];
        lanes.store(farthest, &mut farthest_of);
        chunk.share = farthest_of.into_iter().fold(0.0, f32::max);
        Ok(())
    }
}

/// What tells in records which of eight boxes are static.
#[inline(always)]
fn static_bits<L: Lanes>(lanes: L, bits: u8) -> L::Ints {
    let mut words = [0; LANES];
    for (lane, word) in words.iter_mut().enumerate() {
        *word = u32::from(bits) << (31 - lane) & STATIC;
    }
    lanes.load_int(&words)
}
