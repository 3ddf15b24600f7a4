//! The sweep kernel.

use std::ops::Range;

use super::{bytes::ByteLanes, run::BoxRun};
use crate::{Lanes, Pair, Pass, SimdLevel, simd::LANES};

/// For each query, the part of the targets that can touch it.
#[derive(Clone, Copy, Debug)]
pub enum Ranges<'a> {
    /// The run against itself: query `i` looks at `i + 1 .. ends[i]`, so that each pair is met
    /// once, and at one group of eight at least. Queries and targets are the same run.
    Behind {
        /// One end per query.
        ends: &'a [u32],
    },
    /// Two runs: query `i` looks at `begins[i] .. ends[i]`.
    Between {
        /// One begin per query.
        begins: &'a [u32],
        /// One end per query.
        ends: &'a [u32],
    },
}

/// Where a sweep goes on after its buffer was full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// The query at work.
    pub query: usize,
    /// The candidate to look at next, or 0 when the query was not begun.
    candidate: usize,
    /// Boxes compared with one so far, in groups of eight of which the last of a query may reach
    /// past its end.
    pub compared: u64,
}

impl Cursor {
    /// A sweep that begins at query `query`.
    #[must_use]
    pub fn at(query: usize) -> Self {
        Self { query, candidate: 0, compared: 0 }
    }

    /// The query and the candidate to go on with, within a run of so many boxes, even if the cursor
    /// is of a sweep of another one.
    #[inline(always)]
    pub(super) fn place_in(&self, boxes: usize, last: usize) -> (usize, usize) {
        let query = self.query.min(last);
        (query, self.candidate.min(boxes).max(query + 1))
    }

    /// Notes where a sweep of a run against itself stopped, after so many groups.
    #[inline(always)]
    pub(super) fn stop_at(&mut self, query: usize, candidate: usize, groups: usize) {
        self.compared += (groups * LANES) as u64;
        self.query = query;
        self.candidate = if candidate == query + 1 { 0 } else { candidate };
    }
}

/// Sweeps the queries `cursor.query..last` against `targets` and writes the pairs to `out`.
///
/// Returns the number of pairs written. It stops early when fewer than eight slots are left;
/// call again with the same cursor and an emptied buffer until `cursor.query == last`. The
/// sequence of pairs is the same at every level and for every buffer size: by query, then by
/// position of the target.
///
/// Ends past the run are cut to its length. `out` shorter than eight slots makes no progress.
///
/// # Panics
/// When `ranges` has fewer than `last` entries, `last` exceeds the queries, or a run [against
/// itself](Ranges::Behind) is not the same run twice.
pub fn sweep<const D: usize>(
    level: SimdLevel,
    queries: &BoxRun<'_, D>,
    targets: &BoxRun<'_, D>,
    ranges: Ranges<'_>,
    last: usize,
    cursor: &mut Cursor,
    out: &mut [Pair],
) -> usize {
    let mut pass = SweepPass { queries, targets, ranges, last, cursor, out };
    if targets.bytes.is_some()
        && let Some(written) = level.run(BytesPass(&mut pass))
    {
        return written;
    }
    level.run(pass)
}

/// Counts the pairs that [`sweep`] would write for the queries `first..last`, and the boxes it
/// would compare with one.
///
/// # Panics
/// As [`sweep`].
pub fn count<const D: usize>(
    level: SimdLevel,
    queries: &BoxRun<'_, D>,
    targets: &BoxRun<'_, D>,
    ranges: Ranges<'_>,
    first: usize,
    last: usize,
) -> (u64, u64) {
    level.run(CountPass { queries, targets, ranges, first, last })
}

/// The scalar reference of [`sweep`]: hands the same pairs to `emit` in the same sequence.
///
/// # Panics
/// As [`sweep`].
pub fn reference<const D: usize>(
    queries: &BoxRun<'_, D>,
    targets: &BoxRun<'_, D>,
    ranges: Ranges<'_>,
    range: Range<usize>,
    mut emit: impl FnMut(Pair),
) {
    let ranges = ranges.checked(range.end, queries, targets);
    for query in range {
        let (begin, end) = ranges.of(query, targets.len());
        // A step looks at eight targets, also where fewer are left in the range.
        let end = (end.saturating_sub(begin)).next_multiple_of(LANES) + begin;
        for target in begin..end.min(targets.len()) {
            let touching = (0..D).all(|axis| {
                targets.min[axis][target] <= queries.max[axis][query]
                    && queries.min[axis][query] <= targets.max[axis][target]
            });
            if touching && targets.exclusion[target] & queries.exclusion[query] == 0 {
                emit(Pair::ordered(queries.ids[query], targets.ids[target]));
            }
        }
    }
}

