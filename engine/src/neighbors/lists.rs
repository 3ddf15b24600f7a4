//! Lists of neighbors, from the order in which they are found to that of the points.

use jostle_kernels::{simd::prefetch, sort::SMALLEST_KEY};

use super::ingest::RankedImage;
use crate::{
    Error,
    exec::{
        disjoint_slice::{BumpAllocator, DisjointSlice},
        threads,
    },
    memory::{grow, grow_filled, reserve},
    validate::InvalidShape,
};

/// Lists, one per point, one behind the other (compressed sparse rows).
#[derive(Default)]
pub(super) struct Lists {
    /// Keys as they are found; whichever thread comes first puts its own first.
    shelved: Vec<u32>,
    /// Per point: where its list is.
    places: Vec<Shelved>,
    offsets: Vec<usize>,
    indices: Vec<u32>,
    /// Per neighbor the rank of its image, where images are ranked.
    ranks: Vec<u32>,
    is_ranked: bool,
    pieces: Vec<ListPiece>,
    len: usize,
}

/// A list among those that were found.
#[derive(Clone, Copy, Default)]
struct Shelved {
    first: usize,
    len: u32,
}

/// Points whose lists one thread puts in place.
struct ListPiece {
    first: usize,
    end: usize,
    indices: usize,
}

/// Points in a piece.
const PIECE: usize = 1 << 12;

/// Points ahead of which a list is asked for.
const AHEAD: usize = 12;

const WHAT: &str = "the neighbors of points";

/// Where lists are put by all threads.
pub(super) struct Shelf<'a> {
    shelved: DisjointSlice<'a, u32>,
    places: DisjointSlice<'a, Shelved>,
    room: usize,
    claims: BumpAllocator,
}

impl Shelf<'_> {
    /// Whether so many keys may still have a place.
    pub(super) fn has_room(&self, len: usize) -> bool {
        self.claims.total() + len as u64 <= self.room as u64
    }

    /// Puts lists, which lie one behind the other in `keys` and are told by point and length, if
    /// there is room for them, and counts them if not.
    ///
    /// Each point may come once only.
    pub(super) fn put(&self, keys: &[u32], lists: &[(u32, u32)]) {
        let mut first = self.claims.take(keys.len());
        // SAFETY: 1. claims do not overlap, and nobody reads before all is put.
        let Some(room) = (unsafe { self.shelved.range_mut(first, keys.len()) }) else { return };
        room.copy_from_slice(keys);
        for (point, len) in lists {
            // SAFETY: 1. there is a place for each point. 2. each point is in the list once, as
            // there is one image of it in the box, and that is in one chunk.
            unsafe { self.places.write(*point as usize, Shelved { first, len: *len }) };
            first += *len as usize;
        }
    }

    /// How many keys came.
    pub(super) fn total(&self) -> u64 {
        self.claims.total()
    }
}

impl Lists {
    /// No lists.
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.offsets.clear();
    }

    /// A shelf for lists of so many points, except those that have none.
    pub(super) fn shelf(
        &mut self,
        points: usize,
        none: &[InvalidShape],
    ) -> Result<Shelf<'_>, Error> {
        grow_filled(&mut self.places, points, WHAT)?;
        none.iter().for_each(|point| self.places[point.index as usize] = Shelved::default());
        Ok(Shelf {
            room: self.shelved.len(),
            shelved: DisjointSlice::new(&mut self.shelved),
            places: DisjointSlice::new(&mut self.places[..points]),
            claims: BumpAllocator::default(),
        })
    }

    /// Whether there is no room on the shelf at all.
    pub(super) fn has_no_room(&self) -> bool {
        self.shelved.is_empty()
    }

    /// Makes room for about so many. Where it is refused the shelf stays as it is: a search counts
    /// how many there are, which may be fewer.
    pub(super) fn expect(&mut self, total: u64) {
        let _ = self.make_room(total);
    }

    /// Makes room on the shelf, and says whether there was enough.
    pub(super) fn holds(&mut self, total: u64) -> Result<bool, Error> {
        let enough = total <= self.shelved.len() as u64;
        if !enough {
            self.make_room(total)?;
        }
        Ok(enough)
    }

    fn make_room(&mut self, total: u64) -> Result<(), Error> {
        let total = usize::try_from(total).unwrap_or(usize::MAX);
        // With some to spare, or a list that grows a little would be searched for twice each time.
        grow(&mut self.shelved, total.saturating_add(total / 8), WHAT)
    }

    /// Puts what is on the shelf in the order of the points.
    pub(super) fn assemble<const D: usize>(
        &mut self,
        points: usize,
        ranked: Option<&[RankedImage<D>]>,
    ) -> Result<(), Error> {
        grow(&mut self.offsets, points + 1, WHAT)?;
        self.pieces.clear();
        reserve(&mut self.pieces, points.div_ceil(PIECE), WHAT)?;
        let mut total = 0;
        for (number, places) in self.places[..points].chunks(PIECE).enumerate() {
            let (first, before) = (number * PIECE, total);
            for (offset, place) in self.offsets[first..].iter_mut().zip(places) {
                *offset = total;
                total += place.len as usize;
            }
            let end = first + places.len();
            self.pieces.push(ListPiece { first, end, indices: total - before });
        }
        self.offsets[points] = total;
        grow(&mut self.indices, total, WHAT)?;
        let (shelved, places) = (&self.shelved, &self.places);
        let indices = &mut self.indices[..total];
        threads::for_each_piece(&mut self.pieces, indices, &|piece| piece.indices, &|piece, to| {
            let mut rest = to;
            for (point, place) in (piece.first..).zip(&places[piece.first..piece.end]) {
                if let Some(later) = places.get(point + AHEAD) {
                    prefetch::for_reading(shelved, later.first);
                }
                let (to, behind) = rest.split_at_mut(place.len as usize);
                let from = &shelved[place.first..place.first + to.len()];
                to.iter_mut().zip(from).for_each(|(to, key)| *to = key - SMALLEST_KEY);
                rest = behind;
            }
        });
        self.is_ranked = ranked.is_some();
        if let Some(ranked) = ranked {
            grow(&mut self.ranks, total, WHAT)?;
            let both = (&mut self.indices[..total], &mut self.ranks[..total]);
            threads::for_each_piece(
                &mut self.pieces,
                both,
                &|piece| piece.indices,
                &|_, (indices, ranks)| {
                    for (index, rank) in indices.iter_mut().zip(ranks) {
                        *rank = *index;
                        *index = ranked[*rank as usize].point;
                    }
                },
            );
        }
        self.len = points;
        Ok(())
    }

    /// Number of lists.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Where each list begins, and where the last one ends.
    pub(super) fn offsets(&self) -> &[usize] {
        if self.offsets.is_empty() { &[0] } else { &self.offsets[..=self.len] }
    }

    /// All lists.
    pub(super) fn indices(&self) -> &[u32] {
        &self.indices[..self.offsets()[self.len]]
    }

    /// The ranks of the images in all lists, where these are ranked.
    pub(super) fn ranks(&self) -> Option<&[u32]> {
        self.is_ranked.then(|| &self.ranks[..self.offsets()[self.len]])
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        4 * (self.shelved.capacity() + self.indices.capacity() + self.ranks.capacity())
            + size_of::<Shelved>() * self.places.capacity()
            + size_of::<usize>() * self.offsets.capacity()
            + size_of::<ListPiece>() * self.pieces.capacity()
    }
}
