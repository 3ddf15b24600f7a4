//! The large boxes that overlap the cell at work.

use jostle_kernels::sweep::{BoxRun, Ranges};

use super::{class::LargeSet, sorted::Sorted};
use crate::{Aabb, Error, broad::run_buffer::RunBuffer, join::part::exclusion, memory::reserve};

/// Large boxes as queries against one cell. Cells are visited row by row, so the large boxes of a
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
    pub(super) fn visit(
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
    pub(super) fn against(&mut self, run: &Sorted<'_, D>) -> (BoxRun<'_, D>, Ranges<'_>) {
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
