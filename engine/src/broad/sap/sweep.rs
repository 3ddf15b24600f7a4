//! Sweeping cells: from records to pairs.

use std::ops::Range;

use jostle_kernels::SimdLevel;

use super::{
    cell::{Cell, CellPartition, LargeBoxQueries},
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
struct SweepBuffers<const D: usize> {
    cell: Cell<D>,
    /// The large boxes that were binned, and the static ones.
    large: [LargeBoxQueries<D>; 2],
}

/// What the sweep of a class needs to know.
#[derive(Clone, Copy)]
pub(super) struct Sweeper<'a, const D: usize> {
    pub(super) level: SimdLevel,
    pub(super) class: &'a Class<D>,
    /// Static boxes that are kept, where cells are partitioned like that.
    pub(super) statics: Option<&'a StaticCells<D>>,
    pub(super) finish: PairFilter<'a>,
    pub(super) partition: CellPartition,
    /// Whether the sweep order of each cell is noted.
    pub(super) keeps_order: bool,
}

impl<const D: usize> Sweeper<'_, D> {
    /// Makes room for the largest cell that a thread may have to sort.
    fn reserve(&self, buffers: &mut SweepBuffers<D>) -> Result<(), Error> {
        buffers.cell.reserve(self.class.largest_light_cell(), self.partition)?;
        buffers.large[0].reserve(self.class.large.len())?;
        buffers.large[1].reserve(self.statics.map_or(0, |statics| statics.large.len()))
    }

    /// Sorts and sweeps some cells, except those that are heavy.
    fn sweep_cells(
        &self,
        cells: Range<usize>,
        buffers: &mut SweepBuffers<D>,
        sink: &mut dyn Sink,
    ) -> Result<Cost, Interrupt> {
        let mut cost = Cost::default();
        buffers.large.iter_mut().for_each(LargeBoxQueries::reset);
        let mut clock = Clock::start();
        for cell in cells {
            if self.is_idle(cell) || self.class.is_heavy(cell) {
                continue;
            }
            self.sort_cell(cell, &mut buffers.cell)?;
            cost.sort += clock.lap();
            cost.tests +=
                self.sweep_queries(cell, &buffers.cell, 0..buffers.cell.queries(), sink)?;
            cost.tests += self.sweep_large(cell, &buffers.cell, &mut buffers.large, sink)?;
            cost.sweep += clock.lap();
        }
        Ok(cost)
    }

    /// Whether there is nothing to do in a cell: no boxes were binned there, nor do large ones meet
    /// static ones there.
    fn is_idle(&self, cell: usize) -> bool {
        let has_statics = || self.large_meet_statics() && self.statics_of(cell).is_some();
        self.class.bins.len(cell) == 0 && !has_statics()
    }

    /// Whether large boxes are swept against static ones in cells.
    fn large_meet_statics(&self) -> bool {
        self.class.large.len() > 0 && self.statics.is_some()
    }

    /// The static boxes of a cell.
    fn statics_of(&self, cell: usize) -> Option<SortedBoxes<'_, D>> {
        self.statics.and_then(|statics| statics.packed.cell(cell))
    }

    /// Large static boxes.
    fn static_large(&self) -> Option<&LargeSet<D>> {
        self.statics.map(|resting| &resting.large).filter(|large| large.len() > 0)
    }

    /// Sorts a cell.
    fn sort_cell(&self, cell: usize, into: &mut Cell<D>) -> Result<(), Error> {
        let with_reach = self.class.large.len() > 0 || self.static_large().is_some();
        let space = self.class.grid().space_of(cell);
        let kept = self.statics_of(cell);
        into.build(
            self.level,
            (&self.class.bins, cell),
            space,
            self.partition,
            kept.as_ref(),
            with_reach,
        )?;
        if self.keeps_order {
            let Class { bins, order, .. } = self.class;
            order.note(cell, bins.starts[cell] as usize, into);
        }
        Ok(())
    }

    /// Sweeps some boxes of a cell. Returns the number of tests, as all that sweep.
    fn sweep_queries(
        &self,
        cell: usize,
        boxes: &Cell<D>,
        queries: Range<usize>,
        sink: &mut dyn Sink,
    ) -> Result<u64, Interrupt> {
        boxes.sweep(self.level, queries, self.statics_of(cell).as_ref(), &self.finish, sink)
    }

    /// Sweeps the large boxes that overlap a cell against the boxes in it; static ones against
    /// those that were binned only.
    fn sweep_large(
        &self,
        cell: usize,
        boxes: &Cell<D>,
        [moving, statics]: &mut [LargeBoxQueries<D>; 2],
        sink: &mut dyn Sink,
    ) -> Result<u64, Interrupt> {
        let mut tests = 0;
        let place = self.class.grid().place(cell);
        let large = &self.class.large;
        if large.len() > 0 && moving.gather(large, place)? {
            for run in boxes.runs(self.statics_of(cell).as_ref()) {
                tests += self.sweep_against(moving, &run, sink)?;
            }
        }
        match self.static_large() {
            Some(large) if boxes.queries() > 0 && statics.gather(large, place)? => {
                tests += self.sweep_against(statics, &boxes.first(), sink)?;
            }
            _ => {}
        }
        Ok(tests)
    }

    /// Sweeps gathered large boxes against a run.
    fn sweep_against(
        &self,
        large: &mut LargeBoxQueries<D>,
        run: &SortedBoxes<'_, D>,
        sink: &mut dyn Sink,
    ) -> Result<u64, Interrupt> {
        let (queries, ranges) = large.against(run);
        let all = 0..queries.len();
        sweep_into(self.level, &queries, &run.run, ranges, all, &self.finish, sink)
    }
}

