//! Binning: one pass over the boxes that gates and counts, one that scatters them into cells.
//!
//! Both passes cut the boxes into chunks, one per thread. The counts of the chunks are summed in
//! chunk order, so every record of a cell has its own place, and lies where a single pass from
//! front to back would have put it.

use jostle_kernels::{Lanes, Level, Pass, Record, lane::LANES, record::to_records};

use super::{
    class::LargeSet,
    grid::{Grid, Span},
};
use crate::{
    Error, Quarantined,
    bounds::{Set, Source, with_source},
    broad::part::{Part, lacks},
    error::grow,
    threads::{self, Scattered},
};

/// A box that overlaps more cells than this is large: it is not copied into them.
pub(super) const MOST_COPIES: u64 = 64;

/// Boxes from which a second thread pays.
const FEWEST_PER_CHUNK: usize = 4096;

/// A range of the boxes of one part, and what the counting pass found in it.
#[derive(Default)]
struct Chunk {
    part: usize,
    first: usize,
    last: usize,
    /// Copies per cell; after the prefix sum, where the next copy goes.
    cells: Vec<u32>,
    copies: u64,
    large: usize,
    quarantined: Vec<Quarantined>,
}

/// Buffers of the binning passes.
#[derive(Default)]
pub(super) struct Bins {
    chunks: Vec<Chunk>,
    used: usize,
    /// Where each cell's records start, and the number of records.
    pub(super) starts: Vec<u32>,
    pub(super) records: Vec<Record>,
}

/// What the counting pass found.
#[derive(Clone, Copy)]
pub(super) struct Census {
    pub(super) copies: u64,
    pub(super) large: usize,
}

