//! Sweeping cells: from records to pairs.

use std::ops::Range;

use jostle_kernels::SimdLevel;

use super::{
    cell::{Cell, Split},
    class::{Class, LargeSet},
    large_box_queries::LargeBoxQueries,
    sorted::Sorted,
    static_cells::StaticCells,
};
use crate::{
    Error,
    broad::run_buffer::sweep_into,
    clock::Clock,
    exec::{
        run::Cost,
        sink::{Interrupt, Sink},
    },
    join::PairFilter,
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
    fn kept(&self, cell: usize) -> Option<Sorted<'_, D>> {
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
        run: &Sorted<'_, D>,
        sink: &mut dyn Sink,
    ) -> Result<u64, Interrupt> {
        let (queries, ranges) = visitors.against(run);
        let all = 0..queries.len();
        sweep_into(self.level, &queries, &run.run, ranges, all, &self.finish, sink)
    }
}
