//! The search: for each point what is near it, cell by cell.

use std::ops::Range;

use jostle_kernels::{
    Lanes, Pass, SimdLevel,
    radius_search::{Band, RadiusQuery, scan},
    simd::{LANES, Quad},
    sort::sort_rows,
};

use super::{
    candidates::NeighborCandidates,
    cells::Cells,
    ingest::{Images, RankedImage, number_of},
    lists::Shelf,
    points::Points,
    space::Space,
};
use crate::{
    Error,
    exec::threads::{self, Scratches},
    memory::{grow, reserve},
};

/// Images that one thread works on one after the other.
const CHUNK: usize = 1 << 10;

/// Neighbors that are sorted and put away at a time, while they are in the cache.
const FLUSH: usize = 1 << 14;

/// Most rows of cells around a row, itself included: three in each of three layers.
const ROWS: usize = 9;

/// What a search needs to know.
#[derive(Clone, Copy)]
pub(super) struct Search<'a, const D: usize> {
    pub(super) level: SimdLevel,
    pub(super) points: &'a Points<'a, D>,
    pub(super) space: &'a Space<D>,
    pub(super) images: &'a Images<D>,
    pub(super) cells: &'a Cells,
    pub(super) shelf: &'a Shelf<'a>,
    pub(super) band: Band,
    /// Whether only neighbors with a greater index are listed.
    pub(super) half: bool,
}

/// Buffers of one thread.
#[derive(Default)]
pub(super) struct SearchScratch<const D: usize> {
    candidates: NeighborCandidates<D>,
    /// Keys of neighbors, list behind list.
    found: Vec<u32>,
    /// Points and how many neighbors they have, in the order of `found`.
    lists: Vec<(u32, u32)>,
    used: usize,
    /// Most candidates that a cell had.
    pub(super) most: usize,
}

impl<const D: usize> SearchScratch<D> {
    /// Makes room for cells of so many candidates.
    pub(super) fn prepare(&mut self, most: usize) -> Result<(), Error> {
        self.most = most;
        // The same for all threads, whichever cells they happened to see: what is a little fuller
        // later needs no memory.
        let room = most.next_power_of_two();
        self.candidates.reserve(room)?;
        grow(&mut self.found, FLUSH + room + LANES, "the neighbors of points")?;
        reserve(&mut self.lists, CHUNK, "the neighbors of points")
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.candidates.memory_bytes() + 4 * self.found.capacity() + 8 * self.lists.capacity()
    }
}

impl<const D: usize> Search<'_, D> {
    /// Finds the neighbors of all points and puts them on the shelf.
    pub(super) fn run(
        &self,
        scratches: &Scratches<SearchScratch<D>>,
        faults: &mut Vec<Option<Error>>,
    ) -> Result<(), Error> {
        let images = self.cells.order().len();
        let chunks = images.div_ceil(CHUNK);
        faults.clear();
        reserve(faults, chunks, "the parts of points")?;
        faults.resize(chunks, None);
        threads::for_each(faults, |number, fault| {
            let mut scratch = scratches.take();
            let range = number * CHUNK..images.min((number + 1) * CHUNK);
            *fault =
                self.level.run(SearchChunk { search: self, range, scratch: &mut scratch }).err();
            scratches.put(scratch);
        });
        faults.iter_mut().find_map(Option::take).map_or(Ok(()), Err)
    }
}

/// A range of the images, in the order of their cells.
struct SearchChunk<'a, const D: usize> {
    search: &'a Search<'a, D>,
    range: Range<usize>,
    scratch: &'a mut SearchScratch<D>,
}

impl<const D: usize> Pass for SearchChunk<'_, D> {
    type Output = Result<(), Error>;
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<(), Error> {
        let SearchChunk { search, range, scratch } = self;
        let cells = search.cells;
        scratch.used = 0;
        scratch.lists.clear();
        let mut around = Around::default();
        let mut cell = cells.cell_of(range.start);
        let mut row = cells.row_of(cell);
        around.enter(cells, row, cell);
        while (cells.cells()[cell].first as usize) < range.end {
            if cell == cells.row(row).end {
                row += 1;
                around.enter(cells, row, cell);
            }
            around.advance(cells, cell);
            let first = cells.cells()[cell].first as usize;
            let last = cells.cells()[cell + 1].first as usize;
            let images = first.max(range.start)..last.min(range.end);
            if search.half {
                search.cell::<L, true>(lanes, &around, images, scratch)?;
            } else {
                search.cell::<L, false>(lanes, &around, images, scratch)?;
            }
            cell += 1;
        }
        search.put_away(scratch);
        Ok(())
    }
}

