//! A shape as a row of numbers.

use jostle_kernels::shape::MAX_VERTICES;

/// Most numbers in a row: those of a polygon.
const MOST: usize = 5 + 2 * MAX_VERTICES;

/// The numbers of a shape in the order of its kind's columns.
pub(super) struct Row {
    numbers: [f32; MOST],
    len: usize,
}

impl Row {
    /// A row of these numbers, zeros positive: `-0.0` would sort before a `+0.0` it is equal to.
    pub(super) fn of<'a>(parts: impl IntoIterator<Item = &'a [f32]>) -> Self {
        let mut row = Self { numbers: [0.0; MOST], len: 0 };
        for number in parts.into_iter().flatten() {
            row.numbers[row.len] = *number + 0.0;
            row.len += 1;
        }
        row
    }

    pub(super) fn numbers(&self) -> &[f32] {
        &self.numbers[..self.len]
    }
}
