//! Fat boxes: as long as each box stays in its own, no candidate is missing.

use jostle_kernels::{
    Lanes, Pass, Record, SimdLevel,
    bounds::{to_columns, to_rows},
    simd::{LANES, prefetch, set_bits},
};

use crate::{
    Bounds, Error,
    bounds::{Source, with_source},
    exec::threads,
    join::part::bits_of,
    memory::{reserve, reserve_more, reserve_one, resize},
    validate::InvalidShape,
};

/// Runs that a box is expected to stay in its fat box, if it goes on as it did.
const RUNS: f32 = 24.0;

/// What a fat box is larger by on each side, in longest extents of the box.
const SLACK: f32 = 1.0 / 32.0;

/// The same of a box of which it is not known how it moves.
const UNKNOWN_SLACK: f32 = 1.0 / 8.0;

/// What it is larger by for boxes that turn, in the way that the box is expected to go.
const TURNING: f32 = 1.0 / 4.0;

/// The longest way that a box is expected to go, in its longest extents. What goes farther would
/// have too many candidates.
const FARTHEST: f32 = 2.0;

/// The longest way in a run, in the reach of a box, that is no jump: all candidates pay for it.
const FAR: f32 = 3.0 / RUNS;

/// Boxes that are asked for before they are looked at: more columns than the processor follows by
/// itself.
const AHEAD: usize = 64;

/// Groups of eight boxes that one thread looks at one after the other.
const CHUNK: usize = 1024;

/// What memory is for.
const WHAT: &str = "the boxes that are kept";

/// Eight boxes by index. In the place of the id of each is its reach, how far it may be expected to
/// go while its fat box lasts, which is the unit of the ways that boxes go; in that of its exclusion
/// mask is its way in the last run.
///
/// As records, for a candidate to find all of a box in one cache line.
pub(super) type EightBoxes = [Record; LANES];

/// The reach of a box.
#[inline(always)]
pub(super) fn reach_of(record: &Record) -> f32 {
    f32::from_bits(record.id())
}

fn way_of(record: &Record) -> f32 {
    f32::from_bits(record.exclusion())
}

/// `each_ref`, which is not inlined.
#[inline(always)]
fn references(boxes: &EightBoxes) -> [&Record; LANES] {
    let mut all = [&boxes[0]; LANES];
    for lane in 1..LANES {
        all[lane] = &boxes[lane];
    }
    all
}

/// Eight boxes as columns.
struct BoxColumns<const D: usize> {
    min: [[f32; LANES]; D],
    max: [[f32; LANES]; D],
    way: [f32; LANES],
}

impl<const D: usize> BoxColumns<D> {
    #[inline(always)]
    fn of<L: Lanes>(lanes: L, boxes: &EightBoxes) -> Self {
        let mut of = Self { min: [[0.0; LANES]; D], max: [[0.0; LANES]; D], way: [0.0; LANES] };
        let columns = to_columns::<L, D>(lanes, references(boxes));
        for axis in 0..D {
            lanes.store(columns.min[axis], &mut of.min[axis]);
            lanes.store(columns.max[axis], &mut of.max[axis]);
        }
        lanes.store(columns.exclusion, &mut of.way);
        of
    }

    #[inline(always)]
    fn get(&self, lane: usize) -> [[f32; D]; 2] {
        let (mut min, mut max) = ([0.0; D], [0.0; D]);
        // A loop: `map` is not inlined.
        for axis in 0..D {
            (min[axis], max[axis]) = (self.min[axis][lane], self.max[axis][lane]);
        }
        [min, max]
    }
}

/// A box from a record.
fn sides_of<const D: usize>(record: &Record) -> [[f32; D]; 2] {
    let side = |side: &dyn Fn(usize) -> f32| std::array::from_fn(side);
    [side(&|axis| record.min::<D>(axis)), side(&|axis| record.max::<D>(axis))]
}