impl Bins {
    /// Gates all boxes and counts them per cell.
    pub(super) fn count<const D: usize>(
        &mut self,
        level: Level,
        parts: &[Part<'_, D>],
        grid: &Grid<D>,
    ) -> Result<Census, Error> {
        self.cut(parts);
        let cells = grid.cells();
        for chunk in &mut self.chunks[..self.used] {
            chunk.cells.clear();
            grow(&mut chunk.cells, cells, "the cell counts")?;
            (chunk.copies, chunk.large) = (0, 0);
            chunk.quarantined.clear();
        }
        threads::for_each(&mut self.chunks[..self.used], |_, chunk| {
            let part = &parts[chunk.part];
            with_source!(part.bounds, source => level.run(Count { source, part, grid, chunk }));
        });
        let chunks = &self.chunks[..self.used];
        Ok(Census {
            copies: chunks.iter().map(|chunk| chunk.copies).sum(),
            large: chunks.iter().map(|chunk| chunk.large).sum(),
        })
    }

    /// The boxes that the gate held back, in order.
    pub(super) fn quarantined(&self) -> impl Iterator<Item = &Quarantined> {
        self.chunks[..self.used].iter().flat_map(|chunk| &chunk.quarantined)
    }

    /// Scatters the boxes of the last count into their cells, and the large ones into `large`.
    ///
    /// The caller made sure that the copies fit `u32`.
    pub(super) fn scatter<const D: usize>(
        &mut self,
        level: Level,
        parts: &[Part<'_, D>],
        grid: &Grid<D>,
        large: &mut LargeSet<D>,
    ) -> Result<(), Error> {
        self.sum_up(grid.cells())?;
        let total = self.starts[grid.cells()] as usize;
        grow(&mut self.records, total, "the records of the grid")?;
        let records = Scattered::new(&mut self.records);
        threads::for_each(&mut self.chunks[..self.used], |_, chunk| {
            let part = &parts[chunk.part];
            with_source!(
                part.bounds,
                source => level.run(Scatter { source, part, grid, chunk, records: &records })
            );
        });
        large.clear(grid.axes);
        for chunk in self.chunks[..self.used].iter().filter(|chunk| chunk.large > 0) {
            let part = &parts[chunk.part];
            with_source!(
                part.bounds,
                source => level.run(Collect { source, part, grid, chunk, large })
            );
        }
        Ok(())
    }

    /// The records of a cell.
    pub(super) fn cell(&self, cell: usize) -> &[Record] {
        &self.records[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        let cells: usize = self.chunks.iter().map(|chunk| chunk.cells.capacity()).sum();
        self.records.capacity() * size_of::<Record>()
            + (self.starts.capacity() + cells) * size_of::<u32>()
    }

    /// Cuts the parts into chunks of whole groups.
    fn cut<const D: usize>(&mut self, parts: &[Part<'_, D>]) {
        let boxes: usize = parts.iter().map(|part| part.bounds.len()).sum();
        let wanted = (boxes / FEWEST_PER_CHUNK).clamp(1, threads::count());
        let size = boxes.div_ceil(wanted).next_multiple_of(LANES).max(LANES);
        self.used = 0;
        for (index, part) in parts.iter().enumerate() {
            for first in (0..part.bounds.len()).step_by(size) {
                if self.used == self.chunks.len() {
                    self.chunks.push(Chunk::default());
                }
                let chunk = &mut self.chunks[self.used];
                (chunk.part, chunk.first) = (index, first);
                chunk.last = part.bounds.len().min(first + size);
                self.used += 1;
            }
        }
    }

    /// Turns counts into places.
    fn sum_up(&mut self, cells: usize) -> Result<(), Error> {
        grow(&mut self.starts, cells + 1, "the cell table")?;
        let mut sum = 0;
        for cell in 0..cells {
            self.starts[cell] = sum;
            for chunk in &mut self.chunks[..self.used] {
                let copies = chunk.cells[cell];
                chunk.cells[cell] = sum;
                sum += copies;
            }
        }
        self.starts[cells] = sum;
        Ok(())
    }
}

struct Count<'a, 'p, S, const D: usize> {
    source: S,
    part: &'a Part<'p, D>,
    grid: &'a Grid<D>,
    chunk: &'a mut Chunk,
}

impl<S: Source<D>, const D: usize> Pass for Count<'_, '_, S, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Count { source, part, grid, chunk } = self;
        for first in (chunk.first..chunk.last).step_by(LANES) {
            let group = source.load(lanes, first);
            let exist = exist(chunk.last - first);
            if group.valid != exist {
                quarantine(&source, part.set, first, exist & !group.valid, chunk);
            }
            let spans = grid.spans(lanes, &group.min, &group.max);
            let mut valid = group.valid;
            while valid != 0 {
                let span = spans.of(valid.trailing_zeros() as usize);
                valid &= valid - 1;
                if span.rows.0 == span.rows.1 && span.columns.0 == span.columns.1 {
                    chunk.cells[grid.cell(span.rows.0, span.columns.0)] += 1;
                    chunk.copies += 1;
                } else {
                    count_span(grid, span, chunk);
                }
            }
        }
    }
}

#[inline(always)]
fn count_span<const D: usize>(grid: &Grid<D>, span: Span, chunk: &mut Chunk) {
    if span.cells() > MOST_COPIES {
        chunk.large += 1;
        return;
    }
    chunk.copies += span.cells();
    for row in span.rows.0..=span.rows.1 {
        for column in span.columns.0..=span.columns.1 {
            chunk.cells[grid.cell(row, column)] += 1;
        }
    }
}

/// Bits of the lanes that exist when `left` boxes are left.
#[inline(always)]
fn exist(left: usize) -> u32 {
    if left >= LANES { (1 << LANES) - 1 } else { (1 << left) - 1 }
}

#[cold]
fn quarantine<S: Source<D>, const D: usize>(
    source: &S,
    set: Set,
    first: usize,
    mut lanes: u32,
    chunk: &mut Chunk,
) {
    while lanes != 0 {
        let index = first + lanes.trailing_zeros() as usize;
        lanes &= lanes - 1;
        if let Err(reason) = source.get(index) {
            chunk.quarantined.push(Quarantined { set, index: index as u32, reason });
        }
    }
}

struct Scatter<'a, 'p, S, const D: usize> {
    source: S,
    part: &'a Part<'p, D>,
    grid: &'a Grid<D>,
    chunk: &'a mut Chunk,
    records: &'a Scattered<'a, Record>,
}

impl<S: Source<D>, const D: usize> Pass for Scatter<'_, '_, S, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Scatter { source, part, grid, chunk, records } = self;
        for first in (chunk.first..chunk.last).step_by(LANES) {
            let count = LANES.min(chunk.last - first);
            let group = source.load(lanes, first);
            let spans = grid.spans(lanes, &group.min, &group.max);
            let (ids, lack) = part.tags.load(lanes, first, count);
            let min = permute::<L, D>(group.min, grid.axes);
            let max = permute::<L, D>(group.max, grid.axes);
            let rows = to_records(lanes, min, max, ids, lack);
            let mut valid = group.valid;
            while valid != 0 {
                let lane = valid.trailing_zeros() as usize;
                valid &= valid - 1;
                let span = spans.of(lane);
                if span.rows.0 == span.rows.1 && span.columns.0 == span.columns.1 {
                    let place = &mut chunk.cells[grid.cell(span.rows.0, span.columns.0)];
                    // SAFETY: the counting pass saw this box in this cell. 1. `records` was grown
                    // to the sum of all counts. 2. Places start at the sum of the counts before
                    // them and rise by one per record, so no two are equal.
                    unsafe { records.write(*place as usize, rows[lane]) };
                    *place += 1;
                } else if span.cells() <= MOST_COPIES {
                    scatter_span(grid, span, &rows[lane], chunk, records);
                }
            }
        }
    }
}

