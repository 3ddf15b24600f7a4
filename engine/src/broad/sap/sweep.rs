//! Sweeping cells: from records to pairs.

use std::{ops::Range, time::Instant};

use jostle_kernels::Level;

use super::{cell::Cell, class::Class, visitors::Visitors};
use crate::{
    Error,
    broad::{
        emit::{Finish, Sink, Stop, sweep_into},
        jobs::Times,
    },
};

/// Buffers of one thread.
#[derive(Default)]
pub(super) struct Scratch<const D: usize> {
    pub(super) cell: Cell<D>,
    pub(super) visitors: Visitors<D>,
}

/// What the sweep of a class needs to know.
#[derive(Clone, Copy)]
pub(super) struct Sweeper<'a, const D: usize> {
    pub(super) level: Level,
    pub(super) class: &'a Class<D>,
    pub(super) finish: Finish<'a>,
}

impl<const D: usize> Sweeper<'_, D> {
    /// Sorts and sweeps some cells, except those that are heavy.
    pub(super) fn cells(
        &self,
        cells: Range<usize>,
        scratch: &mut Scratch<D>,
        sink: &mut dyn Sink,
    ) -> Result<Times, Stop> {
        let mut times = Times::default();
        scratch.visitors.reset();
        let mut clock = Instant::now();
        for cell in cells {
            let records = self.class.bins.len(cell);
            if records == 0 || self.class.is_heavy(cell) {
                continue;
            }
            self.build(cell, &mut scratch.cell)?;
            let sorted = Instant::now();
            times.sort += sorted - clock;
            self.queries(0..records, &scratch.cell, sink)?;
            self.visitors(cell, &scratch.cell, &mut scratch.visitors, sink)?;
            clock = Instant::now();
            times.sweep += clock - sorted;
        }
        Ok(times)
    }

    /// Sorts a cell.
    pub(super) fn build(&self, cell: usize, into: &mut Cell<D>) -> Result<(), Error> {
        let with_reach = self.class.large.len() > 0;
        let (blocks, len) = (self.class.bins.blocks(cell), self.class.bins.len(cell));
        into.build(self.level, blocks, len, self.class.grid().domain, with_reach)
    }

    /// Sweeps some of the boxes of a sorted cell against the boxes behind them.
    pub(super) fn queries(
        &self,
        queries: Range<usize>,
        cell: &Cell<D>,
        sink: &mut dyn Sink,
    ) -> Result<(), Stop> {
        let run = cell.run();
        sweep_into(self.level, &run, &run, cell.ranges(), queries, &self.finish, sink)
    }

    /// Sweeps the large boxes that overlap a cell against the boxes in it.
    pub(super) fn visitors(
        &self,
        cell: usize,
        boxes: &Cell<D>,
        visitors: &mut Visitors<D>,
        sink: &mut dyn Sink,
    ) -> Result<(), Stop> {
        let large = &self.class.large;
        if large.len() > 0 && visitors.visit(large, self.class.grid().place(cell), boxes)? {
            let run = visitors.run();
            let (ranges, queries) = (visitors.ranges(), 0..run.len());
            sweep_into(self.level, &run, &boxes.run(), ranges, queries, &self.finish, sink)?;
        }
        Ok(())
    }
}
