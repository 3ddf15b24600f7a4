//! Sweeping cells: from records to pairs.

use std::{ops::Range, time::Instant};

use jostle_kernels::Level;

use super::{
    cell::{Cell, Split},
    class::Class,
    visitors::Visitors,
};
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
    pub(super) split: Split,
}

impl<const D: usize> Sweeper<'_, D> {
    /// Makes room for the largest cell that a thread may have to sort.
    pub(super) fn reserve(&self, scratch: &mut Scratch<D>) -> Result<(), Error> {
        scratch.cell.reserve(self.class.largest_light_cell(), self.split)?;
        scratch.visitors.reserve(self.class.large.len())
    }

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
            let queries = 0..scratch.cell.queries();
            scratch.cell.sweep(self.level, queries, &self.finish, sink)?;
            self.visitors(cell, &scratch.cell, &mut scratch.visitors, sink)?;
            clock = Instant::now();
            times.sweep += clock - sorted;
        }
        Ok(times)
    }

    /// Sorts a cell.
    pub(super) fn build(&self, cell: usize, into: &mut Cell<D>) -> Result<(), Error> {
        let visited = self.class.large.len() > 0;
        let domain = self.class.grid().domain;
        into.build(self.level, &self.class.bins, cell, domain, self.split, visited)
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
        if large.len() == 0 || !visitors.visit(large, self.class.grid().place(cell))? {
            return Ok(());
        }
        for run in boxes.runs() {
            let (queries, ranges) = visitors.against(run);
            let all = 0..queries.len();
            sweep_into(self.level, &queries, &run.run(), ranges, all, &self.finish, sink)?;
        }
        Ok(())
    }
}