struct SweepPass<'a, 'r, const D: usize> {
    queries: &'a BoxRun<'r, D>,
    targets: &'a BoxRun<'r, D>,
    ranges: Ranges<'a>,
    last: usize,
    cursor: &'a mut Cursor,
    out: &'a mut [Pair],
}

struct CountPass<'a, 'r, const D: usize> {
    queries: &'a BoxRun<'r, D>,
    targets: &'a BoxRun<'r, D>,
    ranges: Ranges<'a>,
    first: usize,
    last: usize,
}

/// A query, broadcast to all lanes.
struct QueryLanes<L: Lanes, const D: usize> {
    min: [L::Floats; D],
    max: [L::Floats; D],
    exclusion: L::Ints,
}

impl<L: Lanes, const D: usize> QueryLanes<L, D> {
    #[inline(always)]
    fn new(lanes: L, run: &BoxRun<'_, D>, index: usize) -> Self {
        let mut min = [lanes.splat(run.min[0][index]); D];
        let mut max = [lanes.splat(run.max[0][index]); D];
        for axis in 1..D {
            min[axis] = lanes.splat(run.min[axis][index]);
            max[axis] = lanes.splat(run.max[axis][index]);
        }
        Self { min, max, exclusion: lanes.splat_int(run.exclusion[index]) }
    }

    /// Which of the eight targets from `first` on touch the query and share no exclusion bit with
    /// it.
    ///
    /// # Safety
    /// 1. `first` must be at most `targets.len()`.
    #[inline(always)]
    unsafe fn touches(&self, lanes: L, targets: &BoxRun<'_, D>, first: usize) -> L::Mask {
        // SAFETY: 1. puts `first` among the boxes of the run, or behind the last.
        let exclusion = unsafe { eight(targets.exclusion, first) };
        let common = lanes.and_int(lanes.load_int(exclusion), self.exclusion);
        let mut mask = lanes.eq_int(common, lanes.splat_int(0));
        for axis in 0..D {
            // SAFETY: as above.
            let (min, max) =
                unsafe { (eight(targets.min[axis], first), eight(targets.max[axis], first)) };
            mask = lanes.both(mask, lanes.le(lanes.load(min), self.max[axis]));
            mask = lanes.both(mask, lanes.le(self.min[axis], lanes.load(max)));
        }
        mask
    }
}

/// The targets of a range in whole groups.
#[inline(always)]
fn in_groups(begin: usize, end: usize) -> usize {
    end.saturating_sub(begin).next_multiple_of(LANES)
}

/// The query and the group of candidates after those at work, of a run against itself, where the
/// range of the query has this end.
#[inline(always)]
pub(super) fn next_group(mut query: usize, mut first: usize, end: usize) -> (usize, usize) {
    first += LANES;
    let is_done = first >= end;
    query += usize::from(is_done);
    (query, if is_done { query + 1 } else { first })
}

/// Where the group behind one begins, which may be the last.
#[inline(always)]
fn group_behind(first: usize) -> usize {
    let behind = first + LANES;
    // A run has no more boxes than 32 bits count, which the compiler does not know. For 64-bit Arm
    // it would step two pointers for each column, which takes a tenth of the instructions.
    if cfg!(target_arch = "aarch64") { behind & u32::MAX as usize } else { behind }
}

/// Eight entries of a column of a run.
///
/// # Safety
/// 1. `first` must be at most the number of boxes in the run.
#[inline(always)]
pub(super) unsafe fn eight<T>(column: &[T], first: usize) -> &[T; LANES] {
    // SAFETY: every column of a run has `PADDING == LANES` entries behind its last box (checked by
    // `BoxRun::new`), and 1. puts none of the eight behind them.
    unsafe { &*column.as_ptr().add(first).cast() }
}

impl<'a> Ranges<'a> {
    /// Checks the lengths once, so that the loop indexes without a check, and that a run against
    /// itself is one.
    #[inline(always)]
    fn checked<const D: usize>(
        self,
        last: usize,
        queries: &BoxRun<'_, D>,
        targets: &BoxRun<'_, D>,
    ) -> Self {
        assert!(last <= queries.len(), "the sweep's last query is past its run");
        match self {
            Self::Behind { ends } => {
                assert!(std::ptr::eq(queries.ids, targets.ids), "the run is another one");
                Self::Behind { ends: &ends[..last] }
            }
            Self::Between { begins, ends } => {
                Self::Between { begins: &begins[..last], ends: &ends[..last] }
            }
        }
    }