/// Fewest records in a job, so that small scenes are not cut to crumbs.
const FEWEST_PER_JOB: usize = 2048;

/// Records that are as much work as to sweep large boxes against the static ones of a cell.
const LARGE_QUERY: usize = 16;

/// Candidates in a part of a heavy cell.
const CANDIDATES_PER_JOB: usize = 1 << 22;

/// What a job does.
#[derive(Clone, Debug, PartialEq, Eq)]
enum CellWork {
    /// Sorts and sweeps a range of cells.
    Cells(Range<usize>),
    /// Sweeps some boxes of the heavy cell.
    Queries(Range<usize>),
    /// Sweeps the large boxes against the heavy cell.
    LargeBoxQueries,
}

/// Jobs, and the heavy cell at work.
#[derive(Default)]
pub(super) struct CellJobs<const D: usize> {
    jobs: Jobs<CellWork, SweepBuffers<D>>,
    heavy: Cell<D>,
}

impl<const D: usize> CellJobs<D> {
    /// Sorts and sweeps all cells of a class.
    pub(super) fn sweep(
        &mut self,
        sweeper: &Sweeper<'_, D>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        self.cut_cells(sweeper)?;
        self.jobs.prepare(|buffers| sweeper.reserve(buffers))?;
        let worker: &Worker<'_, _, _> = &|work, buffers, sink| match work {
            CellWork::Cells(cells) => sweeper.sweep_cells(cells.clone(), buffers, sink),
            CellWork::Queries(_) | CellWork::LargeBoxQueries => Ok(Cost::default()),
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
        sweeper.sort_cell(number, cell)?;
        progress.stages.sort += start.elapsed();
        self.cut_queries(cell)?;
        let cell = &*cell;
        self.jobs.run(progress, &|work, buffers, sink| {
            let start = Clock::start();
            let tests = match work {
                CellWork::Cells(_) => 0,
                CellWork::Queries(queries) => {
                    sweeper.sweep_queries(number, cell, queries.clone(), sink)?
                }
                CellWork::LargeBoxQueries => {
                    buffers.large.iter_mut().for_each(LargeBoxQueries::reset);
                    sweeper.sweep_large(number, cell, &mut buffers.large, sink)?
                }
            };
            Ok(Cost::of_sweep(start, tests))
        })
    }

    /// Cuts the cells into jobs of about equal records.
    fn cut_cells(&mut self, sweeper: &Sweeper<'_, D>) -> Result<(), Error> {
        let cells = sweeper.class.grid().cells();
        let starts = &sweeper.class.bins.starts[..=cells];
        let per_cell = if sweeper.large_meet_statics() { LARGE_QUERY } else { 0 };
        let before = |cell: usize| starts[cell] as usize + per_cell * cell;
        let share = share(before(cells), FEWEST_PER_JOB);
        self.jobs.clear();
        let mut first = 0;
        while first < cells {
            let goal = before(first) + share;
            let last = (first + 1..cells).find(|cell| before(*cell) >= goal).unwrap_or(cells);
            self.jobs.push(CellWork::Cells(first..last))?;
            first = last;
        }
        Ok(())
    }

    /// Cuts the boxes of the heavy cell into jobs of about equal candidates.
    fn cut_queries(&mut self, cell: &Cell<D>) -> Result<(), Error> {
        self.jobs.clear();
        let (mut first, mut candidates) = (0, 0);
        for index in 0..cell.queries() {
            candidates += cell.candidates(index) + 1;
            if candidates >= CANDIDATES_PER_JOB || index + 1 == cell.queries() {
                self.jobs.push(CellWork::Queries(first..index + 1))?;
                (first, candidates) = (index + 1, 0);
            }
        }
        self.jobs.push(CellWork::LargeBoxQueries)
    }

    /// Bytes held, without the threads' buffers.
    pub(super) fn memory_bytes(&self) -> usize {
        self.jobs.memory_bytes() + self.heavy.memory_bytes()
    }
}
