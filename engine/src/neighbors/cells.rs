//! Images sorted into cells, rows of cells, and layers of rows.
//!
//! Only cells that hold something exist, in a list that is sorted like the images, so memory and
//! time do not depend on how far apart these lie.

use std::ops::Range;

use jostle_kernels::simd::{LANES, Quad, prefetch};

use super::{axis::Axis, ingest::Images};
use crate::{
    Error, Pair,
    canonical::Sorter,
    exec::threads,
    memory::{grow, reserve},
};

/// Cells in the reach along a row, by dimension: more fit the sphere better, fewer are filled
/// better. See docs/decisions/neighbors.md.
const PER_REACH: [u32; 4] = [1, 1, 1, 2];

/// Cells that one pass of counting is worth, per image; with more a sort by comparison is faster.
const SPARSE: u64 = 64;

/// Images that one thread numbers one after the other.
const CHUNK: usize = 1 << 13;

/// Images ahead of which one is asked for.
const AHEAD: usize = 16;

/// A cell: layer, row and place in the row, from the outside in. In 2D there is one layer.
type Place = [u32; 3];

/// Consecutive cells of the same layer and row.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct CellRow {
    /// Layer and row.
    pub(super) at: [u32; 2],
    /// The first of its cells.
    pub(super) first: u32,
}

/// Images that are in one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Cell {
    /// Its place in the row.
    pub(super) at: u32,
    /// The first of its images.
    pub(super) first: u32,
}

/// Where every image is.
#[derive(Default)]
pub(super) struct Cells {
    /// Cells in the reach along a row.
    pub(super) per_reach: u32,
    /// Ends with a row behind the last one.
    rows: Vec<CellRow>,
    /// Ends with a cell behind the last one.
    cells: Vec<Cell>,
    /// Indices of images in the order of the cells, and of the images within each.
    order: Vec<u32>,
    /// The images in this order, and a group behind the last that is not a number.
    sorted: Vec<Quad>,
    numbered: Vec<Pair>,
    placed: Vec<[u32; 4]>,
    sorter: Sorter,
}

/// From coordinates to cells.
pub(super) struct CellGrid<const D: usize> {
    axes: [Axis; D],
    /// The least cell on each axis, outermost first, and how many there are.
    least: Place,
    counts: [u64; 3],
}

impl<const D: usize> CellGrid<D> {
    /// Cells of what lies within some extents, such that what is near each other within `reach` on
    /// an axis is in neighboring ones.
    pub(super) fn new(extents: [(f32, f32); D], reach: f64) -> Self {
        let mut axes = [Axis::new(reach, 1); D];
        axes[0] = Axis::new(reach, PER_REACH[D]);
        let mut grid = Self { axes, least: [0; 3], counts: [1; 3] };
        let (low, high) = (extents.map(|x| x.0), extents.map(|x| x.1));
        if low[0] <= high[0] {
            let high = grid.place(high);
            grid.least = grid.place(low);
            grid.counts = [0, 1, 2].map(|k| u64::from(high[k] - grid.least[k]) + 1);
        }
        grid
    }

    /// The cell of an image, relative to the least one; `None` if it is not a number.
    #[inline(always)]
    fn place_of(&self, quad: &Quad) -> Option<Place> {
        if quad[0].is_nan() {
            return None;
        }
        let mut at = [0.0; D];
        at.copy_from_slice(&quad[..D]);
        let place = self.place(at);
        Some([0, 1, 2].map(|k| place[k] - self.least[k]))
    }

    #[inline(always)]
    fn place(&self, at: [f32; D]) -> Place {
        let mut place = [0; 3];
        for axis in 0..D {
            place[2 - axis] = self.axes[axis].cell(at[axis]);
        }
        place
    }

    /// Number of cells of space, if few enough to be worth counting.
    fn countable(&self, images: usize) -> Option<u64> {
        let all = self.counts.iter().try_fold(1_u64, |all, count| all.checked_mul(*count))?;
        let most = (SPARSE * images as u64 + 1024).min(u64::from(u32::MAX));
        (all < most).then_some(all)
    }

    fn number(&self, place: Place) -> u32 {
        let [layer, row, cell] = place.map(u64::from);
        ((layer * self.counts[1] + row) * self.counts[2] + cell) as u32
    }

    fn of_number(&self, number: u32) -> Place {
        let number = u64::from(number);
        let row = number / self.counts[2];
        [row / self.counts[1], row % self.counts[1], number % self.counts[2]].map(|x| x as u32)
    }
}

impl Cells {
    /// Sorts images into the cells of a grid.
    pub(super) fn sort<const D: usize>(
        &mut self,
        images: &Images<D>,
        grid: &CellGrid<D>,
    ) -> Result<(), Error> {
        self.per_reach = PER_REACH[D];
        let valid = images.len() - images.invalid.len();
        reserve(&mut self.order, images.len(), "the order of points")?;
        reserve(&mut self.cells, valid + 1, "the cells of points")?;
        reserve(&mut self.rows, valid + 1, "the cells of points")?;
        self.order.clear();
        match grid.countable(images.len()) {
            Some(all) => self.sort_by_number(images, grid, all as u32, valid)?,
            None => self.sort_by_place(images, grid, valid)?,
        }
        self.gather(images)
    }