    /// The range of query `query`.
    #[inline(always)]
    fn of(self, query: usize, targets: usize) -> (usize, usize) {
        match self {
            Self::Behind { ends } => {
                (query + 1, (ends[query] as usize).min(targets).max(query + 2))
            }
            Self::Between { begins, ends } => {
                (begins[query] as usize, (ends[query] as usize).min(targets))
            }
        }
    }
}

impl<const D: usize> Pass for SweepPass<'_, '_, D> {
    type Output = usize;
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> usize {
        let ranges = self.ranges.checked(self.last, self.queries, self.targets);
        match ranges {
            Ranges::Behind { ends }
                if are_short(ends, self.cursor.query)
                    && are_within(ends, self.cursor.query, self.targets.len()) =>
            {
                self.by_group(lanes, ends)
            }
            _ => self.by_query(lanes),
        }
    }
}

/// The pass over a run against itself, by its bounds in bytes. Nothing where there are none, of two
/// runs, and where a range may end behind the run. On AVX-512 it gains nothing: comparisons of
/// integers go into mask registers there, and are moved from them to meet those of floats.
struct BytesPass<'p, 'a, 'r, const D: usize>(&'p mut SweepPass<'a, 'r, D>);

impl<const D: usize> Pass for BytesPass<'_, '_, '_, D> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Option<usize> {
        let Self(pass) = self;
        let words = pass.targets.bytes?;
        match pass.ranges.checked(pass.last, pass.queries, pass.targets) {
            Ranges::Behind { ends } if are_within(ends, pass.cursor.query, pass.targets.len()) => {
                Some(pass.by_bytes(lanes, ends, words))
            }
            _ => None,
        }
    }
}

/// Candidates per query from which on a loop per query is faster.
const MANY: usize = 4 * LANES;

/// Queries whose ranges are sampled.
const SAMPLE: usize = 8;

/// Whether the ranges of some queries from `first` on are short on average.
pub(super) fn are_short(ends: &[u32], first: usize) -> bool {
    let step = ends.len().saturating_sub(first) / SAMPLE + 1;
    let candidates = |query| (ends[query] as usize).saturating_sub(query);
    let sample = (first..ends.len()).step_by(step).map(candidates);
    let (queries, all) = sample.fold((0, 0), |(queries, all), more| (queries + 1, all + more));
    all <= MANY * queries
}

/// Whether the ranges of all queries from `first` on end within `len` boxes. To cut each where it
/// is used would be a part of what the loop over groups waits for.
#[inline(always)]
fn are_within(ends: &[u32], first: usize, len: usize) -> bool {
    let ends = ends.get(first..).unwrap_or_default();
    ends.iter().fold(0, |most, end| most.max(*end)) as usize <= len
}

impl<const D: usize> SweepPass<'_, '_, D> {
    /// A run against itself, in one loop over all groups of candidates: where a query has two or
    /// three of them, the end of a loop of its own would be unpredictable. Broadcasting the query
    /// anew for each costs less.
    ///
    /// There are as many ends as queries up to the last, and no more than boxes; those from the
    /// cursor on [are within](are_within) the run.
    #[inline(always)]
    fn by_group<L: Lanes>(self, lanes: L, ends: &[u32]) -> usize {
        let run = &self.targets.cut();
        let last = ends.len();
        assert!(last <= run.len());
        let Some(limit) = self.out.len().checked_sub(LANES) else { return 0 };
        let out = self.out.as_mut_ptr();
        let (mut written, mut groups) = (0, 0);
        let (mut index, mut first) = self.cursor.place_in(run.len(), last);
        while index < last && written <= limit {
            let query = QueryLanes::new(lanes, run, index);
            let id = lanes.splat_int(run.ids[index]);
            let end = ends[index] as usize;
            // SAFETY: 1. `first` was cut to the run, is a box before `end`, which is within the
            // run, or the place behind a query, which is a box.
            let (mask, ids) = unsafe { (query.touches(lanes, run, first), eight(run.ids, first)) };
            // SAFETY: `written <= limit`, so eight slots are left from there.
            let slots = unsafe { &mut *out.add(written).cast::<[Pair; LANES]>() };
            written += lanes.pack_pairs(lanes.bits(mask), id, lanes.load_int(ids), slots);
            groups += 1;
            (index, first) = next_group(index, first, end);
        }
        self.cursor.stop_at(index, first, groups);
        written
    }

