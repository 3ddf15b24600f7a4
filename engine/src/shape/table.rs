//! The columns of a kind.

use jostle_kernels::shape::MAX_VERTICES;

use super::change_log::ChangeLog;
use crate::{
    Error,
    exec::threads,
    memory::{reserve, reserve_more, resize},
};

/// Columns of numbers without gaps: a row for each shape of a kind.
#[derive(Clone, Debug, Default)]
pub(super) struct ShapeTable {
    columns: Vec<Vec<f32>>,
    /// The slot of each row's handle.
    slots: Vec<u32>,
    /// Rows whose numbers were changed.
    pub(super) numbers_log: ChangeLog,
    /// Rows whose handle was changed, or the attributes of their shape.
    pub(super) members_log: ChangeLog,
}

impl ShapeTable {
    /// No rows of so many numbers.
    pub(super) fn new(width: usize) -> Self {
        Self { columns: vec![Vec::new(); width], ..Self::default() }
    }

    /// Columns of one length, and the slots of the handles of their rows, if they have some.
    pub(super) fn of_columns(columns: Vec<Vec<f32>>, slots: Vec<u32>) -> Self {
        Self { columns, slots, ..Self::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn columns(&self) -> &[Vec<f32>] {
        &self.columns
    }

    /// The columns, which stay as long as they are.
    pub(super) fn columns_mut(&mut self) -> &mut [Vec<f32>] {
        self.numbers_log.note_all();
        &mut self.columns
    }

    /// The slot of a row's handle.
    pub(super) fn slot(&self, row: usize) -> u32 {
        self.slots[row]
    }

    /// The slots of all handles, by row.
    pub(super) fn slots(&self) -> &[u32] {
        &self.slots
    }

    /// Makes the columns those of another table, without handles.
    pub(super) fn copy_columns(&mut self, from: &Self) -> Result<(), Error> {
        self.numbers_log.note_all();
        reserve(&mut self.columns, from.columns.len(), "the columns of shapes as they were")?;
        self.columns.resize_with(from.columns.len(), Vec::new);
        for (to, from) in self.columns.iter_mut().zip(&from.columns) {
            resize(to, from.len(), 0.0, "the columns of shapes as they were")?;
        }
        threads::for_each(&mut self.columns, |column, to| {
            to.copy_from_slice(&from.columns[column]);
        });
        Ok(())
    }

    /// Makes the columns those of another table that they were a copy of until these rows changed.
    pub(super) fn follow(&mut self, from: &Self, rows: &[u32]) -> Result<(), Error> {
        for column in &mut self.columns {
            resize(column, from.len(), 0.0, "the columns of shapes as they were")?;
        }
        for row in rows.iter().map(|row| *row as usize).filter(|row| *row < from.len()) {
            self.copy_row(row, from, row);
        }
        Ok(())
    }

    /// Makes sure that the next rows can be added.
    pub(super) fn reserve(&mut self, rows: usize) -> Result<(), Error> {
        let what = "the columns of shapes";
        self.columns.iter_mut().try_for_each(|column| reserve_more(column, rows, what))?;
        reserve_more(&mut self.slots, rows, what)
    }

    /// Adds a row.
    pub(super) fn push(&mut self, row: &ShapeRow, slot: u32) {
        for (column, number) in self.columns.iter_mut().zip(row.numbers()) {
            column.push(*number);
        }
        self.slots.push(slot);
        self.note(self.slots.len() - 1);
    }

    /// Adds a row of these numbers, as many as there are columns.
    pub(super) fn push_numbers(&mut self, numbers: &[f32]) {
        for (column, number) in self.columns.iter_mut().zip(numbers) {
            column.push(*number);
        }
        self.slots.push(0);
    }

    /// Replaces a row.
    pub(super) fn set(&mut self, at: usize, row: &ShapeRow) {
        for (column, number) in self.columns.iter_mut().zip(row.numbers()) {
            column[at] = *number;
        }
        self.numbers_log.note(at, self.slots.len());
    }

    /// The numbers of a row.
    pub(super) fn row(&self, at: usize) -> ShapeRow {
        ShapeRow::of(self.columns.iter().map(|column| &column[at..=at]))
    }

    /// Takes out the rows that are not to be kept. The others stay in order.
    pub(super) fn retain(&mut self, keep: impl Fn(usize) -> bool) {
        self.numbers_log.note_all();
        self.members_log.note_all();
        for column in &mut self.columns {
            let mut rows = 0..;
            column.retain(|_| rows.next().is_some_and(&keep));
        }
        let mut rows = 0..;
        self.slots.retain(|_| rows.next().is_some_and(&keep));
    }

    /// Copies a row of another table of the same kind.
    pub(super) fn copy_row(&mut self, row: usize, from: &Self, row_there: usize) {
        for (to, from) in self.columns.iter_mut().zip(&from.columns) {
            to[row] = from[row_there];
        }
        let rows = self.columns.first().map_or(0, Vec::len);
        self.numbers_log.note(row, rows);
    }

    /// Removes a row. The last row takes its place; its slot is returned, if it is another.
    pub(super) fn swap_remove(&mut self, row: usize) -> Option<u32> {
        for column in &mut self.columns {
            column.swap_remove(row);
        }
        self.slots.swap_remove(row);
        let moved = self.slots.get(row).copied();
        if moved.is_some() {
            self.note(row);
        }
        moved
    }

    /// Notes that another shape is in a row.
    fn note(&mut self, row: usize) {
        self.numbers_log.note(row, self.slots.len());
        self.members_log.note(row, self.slots.len());
    }

    pub(super) fn clear(&mut self) {
        self.numbers_log.note_all();
        self.members_log.note_all();
        self.columns.iter_mut().for_each(Vec::clear);
        self.slots.clear();
    }

    /// Copies whole columns in, from column `first` on.
    pub(super) fn copy_in(
        &mut self,
        first: usize,
        columns: &[&[f32]],
        what: &'static str,
    ) -> Result<(), Error> {
        let expected = self.len();
        if let Some(wrong) = columns.iter().find(|column| column.len() != expected) {
            return Err(Error::Length { what, expected, found: wrong.len() });
        }
        self.numbers_log.note_all();
        for (to, from) in self.columns[first..].iter_mut().zip(columns) {
            to.copy_from_slice(from);
        }
        Ok(())
    }

    /// Makes all numbers of a column the same.
    pub(super) fn fill(&mut self, column: usize, number: f32) {
        self.numbers_log.note_all();
        self.columns[column].fill(number);
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let columns: usize = self.columns.iter().map(Vec::capacity).sum();
        4 * (columns + self.slots.capacity())
            + self.numbers_log.memory_bytes()
            + self.members_log.memory_bytes()
    }
}

/// Most numbers in a row: those of a polygon.
const MOST: usize = 6 + 2 * MAX_VERTICES;

/// The numbers of a shape in the order of its kind's columns.
pub(super) struct ShapeRow {
    numbers: [f32; MOST],
    len: usize,
}

impl ShapeRow {
    /// A row of these numbers, zeros positive: `-0.0` would sort before a `+0.0` it is equal to.
    pub(super) fn of<'a>(parts: impl IntoIterator<Item = &'a [f32]>) -> Self {
        let mut row = Self { numbers: [0.0; MOST], len: 0 };
        for number in parts.into_iter().flatten() {
            row.numbers[row.len] = *number + 0.0;
            row.len += 1;
        }
        row
    }

    /// Replaces the last number.
    pub(super) fn set_last(&mut self, number: f32) {
        self.numbers[self.len - 1] = number;
    }

    pub(super) fn numbers(&self) -> &[f32] {
        &self.numbers[..self.len]
    }
}