/// All boxes, and the fat box of each.
pub(super) struct FatBoxes<const D: usize> {
    last: Vec<EightBoxes>,
    /// Where boxes were when they got their fat box.
    start: Vec<EightBoxes>,
    /// Fat boxes; NaN where a box has none.
    min: [Vec<[f32; LANES]>; D],
    max: [Vec<[f32; LANES]>; D],
    /// By groups of eight: which were static when their candidates were searched.
    statics: Vec<u8>,
    len: usize,
    chunks: Vec<FollowChunk>,
    /// Boxes without a fat box that fits them, in order.
    pub(super) left: Vec<u32>,
    /// Those that went far, or are there anew or no more.
    pub(super) jumped: Vec<u32>,
    pub(super) invalid: Vec<InvalidShape>,
}

impl<const D: usize> Default for FatBoxes<D> {
    fn default() -> Self {
        Self {
            last: Vec::new(),
            start: Vec::new(),
            min: [const { Vec::new() }; D],
            max: [const { Vec::new() }; D],
            statics: Vec::new(),
            len: 0,
            chunks: Vec::new(),
            left: Vec::new(),
            jumped: Vec::new(),
            invalid: Vec::new(),
        }
    }
}

/// Some boxes that one thread looks at.
#[derive(Default)]
struct FollowChunk {
    first: usize,
    end: usize,
    left: Vec<u32>,
    jumped: Vec<u32>,
    invalid: Vec<InvalidShape>,
    /// The longest way of a box that stayed, in its reach.
    way: f32,
    outcome: Option<Error>,
}

impl FollowChunk {
    fn groups(&self) -> usize {
        (self.end - self.first).div_ceil(LANES)
    }
}

impl<const D: usize> FatBoxes<D> {
    /// Number of boxes.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Number of boxes that there were since all fat boxes were new, or more.
    pub(super) fn rows(&self) -> usize {
        LANES * self.last.len()
    }

    /// The boxes as they were in the last run.
    pub(super) fn last(&self) -> &[Record] {
        self.last.as_flattened()
    }

