//! The sweep kernel.

use super::{Run, group::Group};
use crate::{Lanes, Level, Pair, Pass};

/// For each query, the part of the targets that can touch it.
#[derive(Clone, Copy, Debug)]
pub enum Ranges<'a> {
    /// The run against itself: query `i` looks at `i + 1 .. ends[i]`, so that each pair is met once.
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
}

impl Cursor {
    /// A sweep that begins at query `query`.
    #[must_use]
    pub fn at(query: usize) -> Self {
        Self { query, candidate: 0 }
    }
}

/// Sweeps the queries `cursor.query..last` against `targets` and writes the pairs to `out`.
///
/// Returns the number of pairs written. It stops early when fewer than sixteen slots are left;
/// call again with the same cursor and an emptied buffer until `cursor.query == last`. The
/// sequence of pairs is the same at every level and for every buffer size: by query, then by
/// position of the target.
///
/// Ends past the run are cut to its length. `out` shorter than sixteen slots makes no progress.
///
/// # Panics
/// When `ranges` has fewer than `last` entries or `last` exceeds the queries.
pub fn sweep<const D: usize>(
    level: Level,
    queries: &Run<'_, D>,
    targets: &Run<'_, D>,
    ranges: Ranges<'_>,
    last: usize,
    cursor: &mut Cursor,
    out: &mut [Pair],
) -> usize {
    level.run(Sweep { queries, targets, ranges, last, cursor, out })
}

/// Counts the pairs that [`sweep`] would write for the queries `first..last`.
///
/// # Panics
/// As [`sweep`].
pub fn count<const D: usize>(
    level: Level,
    queries: &Run<'_, D>,
    targets: &Run<'_, D>,
    ranges: Ranges<'_>,
    first: usize,
    last: usize,
) -> u64 {
    level.run(Count { queries, targets, ranges, first, last })
}

/// Slots that one step may write to.
const STEP: usize = 16;

struct Sweep<'a, 'r, const D: usize> {
    queries: &'a Run<'r, D>,
    targets: &'a Run<'r, D>,
    ranges: Ranges<'a>,
    last: usize,
    cursor: &'a mut Cursor,
    out: &'a mut [Pair],
}

struct Count<'a, 'r, const D: usize> {
    queries: &'a Run<'r, D>,
    targets: &'a Run<'r, D>,
    ranges: Ranges<'a>,
    first: usize,
    last: usize,
}

/// A query, broadcast to all lanes of a group.
struct Query<G: Group, const D: usize> {
    min: [G::Floats; D],
    max: [G::Floats; D],
    lacks: G::Ints,
}

impl<G: Group, const D: usize> Query<G, D> {
    #[inline(always)]
    fn new(group: G, run: &Run<'_, D>, index: usize) -> Self {
        let mut min = [group.splat(run.min[0][index]); D];
        let mut max = [group.splat(run.max[0][index]); D];
        for axis in 1..D {
            min[axis] = group.splat(run.min[axis][index]);
            max[axis] = group.splat(run.max[axis][index]);
        }
        Self { min, max, lacks: group.splat_int(run.lacks[index]) }
    }

    /// Which of the targets from `first` on touch the query and lack nothing in common with it.
    ///
    /// # Safety
    /// 1. `first` must be less than `targets.len()`.
    #[inline(always)]
    unsafe fn touches(&self, group: G, targets: &Run<'_, D>, first: usize) -> G::Mask {
        // SAFETY: 1. every column of a run has `PADDING >= G::WIDTH` entries behind its last box,
        // and `first` is a box.
        unsafe {
            let lacks = group.load_int(targets.lacks.as_ptr().add(first));
            let mut mask = group.disjoint(group.all(), lacks, self.lacks);
            for axis in 0..D {
                let min = group.load(targets.min[axis].as_ptr().add(first));
                mask = group.le(mask, min, self.max[axis]);
                let max = group.load(targets.max[axis].as_ptr().add(first));
                mask = group.le(mask, self.min[axis], max);
            }
            mask
        }
    }
}

impl<'a> Ranges<'a> {
    /// Checks the lengths once, so that the loop indexes without a check.
    #[inline(always)]
    fn checked(self, last: usize, queries: usize) -> Self {
        assert!(last <= queries, "the sweep's last query is past its run");
        match self {
            Self::Behind { ends } => Self::Behind { ends: &ends[..last] },
            Self::Between { begins, ends } => {
                Self::Between { begins: &begins[..last], ends: &ends[..last] }
            }
        }
    }

    /// The range of query `query`.
    #[inline(always)]
    fn of(self, query: usize, targets: usize) -> (usize, usize) {
        match self {
            Self::Behind { ends } => (query + 1, (ends[query] as usize).min(targets)),
            Self::Between { begins, ends } => {
                (begins[query] as usize, (ends[query] as usize).min(targets))
            }
        }
    }
}

impl<const D: usize> Pass for Sweep<'_, '_, D> {
    type Output = usize;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> usize {
        let group = lanes.sweep();
        let (queries, targets) = (self.queries, self.targets);
        let ranges = self.ranges.checked(self.last, queries.len());
        let Some(limit) = self.out.len().checked_sub(STEP) else { return 0 };
        let out = self.out.as_mut_ptr();
        let mut written = 0;
        let mut resume = self.cursor.candidate;
        for index in self.cursor.query..self.last {
            let (begin, end) = ranges.of(index, targets.len());
            let mut first = begin.max(resume);
            resume = 0;
            let query = Query::new(group, queries, index);
            let id = group.splat_int(queries.ids[index]);
            while first < end {
                if written > limit {
                    *self.cursor = Cursor { query: index, candidate: first };
                    return written;
                }
                // SAFETY: 1. `first < end <= targets.len()`, so the ids can be read like the
                // columns in `touches`. 2. `written <= limit`, so `STEP >= G::WIDTH` slots are left.
                unsafe {
                    let mask = query.touches(group, targets, first);
                    let ids = group.load_int(targets.ids.as_ptr().add(first));
                    written += group.pack_pairs(mask, id, ids, out.add(written));
                }
                first += L::Sweep::WIDTH;
            }
        }
        *self.cursor = Cursor::at(self.last);
        written
    }
}

impl<const D: usize> Pass for Count<'_, '_, D> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> u64 {
        let group = lanes.sweep();
        let (queries, targets) = (self.queries, self.targets);
        let ranges = self.ranges.checked(self.last, queries.len());
        let mut total = 0;
        for index in self.first..self.last {
            let (mut first, end) = ranges.of(index, targets.len());
            let query = Query::new(group, queries, index);
            while first < end {
                // SAFETY: 1. `first < end <= targets.len()`.
                total += group.count(unsafe { query.touches(group, targets, first) }) as u64;
                first += L::Sweep::WIDTH;
            }
        }
        total
    }
}
