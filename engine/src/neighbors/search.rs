//! The search: for each point what is near it, cell by cell.

use std::ops::Range;

use jostle_kernels::{
    Lanes, Pass, SimdLevel,
    radius_search::{Band, RadiusQuery, scan},
    simd::{LANES, Quad},
    sort::sort_rows,
};

use super::{
    ListKind, RadiusRule, around::Around, candidates::NeighborCandidates, cells::Cells,
    ingest::Images, lists::Shelf, points::Points, settings::NeighborSettings, space::Space,
};
use crate::{
    Error,
    cancel::{self, CancelToken},
    exec::threads::{self, Scratches},
    memory::{grow, reserve},
};

/// Images that one thread works on one after the other.
const CHUNK: usize = 1 << 10;

/// One chunk in so many is searched to tell how many neighbors there will be.
pub(super) const SAMPLED: usize = 32;

/// Neighbors that are sorted and put away at a time, while they are in the cache.
const FLUSH: usize = 1 << 14;

/// Points, and the cells that they are in.
#[derive(Clone, Copy)]
pub(super) struct SortedPoints<'a, const D: usize> {
    pub(super) points: &'a Points<'a, D>,
    pub(super) images: &'a Images<D>,
    pub(super) cells: &'a Cells,
}

/// What a search needs to know.
#[derive(Clone, Copy)]
pub(super) struct Search<'a, const D: usize> {
    pub(super) level: SimdLevel,
    /// Those whose neighbors are searched: the same, or another set.
    pub(super) from: SortedPoints<'a, D>,
    pub(super) to: SortedPoints<'a, D>,
    pub(super) is_between: bool,
    pub(super) space: &'a Space<D>,
    pub(super) shelf: &'a Shelf<'a>,
    /// Up to the reach of the space.
    pub(super) band: Band,
    /// The largest radius of the points, where points have radii.
    pub(super) largest: Option<f32>,
    pub(super) settings: &'a NeighborSettings<D>,
}

/// Buffers of one thread.
#[derive(Default)]
pub(super) struct SearchScratch<const D: usize> {
    candidates: NeighborCandidates<D>,
    /// Keys of neighbors, list behind list.
    found: Vec<u32>,
    /// Points and how many neighbors they have, in the order of `found`.
    lists: Vec<(u32, u32)>,
    /// Neighbors of a point by the squares of their distances.
    nearest: Vec<(f64, u32)>,
    used: usize,
    /// Most candidates that a cell had.
    pub(super) most: usize,
}

impl<const D: usize> SearchScratch<D> {
    /// Makes room for cells of so many candidates.
    pub(super) fn prepare(&mut self, most: usize, by_distance: bool) -> Result<(), Error> {
        // The same for all threads, whichever cells they happened to see: what is a little fuller
        // later needs no memory.
        let room = most.next_power_of_two();
        self.candidates.reserve(room)?;
        grow(&mut self.found, FLUSH + room + LANES, "the neighbors of points")?;
        if by_distance {
            reserve(&mut self.nearest, room, "the neighbors of points")?;
        }
        reserve(&mut self.lists, CHUNK, "the neighbors of points")?;
        // Not before: where memory was refused the next call is to ask for it again.
        self.most = most;
        Ok(())
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.candidates.memory_bytes()
            + 4 * self.found.capacity()
            + 8 * self.lists.capacity()
            + 16 * self.nearest.capacity()
    }
}

impl<const D: usize> Search<'_, D> {
    /// In how many chunks the points are searched.
    pub(super) fn chunks(&self) -> usize {
        self.from.cells.order().len().div_ceil(CHUNK)
    }

    /// Finds the neighbors of the points of one chunk in `every`, and puts them on the shelf.
    pub(super) fn run(
        &self,
        every: usize,
        scratches: &Scratches<SearchScratch<D>>,
        cancel: Option<&CancelToken>,
        faults: &mut Vec<Option<Error>>,
    ) -> Result<(), Error> {
        let images = self.from.cells.order().len();
        let chunks = self.chunks().div_ceil(every);
        faults.clear();
        reserve(faults, chunks, "the parts of points")?;
        faults.resize(chunks, None);
        threads::for_each(faults, |number, fault| {
            if let Err(cancelled) = cancel::check(cancel) {
                *fault = Some(cancelled);
                return;
            }
            let mut scratch = scratches.take();
            let first = number * every * CHUNK;
            let range = first..images.min(first + CHUNK);
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
        let (from, to) = (search.from.cells, search.to.cells);
        scratch.used = 0;
        scratch.lists.clear();
        let mut around = Around::default();
        let mut cell = from.cell_of(range.start);
        let mut row = from.row_of(cell);
        around.enter(to, from.place_of_row(row), from.cells()[cell].at);
        while (from.cells()[cell].first as usize) < range.end {
            if cell == from.row(row).end {
                row += 1;
                around.enter(to, from.place_of_row(row), from.cells()[cell].at);
            }
            around.advance(to, from.cells()[cell].at);
            let first = from.cells()[cell].first as usize;
            let last = from.cells()[cell + 1].first as usize;
            let images = first.max(range.start)..last.min(range.end);
            if search.settings.kind == ListKind::Half && !search.is_between {
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
        let (from, to) = (self.from, self.to);
        let is_point = |image: &usize| (from.cells.order()[*image] as usize) < from.points.len();
        let mut points = images.filter(is_point).peekable();
        if points.peek().is_none() {
            return Ok(());
        }
        let count = around.runs(to.cells).map(|run| run.len()).sum();
        if count > scratch.most {
            scratch.prepare(count, self.settings.nearest.is_some())?;
        }
        scratch.candidates.fill(lanes, to.cells.sorted(), around.runs(to.cells));
        for image in points {
            if scratch.used >= FLUSH {
                self.put_away(scratch);
            }
            let point = from.cells.order()[image] as usize;
            self.point::<L, ABOVE>(lanes, point, &from.cells.sorted()[image], scratch);
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
        let SearchScratch { candidates, found, nearest, .. } = scratch;
        let mut at = [0.0; D];
        at.copy_from_slice(&quad[..D]);
        // Nothing in the other set has the key 0.
        let key = if self.is_between { 0 } else { quad[3].to_bits() };
        let band = if self.largest.is_none() { self.band } else { self.band_of(point) };
        let query = RadiusQuery { at, key, band };
        let room = &mut found[scratch.used..];
        let targets = candidates.targets();
        let mut count = scan::<L, D, ABOVE>(lanes, &query, &targets, room, |candidate| {
            self.reaches(point, candidates.key(candidate), candidates.place(candidate))
        });
        if self.largest.is_some() && self.settings.rule != RadiusRule::Own {
            count = self.keep_reached(point, &mut room[..count]);
        }
        if let Some(most) = self.settings.nearest {
            count = self.keep_nearest(point, &mut room[..count], most, nearest);
        }
        scratch.lists.push((point as u32, count as u32));
        scratch.used += count;
    }

    /// Sorts the lists and puts them on the shelf.
    fn put_away(&self, scratch: &mut SearchScratch<D>) {
        let SearchScratch { found, lists, used, .. } = scratch;
        let found = &mut found[..*used];
        if self.settings.nearest.is_none() && self.shelf.has_room(found.len()) {
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