    /// The fat boxes.
    pub(super) fn bounds(&self) -> Result<Bounds<'_, D>, Error> {
        let [min, max] = [&self.min, &self.max].map(|columns| {
            columns.each_ref().map(|column| &bytemuck::cast_slice(column)[..self.len])
        });
        Bounds::from_columns(min, max)
    }

    /// The fat box of a box.
    pub(super) fn get(&self, index: usize) -> crate::Aabb<D> {
        let of = |columns: &[Vec<[f32; LANES]>; D]| {
            std::array::from_fn(|axis| columns[axis][index / LANES][index % LANES])
        };
        crate::Aabb { min: of(&self.min), max: of(&self.max) }
    }

    /// Makes room for so many boxes. Those that are no more have jumped; their rows stay, as there
    /// are candidates with them.
    fn resize(&mut self, len: usize) -> Result<(), Error> {
        for index in len..self.len {
            if self.has_fat(index) {
                reserve_one(&mut self.jumped, WHAT)?;
                self.jumped.push(index as u32);
            }
            self.forget_fat(index);
            self.last[index / LANES][index % LANES] = Record::absent::<D>();
        }
        let groups = len.div_ceil(LANES).max(self.last.len());
        let absent = [Record::absent::<D>(); LANES];
        resize(&mut self.last, groups, absent, WHAT)?;
        resize(&mut self.start, groups, absent, WHAT)?;
        resize(&mut self.statics, groups, 0, WHAT)?;
        for column in self.min.iter_mut().chain(&mut self.max) {
            resize(column, groups, [f32::NAN; LANES], WHAT)?;
        }
        self.len = len;
        Ok(())
    }

    /// Whether a box has a fat one.
    fn has_fat(&self, index: usize) -> bool {
        !self.min[0][index / LANES][index % LANES].is_nan()
    }

    fn forget_fat(&mut self, index: usize) {
        for column in self.min.iter_mut().chain(&mut self.max) {
            column[index / LANES][index % LANES] = f32::NAN;
        }
    }

    /// Notes where boxes are, to tell later how they move.
    pub(super) fn note_start(&mut self) {
        let last = &self.last;
        threads::for_each_chunk(&mut self.start, CHUNK, |number, start| {
            start.copy_from_slice(&last[number * CHUNK..][..start.len()]);
        });
    }

    /// Reads all boxes. If they are to be listed, looks which left their fat boxes, or are not
    /// static any more. Returns the longest way that another one went since the last run, in its
    /// reach. O(boxes), on all threads.
    pub(super) fn follow(
        &mut self,
        level: SimdLevel,
        bounds: Bounds<'_, D>,
        statics: Option<&[bool]>,
        lists: bool,
    ) -> Result<f32, Error> {
        self.left.clear();
        self.jumped.clear();
        self.invalid.clear();
        self.resize(bounds.len())?;
        let size = CHUNK * LANES;
        let used = self.len.div_ceil(size);
        if self.chunks.len() < used {
            reserve(&mut self.chunks, used, WHAT)?;
            self.chunks.resize_with(used, FollowChunk::default);
        }
        let Self { last, min, max, statics: searched, chunks, len, .. } = self;
        let chunks = &mut chunks[..used];
        for (number, chunk) in chunks.iter_mut().enumerate() {
            (chunk.first, chunk.end) = (number * size, (*len).min((number + 1) * size));
        }
        let fat = [&*min, &*max].map(|columns| columns.each_ref().map(|column| &column[..]));
        with_source!(bounds, source => {
            threads::for_each_piece(chunks, &mut last[..], &FollowChunk::groups, &|chunk, last| {
                let pass = Follow { source, last, fat, statics, searched, lists, chunk };
                let outcome = level.run(pass);
                chunk.outcome = outcome.err();
            });
        });
        let mut longest: f32 = 0.0;
        for chunk in &mut *chunks {
            if let Some(error) = chunk.outcome.take() {
                return Err(error);
            }
            longest = longest.max(chunk.way);
            for (to, from) in [(&mut self.left, &chunk.left), (&mut self.jumped, &chunk.jumped)] {
                reserve_more(to, from.len(), WHAT)?;
                to.extend_from_slice(from);
            }
            for invalid in &chunk.invalid {
                invalid.push_to(&mut self.invalid)?;
            }
        }
        Ok(longest)
    }

    /// Gives all boxes that were followed new fat ones, by where they were so many runs ago.
    /// O(boxes), on all threads.
    pub(super) fn fatten_all(&mut self, level: SimdLevel, runs: u32, statics: Option<&[bool]>) {
        let Self { last, start, min, max, statics: searched, chunks, len, .. } = self;
        searched.fill(0);
        if let Some(statics) = statics {
            for (bits, first) in searched.iter_mut().zip((0..*len).step_by(LANES)) {
                *bits = bits_of(statics, first) as u8;
            }
        }
        let [min, max] =
            [min.each_mut(), max.each_mut()].map(|columns| columns.map(|column| &mut column[..]));
        let all = ((&mut last[..], &mut start[..]), (min, max));
        let chunks = &mut chunks[..len.div_ceil(CHUNK * LANES)];
        threads::for_each_piece(chunks, all, &FollowChunk::groups, &|_,
                                                                     (
            (last, start),
            (min, max),
        )| {
            level.run(Fatten { last, start, min, max, runs });
        });
    }

    /// Gives a box a new fat one, by where it was so many runs ago; none where it is invalid. One
    /// that did not jump keeps its reach, in which the limits of its candidates are.
    pub(super) fn fatten(&mut self, index: usize, runs: u32, is_static: bool, jumped: bool) {
        let (group, lane) = (index / LANES, index % LANES);
        let (last, start) = (&mut self.last[group][lane], &mut self.start[group][lane]);
        let start_sides = sides_of(start);
        let fat = FatBox::<D>::of(sides_of(last), way_of(last), start_sides, 1.0 / runs as f32);
        for axis in 0..D {
            self.min[axis][group][lane] = fat.min[axis];
            self.max[axis][group][lane] = fat.max[axis];
        }
        if jumped {
            last.set_tags(fat.reach.to_bits(), last.exclusion());
        }
        *start = *last;
        self.statics[group] = self.statics[group] & !(1 << lane) | u8::from(is_static) << lane;
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        let columns: usize =
            self.min.iter().chain(&self.max).map(|column| column.capacity() * LANES * 4).sum();
        columns
            + self.last.capacity() * size_of::<EightBoxes>()
            + self.start.capacity() * size_of::<EightBoxes>()
            + self.statics.capacity()
            + 4 * (self.left.capacity() + self.jumped.capacity())
            + self.invalid.capacity() * size_of::<InvalidShape>()
            + self.chunks.capacity() * size_of::<FollowChunk>()
            + self
                .chunks
                .iter()
                .map(|chunk| 4 * (chunk.left.capacity() + chunk.jumped.capacity()))
                .sum::<usize>()
    }
}

