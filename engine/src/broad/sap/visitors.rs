//! The large boxes that overlap the cell at work.

use jostle_kernels::sweep::{PADDING, Ranges, Run};

use super::{cell::Cell, class::LargeSet, part::lacks};

/// Large boxes as queries against one cell. Cells are visited row by row, so the large boxes of a
/// row are found once.
#[derive(Default)]
pub(super) struct Visitors<const D: usize> {
    row: Option<u32>,
    in_row: Vec<u32>,
    columns: Vec<Vec<f32>>,
    ids: Vec<u32>,
    lacks: Vec<u32>,
    begins: Vec<u32>,
    ends: Vec<u32>,
    len: usize,
}

impl<const D: usize> Visitors<D> {
    /// Forgets the row: another large set comes next.
    pub(super) fn reset(&mut self) {
        self.row = None;
    }

    /// Gathers the large boxes that overlap the cell at `(row, column)`, and where each can touch
    /// the boxes of the cell. Returns whether there are any.
    pub(super) fn visit(
        &mut self,
        large: &LargeSet<D>,
        (row, column): (u32, u32),
        cell: &Cell<D>,
    ) -> bool {
        self.find_row(large, row);
        self.clear();
        for index in &self.in_row {
            let index = *index as usize;
            let span = large.spans[index];
            if column < span.columns.0 || span.columns.1 < column {
                continue;
            }
            for (k, axis) in large.axes.into_iter().enumerate() {
                self.columns[k].push(large.min[axis][index]);
                self.columns[D + k].push(large.max[axis][index]);
            }
            let late_row = u32::from(row != span.rows.0) * lacks::FIRST_ROW;
            let late_column = u32::from(column != span.columns.0) * lacks::FIRST_COLUMN;
            self.ids.push(large.ids[index]);
            self.lacks.push(large.lacks[index] | late_row | late_column);
            let sweep_axis = large.axes[0];
            let (begin, end) =
                cell.range(large.min[sweep_axis][index], large.max[sweep_axis][index]);
            self.begins.push(begin);
            self.ends.push(end);
        }
        self.pad();
        self.len > 0
    }

    /// The gathered boxes.
    pub(super) fn run(&self) -> Run<'_, D> {
        let min = std::array::from_fn(|axis| &*self.columns[axis]);
        let max = std::array::from_fn(|axis| &*self.columns[D + axis]);
        Run::new(min, max, &self.ids, &self.lacks, self.len).expect("the columns were padded")
    }

    /// Where each of them can touch the boxes of the cell.
    pub(super) fn ranges(&self) -> Ranges<'_> {
        Ranges::Between { begins: &self.begins, ends: &self.ends }
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

    fn clear(&mut self) {
        self.columns.resize_with(2 * D, Vec::new);
        self.columns.iter_mut().for_each(Vec::clear);
        self.ids.clear();
        self.lacks.clear();
        self.begins.clear();
        self.ends.clear();
    }

    fn pad(&mut self) {
        self.len = self.ids.len();
        let padded = self.len + PADDING;
        self.columns.iter_mut().for_each(|column| column.resize(padded, f32::NAN));
        self.ids.resize(padded, 0);
        self.lacks.resize(padded, 0);
    }
}
