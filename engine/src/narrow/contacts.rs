//! What is known of the pairs that touch.

use std::sync::{Mutex, PoisonError};

use jostle_kernels::{Pair, pairs::MAX_POINTS};
#[cfg(feature = "parallel")]
use rayon::prelude::*;

use super::{ContactPoint, block::Block, near::NearContact};
use crate::{
    Error, Pairs,
    digest::{Digest, mix},
    exec::threads,
    memory::reserve,
};

/// The contacts of a list of pairs, in the order of the list: those that touch, with their points.
///
/// Keep it from frame to frame: it reuses its memory.
#[derive(Clone, Debug, Default)]
pub struct Contacts<const D: usize> {
    blocks: Vec<Block<D>>,
    used: usize,
    /// The pairs that each block is of; the last may have fewer.
    share: usize,
    len: usize,
}

/// Two shapes that touch, or are near where that was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<'a, const D: usize> {
    /// The shapes.
    pub pair: Pair,
    /// Unit vector from A to B.
    pub normal: [f32; D],
    /// Minus the depth: at most 0, but where shapes that are [near](super::contact_within) are
    /// contacts as well. Moving B by `-distance * normal` makes them just touch.
    pub distance: f32,
    /// Which axis or feature decided; the test of each pair of kinds says which are its numbers.
    pub axis: u32,
    /// Where they touch: up to two points in 2D, up to four in 3D. Triangles have none.
    pub points: &'a [ContactPoint<D>],
    /// Of [composite shapes](crate::shape::Composite) the numbers of the parts that touch, on A and
    /// on B; 0 for a shape that has none.
    pub parts: [u32; 2],
}

impl<const D: usize> Contacts<D> {
    /// No contacts.
    #[must_use]
    pub const fn new() -> Self {
        Self { blocks: Vec::new(), used: 0, share: 0, len: 0 }
    }

    /// Number of contacts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no pair touches.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Number of points of all contacts.
    #[must_use]
    pub fn points(&self) -> usize {
        self.used().iter().map(|block| block.points.len()).sum()
    }

    /// A contact by its number, in time that grows with the logarithm of their number.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Contact<'_, D>> {
        let behind = self.used().partition_point(|block| block.before <= index);
        let block = self.used().get(behind.checked_sub(1)?)?;
        block.heads.get(index - block.before).map(|head| block.contact(head))
    }

    /// All contacts, in order.
    pub fn iter(&self) -> impl Iterator<Item = Contact<'_, D>> + '_ {
        self.used().iter().flat_map(Block::contacts)
    }

    /// All contacts, in parallel.
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn par_iter(&self) -> impl ParallelIterator<Item = Contact<'_, D>> + '_ {
        self.used().par_iter().flat_map_iter(Block::contacts)
    }

    /// All contacts with their numbers, in parallel.
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn par_numbered(&self) -> impl ParallelIterator<Item = (usize, Contact<'_, D>)> + '_ {
        self.used().par_iter().flat_map_iter(|block| (block.before..).zip(block.contacts()))
    }

    /// Bytes of memory held.
    #[must_use]
    pub fn capacity_bytes(&self) -> usize {
        self.blocks.iter().map(Block::memory_bytes).sum()
    }

    /// Forgets all contacts and keeps the memory.
    pub fn clear(&mut self) {
        (self.used, self.len) = (0, 0);
    }

    /// Lists the pairs of all contacts, in order, in the place of what was in the list.
    pub(crate) fn list_pairs(&mut self, to: &mut Pairs) -> Result<(), Error> {
        to.clear();
        let space = &mut to.space(self.len)?[..self.len];
        let blocks = &mut self.blocks[..self.used];
        threads::for_each_piece(blocks, space, &|block| block.heads.len(), &|block, to| {
            for (to, head) in to.iter_mut().zip(&block.heads) {
                *to = head.pair;
            }
        });
        to.commit(self.len);
        Ok(())
    }

    /// Adds contacts of some of the pairs that these are of, in canonical order.
    pub(super) fn insert(&mut self, pairs: &[Pair], more: &[NearContact<D>]) -> Result<(), Error> {
        let share = self.share;
        let of_block = |number: usize| {
            let end = |number: usize| match pairs.get(number * share) {
                Some(next) => more.partition_point(|found| found.pair.key() < next.key()),
                None => more.len(),
            };
            &more[end(number)..end(number + 1)]
        };
        let blocks = &mut self.blocks[..self.used];
        for (number, block) in blocks.iter_mut().enumerate() {
            block.make_room(of_block(number).len(), MAX_POINTS)?;
        }
        let done = threads::try_for_each_chunk(blocks, 1, |number, block| {
            block[0].insert(of_block(number))
        });
        self.finish();
        done
    }

    fn used(&self) -> &[Block<D>] {
        &self.blocks[..self.used]
    }

    /// Empty blocks, each for the contacts of `share` pairs.
    pub(super) fn restart(&mut self, pairs: usize, share: usize) -> Result<&mut [Block<D>], Error> {
        self.clear();
        let blocks = pairs.div_ceil(share);
        if self.blocks.len() < blocks {
            reserve(&mut self.blocks, blocks, "contacts")?;
            self.blocks.resize_with(blocks, Block::default);
        }
        self.blocks[..blocks].iter_mut().for_each(Block::clear);
        (self.used, self.share) = (blocks, share);
        Ok(&mut self.blocks[..blocks])
    }

    /// Numbers the contacts of all blocks.
    pub(super) fn finish(&mut self) {
        self.len = 0;
        for block in &mut self.blocks[..self.used] {
            block.before = self.len;
            self.len += block.heads.len();
        }
    }
}

