//! What is found about pairs, shown while it is in the cache instead of kept.
//!
//! It is larger than what it is found from: a contact of two boxes in 3D takes up to 164 bytes, and
//! whoever reads it only once need not have the memory for all.

use std::mem;

use jostle_kernels::Pair;

use super::{
    CHUNK, Contact, Narrow, NarrowStats, Separation, Sides,
    block::Block,
    chunk::{PairChunk, PairScratch},
    chunks::by_chunk,
};
use crate::Error;

/// The separations of some of the pairs of a list; see [`Narrow::visit_separations`].
#[derive(Clone, Copy, Debug)]
pub struct SeparationBatch<'a, const D: usize> {
    /// The number of the first pair in the list.
    pub first: usize,
    /// The pairs.
    pub pairs: &'a [Pair],
    /// The separation of each.
    pub separations: &'a [Separation<D>],
}

/// The contacts of some of the pairs of a list, in the order of the list; see
/// [`Narrow::visit_contacts`].
#[derive(Clone, Copy, Debug)]
pub struct ContactBatch<'a, const D: usize> {
    /// The number of their first pair in the list.
    pub first: usize,
    /// The pairs, also those that do not touch.
    pub pairs: &'a [Pair],
    block: &'a Block<D>,
}

impl<'a, const D: usize> ContactBatch<'a, D> {
    /// Number of contacts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.block.heads.len()
    }

    /// Whether no pair touches.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The contacts, in order.
    pub fn iter(&self) -> impl Iterator<Item = Contact<'a, D>> + use<'a, D> {
        self.block.contacts()
    }
}

impl<const D: usize> Narrow<D> {
    /// Tells how far the shapes of each pair are apart, or how deep they overlap, and which way, as
    /// [`separations`](Self::separations) does, but shows it to `visit`, some pairs at a time,
    /// instead of keeping it.
    ///
    /// `visit` is called on all threads of the pool, in no particular order; what it is given tells
    /// its place in the list, and is the same whoever finds it.
    ///
    /// # Errors
    /// [`Error::NoShape`] when a pair refers to a shape that is not there.
    pub fn visit_separations<'a>(
        &mut self,
        shapes: impl Into<Sides<'a, D>>,
        pairs: &[Pair],
        visit: impl Fn(SeparationBatch<'_, D>) + Sync,
    ) -> Result<NarrowStats, Error> {
        let (sides, level) = (shapes.into(), self.level);
        self.show(&sides, pairs, |scratch, chunk| {
            let mut found = mem::take(&mut scratch.found);
            let separations = &mut found[..chunk.pairs.len()];
            let done = scratch.separations(level, &sides, chunk, separations);
            if done.is_ok() {
                visit(SeparationBatch { first: chunk.first, pairs: chunk.pairs, separations });
            }
            scratch.found = found;
            done
        })
    }

    /// Finds the pairs that touch, with the points where they do, as [`contacts`](Self::contacts)
    /// does, but shows them to `visit`, some at a time, instead of keeping them.
    ///
    /// `visit` is called on all threads of the pool, in no particular order; what it is given tells
    /// its place in the list, and is the same whoever finds it.
    ///
    /// # Errors
    /// [`Error::NoShape`] when a pair refers to a shape that is not there.
    pub fn visit_contacts<'a>(
        &mut self,
        shapes: impl Into<Sides<'a, D>>,
        pairs: &[Pair],
        visit: impl Fn(ContactBatch<'_, D>) + Sync,
    ) -> Result<NarrowStats, Error> {
        let (sides, level) = (shapes.into(), self.level);
        self.show(&sides, pairs, |scratch, chunk| {
            let mut block = mem::take(&mut scratch.block);
            block.clear();
            let done = scratch.contacts(level, &sides, chunk, &mut block);
            if done.is_ok() {
                visit(ContactBatch { first: chunk.first, pairs: chunk.pairs, block: &block });
            }
            scratch.block = block;
            done
        })
    }

    /// Works on the chunks of a list, of which nothing is kept.
    fn show(
        &mut self,
        sides: &Sides<'_, D>,
        pairs: &[Pair],
        work: impl Fn(&mut PairScratch<D>, PairChunk<'_>) -> Result<(), Error> + Sync,
    ) -> Result<NarrowStats, Error> {
        let nothing = &mut vec![(); pairs.len()];
        by_chunk(
            &mut self.scratches,
            nothing,
            sides.share(pairs.len(), CHUNK),
            |scratch: &mut PairScratch<D>, first, chunk| {
                let pairs = &pairs[first..][..chunk.len()];
                work(scratch, PairChunk { pairs, first })
            },
        )
    }
}
