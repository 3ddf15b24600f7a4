//! Binning: one pass over the boxes that validates them and scatters them into cells.
//!
//! How many boxes a cell will get is not known beforehand, and counting them first would cost a
//! second pass over all bounds. So a cell's records lie in a chain of blocks that are handed out as
//! cells fill up. The pass cuts the boxes into chunks, at most one per thread, each with blocks of
//! its own. A cell is its chains in chunk order, which is the order that a single pass would have
//! given it.

use std::mem;

use jostle_kernels::{
    Lanes, Pass, Record, SimdLevel,
    bounds::to_rows,
    simd::{LANES, set_bits},
};

use super::{
    blocks::{BinChunk, Refusal},
    grid::{CellRange, GridBudget, LargeSet, SweepGrid},
};
use crate::{
    Error,
    bounds::{Source, with_source},
    exec::threads,
    join::part::{Part, exclusion},
    memory::{grow, reserve_one},
    validate::{InvalidShape, JoinSide},
};

/// Boxes are prefetched so many ahead. The processor sees no streams by itself where records go to
/// some hundred places in turn.
const AHEAD: usize = 48;

/// Boxes from which a second thread pays.
const FEWEST_PER_CHUNK: usize = 4096;

/// Boxes for each cell in each chunk from which more chunks than a few pay: where chains are short
/// their blocks are half empty, and what one thread binned takes others longer to read.
const FEWEST_PER_CHAIN: usize = 32;
const FEW_CHUNKS: usize = 8;

/// Cells whose records one thread counts one after the other.
const CELLS: usize = 256;

/// Chunks, and where the cells begin if all records are counted one behind the other.
#[derive(Default)]
pub(super) struct BinnedRecords {
    chunks: Vec<BinChunk>,
    used: usize,
    pub(super) starts: Vec<u64>,
}