impl<const D: usize> Contacts<D> {
    /// The digest of all contacts, whose shapes are named by `name`: equal contacts of shapes with
    /// equal names have equal digests, in whatever order they come and whichever shape of a pair is
    /// the first. Names are to be different. The numbers of axes and features are not part of it,
    /// and two shapes that are the same in every bit have no order. O(contacts), on all threads.
    ///
    /// ```
    /// use jostle::{Shape, World};
    ///
    /// let discs = [0.0, 1.0, 3.0].map(|x| Shape::ball([x, 0.0], 1.0));
    /// let mut worlds = [World::<2>::new(), World::new()];
    /// for disc in &discs {
    ///     worlds[0].shapes_mut().insert(disc.clone())?;
    /// }
    /// for disc in discs.iter().rev() {
    ///     worlds[1].shapes_mut().insert(disc.clone())?;
    /// }
    /// worlds.iter_mut().try_for_each(|world| world.step().map(|_| ()))?;
    /// let there = worlds[0].contacts().digest(|index| index.into());
    /// let back = worlds[1].contacts().digest(|index| 2 - u64::from(index));
    /// assert_eq!(there, back);
    /// # Ok::<(), jostle::Error>(())
    /// ```
    #[must_use]
    pub fn digest(&self, name: impl Fn(u32) -> u64 + Sync) -> Digest {
        let all = Mutex::new(Digest::default());
        threads::for_each_part(self.used(), 1, &|blocks: &[Block<D>]| {
            let contacts = blocks.iter().flat_map(Block::contacts);
            let hashes = contacts.map(|contact| hash(&contact, &name));
            let these = hashes.map(Digest::of_hash).fold(Digest::default(), Digest::merge);
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            *all = all.merge(these);
        });
        all.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A hash of a contact, the shape with the smaller name first.
fn hash<const D: usize>(contact: &Contact<'_, D>, name: impl Fn(u32) -> u64) -> u64 {
    let names = [contact.pair.a, contact.pair.b].map(name);
    let turned = names[0] > names[1];
    let [first, second] = if turned { [names[1], names[0]] } else { names };
    let normal = contact.normal.map(|x| if turned { -x } else { x });
    let head = numbers(mix(mix(first) ^ second), &normal);
    let head = numbers(head, &[contact.distance]);
    contact.points.iter().fold(head, |hash, point| {
        let ContactPoint { on_a, on_b, distance, .. } = point;
        let [first, second] = if turned { [on_b, on_a] } else { [on_a, on_b] };
        numbers(numbers(numbers(hash, first), second), &[*distance])
    })
}

/// A hash with some numbers more, of which both zeros are one.
fn numbers(hash: u64, numbers: &[f32]) -> u64 {
    numbers.iter().fold(hash, |hash, x| mix(hash ^ u64::from((x + 0.0).to_bits())))
}
