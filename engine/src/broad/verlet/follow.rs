//! One pass over all boxes in each run.

use jostle_kernels::{
    Lanes, Pass, Record,
    bounds::{to_columns, to_rows},
    simd::{LANES, prefetch, set_bits},
};

use super::{
    fatten::RUNS,
    last_boxes::{EightBoxes, references},
};
use crate::{
    Error, bounds::Source, join::part::bits_of, memory::reserve_one, validate::InvalidShape,
};

/// The longest way in a run, in the reach of a box, that is no jump: all candidates pay for it.
const FAR: f32 = 3.0 / RUNS;

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
    /// The longest way of a box that stayed, in its reach.
    pub(super) way: f32,
    pub(super) outcome: Option<Error>,
}

impl FollowChunk {
    /// Groups of eight.
    pub(super) fn groups(&self) -> usize {
        (self.end - self.first).div_ceil(LANES)
    }
}

/// Reads boxes, and looks which of them left their fat boxes.
pub(super) struct Follow<'a, S, const D: usize> {
    pub(super) source: S,
    pub(super) last: &'a mut [EightBoxes],
    /// Minima and maxima of all fat boxes.
    pub(super) fat: [[&'a [[f32; LANES]]; D]; 2],
    pub(super) statics: Option<&'a [bool]>,
    /// Of all boxes, by groups of eight.
    pub(super) searched: &'a [u8],
    pub(super) lists: bool,
    pub(super) chunk: &'a mut FollowChunk,
}

impl<S: Source<D>, const D: usize> Pass for Follow<'_, S, D> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<(), Error> {
        let Follow { source, last, fat: [min, max], statics, searched, lists, chunk } = self;
        chunk.left.clear();
        chunk.jumped.clear();
        chunk.invalid.clear();
        let mut longest = lanes.splat(0.0);
        for (last, first) in last.iter_mut().zip((chunk.first..chunk.end).step_by(LANES)) {
            let number = first / LANES;
            source.prefetch(first + AHEAD);
            for axis in 0..D {
                prefetch::for_reading(min[axis], number + AHEAD / LANES);
                prefetch::for_reading(max[axis], number + AHEAD / LANES);
            }
            let group = source.load(lanes, first);
            let exist = (1 << LANES.min(chunk.end - first)) - 1;
            let was = to_columns::<L, D>(lanes, references(last));
            let mut stays = lanes.le(lanes.load(&min[0][number]), group.min[0]);
            let mut way = lanes.splat(0.0);
            for axis in 0..D {
                let fat = [lanes.load(&min[axis][number]), lanes.load(&max[axis][number])];
                stays = lanes.both(stays, lanes.le(fat[0], group.min[axis]));
                stays = lanes.both(stays, lanes.le(group.max[axis], fat[1]));
                // A bound that stays at infinity goes NaN far, which is less than any other.
                for (now, before) in
                    [(group.min[axis], was.min[axis]), (group.max[axis], was.max[axis])]
                {
                    way = lanes.max(lanes.sub(now, before), way);
                    way = lanes.max(lanes.sub(before, now), way);
                }
            }
            let reach = lanes.bits_of_floats(was.ids);
            let rows = to_rows(lanes, group.min, group.max, reach, lanes.bits_of_floats(way));
            for (record, row) in last.iter_mut().zip(rows) {
                record.set(lanes, row);
            }
            // What is loaded where no box is left is no box.
            last[LANES.min(chunk.end - first)..].fill(Record::absent::<D>());
            // What moves at all has a share, also where that is too little for a number.
            let moves = lanes.lt(lanes.splat(0.0), way);
            let least = lanes.select(moves, lanes.splat(f32::MIN_POSITIVE), lanes.splat(0.0));
            let share = lanes.max(least, lanes.div(way, was.ids));
            let gentle = lanes.le(share, lanes.splat(FAR));
            longest = lanes.max(lanes.select(gentle, share, lanes.splat(0.0)), longest);
            let fat = lanes.le(lanes.load(&min[0][number]), lanes.load(&max[0][number]));
            let (stays, gentle, fat) = (lanes.bits(stays), lanes.bits(gentle), lanes.bits(fat));
            let moves = statics.map_or(0xff, |statics| !bits_of(statics, first));
            let stay = stays & gentle & group.valid & !(u32::from(searched[number]) & moves);
            if stay == exist || !lists && group.valid == exist {
                continue;
            }
            for lane in set_bits(exist & !group.valid) {
                last[lane] = Record::absent::<D>();
                if let Err(reason) = source.get(first + lane) {
                    InvalidShape::of_first(first + lane, reason).push_to(&mut chunk.invalid)?;
                }
            }
            // Boxes that are invalid and were so before have no fat box to leave.
            let left = if lists { exist & !stay & (group.valid | fat) } else { 0 };
            for lane in set_bits(left) {
                reserve_one(&mut chunk.left, WHAT)?;
                chunk.left.push((first + lane) as u32);
            }
            for lane in set_bits(left & !(gentle & fat & group.valid)) {
                reserve_one(&mut chunk.jumped, WHAT)?;
                chunk.jumped.push((first + lane) as u32);
            }
        }
        let mut longest_of = [0.0; LANES];
        lanes.store(longest, &mut longest_of);
        chunk.way = longest_of.into_iter().fold(0.0, f32::max);
        Ok(())
    }
}
