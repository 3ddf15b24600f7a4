//! One pass over all boxes in each run.

use jostle_kernels::{
    Lanes, Pass, Record,
    bounds::{to_columns, to_rows},
    simd::{LANES, prefetch, set_bits},
};

use super::motion::{Course, EightBoxes, Motion, references};
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
    /// Those that turned, and are where they may be.
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

/// Reads boxes, and looks which of them left their fat boxes.
pub(super) struct Follow<'a, S, const D: usize> {
    pub(super) source: S,
    /// What was written since the last run, where that can be told.
    pub(super) written: Option<Written<'a>>,
    pub(super) last: &'a mut [EightBoxes],
    /// By groups of eight: whether all are valid, stayed in their fat boxes, and did not move.
    pub(super) rests: &'a mut [bool],
    /// Minima and maxima of all fat boxes.
    pub(super) fat: [[&'a [[f32; LANES]]; D]; 2],
    pub(super) statics: Option<&'a [bool]>,
    /// Of all boxes, by groups of eight.
    pub(super) searched: &'a [u8],
    /// What boxes are taken to do, if they have fat boxes.
    pub(super) course: Option<Course>,
    pub(super) chunk: &'a mut FollowChunk,
}

impl<S: Source<D>, const D: usize> Pass for Follow<'_, S, D> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<(), Error> {
        let Follow {
            source,
            written,
            last,
            rests,
            fat: [min, max],
            statics,
            searched,
            course,
            chunk,
        } = self;
        chunk.left.clear();
        chunk.jumped.clear();
        chunk.turned.clear();
        chunk.invalid.clear();
        let first_group = chunk.first / LANES;
        let moves_of = |first: usize| statics.map_or(0xff, |statics| !bits_of(statics, first));
        // Boxes of which nothing is written are where they were: those that rested rest.
        let is_skipped = |rests: &[bool], first: usize| {
            written.is_some_and(|written| {
                let number = first / LANES;
                rests[number - first_group]
                    && !written.has_group_of(first)
                    && u32::from(searched[number]) & moves_of(first) == 0
            })
        };
        let mut farthest = lanes.splat(0.0);
        for first in (chunk.first..chunk.end).step_by(LANES) {
            let ahead = first + AHEAD;
            if ahead < chunk.end && !is_skipped(rests, ahead) {
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
            if is_skipped(rests, first) {
                continue;
            }
            let number = first / LANES;
            let (last, rests) = (&mut last[number - first_group], &mut rests[number - first_group]);
            let group = source.load(lanes, first);
            let exist = (1 << LANES.min(chunk.end - first)) - 1;
            let was = to_columns::<L, D>(lanes, references(last));
            let motion = Motion::of(lanes, &was, [group.min, group.max], course);
            let rows = to_rows(lanes, group.min, group.max, motion.reach, motion.packed);
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
            let is_searched_static = u32::from(searched[number]) & moves_of(first);
            let stay = lanes.bits(stays) & group.valid & !is_searched_static;
            *rests = stay & motion.rests & exist == exist;
            if stay & motion.goes_on & exist == exist
                || course.is_none() && group.valid & exist == exist
            {
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
            let turned = exist & valid & !motion.goes_on & !jumped;
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