impl BinnedRecords {
    /// Validates all boxes and scatters the valid ones into the cells of the grid, and those that
    /// are too large for it into `large`.
    ///
    /// False when that would go beyond the limits. The grid is then too fine, and the bins hold
    /// nothing.
    pub(super) fn fill<const D: usize>(
        &mut self,
        level: SimdLevel,
        parts: &[Part<'_, D>],
        grid: &SweepGrid<D>,
        large: &mut LargeSet<D>,
        limits: GridBudget,
    ) -> Result<bool, Error> {
        self.cut(parts, grid.cells())?;
        threads::for_each(&mut self.chunks[..self.used], |_, chunk| {
            if !chunk.clear(grid.cells(), limits.copies) {
                return;
            }
            let part = &parts[chunk.part];
            with_source!(part.bounds, source => level.run(Fill { source, part, grid, chunk }));
        });
        let chunks = &self.chunks[..self.used];
        for chunk in chunks {
            match &chunk.outcome {
                None => {}
                Some(Refusal::TooManyCopies) => return Ok(false),
                Some(Refusal::Error(error)) => return Err(error.clone()),
            }
        }
        // Exactly, so that the answer does not depend on how the boxes were cut into chunks.
        let large_boxes: usize = chunks.iter().map(|chunk| chunk.large.len()).sum();
        self.sum_up(grid.cells())?;
        if self.records() > limits.copies || large_boxes > limits.large {
            return Ok(false);
        }
        large.clear(grid.axes)?;
        for chunk in &self.chunks[..self.used] {
            collect_large(chunk, &parts[chunk.part], large)?;
        }
        Ok(true)
    }

    /// Bins with a single cell that holds these records.
    #[cfg(test)]
    pub(super) fn of_one_cell(records: &[Record]) -> Self {
        let mut chunk = BinChunk::default();
        assert!(chunk.clear(1, records.len()), "there is memory for one cell");
        records.iter().for_each(|record| *chunk.next(0) = *record);
        let mut bins = Self { chunks: vec![chunk], used: 1, starts: Vec::new() };
        bins.sum_up(1).expect("there is memory for one cell");
        bins
    }

    /// The invalid boxes, in order.
    pub(super) fn invalid(&self) -> impl Iterator<Item = &InvalidShape> {
        self.chunks[..self.used].iter().flat_map(|chunk| &chunk.invalid)
    }

    /// Number of records in a cell.
    #[inline]
    pub(super) fn len(&self, cell: usize) -> usize {
        (self.starts[cell + 1] - self.starts[cell]) as usize
    }

    /// Number of records in all cells.
    #[inline]
    pub(super) fn records(&self) -> usize {
        self.starts.last().map_or(0, |end| *end as usize)
    }

    /// The records of a cell, block by block.
    pub(super) fn blocks(&self, cell: usize) -> impl Iterator<Item = &[Record]> {
        self.chunks[..self.used].iter().flat_map(move |chunk| chunk.blocks(cell))
    }

    /// The records of a cell and of those behind it, block by block.
    pub(super) fn blocks_from(&self, cell: usize) -> impl Iterator<Item = &[Record]> {
        let cells = self.chunks.first().map_or(0, BinChunk::cells);
        (cell..cells).flat_map(|cell| self.blocks(cell))
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.chunks.iter().map(BinChunk::memory_bytes).sum::<usize>()
            + self.starts.capacity() * size_of::<u64>()
    }

    /// Cuts the parts into chunks of whole groups, for so many cells.
    fn cut<const D: usize>(&mut self, parts: &[Part<'_, D>], cells: usize) -> Result<(), Error> {
        let boxes: usize = parts.iter().map(|part| part.bounds.len()).sum();
        let size = boxes
            .div_ceil(chunks_of(boxes, cells, threads::count()))
            .next_multiple_of(LANES)
            .max(LANES);
        self.used = 0;
        for (index, part) in parts.iter().enumerate() {
            for first in (0..part.bounds.len()).step_by(size) {
                if self.used == self.chunks.len() {
                    reserve_one(&mut self.chunks, "the chunks of boxes")?;
                    self.chunks.push(BinChunk::default());
                }
                let chunk = &mut self.chunks[self.used];
                (chunk.part, chunk.first) = (index, first);
                chunk.last = part.bounds.len().min(first + size);
                self.used += 1;
            }
        }
        Ok(())
    }

    fn sum_up(&mut self, cells: usize) -> Result<(), Error> {
        grow(&mut self.starts, cells + 1, "the cell table")?;
        let Self { chunks, used, starts } = self;
        let chunks = &chunks[..*used];
        threads::for_each_chunk(&mut starts[..cells], CELLS, |number, starts| {
            for (start, cell) in starts.iter_mut().zip(number * CELLS..) {
                *start = chunks.iter().map(|chunk| chunk.len(cell) as u64).sum();
            }
        });
        let mut sum = 0;
        for start in &mut starts[..cells] {
            sum += mem::replace(start, sum);
        }
        starts[cells] = sum;
        self.starts.truncate(cells + 1);
        Ok(())
    }
}

/// How many chunks boxes are cut into, for so many cells and threads.
fn chunks_of(boxes: usize, cells: usize, threads: usize) -> usize {
    let most = (boxes / (FEWEST_PER_CHAIN * cells)).max(FEW_CHUNKS);
    (boxes / FEWEST_PER_CHUNK).clamp(1, threads.min(most))
}

/// Adds the large boxes of a chunk to those of the grid.
fn collect_large<const D: usize>(
    chunk: &BinChunk,
    part: &Part<'_, D>,
    large: &mut LargeSet<D>,
) -> Result<(), Error> {
    for (index, span) in &chunk.large {
        let index = *index as usize;
        if let Ok(aabb) = part.bounds.get(index) {
            large.push(&aabb, part.tags.of(index), *span)?;
        }
    }
    Ok(())
}

struct Fill<'a, 'p, S, const D: usize> {
    source: S,
    part: &'a Part<'p, D>,
    grid: &'a SweepGrid<D>,
    chunk: &'a mut BinChunk,
}

impl<S: Source<D>, const D: usize> Pass for Fill<'_, '_, S, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Fill { source, part, grid, chunk } = self;
        let neighbors = Neighbor::all(grid);
        for first in (chunk.first..chunk.last).step_by(LANES) {
            let count = LANES.min(chunk.last - first);
            source.prefetch(first + AHEAD);
            let mut group = source.load(lanes, first);
            let exist = (1 << count) - 1;
            if group.valid != exist {
                mark_invalid(&source, part.side, first, exist & !group.valid, chunk);
            }
            group.valid &= part.tags.wanted(first);
            let spans = grid.spans(lanes, &group.min, &group.max);
            let (ids, exclusion) = part.tags.load(lanes, first, count);
            let min = permute::<L, D>(&group.min, grid.axes);
            let max = permute::<L, D>(&group.max, grid.axes);
            let rows = to_rows(lanes, min, max, ids, exclusion);
            let small = group.valid & !spans.large;
            let cell_of = |lane: usize| spans.first_cells[lane % LANES] as usize;
            chunk.push_all(small, cell_of, |lane, record| record.set(lanes, rows[lane % LANES]));
            for lane in set_bits(group.valid & spans.large) {
                chunk.push_large((first + lane) as u32, spans.of(lane));
            }
            // All at once, in a loop with one end: whether a box overlaps a neighbor cannot be
            // predicted, nor can the ends of loops per box.
            let cell_of = |bit: usize| cell_of(bit) + neighbors[bit / LANES].cells;
            chunk.push_all(spans.neighbors(small & !spans.long), cell_of, |bit, record| {
                record.set(lanes, rows[bit % LANES]);
                record.add_exclusion(neighbors[bit / LANES].exclusion);
            });
            for lane in set_bits(small & spans.long) {
                push_rest(lanes, grid, spans.of(lane), rows[lane], chunk);
            }
            if chunk.outcome.is_some() {
                return;
            }
        }
    }
}