/// A fat box, and how far the box in it is expected to go.
struct FatBox<const D: usize> {
    min: [f32; D],
    max: [f32; D],
    reach: f32,
}

impl<const D: usize> FatBox<D> {
    /// That of a box which went so far in the last run, and was elsewhere when its last fat box
    /// began; of each run that passed since, that is `per_run`.
    #[inline(always)]
    fn of([min, max]: [[f32; D]; 2], last_way: f32, start: [[f32; D]; 2], per_run: f32) -> Self {
        let mut extent: f32 = 0.0;
        let (mut is_valid, mut is_known) = (true, true);
        for axis in 0..D {
            let length = max[axis] - min[axis];
            extent = if length < f32::INFINITY && length > extent { length } else { extent };
            is_valid &= min[axis] <= max[axis];
            is_known &= start[0][axis] <= start[1][axis];
        }
        let farthest = FARTHEST * extent;
        // Also where it is NaN.
        let up_to_farthest = |way: f32| if way.abs() <= farthest { way } else { 0.0 };
        let ahead = |way: f32| up_to_farthest(way * (RUNS * per_run));
        let mut fat = Self { min: [f32::NAN; D], max: [f32::NAN; D], reach: 0.0 };
        for axis in 0..D {
            let low = ahead(min[axis] - start[0][axis]);
            let high = ahead(max[axis] - start[1][axis]);
            fat.min[axis] = min[axis] + low.min(0.0);
            fat.max[axis] = max[axis] + high.max(0.0);
            fat.reach = fat.reach.max(low.abs()).max(high.abs());
        }
        // One that goes to and fro gets nowhere, and is fast all the same.
        fat.reach = fat.reach.max(up_to_farthest(RUNS * last_way));
        let slack = extent * if is_known { SLACK } else { UNKNOWN_SLACK };
        let margin = slack + TURNING * fat.reach;
        for axis in 0..D {
            fat.min[axis] = if is_valid { fat.min[axis] - margin } else { f32::NAN };
            fat.max[axis] = if is_valid { fat.max[axis] + margin } else { f32::NAN };
        }
        fat.reach = (slack + fat.reach).max(f32::MIN_POSITIVE);
        fat
    }
}

struct Follow<'a, S, const D: usize> {
    source: S,
    last: &'a mut [EightBoxes],
    /// Minima and maxima of all fat boxes.
    fat: [[&'a [[f32; LANES]]; D]; 2],
    statics: Option<&'a [bool]>,
    /// Of all boxes, by groups of eight.
    searched: &'a [u8],
    lists: bool,
    chunk: &'a mut FollowChunk,
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

struct Fatten<'a, const D: usize> {
    last: &'a mut [EightBoxes],
    start: &'a mut [EightBoxes],
    min: [&'a mut [[f32; LANES]]; D],
    max: [&'a mut [[f32; LANES]]; D],
    runs: u32,
}

impl<const D: usize> Pass for Fatten<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Fatten { last, start, min, max, runs } = self;
        let per_run = 1.0 / runs as f32;
        for (number, (last, start)) in last.iter_mut().zip(start).enumerate() {
            let now = BoxColumns::<D>::of(lanes, last);
            let then = BoxColumns::<D>::of(lanes, start);
            let mut reach = [0.0; LANES];
            for lane in 0..LANES {
                let fat = FatBox::of(now.get(lane), now.way[lane], then.get(lane), per_run);
                for axis in 0..D {
                    min[axis][number][lane] = fat.min[axis];
                    max[axis][number][lane] = fat.max[axis];
                }
                reach[lane] = fat.reach;
            }
            for (record, reach) in last.iter_mut().zip(reach) {
                record.set_tags(reach.to_bits(), record.exclusion());
            }
            *start = *last;
        }
    }
}
