//! Sweeping cells: from records to pairs.

use std::ops::Range;

use jostle_kernels::SimdLevel;

use super::{
    cell::{Cell, LargeBoxQueries, Split},
    grid::LargeSet,
    size_class::Class,
    sorted::SortedBoxes,
    static_cells::StaticCells,
};
use crate::{
    Error,
    broad::run_buffer::sweep_into,
    clock::Clock,
    exec::{
        jobs::{Jobs, share},
        run::{Cost, RunContext, Worker},
        sink::{Interrupt, Sink},
    },
    join::PairFilter,
    span::span,
};

/// Buffers of one thread.
#[derive(Default)]
pub(super) struct Scratch<const D: usize> {
    pub(super) cell: Cell<D>,
    /// Those of the boxes that were binned, and those of boxes that rest.
    pub(super) visitors: [LargeBoxQueries<D>; 2],
}

/// What the sweep of a class needs to know.
#[derive(Clone, Copy)]
pub(super) struct Sweeper<'a, const D: usize> {
    pub(super) level: SimdLevel,
    pub(super) class: &'a Class<D>,
    /// Static boxes that are kept, where cells are split like that.
    pub(super) resting: Option<&'a StaticCells<D>>,
    pub(super) finish: PairFilter<'a>,
    pub(super) split: Split,
}

impl<const D: usize> Sweeper<'_, D> {
    /// Makes room for the largest cell that a thread may have to sort.
    pub(super) fn reserve(&self, scratch: &mut Scratch<D>) -> Result<(), Error> {
        scratch.cell.reserve(self.class.largest_light_cell(), self.split)?;
        scratch.visitors[0].reserve(self.class.large.len())?;
        scratch.visitors[1].reserve(self.resting.map_or(0, |resting| resting.large.len()))
    }

    /// Sorts and sweeps some cells, except those that are heavy.
    pub(super) fn cells(
        &self,
        cells: Range<usize>,
        scratch: &mut Scratch<D>,
        sink: &mut dyn Sink,
    ) -> Result<Cost, Interrupt> {
        let mut cost = Cost::default();
        scratch.visitors.iter_mut().for_each(LargeBoxQueries::reset);
        let mut clock = Clock::start();
        for cell in cells {
            if self.is_idle(cell) || self.class.is_heavy(cell) {
                continue;
            }
            self.build(cell, &mut scratch.cell)?;
            cost.sort += clock.lap();
            cost.tests += self.queries(cell, &scratch.cell, 0..scratch.cell.queries(), sink)?;
            cost.tests += self.visitors(cell, &scratch.cell, &mut scratch.visitors, sink)?;
            cost.sweep += clock.lap();
        }
        Ok(cost)
    }

    /// Whether there is nothing to do in a cell: no boxes were binned there, nor do large ones come
    /// to see those that rest there.
    fn is_idle(&self, cell: usize) -> bool {
        let visits = || self.visits_resting() && self.kept(cell).is_some();
        self.class.bins.len(cell) == 0 && !visits()
    }

    /// Whether large boxes come to see those that rest in cells.
    pub(super) fn visits_resting(&self) -> bool {
        self.class.large.len() > 0 && self.resting.is_some()
    }

    /// The run of a cell that is kept.
    fn kept(&self, cell: usize) -> Option<SortedBoxes<'_, D>> {
        self.resting.and_then(|resting| resting.packed.cell(cell))
    }

    /// Large boxes that rest.
    fn resting_large(&self) -> Option<&LargeSet<D>> {
        self.resting.map(|resting| &resting.large).filter(|large| large.len() > 0)
    }

    /// Sorts a cell.
    pub(super) fn build(&self, cell: usize, into: &mut Cell<D>) -> Result<(), Error> {
        let visited = self.class.large.len() > 0 || self.resting_large().is_some();
        let domain = self.class.grid().domain;
        let kept = self.kept(cell);
        into.build(self.level, (&self.class.bins, cell), domain, self.split, kept.as_ref(), visited)
    }

    /// Sweeps some boxes of a cell. Returns the number of tests, as all that sweep.
    pub(super) fn queries(
        &self,
        cell: usize,
        boxes: &Cell<D>,
        queries: Range<usize>,
        sink: &mut dyn Sink,
    ) -> Result<u64, Interrupt> {
        boxes.sweep(self.level, queries, self.kept(cell).as_ref(), &self.finish, sink)
    }

    /// Sweeps the large boxes that overlap a cell against the boxes in it; those that rest against
    /// those that were binned only.
    pub(super) fn visitors(
        &self,
        cell: usize,
        boxes: &Cell<D>,
        [visitors, resting]: &mut [LargeBoxQueries<D>; 2],
        sink: &mut dyn Sink,
    ) -> Result<u64, Interrupt> {
        let mut tests = 0;
        let place = self.class.grid().place(cell);
        let large = &self.class.large;
        if large.len() > 0 && visitors.visit(large, place)? {
            for run in boxes.runs(self.kept(cell).as_ref()) {
                tests += self.against(visitors, &run, sink)?;
            }
        }
        match self.resting_large() {
            Some(large) if boxes.queries() > 0 && resting.visit(large, place)? => {
                tests += self.against(resting, &boxes.first(), sink)?;
            }
            _ => {}
        }
        Ok(tests)
    }

    fn against(
        &self,
        visitors: &mut LargeBoxQueries<D>,
        run: &SortedBoxes<'_, D>,
        sink: &mut dyn Sink,
    ) -> Result<u64, Interrupt> {
        let (queries, ranges) = visitors.against(run);
        let all = 0..queries.len();
        sweep_into(self.level, &queries, &run.run, ranges, all, &self.finish, sink)
    }
}