/// The cells around one, as a window on each of the rows around its row. Windows only move forward
/// along a row, so that all of them together cost as much as there are cells.
#[derive(Default)]
struct Around {
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
    /// Begins with a cell of a row.
    fn enter(&mut self, cells: &Cells, row: usize, cell: usize) {
        let at = cells.cells()[cell].at.saturating_sub(cells.per_reach);
        self.count = 0;
        for (window, row) in self.windows.iter_mut().zip(cells.rows_around(row)) {
            let row = cells.row(row);
            let first = row.start + cells.cells()[row.clone()].partition_point(|cell| cell.at < at);
            *window = Window { first, end: first, last: row.end };
            self.count += 1;
        }
    }

    /// Moves on to a cell of the same row.
    #[inline(always)]
    fn advance(&mut self, cells: &Cells, cell: usize) {
        let (cells, reach) = (cells.cells(), cells.per_reach);
        let at = cells[cell].at;
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
    fn runs(&self, cells: &Cells) -> impl Iterator<Item = Range<usize>> {
        let cells = cells.cells();
        let windows = self.windows[..self.count].iter();
        windows.map(|window| cells[window.first].first as usize..cells[window.end].first as usize)
    }
}

impl<const D: usize> Search<'_, D> {
    /// Finds the neighbors of some images of a cell.
    #[inline(always)]
    fn cell<L: Lanes, const ABOVE: bool>(
        &self,
        lanes: L,
        around: &Around,
        images: Range<usize>,
        scratch: &mut SearchScratch<D>,
    ) -> Result<(), Error> {
        let is_point = |image: &usize| (self.cells.order()[*image] as usize) < self.points.len();
        let mut points = images.filter(is_point).peekable();
        if points.peek().is_none() {
            return Ok(());
        }
        let sorted = self.cells.sorted();
        let count = around.runs(self.cells).map(|run| run.len()).sum();
        if count > scratch.most {
            scratch.prepare(count)?;
        }
        scratch.candidates.fill(lanes, sorted, around.runs(self.cells));
        for image in points {
            if scratch.used >= FLUSH {
                self.put_away(scratch);
            }
            let point = self.cells.order()[image] as usize;
            self.point::<L, ABOVE>(lanes, point, &sorted[image], scratch);
        }
        Ok(())
    }

    /// Finds the neighbors of a point.
    #[inline(always)]
    fn point<L: Lanes, const ABOVE: bool>(
        &self,
        lanes: L,
        point: usize,
        quad: &Quad,
        scratch: &mut SearchScratch<D>,
    ) {
        let SearchScratch { candidates, found, .. } = scratch;
        let mut at = [0.0; D];
        at.copy_from_slice(&quad[..D]);
        let query = RadiusQuery { at, key: quad[3].to_bits(), band: self.band };
        let room = &mut found[scratch.used..];
        let targets = candidates.targets();
        let count = scan::<L, D, ABOVE>(lanes, &query, &targets, room, |candidate| {
            self.reaches(point, candidates.key(candidate), candidates.place(candidate))
        });
        scratch.lists.push((point as u32, count as u32));
        scratch.used += count;
    }

    /// Whether a point has a neighbor in what has a key, whose image in `f32` is near it.
    #[inline(never)]
    fn reaches(&self, point: usize, key: u32, image: [f32; D]) -> bool {
        let (from, number) = (self.points.get(point), number_of(key));
        match self.images.ranked() {
            None => self.space.reaches(from, self.points.get(number), image),
            Some(ranked) => {
                let RankedImage { point, shift } = ranked[number];
                self.space.reaches_image(from, self.points.get(point as usize), shift)
            }
        }
    }

    /// Sorts the lists and puts them on the shelf.
    fn put_away(&self, scratch: &mut SearchScratch<D>) {
        let SearchScratch { found, lists, used, .. } = scratch;
        let found = &mut found[..*used];
        if self.shelf.has_room(found.len()) {
            sort_lists(self.level, found, lists);
        }
        self.shelf.put(found, lists);
        lists.clear();
        *used = 0;
    }
}

/// Sorts the lists of points and how many neighbors they have, which lie one behind the other.
// A pass of its own: it is long, and wanted in several places.
#[inline(never)]
fn sort_lists(level: SimdLevel, found: &mut [u32], lists: &[(u32, u32)]) {
    level.run(SortLists { found, lists });
}

struct SortLists<'a> {
    found: &'a mut [u32],
    lists: &'a [(u32, u32)],
}

impl Pass for SortLists<'_> {
    type Output = ();
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        sort_rows(lanes, self.found, self.lists.iter().map(|list| list.1 as usize));
    }
}
