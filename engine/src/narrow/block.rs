//! The contacts of some thousand pairs.

use jostle_kernels::Pair;

use super::{Contact, ContactPoint};
use crate::{Error, memory::reserve};

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