/// Fewest records in a job, so that small scenes are not cut to crumbs.
const FEWEST_PER_JOB: usize = 2048;

/// Records that are as much work as a cell to whose boxes at rest large boxes come.
const VISIT: usize = 16;

/// Candidates in a part of a heavy cell.
const CANDIDATES_PER_JOB: usize = 1 << 22;

/// What a job does.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Work {
    /// Sorts and sweeps a range of cells.
    Cells(Range<usize>),
    /// Sweeps some boxes of the heavy cell.
    Queries(Range<usize>),
    /// Sweeps the large boxes against the heavy cell.
    LargeBoxQueries,
}

/// Jobs, and the heavy cell at work.
#[derive(Default)]
pub(super) struct Tasks<const D: usize> {
    jobs: Jobs<Work, Scratch<D>>,
    heavy: Cell<D>,
}

impl<const D: usize> Tasks<D> {
    /// Sorts and sweeps all cells of a class.
    pub(super) fn sweep(
        &mut self,
        sweeper: &Sweeper<'_, D>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        self.cut_cells(sweeper);
        self.jobs.prepare(|scratch| sweeper.reserve(scratch))?;
        let worker: &Worker<'_, _, _> = &|work, scratch, sink| match work {
            Work::Cells(cells) => sweeper.cells(cells.clone(), scratch, sink),
            Work::Queries(_) | Work::LargeBoxQueries => Ok(Cost::default()),
        };
        span!("cells", self.jobs.run(progress, worker))?;
        let mut cell = std::mem::take(&mut self.heavy);
        let result = sweeper
            .class
            .heavy_cells()
            .try_for_each(|number| self.sweep_heavy(sweeper, number, &mut cell, progress));
        self.heavy = cell;
        result
    }

    /// Sorts a heavy cell, then sweeps it in parts.
    fn sweep_heavy(
        &mut self,
        sweeper: &Sweeper<'_, D>,
        number: usize,
        cell: &mut Cell<D>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        let start = Clock::start();
        sweeper.build(number, cell)?;
        progress.stages.sort += start.elapsed();
        self.cut_queries(cell);
        let cell = &*cell;
        self.jobs.run(progress, &|work, scratch, sink| {
            let start = Clock::start();
            let tests = match work {
                Work::Cells(_) => 0,
                Work::Queries(queries) => sweeper.queries(number, cell, queries.clone(), sink)?,
                Work::LargeBoxQueries => {
                    scratch.visitors.iter_mut().for_each(LargeBoxQueries::reset);
                    sweeper.visitors(number, cell, &mut scratch.visitors, sink)?
                }
            };
            Ok(Cost::of_sweep(start, tests))
        })
    }

    /// Cuts the cells into jobs of about equal records.
    fn cut_cells(&mut self, sweeper: &Sweeper<'_, D>) {
        let cells = sweeper.class.grid().cells();
        let starts = &sweeper.class.bins.starts[..=cells];
        let visit = if sweeper.visits_resting() { VISIT } else { 0 };
        let before = |cell: usize| starts[cell] as usize + visit * cell;
        let share = share(before(cells), FEWEST_PER_JOB);
        self.jobs.clear();
        let mut first = 0;
        while first < cells {
            let goal = before(first) + share;
            let last = (first + 1..cells).find(|cell| before(*cell) >= goal).unwrap_or(cells);
            self.jobs.push(Work::Cells(first..last));
            first = last;
        }
    }

    /// Cuts the boxes of the heavy cell into jobs of about equal candidates.
    fn cut_queries(&mut self, cell: &Cell<D>) {
        self.jobs.clear();
        let (mut first, mut candidates) = (0, 0);
        for index in 0..cell.queries() {
            candidates += cell.candidates(index) + 1;
            if candidates >= CANDIDATES_PER_JOB || index + 1 == cell.queries() {
                self.jobs.push(Work::Queries(first..index + 1));
                (first, candidates) = (index + 1, 0);
            }
        }
        self.jobs.push(Work::LargeBoxQueries);
    }

    /// Bytes held, without the threads' buffers.
    pub(super) fn memory_bytes(&self) -> usize {
        self.jobs.memory_bytes() + self.heavy.memory_bytes()
    }
}
