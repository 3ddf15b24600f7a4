//! The contacts of some thousand pairs, and the order that they are put in.

use jostle_kernels::{Pair, simd::set_bits};

use super::{CHUNK, Contact, ContactPoint};
use crate::{
    Error,
    memory::{grow, reserve},
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
    pub(super) count: u32,
}

/// The contacts of some thousand pairs, in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Block<const D: usize> {
    pub(super) heads: Vec<Head<D>>,
    pub(super) points: Vec<ContactPoint<D>>,
    /// Contacts in all blocks before.
    pub(super) before: usize,
}

impl<const D: usize> Block<D> {
    pub(super) fn clear(&mut self) {
        self.heads.clear();
        self.points.clear();
    }

    /// Makes room for so many more contacts, and as many points of each.
    pub(super) fn make_room(&mut self, contacts: usize, points: usize) -> Result<(), Error> {
        let (heads, points) = (self.heads.len() + contacts, self.points.len() + contacts * points);
        reserve(&mut self.heads, heads, "contacts")?;
        reserve(&mut self.points, points, "points of contacts")
    }

    pub(super) fn contact(&self, head: &Head<D>) -> Contact<'_, D> {
        let Head { pair, normal, distance, axis, first, count } = *head;
        let points = &self.points[first as usize..][..count as usize];
        Contact { pair, normal, distance, axis, points }
    }

    pub(super) fn contacts(&self) -> impl Iterator<Item = Contact<'_, D>> + '_ {
        self.heads.iter().map(|head| self.contact(head))
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.heads.capacity() * size_of::<Head<D>>()
            + self.points.capacity() * size_of::<ContactPoint<D>>()
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

    /// Adds the contacts in the order of the pairs: a sort by place, with a bit for each instead of
    /// comparisons.
    pub(super) fn emit(&mut self, pairs: &[Pair], to: &mut Vec<Head<D>>) {
        for (number, head) in self.heads.iter().enumerate() {
            let place = head.pair.a;
            self.numbers[place as usize] = number as u16;
            self.places[(place / u32::BITS) as usize] |= 1 << (place % u32::BITS);
        }
        for (word, places) in self.places.iter().enumerate() {
            for bit in set_bits(*places) {
                let place = word * u32::BITS as usize + bit;
                let head = self.heads[usize::from(self.numbers[place])];
                to.push(Head { pair: pairs[place], ..head });
            }
        }
    }
}
