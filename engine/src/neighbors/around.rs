//! The cells around one, while a search moves along a row of cells.

use std::ops::Range;

use super::cells::Cells;

/// Most rows of cells around a row, itself included: three in each of three layers.
const ROWS: usize = 9;

/// The cells around one, as a window on each of the rows around its row. Windows only move forward
/// along a row, so that all of them together cost as much as there are cells.
#[derive(Default)]
pub(super) struct Around {
    windows: [Window; ROWS],
    count: usize,
}

/// Consecutive cells of a row.
#[derive(Clone, Copy, Default)]
struct Window {
    first: usize,
    end: usize,
    /// Where the row ends.
    last: usize,
}

impl Around {
    /// Begins with a place in a row.
    pub(super) fn enter(&mut self, cells: &Cells, row: [u32; 2], at: u32) {
        let at = at.saturating_sub(cells.per_reach);
        self.count = 0;
        for (window, row) in self.windows.iter_mut().zip(cells.rows_around(row)) {
            let row = cells.row(row);
            let first = row.start + cells.cells()[row.clone()].partition_point(|cell| cell.at < at);
            *window = Window { first, end: first, last: row.end };
            self.count += 1;
        }
    }

    /// Moves on to a place in the same row.
    #[inline(always)]
    pub(super) fn advance(&mut self, cells: &Cells, at: u32) {
        let (cells, reach) = (cells.cells(), cells.per_reach);
        let (low, high) = (at.saturating_sub(reach), at.saturating_add(reach));
        for window in &mut self.windows[..self.count] {
            while window.first < window.last && cells[window.first].at < low {
                window.first += 1;
            }
            window.end = window.end.max(window.first);
            while window.end < window.last && cells[window.end].at <= high {
                window.end += 1;
            }
        }
    }

    /// The images in the windows.
    #[inline(always)]
    pub(super) fn runs(&self, cells: &Cells) -> impl Iterator<Item = Range<usize>> {
        let cells = cells.cells();
        let windows = self.windows[..self.count].iter();
        windows.map(|window| cells[window.first].first as usize..cells[window.end].first as usize)
    }
}
