//! A cell: its boxes in sweep order, in one run or split into two cohorts.
//!
//! Two static boxes are no pair, nor are two boxes of the same set when pairs between two sets are
//! asked for. The lacks rule of the sweep sees to that for any two boxes; splitting a cell into
//! cohorts sees to it that such boxes are not even tested.

use std::ops::Range;

use jostle_kernels::{SimdLevel, sweep::Ranges};

use super::{
    bin::Bins,
    sorted::Sorted,
    sorted_run::{RecordFilter, SortedRun},
};
use crate::{
    Error, Join,
    broad::run_buffer::sweep_into,
    exec::sink::{Interrupt, Sink},
    join::{PairFilter, part::exclusion},
    memory::reserve,
};

/// How cells are split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Split {
    /// Not: any two boxes may be a pair.
    None,
    /// Moving boxes first, static ones second: no pairs within the second cohort.
    Motion,
    /// By set: pairs between the cohorts only.
    Sets,
    /// Not: the cell has moving boxes, and the static ones lie in a run that is kept.
    Kept,
}

impl Split {
    /// The split that fits a join.
    pub(super) fn of<const D: usize>(join: &Join<'_, D>) -> Self {
        match join {
            Join::Within(set) if set.filter.statics.is_none() => Self::None,
            Join::Within(_) => Self::Motion,
            Join::Between(..) => Self::Sets,
        }
    }

    /// Whether there is a second cohort.
    fn is_in_two(self) -> bool {
        self.partitions()[1].is_some()
    }

    /// Which records are in the two cohorts.
    fn partitions(self) -> [Option<RecordFilter>; 2] {
        let by = |mask, first, second| {
            [Some(RecordFilter { mask, value: first }), Some(RecordFilter { mask, value: second })]
        };
        match self {
            Self::None | Self::Kept => [Some(RecordFilter::ALL), None],
            Self::Motion => by(exclusion::MOTION, 0, exclusion::MOTION),
            Self::Sets => by(exclusion::SECOND_SET, exclusion::SECOND_SET, 0),
        }
    }
}

/// The boxes of a cell in sweep order. Built again for each cell.
#[derive(Default)]
pub(super) struct Cell<const D: usize> {
    first: SortedRun<D>,
    second: SortedRun<D>,
    split: Option<Split>,
    /// For each box of the first cohort, the part of the second that it can touch.
    begins: Vec<u32>,
    ends: Vec<u32>,
}

impl<const D: usize> Cell<D> {
    /// Makes room for this many records, split in whatever way.
    pub(super) fn reserve(&mut self, len: usize, split: Split) -> Result<(), Error> {
        self.first.resize(len)?;
        if split == Split::None {
            return Ok(());
        }
        reserve(&mut self.begins, len, "the sort of a cell")?;
        reserve(&mut self.ends, len, "the sort of a cell")?;
        if split == Split::Kept { Ok(()) } else { self.second.resize(len) }
    }

    /// Sorts the records of a cell, to be swept together with a run that is `kept`, if there is
    /// one. [`runs`](Self::runs) can be asked for ranges if `visited`.
    pub(super) fn build(
        &mut self,
        level: SimdLevel,
        bins: (&Bins, usize),
        domain: (f32, f32),
        split: Split,
        kept: Option<&Sorted<'_, D>>,
        visited: bool,
    ) -> Result<(), Error> {
        let [first, second] = split.partitions();
        if let Some(keep) = first {
            self.first.build(level, bins, domain, keep, visited)?;
        }
        if let Some(keep) = second {
            self.second.build(level, bins, domain, keep, true)?;
        }
        self.split = Some(split);
        let Self { first, second, begins, ends, .. } = self;
        begins.clear();
        ends.clear();
        let own = split.is_in_two().then(|| second.sorted());
        if let Some(second) = kept.or(own.as_ref()) {
            for (min, max) in first.intervals() {
                let (begin, end) = second.range(min, max);
                begins.push(begin);
                ends.push(end);
            }
        }
        Ok(())
    }

    /// The second run: the cell's own, or the one that is kept.
    fn second<'a>(&'a self, kept: Option<&Sorted<'a, D>>) -> Option<Sorted<'a, D>> {
        let in_two = self.split.is_some_and(Split::is_in_two);
        kept.copied().or_else(|| in_two.then(|| self.second.sorted()))
    }

    /// The runs of the cell, one per cohort, with the one that is kept.
    pub(super) fn runs<'a>(
        &'a self,
        kept: Option<&Sorted<'a, D>>,
    ) -> impl Iterator<Item = Sorted<'a, D>> {
        std::iter::once(self.first.sorted()).chain(self.second(kept))
    }

    /// The boxes that were binned, where these are one run.
    pub(super) fn first(&self) -> Sorted<'_, D> {
        self.first.sorted()
    }

    /// Number of boxes that begin a search for partners.
    pub(super) fn queries(&self) -> usize {
        self.first.len()
    }

    /// How many candidates a query has.
    pub(super) fn candidates(&self, query: usize) -> usize {
        let end = self.ends.get(query).map_or(0, |end| *end as usize);
        let begin = self.begins.get(query).map_or(0, |begin| *begin as usize);
        let own = if self.split == Some(Split::Sets) { 0 } else { self.first.candidates(query) };
        own + end.saturating_sub(begin)
    }

    /// Finds the partners of some queries, also among those in the run that the cell was built
    /// with.
    pub(super) fn sweep(
        &self,
        level: SimdLevel,
        queries: Range<usize>,
        kept: Option<&Sorted<'_, D>>,
        finish: &PairFilter<'_>,
        sink: &mut dyn Sink,
    ) -> Result<u64, Interrupt> {
        let first = self.first.run();
        let mut tests = 0;
        if self.split != Some(Split::Sets) {
            let ranges = self.first.ranges();
            tests += sweep_into(level, &first, &first, ranges, queries.clone(), finish, sink)?;
        }
        if let Some(second) = self.second(kept) {
            let ranges = Ranges::Between { begins: &self.begins, ends: &self.ends };
            tests += sweep_into(level, &first, &second.run, ranges, queries, finish, sink)?;
        }
        Ok(tests)
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.first.memory_bytes()
            + self.second.memory_bytes()
            + 4 * (self.begins.capacity() + self.ends.capacity())
    }
}