/// A cell that a box overlaps besides the one it begins in.
#[derive(Clone, Copy)]
struct Neighbor {
    /// How many cells it comes after the first one.
    cells: usize,
    /// The exclusion bits of the copy in it.
    exclusion: u32,
}

impl Neighbor {
    /// Those of a box that overlaps two rows and two columns, in the order of
    /// [`CellRanges::neighbors`](super::grid::CellRanges::neighbors).
    fn all<const D: usize>(grid: &SweepGrid<D>) -> [Self; 3] {
        let to = |row, column| {
            let late_row = row * exclusion::FIRST_ROW;
            Self {
                cells: grid.cell(row, column),
                exclusion: late_row | (column * exclusion::FIRST_COLUMN),
            }
        };
        [to(1, 0), to(0, 1), to(1, 1)]
    }
}

/// Adds copies of a record to all cells it overlaps but the one it begins in.
#[inline(always)]
fn push_rest<L: Lanes, const D: usize>(
    lanes: L,
    grid: &SweepGrid<D>,
    span: CellRange,
    copy: L::Floats,
    chunk: &mut BinChunk,
) {
    for row in span.rows.0..=span.rows.1 {
        let late_row = u32::from(row != span.rows.0) * exclusion::FIRST_ROW;
        for column in span.columns.0..=span.columns.1 {
            let late_column = u32::from(column != span.columns.0) * exclusion::FIRST_COLUMN;
            let late = late_row | late_column;
            if late != 0 {
                let record = chunk.next(grid.cell(row, column));
                record.set(lanes, copy);
                record.add_exclusion(late);
            }
        }
    }
}

#[cold]
fn mark_invalid<S: Source<D>, const D: usize>(
    source: &S,
    side: JoinSide,
    first: usize,
    lanes: u32,
    chunk: &mut BinChunk,
) {
    for lane in set_bits(lanes) {
        let index = first + lane;
        if let Err(reason) = source.get(index) {
            let invalid = InvalidShape { side, index: index as u32, reason };
            if let Err(error) = invalid.push_to(&mut chunk.invalid) {
                chunk.outcome = Some(Refusal::Error(error));
            }
        }
    }
}

/// Axes in the order of the grid: sweep, row, column.
#[inline(always)]
fn permute<L: Lanes, const D: usize>(
    // Not by value: reading all of the copy at once would wait for the stores.
    by_axis: &[L::Floats; D],
    axes: [usize; D],
) -> [L::Floats; D] {
    let mut out = [by_axis[axes[0]]; D];
    for k in 1..D {
        out[k] = by_axis[axes[k]];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thread_has_a_chunk_unless_chains_would_be_short() {
        let million = 1 << 20;
        assert_eq!(chunks_of(million, 600, 64), 54);
        assert_eq!(chunks_of(million, 500, 64), 64);
        assert_eq!(chunks_of(million, 3000, 64), 10);
        assert_eq!([1, 2, 8, 9].map(|threads| chunks_of(million, 20_000, threads)), [1, 2, 8, 8]);
        assert_eq!([0, 8191, 8192].map(|boxes| chunks_of(boxes, 1, 64)), [1, 1, 2]);
    }
}