    /// Puts the images themselves in order: they are read many times.
    fn gather<const D: usize>(&mut self, images: &Images<D>) -> Result<(), Error> {
        let (len, quads) = (self.order.len(), images.quads());
        grow(&mut self.sorted, len + LANES, "the order of points")?;
        let (sorted, behind) = self.sorted.split_at_mut(len);
        behind.fill([f32::NAN; 4]);
        let order = &self.order;
        threads::for_each_chunk(sorted, CHUNK, |chunk, sorted| {
            for (place, quad) in (chunk * CHUNK..).zip(sorted) {
                if let Some(later) = order.get(place + AHEAD) {
                    prefetch::for_reading(quads, *later as usize);
                }
                *quad = quads[order[place] as usize];
            }
        });
        Ok(())
    }

    /// Sorts by the numbers of cells, where these are dense.
    fn sort_by_number<const D: usize>(
        &mut self,
        images: &Images<D>,
        grid: &CellGrid<D>,
        all: u32,
        valid: usize,
    ) -> Result<(), Error> {
        grow(&mut self.numbered, images.len(), "the order of points")?;
        let numbered = &mut self.numbered[..images.len()];
        threads::for_each_chunk(numbered, CHUNK, |chunk, pairs| {
            for (b, pair) in (chunk * CHUNK..).zip(pairs) {
                // What is not a number goes to the end.
                let place = grid.place_of(&images.quads()[b]);
                *pair = Pair { a: place.map_or(all, |place| grid.number(place)), b: b as u32 };
            }
        });
        self.sorter.sort_up_to(numbered, [all, images.len() as u32])?;
        let numbered = &numbered[..valid];
        self.order.extend(numbered.iter().map(|pair| pair.b));
        let cells = numbered.chunk_by(|x, y| x.a == y.a);
        let places = cells.map(|cell| (grid.of_number(cell[0].a), cell.len()));
        list(&mut self.rows, &mut self.cells, places);
        Ok(())
    }

    /// Sorts by comparing places, where most cells of space are empty.
    fn sort_by_place<const D: usize>(
        &mut self,
        images: &Images<D>,
        grid: &CellGrid<D>,
        valid: usize,
    ) -> Result<(), Error> {
        grow(&mut self.placed, images.len(), "the order of points")?;
        let placed = &mut self.placed[..images.len()];
        threads::for_each_chunk(placed, CHUNK, |chunk, places| {
            for (index, to) in (chunk * CHUNK..).zip(places) {
                let [layer, row, cell] =
                    grid.place_of(&images.quads()[index]).unwrap_or([u32::MAX; 3]);
                *to = [layer, row, cell, index as u32];
            }
        });
        threads::sort_unstable(placed);
        let placed = &placed[..valid];
        self.order.extend(placed.iter().map(|place| place[3]));
        let cells = placed.chunk_by(|x, y| x[..3] == y[..3]);
        let places = cells.map(|cell| ([cell[0][0], cell[0][1], cell[0][2]], cell.len()));
        list(&mut self.rows, &mut self.cells, places);
        Ok(())
    }

    /// Indices of images in the order of the cells.
    pub(super) fn order(&self) -> &[u32] {
        &self.order
    }

    /// The images in the order of the cells, and a group behind them.
    pub(super) fn sorted(&self) -> &[Quad] {
        &self.sorted[..self.order.len() + LANES]
    }

    /// The cells, and one behind the last.
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The row that a cell is in.
    pub(super) fn row_of(&self, cell: usize) -> usize {
        self.rows.partition_point(|row| row.first as usize <= cell) - 1
    }

    /// The cell that an image is in, by its place in the order.
    pub(super) fn cell_of(&self, image: usize) -> usize {
        self.cells.partition_point(|cell| cell.first as usize <= image) - 1
    }

    /// The cells of a row.
    pub(super) fn row(&self, row: usize) -> Range<usize> {
        self.rows[row].first as usize..self.rows[row + 1].first as usize
    }

    /// The layer and the number of a row.
    pub(super) fn place_of_row(&self, row: usize) -> [u32; 2] {
        self.rows[row].at
    }

    /// The rows next to a layer and a row of it, and in that place, in order.
    pub(super) fn rows_around(&self, [layer, at]: [u32; 2]) -> impl Iterator<Item = usize> {
        let rows = &self.rows[..self.rows.len() - 1];
        let around = |x: u32| x.saturating_sub(1)..=x.saturating_add(1);
        around(layer).flat_map(move |layer| {
            let first = rows.partition_point(|row| row.at < [layer, at.saturating_sub(1)]);
            let len = rows[first..]
                .iter()
                .take(3)
                .take_while(|row| row.at <= [layer, at.saturating_add(1)]);
            first..first + len.count()
        })
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.rows.capacity() * size_of::<CellRow>()
            + self.cells.capacity() * size_of::<Cell>()
            + self.order.capacity() * size_of::<u32>()
            + self.sorted.capacity() * size_of::<Quad>()
            + self.numbered.capacity() * size_of::<Pair>()
            + self.placed.capacity() * size_of::<[u32; 4]>()
            + self.sorter.memory_bytes()
    }
}

/// Lists rows and cells, both in order, by the places and sizes of the cells.
fn list(
    rows: &mut Vec<CellRow>,
    cells: &mut Vec<Cell>,
    places: impl Iterator<Item = (Place, usize)>,
) {
    rows.clear();
    cells.clear();
    let mut first = 0;
    for ([layer, row, at], len) in places {
        if rows.last().is_none_or(|last| last.at != [layer, row]) {
            rows.push(CellRow { at: [layer, row], first: cells.len() as u32 });
        }
        cells.push(Cell { at, first });
        first += len as u32;
    }
    rows.push(CellRow { at: [u32::MAX; 2], first: cells.len() as u32 });
    cells.push(Cell { at: u32::MAX, first });
}
