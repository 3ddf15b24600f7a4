//! The grid: a sweep axis and bins on the others.

use crate::{Error, broad::run_buffer::RunBuffer, memory::reserve_one};
use jostle_kernels::{
    Aabb, Lanes, Pass, SimdLevel,
    simd::LANES,
    sweep::{AxisBins, ByteBins, Grading},
};

/// Bins on the axes that are not swept, and the axis that is.
///
/// A cell is a bin on the row axis times a bin on the column axis; in 2D there is one column. Along
/// the sweep axis a cell is as long as the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SweepGrid<const D: usize> {
    /// The sweep axis, then the row axis, then the column axis.
    pub(super) axes: [usize; D],
    pub(super) rows: AxisBins,
    pub(super) columns: AxisBins,
    /// What coordinates on the row axis and on the column axis become before they are binned.
    pub(super) gradings: [Option<Grading>; 2],
    /// Where most boxes are on the sweep axis.
    pub(super) domain: (f32, f32),
}

/// Where the boxes of a cell are.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellSpace {
    /// Where most of them are on the sweep axis.
    pub(super) domain: (f32, f32),
    /// The bins that their bounds on the other axes are in, if that is of use.
    pub(super) bytes: Option<ByteBins>,
}

/// The cells that a box overlaps: inclusive ranges of rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellRange {
    pub(super) rows: (u32, u32),
    pub(super) columns: (u32, u32),
}

/// A box that is this many bins long on an axis is large: it is not copied into its cells. Where
/// bins are graded, boxes of any size are long around the center.
const LARGE: f32 = 8.0;
const LARGE_GRADED: f32 = 32.0;

/// The spans of eight boxes.
pub(super) struct CellRanges {
    rows: [[u32; LANES]; 2],
    columns: [[u32; LANES]; 2],
    /// The cells that the boxes begin in.
    pub(super) first_cells: [u32; LANES],
    /// Bit per lane: overlaps the next row as well, and no others.
    next_row: u32,
    /// Bit per lane: overlaps the next column as well, and no others.
    next_column: u32,
    /// Bit per lane: overlaps more than two rows or columns.
    pub(super) long: u32,
    /// Bit per lane: overlaps so many cells that it is not to be copied into them.
    pub(super) large: u32,
}

impl CellRanges {
    #[inline(always)]
    pub(super) fn of(&self, lane: usize) -> CellRange {
        CellRange {
            rows: (self.rows[0][lane], self.rows[1][lane]),
            columns: (self.columns[0][lane], self.columns[1][lane]),
        }
    }

    /// Those of some lanes, none of them `long`, that overlap the cell in the next row, in the next
    /// column and in both: eight bits each, from the lowest on.
    #[inline(always)]
    pub(super) fn neighbors(&self, lanes: u32) -> u32 {
        let (row, column) = (lanes & self.next_row, lanes & self.next_column);
        row | column << LANES | (row & column) << (2 * LANES)
    }
}

struct RangeOfBox<'a, const D: usize>(&'a SweepGrid<D>, &'a Aabb<D>);

impl<const D: usize> Pass for RangeOfBox<'_, D> {
    type Output = (CellRange, bool);

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> (CellRange, bool) {
        let Self(grid, aabb) = self;
        let (mut min, mut max) = ([lanes.splat(0.0); D], [lanes.splat(0.0); D]);
        // A loop: `map` is not always inlined.
        for axis in 0..D {
            (min[axis], max[axis]) = (lanes.splat(aabb.min[axis]), lanes.splat(aabb.max[axis]));
        }
        let spans = grid.spans(lanes, &min, &max);
        (spans.of(0), spans.large & 1 != 0)
    }
}

impl<const D: usize> SweepGrid<D> {
    /// The cells of a box, and whether it is large.
    pub(super) fn span(&self, level: SimdLevel, aabb: &Aabb<D>) -> (CellRange, bool) {
        level.run(RangeOfBox(self, aabb))
    }

    /// Number of cells.
    pub(super) fn cells(&self) -> usize {
        self.rows.bins() as usize * self.columns.bins() as usize
    }

    /// Where a cell begins and ends on the row axis and on the column axis, up to rounding; for
    /// pictures.
    pub(super) fn ends(&self, (row, column): (u32, u32)) -> [(f32, f32); 2] {
        let ends = [self.rows.ends(row), self.columns.ends(column)];
        std::array::from_fn(|k| (self.ungraded(k, ends[k].0), self.ungraded(k, ends[k].1)))
    }

    /// Where the boxes of a cell are. In 2D they are on one more axis only, where it saves nothing
    /// to know their bounds in bytes.
    pub(super) fn space_of(&self, cell: usize) -> CellSpace {
        let bytes = (D > 2).then(|| {
            let (row, column) = self.place(cell);
            let ends = [self.rows.inner_ends(row), self.columns.inner_ends(column)];
            let ends = [0, 1].map(|k| (self.ungraded(k, ends[k].0), self.ungraded(k, ends[k].1)));
            ByteBins::new(ends)
        });
        CellSpace { domain: self.domain, bytes: bytes.flatten() }
    }

