//! Cells over threads.
//!
//! The cells of a class are cut into jobs of about as many records each. A cell with so many
//! records that it would keep one thread busy alone is heavy: it is sorted first and its boxes are
//! cut into jobs.

use std::ops::Range;

use super::{
    cell::Cell,
    large_box_queries::LargeBoxQueries,
    sweep::{Scratch, Sweeper},
};
use crate::{
    clock::Clock,
    exec::{
        jobs::{Jobs, share},
        run::{Cost, RunContext, Worker},
        sink::Interrupt,
    },
    span::span,
};

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
