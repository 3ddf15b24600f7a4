//! The contacts of some thousand pairs, and the order that they are put in.

use jostle_kernels::{Pair, simd::set_bits};

use super::{CHUNK, Contact, ContactPoint, Separation, composite::PartContact};
use crate::{
    Error,
    memory::{grow, reserve, reserve_one},
};

/// A contact without its points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head<const D: usize> {
    pub(super) pair: Pair,
    pub(super) normal: [f32; D],
    pub(super) distance: f32,
    pub(super) axis: u32,
    /// Its points in the block.
    pub(super) first: u32,
    pub(super) points: PointCount,
}

/// How many points a contact has, and where its parts are in the block, if it is one of parts: one
/// behind its place there, or 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PointCount(u32);

impl PointCount {
    /// Bits of the number of points.
    const BITS: u32 = 3;

    #[inline(always)]
    pub(super) fn new(count: u32) -> Self {
        Self(count)
    }

    /// The same of parts that are at a place.
    pub(super) fn with_parts(self, place: usize) -> Self {
        Self(self.0 | (place as u32 + 1) << Self::BITS)
    }

    #[inline(always)]
    fn count(self) -> usize {
        (self.0 & ((1 << Self::BITS) - 1)) as usize
    }

    fn parts(self) -> Option<usize> {
        ((self.0 >> Self::BITS) as usize).checked_sub(1)
    }
}

/// The contacts of some thousand pairs, in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Block<const D: usize> {
    pub(super) heads: Vec<Head<D>>,
    pub(super) points: Vec<ContactPoint<D>>,
    /// The numbers of the parts that touch, of contacts of composite shapes.
    pub(super) parts: Vec<[u32; 2]>,
    /// Contacts in all blocks before.
    pub(super) before: usize,
}

impl<const D: usize> Block<D> {
    pub(super) fn clear(&mut self) {
        self.heads.clear();
        self.points.clear();
        self.parts.clear();
    }

    /// Makes room for so many more contacts, and as many points of each.
    pub(super) fn make_room(&mut self, contacts: usize, points: usize) -> Result<(), Error> {
        let (heads, points) = (self.heads.len() + contacts, self.points.len() + contacts * points);
        reserve(&mut self.heads, heads, "contacts")?;
        reserve(&mut self.points, points, "points of contacts")
    }

    /// Adds a contact of parts of the pairs of a chunk, whose points are there.
    fn push_part(&mut self, pairs: &[Pair], found: &PartContact<D>) -> Result<(), Error> {
        let PartContact { place, parts, separation, points } = found;
        let Separation { normal, distance, axis } = *separation;
        reserve_one(&mut self.heads, "contacts")?;
        reserve_one(&mut self.parts, "contacts of parts")?;
        let count = PointCount::new(points.len() as u32).with_parts(self.parts.len());
        let pair = pairs[*place as usize];
        self.parts.push(*parts);
        self.heads.push(Head { pair, normal, distance, axis, first: points.start, points: count });
        Ok(())
    }

    /// Adds those contacts of parts whose pairs are before a place in the chunk, and returns the
    /// others.
    // Not inlined: there are none in most chunks, and the loop that asks has few registers.
    #[inline(never)]
    fn push_parts<'a>(
        &mut self,
        pairs: &[Pair],
        of_parts: &'a [PartContact<D>],
        end: usize,
    ) -> Result<&'a [PartContact<D>], Error> {
        let (before, others) =
            of_parts.split_at(of_parts.partition_point(|found| (found.place as usize) < end));
        before.iter().try_for_each(|found| self.push_part(pairs, found))?;
        Ok(others)
    }

    pub(super) fn contact(&self, head: &Head<D>) -> Contact<'_, D> {
        let Head { pair, normal, distance, axis, first, points } = *head;
        let parts = points.parts().map_or([0; 2], |place| self.parts[place]);
        let points = &self.points[first as usize..][..points.count()];
        Contact { pair, normal, distance, axis, points, parts }
    }

    pub(super) fn contacts(&self) -> impl Iterator<Item = Contact<'_, D>> + '_ {
        self.heads.iter().map(|head| self.contact(head))
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.heads.capacity() * size_of::<Head<D>>()
            + self.points.capacity() * size_of::<ContactPoint<D>>()
            + self.parts.capacity() * size_of::<[u32; 2]>()
    }
}

/// The contacts of a chunk in the order in which they were found.
#[derive(Default)]
pub(super) struct Order<const D: usize> {
    /// Each with its place in the chunk instead of the first shape of its pair.
    pub(super) heads: Vec<Head<D>>,
    /// For each place of the chunk at which there is a contact, which of them it is.
    numbers: Vec<u16>,
    /// The places at which there is a contact, a bit for each.
    places: Vec<u32>,
}

impl<const D: usize> Order<D> {
    /// Makes room for the contacts of a chunk, and one that is written over.
    pub(super) fn make_room(&mut self) -> Result<(), Error> {
        reserve(&mut self.heads, CHUNK + 1, "contacts of a chunk")?;
        grow(&mut self.numbers, CHUNK, "contacts of a chunk")?;
        grow(&mut self.places, CHUNK.div_ceil(u32::BITS as usize), "contacts of a chunk")
    }

    pub(super) fn clear(&mut self) {
        self.heads.clear();
        self.places.fill(0);
    }

    /// Adds the contacts in the order of the pairs, and among them those of parts, which are in
    /// order: a sort by place, with a bit for each instead of comparisons.
    pub(super) fn emit(
        &mut self,
        pairs: &[Pair],
        mut of_parts: &[PartContact<D>],
        to: &mut Block<D>,
    ) -> Result<(), Error> {
        // There is room for those of whole shapes only.
        let contacts = to.heads.len() + self.heads.len() + of_parts.len();
        reserve(&mut to.heads, contacts, "contacts")?;
        for (number, head) in self.heads.iter().enumerate() {
            let place = head.pair.a;
            self.numbers[place as usize] = number as u16;
            self.places[(place / u32::BITS) as usize] |= 1 << (place % u32::BITS);
        }
        for (word, places) in self.places.iter().enumerate() {
            for bit in set_bits(*places) {
                let place = word * u32::BITS as usize + bit;
                if of_parts.first().is_some_and(|found| (found.place as usize) < place) {
                    of_parts = to.push_parts(pairs, of_parts, place)?;
                }
                let head = self.heads[usize::from(self.numbers[place])];
                to.heads.push(Head { pair: pairs[place], ..head });
            }
        }
        to.push_parts(pairs, of_parts, pairs.len()).map(|_| ())
    }
}
