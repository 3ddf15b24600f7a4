//! The objects of a node: blocks in a chain, all of them full but the first.

use jostle_kernels::{Node, simd::LANES};

use super::tree::{Common, Entry, Link, NONE, QuadtreeCore};
use crate::{Aabb, Error, memory::reserve};

/// Bits of a place that name the slot.
const SLOT_BITS: u32 = LANES.trailing_zeros();

/// Block and slot of a place.
pub(super) fn block_and_slot(place: u32) -> (u32, usize) {
    (place >> SLOT_BITS, (place & (LANES as u32 - 1)) as usize)
}

impl<const D: usize> QuadtreeCore<D> {
    /// Makes room for the place of an object.
    pub(super) fn reserve_place(&mut self, object: u32) -> Result<(), Error> {
        let needed = object as usize + 1;
        if self.places.len() < needed {
            if self.places.capacity() < needed {
                let doubled = needed.max(2 * self.places.capacity());
                reserve(&mut self.places, doubled, "the places of a quadtree")?;
            }
            self.places.resize(needed, NONE);
        }
        Ok(())
    }

    /// Where an object is, if it is in the tree.
    pub(super) fn place(&self, object: u32) -> Option<(u32, usize)> {
        let place = self.places.get(object as usize).copied();
        place.filter(|place| *place != NONE).map(block_and_slot)
    }

    /// What is kept of the object in a slot of a block.
    pub(super) fn entry(&self, block: u32, slot: usize) -> Entry<D> {
        let node = &self.nodes[block as usize];
        let object = node.refs[slot] - self.offset;
        Entry { object, aabb: node.aabb(slot), exclusion: node.exclusion[slot] }
    }

    /// Adds an object to a node, for which there is a free block and a place. Counts above the node
    /// stay as they are.
    pub(super) fn push(&mut self, quad: u32, entry: &Entry<D>) {
        let own = self.quad(quad);
        let (slot, head) = (own.len as usize % LANES, own.block);
        let block = if slot == 0 { self.take_block(quad, head) } else { head };
        self.write(block, slot, entry);
        let own = self.quad_mut(quad);
        own.block = block;
        own.len += 1;
        own.own = own.own.with(&Common { aabb: entry.aabb, exclusion: entry.exclusion });
    }

    /// Puts an object into a slot.
    pub(super) fn write(&mut self, block: u32, slot: usize, entry: &Entry<D>) {
        let node = &mut self.nodes[block as usize];
        set_aabb(node, slot, &entry.aabb);
        node.refs[slot] = entry.object + self.offset;
        node.exclusion[slot] = entry.exclusion;
        self.places[entry.object as usize] = block << SLOT_BITS | slot as u32;
    }

    /// Takes an object out of its node and says which. Counts above the node stay as they are, and
    /// so does what the others have in common.
    pub(super) fn pull(&mut self, block: u32, slot: usize) -> u32 {
        let quad = self.links[block as usize].owner;
        let (head, last) = (self.quad(quad).block, (self.quad(quad).len as usize - 1) % LANES);
        let (gone, moved) = (self.entry(block, slot), self.entry(head, last));
        self.write(block, slot, &moved);
        self.places[gone.object as usize] = NONE;
        let node = &mut self.nodes[head as usize];
        set_aabb(node, last, &Aabb { min: [f32::NAN; D], max: [f32::NAN; D] });
        (node.refs[last], node.exclusion[last]) = (Node::<D>::EMPTY, u32::MAX);
        self.quad_mut(quad).len -= 1;
        if last == 0 {
            self.quad_mut(quad).block = self.links[head as usize].next;
            self.free_block(head);
        }
        quad
    }

    /// Takes all objects out of a node. Its blocks stay, in a chain that begins where it says, for
    /// [`next_of_chain`](Self::next_of_chain).
    pub(super) fn detach(&mut self, quad: u32) -> u32 {
        let own = self.quad_mut(quad);
        (own.len, own.own, own.stale) = (0, Common::EMPTY, 0);
        std::mem::replace(&mut own.block, NONE)
    }

    /// Frees a block of a chain that was detached and gives its boxes and the next block.
    pub(super) fn next_of_chain(&mut self, block: u32) -> (Node<D>, u32) {
        let (node, next) = (self.nodes[block as usize], self.links[block as usize].next);
        self.free_block(block);
        (node, next)
    }

    /// The blocks of a node.
    pub(super) fn chain(&self, quad: u32) -> impl Iterator<Item = u32> + '_ {
        chain(&self.links, self.quad(quad).block)
    }
}

/// The blocks of a chain.
pub(super) fn chain(links: &[Link], first: u32) -> impl Iterator<Item = u32> + '_ {
    let some = |block: u32| (block != NONE).then_some(block);
    std::iter::successors(some(first), move |block| some(links[*block as usize].next))
}

/// What is kept of the objects in a block.
pub(super) fn entries<const D: usize>(
    node: &Node<D>,
    offset: u32,
) -> impl Iterator<Item = Entry<D>> + '_ {
    node.occupied().map(move |(slot, reference)| Entry {
        object: reference - offset,
        aabb: node.aabb(slot),
        exclusion: node.exclusion[slot],
    })
}

/// Sets the box in a slot.
pub(super) fn set_aabb<const D: usize>(node: &mut Node<D>, slot: usize, aabb: &Aabb<D>) {
    for axis in 0..D {
        node.min[axis][slot] = aabb.min[axis];
        node.max[axis][slot] = aabb.max[axis];
    }
}