#[inline(always)]
fn scatter_span<const D: usize>(
    grid: &Grid<D>,
    span: Span,
    record: &Record,
    chunk: &mut Chunk,
    records: &Scattered<'_, Record>,
) {
    for row in span.rows.0..=span.rows.1 {
        let late_row = u32::from(row != span.rows.0) * lacks::FIRST_ROW;
        for column in span.columns.0..=span.columns.1 {
            let late_column = u32::from(column != span.columns.0) * lacks::FIRST_COLUMN;
            let copy = record.with_lacks(record.lacks() | late_row | late_column);
            let place = &mut chunk.cells[grid.cell(row, column)];
            // SAFETY: as in `Scatter::run`.
            unsafe { records.write(*place as usize, copy) };
            *place += 1;
        }
    }
}

/// Axes in the order of the grid: sweep, row, column.
#[inline(always)]
fn permute<L: Lanes, const D: usize>(by_axis: [L::Floats; D], axes: [usize; D]) -> [L::Floats; D] {
    let mut out = by_axis;
    for k in 0..D {
        out[k] = by_axis[axes[k]];
    }
    out
}

/// Collects the large boxes of a chunk; there are few.
struct Collect<'a, 'p, S, const D: usize> {
    source: S,
    part: &'a Part<'p, D>,
    grid: &'a Grid<D>,
    chunk: &'a Chunk,
    large: &'a mut LargeSet<D>,
}

impl<S: Source<D>, const D: usize> Pass for Collect<'_, '_, S, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Collect { source, part, grid, chunk, large } = self;
        for first in (chunk.first..chunk.last).step_by(LANES) {
            let group = source.load(lanes, first);
            let spans = grid.spans(lanes, &group.min, &group.max);
            for lane in (0..LANES).filter(|lane| group.valid >> lane & 1 == 1) {
                let span = spans.of(lane);
                if span.cells() > MOST_COPIES
                    && let Ok(aabb) = source.get(first + lane)
                {
                    let (id, lack) = part.tags.of(first + lane);
                    large.push(&aabb, id, lack, span);
                }
            }
        }
    }
}