    /// The planes between bins: axis and coordinate, up to rounding; for pictures.
    pub(super) fn cuts(&self) -> impl Iterator<Item = (usize, f32)> + '_ {
        let bins = [self.rows, self.columns].into_iter().enumerate();
        bins.zip(&self.axes[1..]).flat_map(move |((k, bins), axis)| {
            (1..bins.bins()).map(move |bin| (*axis, self.ungraded(k, bins.ends(bin).0)))
        })
    }

    fn ungraded(&self, k: usize, at: f32) -> f32 {
        self.gradings[k].filter(|_| at.is_finite()).map_or(at, |grading| grading.at(at))
    }

    /// Number of the cell in a row and column.
    #[inline(always)]
    pub(super) fn cell(&self, row: u32, column: u32) -> usize {
        row as usize * self.columns.bins() as usize + column as usize
    }

    /// The row and column of a cell.
    #[inline]
    pub(super) fn place(&self, cell: usize) -> (u32, u32) {
        let columns = self.columns.bins();
        (cell as u32 / columns, cell as u32 % columns)
    }

    /// The cells of eight boxes.
    #[inline(always)]
    pub(super) fn spans<L: Lanes>(
        &self,
        lanes: L,
        min: &[L::Floats; D],
        max: &[L::Floats; D],
    ) -> CellRanges {
        let axis = self.axes[1];
        let rows = axis_ranges(lanes, self.rows, &self.gradings[0], min[axis], max[axis]);
        let mut first_cells = rows.first;
        let mut spans = CellRanges {
            rows: rows.ends,
            columns: [[0; LANES]; 2],
            first_cells: [0; LANES],
            next_row: rows.next,
            next_column: 0,
            long: rows.long,
            large: rows.large,
        };
        if D > 2 {
            let axis = self.axes[2];
            let columns = axis_ranges(lanes, self.columns, &self.gradings[1], min[axis], max[axis]);
            (spans.columns, spans.next_column) = (columns.ends, columns.next);
            spans.long |= columns.long;
            spans.large |= columns.large;
            let before = lanes.mul_int(rows.first, lanes.splat_int(self.columns.bins()));
            first_cells = lanes.add_int(before, columns.first);
        }
        lanes.store_int(first_cells, &mut spans.first_cells);
        spans
    }
}

/// The bins of eight intervals on an axis.
struct AxisRanges<L: Lanes> {
    /// The first of them.
    first: L::Ints,
    /// The first and the last of them.
    ends: [[u32; LANES]; 2],
    /// Bit per lane: there are two of them, or more than two, or so many that the box is large.
    next: u32,
    long: u32,
    large: u32,
}

#[inline(always)]
fn axis_ranges<L: Lanes>(
    lanes: L,
    bins: AxisBins,
    grading: &Option<Grading>,
    mut min: L::Floats,
    mut max: L::Floats,
) -> AxisRanges<L> {
    let mut large = LARGE;
    if let Some(grading) = grading {
        (min, max) = (grading.octaves_of(lanes, min), grading.octaves_of(lanes, max));
        large = LARGE_GRADED;
    }
    let (low, high) = (bins.positions(lanes, min), bins.positions(lanes, max));
    let (first, last) = (lanes.truncate(low), lanes.truncate(high));
    let mut ends = [[0; LANES]; 2];
    lanes.store_int(first, &mut ends[0]);
    lanes.store_int(last, &mut ends[1]);
    let one = lanes.bits(lanes.eq_int(first, last));
    let next = lanes.bits(lanes.eq_int(lanes.add_int(first, lanes.splat_int(1)), last));
    let large = lanes.bits(lanes.le(lanes.splat(large), lanes.sub(high, low)));
    AxisRanges { first, ends, next, long: 0xff & !(one | next), large }
}

/// Boxes that overlap too many cells of a grid to be copied into them.
pub(super) struct LargeSet<const D: usize> {
    pub(super) boxes: RunBuffer<D>,
    pub(super) spans: Vec<CellRange>,
    /// Axes of the grid: the columns of the boxes are in the order of the user's axes.
    pub(super) axes: [usize; D],
}

impl<const D: usize> Default for LargeSet<D> {
    fn default() -> Self {
        let axes = std::array::from_fn(|axis| axis);
        Self { boxes: RunBuffer::default(), spans: Vec::new(), axes }
    }
}

impl<const D: usize> LargeSet<D> {
    pub(super) fn len(&self) -> usize {
        self.boxes.len()
    }

    pub(super) fn clear(&mut self, axes: [usize; D]) -> Result<(), Error> {
        self.spans.clear();
        self.axes = axes;
        self.boxes.resize(0)
    }

    pub(super) fn push(
        &mut self,
        aabb: &Aabb<D>,
        (id, exclusion): (u32, u32),
        span: CellRange,
    ) -> Result<(), Error> {
        reserve_one(&mut self.spans, "the large boxes")?;
        self.spans.push(span);
        self.boxes.push(aabb, id, exclusion)
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.boxes.memory_bytes() + self.spans.capacity() * size_of::<CellRange>()
    }
}

/// What a grid has to keep to. The sample can mislead the plan; this holds whatever it says.
#[derive(Clone, Copy)]
pub(super) struct GridBudget {
    /// The most records of boxes in cells.
    pub(super) copies: usize,
    /// The most boxes that are too large for the grid.
    pub(super) large: usize,
}

impl GridBudget {
    /// Those for so many boxes.
    pub(super) fn of(boxes: usize) -> Self {
        Self { copies: 6 * boxes + 4096, large: boxes / 4 }
    }
}
