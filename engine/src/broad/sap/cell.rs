//! A cell: its boxes in sweep order, in one run or in two partitions.
//!
//! Two static boxes are no pair, nor are two boxes of the same set in a join between two sets. The
//! exclusion bits see to that for any two boxes; partitions see to it that such boxes are
//! not even tested.

use std::ops::Range;

use jostle_kernels::{
    SimdLevel,
    sweep::{BoxRun, Ranges},
};

use super::{
    bin::BinnedRecords,
    grid::{CellSpace, LargeSet},
    sorted::SortedBoxes,
    sorted_run::{RecordFilter, SortedRun},
};
use crate::{
    Aabb, Error, Join,
    broad::run_buffer::{RunBuffer, sweep_into},
    exec::sink::{Interrupt, Sink},
    join::{PairFilter, part::exclusion},
    memory::reserve,
};

/// How the boxes of cells are partitioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellPartition {
    /// Not: any two boxes may be a pair.
    None,
    /// Moving boxes first, static ones second: no pairs within the second partition. Where static
    /// boxes have few candidates there is one partition all the same.
    Motion,
    /// By set: pairs between the partitions only.
    Sets,
    /// Not: the cell has moving boxes, and the static ones lie in a run that is kept.
    Kept,
}

impl CellPartition {
    /// The partition that fits a join.
    pub(super) fn of<const D: usize>(join: &Join<'_, D>) -> Self {
        match join {
            Join::Within(set) if set.filter.statics.is_none() => Self::None,
            Join::Within(_) => Self::Motion,
            Join::Between(..) => Self::Sets,
        }
    }

    /// Whether there is a second partition.
    fn is_in_two(self) -> bool {
        self.filters()[1].is_some()
    }

    /// Which records are in the two partitions.
    fn filters(self) -> [Option<RecordFilter>; 2] {
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

/// Candidates that static boxes may have, for each box of the cell, before it takes less to
/// partition the cell than to test them: the exclusion bits leave out what is found in vain.
const TESTS_OF_STATICS: usize = 32;

/// The boxes of a cell in sweep order. Built again for each cell.
#[derive(Default)]
pub(super) struct Cell<const D: usize> {
    first: SortedRun<D>,
    second: SortedRun<D>,
    partition: Option<CellPartition>,
    /// For each box of the first partition, the part of the second that it can touch.
    begins: Vec<u32>,
    ends: Vec<u32>,
}

impl<const D: usize> Cell<D> {
    /// Makes room for this many records, partitioned in whatever way.
    pub(super) fn reserve(&mut self, len: usize, partition: CellPartition) -> Result<(), Error> {
        self.first.resize(len)?;
        if partition == CellPartition::None {
            return Ok(());
        }
        reserve(&mut self.begins, len, "the sort of a cell")?;
        reserve(&mut self.ends, len, "the sort of a cell")?;
        if partition == CellPartition::Kept { Ok(()) } else { self.second.resize(len) }
    }

    /// Sorts the records of a cell, to be swept together with a run that is `kept`, if there is
    /// one. [`runs`](Self::runs) has ranges if `with_reach`.
    pub(super) fn build(
        &mut self,
        level: SimdLevel,
        bins: (&BinnedRecords, usize),
        space: CellSpace,
        mut partition: CellPartition,
        kept: Option<&SortedBoxes<'_, D>>,
        with_reach: bool,
    ) -> Result<(), Error> {
        let mut filters = partition.filters();
        if partition == CellPartition::Motion {
            // All in one run, if that does.
            self.first.build(level, bins, space, RecordFilter::ALL, with_reach)?;
            if self.has_few_tests_of_statics() {
                (partition, filters) = (CellPartition::None, [None; 2]);
            }
        }
        let [first, second] = filters;
        if let Some(keep) = first {
            self.first.build(level, bins, space, keep, with_reach)?;
        }
        if let Some(keep) = second {
            self.second.build(level, bins, space, keep, true)?;
        }
        self.partition = Some(partition);
        let Self { first, second, begins, ends, .. } = self;
        begins.clear();
        ends.clear();
        let own = partition.is_in_two().then(|| second.sorted());
        if let Some(second) = kept.or(own.as_ref()) {
            for (min, max) in first.intervals() {
                let (begin, end) = second.range(min, max);
                begins.push(begin);
                ends.push(end);
            }
        }
        Ok(())
    }

    /// Whether static boxes, which are in one run with all others, have few static candidates.
    fn has_few_tests_of_statics(&self) -> bool {
        let run = &self.first;
        let tests = |query: usize| {
            let is_static = run.boxes.exclusion[query] & exclusion::MOTION > 0;
            usize::from(is_static) * run.candidates(query)
        };
        (0..run.len()).map(tests).sum::<usize>() <= TESTS_OF_STATICS * run.len()
    }

    /// The second run: the cell's own, or the one that is kept.
    fn second<'a>(&'a self, kept: Option<&SortedBoxes<'a, D>>) -> Option<SortedBoxes<'a, D>> {
        let in_two = self.partition.is_some_and(CellPartition::is_in_two);
        kept.copied().or_else(|| in_two.then(|| self.second.sorted()))
    }

    /// The runs of the cell, one per partition, with the one that is kept.
    pub(super) fn runs<'a>(
        &'a self,
        kept: Option<&SortedBoxes<'a, D>>,
    ) -> impl Iterator<Item = SortedBoxes<'a, D>> {
        std::iter::once(self.first.sorted()).chain(self.second(kept))
    }

