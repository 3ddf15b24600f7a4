//! The static boxes of a class, which are kept from run to run.

use std::ops::Range;

use jostle_kernels::{SimdLevel, sweep::PADDING};

use super::{
    bin::BinnedRecords,
    grid::{CellSpace, LargeSet, SweepGrid},
    sorted::{Finder, Index, SortedBoxes},
    sorted_run::{RecordFilter, SortedRun},
};
use crate::{
    Aabb, Error,
    broad::run_buffer::RunBuffer,
    exec::threads::{self, Scratches},
    memory::{reserve, reserve_more},
};

/// Static boxes in the grid of a class, and those too large for it.
#[derive(Default)]
pub(super) struct StaticCells<const D: usize> {
    pub(super) packed: CachedCells<D>,
    pub(super) large: LargeSet<D>,
}

impl<const D: usize> StaticCells<D> {
    /// Takes out a box. Returns whether it is also one of the next class.
    pub(super) fn take_out(
        &mut self,
        level: SimdLevel,
        grid: &SweepGrid<D>,
        id: u32,
        aabb: &Aabb<D>,
    ) -> bool {
        let (span, is_large) = grid.span(level, aabb);
        if is_large {
            let LargeSet { boxes, axes, .. } = &mut self.large;
            // They were listed in the order of their ids.
            let found = boxes.ids[..boxes.len()].binary_search(&id);
            debug_assert!(found.is_ok(), "a large box is listed");
            if let Ok(place) = found {
                // Not on the axis it is swept on. Nothing touches a NaN.
                boxes.min[axes[1]][place] = f32::NAN;
            }
        } else {
            for row in span.rows.0..=span.rows.1 {
                for column in span.columns.0..=span.columns.1 {
                    let found = self.packed.take_out(grid.cell(row, column), id);
                    debug_assert!(found, "a box is in all its cells");
                }
            }
        }
        is_large
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.packed.memory_bytes() + self.large.memory_bytes()
    }
}

/// Parts that the cells are packed in, so that all threads have some.
const CHUNKS: usize = 64;

/// What the memory is for.
const WHAT: &str = "the sorted cells that are kept";

/// The cells of a grid with their boxes in sweep order.
pub(super) struct CachedCells<const D: usize> {
    chunks: Vec<CellChunk<D>>,
    /// Cells in a chunk.
    size: usize,
    scratches: Scratches<SortedRun<D>>,
}

impl<const D: usize> Default for CachedCells<D> {
    fn default() -> Self {
        Self { chunks: Vec::new(), size: 1, scratches: Scratches::default() }
    }
}

/// Some cells one behind the other.
struct CellChunk<const D: usize> {
    /// The boxes of all cells, those of each followed by padding.
    boxes: RunBuffer<D>,
    cells: Vec<CellPlace>,
    /// What positions are found by: of each cell what its index needs.
    words: Vec<u32>,
    outcome: Result<(), Error>,
}

/// Where a cell lies in its chunk.
#[derive(Clone, Copy)]
struct CellPlace {
    first: usize,
    len: usize,
    index: Index,
    first_word: usize,
}

impl<const D: usize> CachedCells<D> {
    /// Sorts the cells of some bins, on all threads. Along the sweep axis most boxes lie within
    /// `domain`.
    pub(super) fn pack(
        &mut self,
        level: SimdLevel,
        bins: &BinnedRecords,
        cells: usize,
        domain: (f32, f32),
    ) -> Result<(), Error> {
        self.size = cells.div_ceil(CHUNKS).max(1);
        let used = cells.div_ceil(self.size);
        reserve(&mut self.chunks, used, WHAT)?;
        self.chunks.resize_with(used, CellChunk::default);
        let (size, scratches) = (self.size, &self.scratches);
        threads::for_each(&mut self.chunks, |number, chunk| {
            let mut run = scratches.take();
            let first = number * size;
            let cells = first..cells.min(first + size);
            chunk.outcome = chunk.fill(level, bins, cells, domain, &mut run);
            scratches.put(run);
        });
        let failed = self.chunks.iter().find_map(|chunk| chunk.outcome.clone().err());
        failed.map_or(Ok(()), Err)
    }

