//! A cell: its boxes in sweep order, in one run or split into two cohorts.
//!
//! Two static boxes are no pair, nor are two boxes of the same set when pairs between two sets are
//! asked for. The lacks rule of the sweep sees to that for any two boxes; splitting a cell into
//! cohorts sees to it that such boxes are not even tested.

use std::ops::Range;

use jostle_kernels::{Level, sweep::Ranges};

use super::{
    bin::Bins,
    sorted_run::{Keep, SortedRun},
};
use crate::{
    Error, Join,
    broad::{
        emit::{Finish, Sink, Stop, sweep_into},
        part::lacks,
    },
    error::reserve,
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

    /// Which records are in the two cohorts.
    fn cohorts(self) -> [Option<Keep>; 2] {
        let by = |mask, first, second| {
            [Some(Keep { mask, value: first }), Some(Keep { mask, value: second })]
        };
        match self {
            Self::None => [Some(Keep::ALL), None],
            Self::Motion => by(lacks::MOTION, 0, lacks::MOTION),
            Self::Sets => by(lacks::SECOND_SET, lacks::SECOND_SET, 0),
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
        self.second.resize(len)
    }

    /// Sorts the records of a cell. [`runs`](Self::runs) can be asked for ranges if `visited`.
    pub(super) fn build(
        &mut self,
        level: Level,
        bins: &Bins,
        cell: usize,
        domain: (f32, f32),
        split: Split,
        visited: bool,
    ) -> Result<(), Error> {
        let (blocks, len) = (bins.blocks(cell), bins.len(cell));
        let [first, second] = split.cohorts();
        if let Some(keep) = first {
            self.first.build(level, blocks.clone(), len, domain, keep, visited)?;
        }
        if let Some(keep) = second {
            self.second.build(level, blocks, len, domain, keep, true)?;
            self.find_ranges();
        }
        self.split = Some(split);
        Ok(())
    }

    /// The runs of the cell, one per cohort.
    pub(super) fn runs(&self) -> impl Iterator<Item = &SortedRun<D>> {
        let split = self.split != Some(Split::None);
        std::iter::once(&self.first).chain(split.then_some(&self.second))
    }

    /// Number of boxes that begin a search for partners.
    pub(super) fn queries(&self) -> usize {
        self.first.len()
    }

    /// How many candidates a query has.
    pub(super) fn candidates(&self, query: usize) -> usize {
        let between = || (self.ends[query] as usize).saturating_sub(self.begins[query] as usize);
        match self.split {
            None | Some(Split::None) => self.first.candidates(query),
            Some(Split::Motion) => self.first.candidates(query) + between(),
            Some(Split::Sets) => between(),
        }
    }

    /// Finds the partners of some queries.
    pub(super) fn sweep(
        &self,
        level: Level,
        queries: Range<usize>,
        finish: &Finish<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Stop> {
        let first = self.first.run();
        if self.split != Some(Split::Sets) {
            let ranges = self.first.ranges();
            sweep_into(level, &first, &first, ranges, queries.clone(), finish, sink)?;
        }
        if self.split != Some(Split::None) {
            let ranges = Ranges::Between { begins: &self.begins, ends: &self.ends };
            sweep_into(level, &first, &self.second.run(), ranges, queries, finish, sink)?;
        }
        Ok(())
    }

    fn find_ranges(&mut self) {
        self.begins.clear();
        self.ends.clear();
        for (min, max) in self.first.intervals() {
            let (begin, end) = self.second.range(min, max);
            self.begins.push(begin);
            self.ends.push(end);
        }
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.first.memory_bytes()
            + self.second.memory_bytes()
            + 4 * (self.begins.capacity() + self.ends.capacity())
    }
}