    /// The boxes that were binned, where these are one run.
    pub(super) fn first(&self) -> SortedBoxes<'_, D> {
        self.first.sorted()
    }

    /// The boxes of both partitions in sweep order, up to those of the same bucket: their intervals
    /// on the sweep axis, and their ids.
    pub(super) fn intervals(&self) -> [impl Iterator<Item = (f32, f32, u32)>; 2] {
        let in_two = self.partition.is_some_and(CellPartition::is_in_two);
        let lens = [self.first.len(), if in_two { self.second.len() } else { 0 }];
        let runs = [(&self.first, lens[0]), (&self.second, lens[1])];
        runs.map(|(run, len)| {
            let ids = run.boxes.ids.iter().take(len);
            run.intervals().zip(ids).map(|((min, max), id)| (min, max, *id))
        })
    }

    /// Number of boxes that begin a search for partners.
    pub(super) fn queries(&self) -> usize {
        self.first.len()
    }

    /// How many candidates a query has.
    pub(super) fn candidates(&self, query: usize) -> usize {
        let end = self.ends.get(query).map_or(0, |end| *end as usize);
        let begin = self.begins.get(query).map_or(0, |begin| *begin as usize);
        let own = if self.partition == Some(CellPartition::Sets) {
            0
        } else {
            self.first.candidates(query)
        };
        own + end.saturating_sub(begin)
    }

    /// Finds the partners of some queries, also among those in the run that the cell was built
    /// with.
    pub(super) fn sweep(
        &self,
        level: SimdLevel,
        queries: Range<usize>,
        kept: Option<&SortedBoxes<'_, D>>,
        finish: &PairFilter<'_>,
        sink: &mut dyn Sink,
    ) -> Result<u64, Interrupt> {
        let first = self.first.run();
        let mut tests = 0;
        if self.partition != Some(CellPartition::Sets) {
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

/// Large boxes as queries against one cell. Cells come row by row, so the large boxes of a
/// row are found once.
#[derive(Default)]
pub(super) struct LargeBoxQueries<const D: usize> {
    row: Option<u32>,
    in_row: Vec<u32>,
    in_cell: Vec<u32>,
    boxes: RunBuffer<D>,
    begins: Vec<u32>,
    ends: Vec<u32>,
}

impl<const D: usize> LargeBoxQueries<D> {
    /// Makes room for this many large boxes.
    pub(super) fn reserve(&mut self, large: usize) -> Result<(), Error> {
        let what = "the large boxes of a cell";
        for list in [&mut self.in_row, &mut self.in_cell, &mut self.begins, &mut self.ends] {
            reserve(list, large, what)?;
        }
        self.boxes.resize(large)
    }

    /// Forgets the row: another large set comes next.
    pub(super) fn reset(&mut self) {
        self.row = None;
    }

    /// Gathers the large boxes that overlap the cell at `(row, column)`. Returns whether there are
    /// any.
    pub(super) fn gather(
        &mut self,
        large: &LargeSet<D>,
        (row, column): (u32, u32),
    ) -> Result<bool, Error> {
        self.find_row(large, row);
        let overlaps = |index: &&u32| {
            let columns = large.spans[**index as usize].columns;
            columns.0 <= column && column <= columns.1
        };
        self.in_cell.clear();
        self.in_cell.extend(self.in_row.iter().filter(overlaps));
        self.boxes.resize(self.in_cell.len())?;
        for (place, index) in self.in_cell.iter().enumerate() {
            let index = *index as usize;
            let aabb = Aabb {
                min: large.axes.map(|axis| large.boxes.min[axis][index]),
                max: large.axes.map(|axis| large.boxes.max[axis][index]),
            };
            let span = large.spans[index];
            let late_row = u32::from(row != span.rows.0) * exclusion::FIRST_ROW;
            let late_column = u32::from(column != span.columns.0) * exclusion::FIRST_COLUMN;
            let exclusion = large.boxes.exclusion[index] | late_row | late_column;
            self.boxes.set(place, &aabb, large.boxes.ids[index], exclusion);
        }
        Ok(!self.in_cell.is_empty())
    }

    /// The gathered boxes, and where each of them can touch the boxes of a run.
    pub(super) fn against(&mut self, run: &SortedBoxes<'_, D>) -> (BoxRun<'_, D>, Ranges<'_>) {
        self.begins.clear();
        self.ends.clear();
        for index in 0..self.boxes.len() {
            let (begin, end) = run.range(self.boxes.min[0][index], self.boxes.max[0][index]);
            self.begins.push(begin);
            self.ends.push(end);
        }
        let ranges = Ranges::Between { begins: &self.begins, ends: &self.ends };
        (self.boxes.run(), ranges)
    }

    fn find_row(&mut self, large: &LargeSet<D>, row: u32) {
        if self.row != Some(row) {
            self.row = Some(row);
            self.in_row.clear();
            let overlaps = |index: &u32| {
                let rows = large.spans[*index as usize].rows;
                rows.0 <= row && row <= rows.1
            };
            self.in_row.extend((0..large.len() as u32).filter(overlaps));
        }
    }
}