    /// The boxes of a cell, if there are any.
    pub(super) fn cell(&self, cell: usize) -> Option<SortedBoxes<'_, D>> {
        let chunk = &self.chunks[cell / self.size];
        let place = &chunk.cells[cell % self.size];
        (place.len > 0).then(|| chunk.sorted(place))
    }

    /// The boxes of a cell, with their axes in the order of the grid, and their ids.
    pub(super) fn boxes(&self, cell: usize) -> impl Iterator<Item = (Aabb<D>, u32)> {
        let CellChunk { boxes, cells, .. } = &self.chunks[cell / self.size];
        let CellPlace { first, len, .. } = cells[cell % self.size];
        let places = (first..first + len).filter(|place| !boxes.min[1][*place].is_nan());
        places.map(|place| (boxes.get(place), boxes.ids[place]))
    }

    /// Leaves a hole where a box was in a cell. Returns whether it was there.
    pub(super) fn take_out(&mut self, cell: usize, id: u32) -> bool {
        let chunk = &mut self.chunks[cell / self.size];
        let CellPlace { first, len, .. } = chunk.cells[cell % self.size];
        let ids = &chunk.boxes.ids[first..][..len];
        let Some(position) = ids.iter().position(|other| *other == id) else { return false };
        // On an axis that it is not found by. Nothing touches a NaN.
        chunk.boxes.min[1][first + position] = f32::NAN;
        true
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        let of = |chunk: &CellChunk<D>| {
            chunk.boxes.memory_bytes()
                + chunk.cells.capacity() * size_of::<CellPlace>()
                + 4 * chunk.words.capacity()
        };
        self.chunks.iter().map(of).sum::<usize>() + self.scratches.sum(SortedRun::memory_bytes)
    }
}

impl<const D: usize> Default for CellChunk<D> {
    fn default() -> Self {
        Self { boxes: RunBuffer::default(), cells: Vec::new(), words: Vec::new(), outcome: Ok(()) }
    }
}

impl<const D: usize> CellChunk<D> {
    /// Sorts some cells of bins, in place of those that were here.
    fn fill(
        &mut self,
        level: SimdLevel,
        bins: &BinnedRecords,
        cells: Range<usize>,
        domain: (f32, f32),
        run: &mut SortedRun<D>,
    ) -> Result<(), Error> {
        self.cells.clear();
        self.words.clear();
        reserve(&mut self.cells, cells.len(), WHAT)?;
        self.boxes.resize(cells.clone().map(|cell| bins.len(cell) + PADDING).sum())?;
        // They are no queries of their own.
        let space = CellSpace { domain, bytes: None };
        for cell in cells {
            run.build(level, (bins, cell), space, RecordFilter::ALL, true)?;
            self.push(run)?;
        }
        Ok(())
    }

    /// Appends a sorted cell.
    fn push(&mut self, run: &SortedRun<D>) -> Result<(), Error> {
        let first = self.cells.last().map_or(0, |place| place.first + place.len + PADDING);
        let (len, first_word) = (run.len(), self.words.len());
        self.boxes.copy_from(first, &run.boxes);
        let sorted = run.sorted();
        let words: [&[u32]; 2] = match sorted.finder {
            Finder::Buckets { ends, first, .. } => [ends, first],
            Finder::Sorted { maxima, .. } => [bytemuck::cast_slice(maxima), &[]],
        };
        reserve_more(&mut self.words, words[0].len() + words[1].len(), WHAT)?;
        words.into_iter().for_each(|words| self.words.extend_from_slice(words));
        self.cells.push(CellPlace { first, len, index: run.index, first_word });
        Ok(())
    }

    fn sorted(&self, place: &CellPlace) -> SortedBoxes<'_, D> {
        let CellPlace { first, len, index, first_word } = *place;
        let words = &self.words[first_word..];
        let finder = match index {
            Index::Buckets(bins) => {
                let (ends, rest) = words.split_at(bins.bins() as usize);
                Finder::Buckets { buckets: bins, ends, first: &rest[..ends.len()] }
            }
            Index::Sorted => Finder::Sorted {
                minima: &self.boxes.min[0][first..][..len],
                maxima: bytemuck::cast_slice(&words[..len]),
            },
        };
        SortedBoxes { run: self.boxes.part(first, len), finder }
    }
}
