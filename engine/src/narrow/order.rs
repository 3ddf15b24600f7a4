//! Contacts of several kinds of pairs, put in the order of the list.

use jostle_kernels::{Pair, simd::set_bits};

use super::{CHUNK, block::Head};
use crate::{
    Error,
    memory::{grow, reserve},
};

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
