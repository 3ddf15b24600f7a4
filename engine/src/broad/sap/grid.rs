//! The grid: a sweep axis and strips on the others.

use jostle_kernels::{Lanes, grid::Ruler, lane::LANES};

/// Strips on the axes that are not swept, and the axis that is.
///
/// A cell is a strip on the row axis times a strip on the column axis; in 2D there is one column.
/// Along the sweep axis a cell is as long as the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid<const D: usize> {
    /// The sweep axis, then the row axis, then the column axis.
    pub(super) axes: [usize; D],
    pub(super) rows: Ruler,
    pub(super) columns: Ruler,
    /// Where most boxes are on the sweep axis.
    pub(super) domain: (f32, f32),
}

/// The cells that a box overlaps: inclusive ranges of rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) rows: (u32, u32),
    pub(super) columns: (u32, u32),
}

impl Span {
    /// Number of cells.
    #[inline]
    pub(super) fn cells(&self) -> u64 {
        u64::from(self.rows.1 - self.rows.0 + 1) * u64::from(self.columns.1 - self.columns.0 + 1)
    }
}

/// The spans of eight boxes.
pub(super) struct Spans {
    rows: [[u32; LANES]; 2],
    columns: [[u32; LANES]; 2],
}

impl Spans {
    #[inline(always)]
    pub(super) fn of(&self, lane: usize) -> Span {
        Span {
            rows: (self.rows[0][lane], self.rows[1][lane]),
            columns: (self.columns[0][lane], self.columns[1][lane]),
        }
    }
}

impl<const D: usize> Grid<D> {
    /// Number of cells.
    pub(super) fn cells(&self) -> usize {
        self.rows.strips() as usize * self.columns.strips() as usize
    }

    /// Number of the cell in a row and column.
    #[inline(always)]
    pub(super) fn cell(&self, row: u32, column: u32) -> usize {
        row as usize * self.columns.strips() as usize + column as usize
    }

    /// The row and column of a cell.
    #[inline]
    pub(super) fn place(&self, cell: usize) -> (u32, u32) {
        let columns = self.columns.strips();
        (cell as u32 / columns, cell as u32 % columns)
    }

    /// The cells of eight boxes.
    #[inline(always)]
    pub(super) fn spans<L: Lanes>(
        &self,
        lanes: L,
        min: &[L::Floats; D],
        max: &[L::Floats; D],
    ) -> Spans {
        let row_axis = self.axes[1];
        let rows = strips(lanes, self.rows, min[row_axis], max[row_axis]);
        let mut columns = [[0; LANES]; 2];
        if D > 2 {
            let column_axis = self.axes[2];
            columns = strips(lanes, self.columns, min[column_axis], max[column_axis]);
        }
        Spans { rows, columns }
    }
}

#[inline(always)]
fn strips<L: Lanes>(lanes: L, ruler: Ruler, min: L::Floats, max: L::Floats) -> [[u32; LANES]; 2] {
    let mut out = [[0; LANES]; 2];
    lanes.store_int(ruler.strips_of(lanes, min), &mut out[0]);
    lanes.store_int(ruler.strips_of(lanes, max), &mut out[1]);
    out
}