    /// The same by [bounds in bytes](super::bytes) on all axes but the first. Where they leave a
    /// doubt about one of the group, all bounds of the group are compared.
    #[inline(always)]
    fn by_bytes<L: Lanes>(&mut self, lanes: L, ends: &[u32], words: [&[u32]; 2]) -> usize {
        let run = &self.targets.cut();
        let last = ends.len();
        assert!(last <= run.len());
        let [words, of_queries] = words.map(|column| &column[..run.len() + LANES]);
        let Some(limit) = self.out.len().checked_sub(LANES) else { return 0 };
        let out = self.out.as_mut_ptr();
        let (mut written, mut groups) = (0, 0);
        let (mut index, mut first) = self.cursor.place_in(run.len(), last);
        while index < last && written <= limit {
            let id = lanes.splat_int(run.ids[index]);
            let bytes = ByteLanes::new(lanes, of_queries[index]);
            let (min, max) = (lanes.splat(run.min[0][index]), lanes.splat(run.max[0][index]));
            let exclusion = lanes.splat_int(run.exclusion[index]);
            // SAFETY: 1. as in `by_group`; the words were cut to the boxes and their padding.
            let (words, ids, of_eight, begins, reach) = unsafe {
                (
                    eight(words, first),
                    eight(run.ids, first),
                    eight(run.exclusion, first),
                    eight(run.min[0], first),
                    eight(run.max[0], first),
                )
            };
            let [near, sure] = bytes.overlaps(lanes, words);
            let common = lanes.and_int(lanes.load_int(of_eight), exclusion);
            let mut mask = lanes.both(near, lanes.eq_int(common, lanes.splat_int(0)));
            mask = lanes.both(mask, lanes.le(lanes.load(begins), max));
            mask = lanes.both(mask, lanes.le(min, lanes.load(reach)));
            let mut bits = lanes.bits(mask);
            if lanes.bits(lanes.but_not(mask, sure)) != 0 {
                let query = QueryLanes::new(lanes, run, index);
                // SAFETY: 1. as above.
                bits = lanes.bits(unsafe { query.touches(lanes, run, first) });
            }
            // SAFETY: `written <= limit`, so eight slots are left from there.
            let slots = unsafe { &mut *out.add(written).cast::<[Pair; LANES]>() };
            written += lanes.pack_pairs(bits, id, lanes.load_int(ids), slots);
            groups += 1;
            (index, first) = next_group(index, first, ends[index] as usize);
        }
        self.cursor.stop_at(index, first, groups);
        written
    }

    /// With a loop for each query: where it has many candidates, or, between two runs, mostly none.
    #[inline(always)]
    fn by_query<L: Lanes>(self, lanes: L) -> usize {
        let (queries, targets) = (&self.queries.cut(), &self.targets.cut());
        let ranges = self.ranges.checked(self.last, queries, targets);
        let Some(limit) = self.out.len().checked_sub(LANES) else { return 0 };
        let out = self.out.as_mut_ptr();
        let (mut written, mut compared) = (0, 0);
        let mut resume = self.cursor.candidate;
        for index in self.cursor.query..self.last {
            let (begin, end) = ranges.of(index, targets.len());
            let mut first = begin.max(resume);
            resume = 0;
            // Here, and not by where the loop began: it has no register to spare.
            compared += in_groups(first, end);
            let query = QueryLanes::new(lanes, queries, index);
            let id = lanes.splat_int(queries.ids[index]);
            while first < end {
                if written > limit {
                    self.cursor.compared += (compared - in_groups(first, end)) as u64;
                    (self.cursor.query, self.cursor.candidate) = (index, first);
                    return written;
                }
                // SAFETY: 1. `first` is less than `end`, which is at most one behind the targets.
                let (mask, ids) =
                    unsafe { (query.touches(lanes, targets, first), eight(targets.ids, first)) };
                // SAFETY: `written <= limit`, so eight slots are left from there.
                let slots = unsafe { &mut *out.add(written).cast::<[Pair; LANES]>() };
                written += lanes.pack_pairs(lanes.bits(mask), id, lanes.load_int(ids), slots);
                first = group_behind(first);
            }
        }
        self.cursor.compared += compared as u64;
        (self.cursor.query, self.cursor.candidate) = (self.last, 0);
        written
    }
}

impl<const D: usize> Pass for CountPass<'_, '_, D> {
    type Output = (u64, u64);
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> (u64, u64) {
        let (queries, targets) = (&self.queries.cut(), &self.targets.cut());
        let ranges = self.ranges.checked(self.last, queries, targets);
        let (mut total, mut compared) = (0, 0);
        for index in self.first..self.last {
            let (begin, end) = ranges.of(index, targets.len());
            let mut first = begin;
            compared += in_groups(begin, end);
            let query = QueryLanes::new(lanes, queries, index);
            while first < end {
                // SAFETY: 1. `first` is less than `end`, which is at most one behind the targets.
                let mask = unsafe { query.touches(lanes, targets, first) };
                total += u64::from(lanes.bits(mask).count_ones());
                first += LANES;
            }
        }
        (total, compared as u64)
    }
}
