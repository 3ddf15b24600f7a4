//! How the pairs of many ranks touch.

use bytemuck::Pod;
use jostle::{
    Shape,
    digest::Digest,
    narrow::{Contacts, Narrow},
    shape::PreparedShapes,
};

use crate::{
    DistributedBroadPhase, Error, Ranks, border_shapes::BorderShapes, error::unless_it_panics,
    ranks::agree,
};

/// The contacts of the pairs that a [`DistributedBroadPhase`] found.
///
/// Each is the same bits as on one machine, on the rank that reports the pair.
pub struct DistributedContacts<const D: usize> {
    narrow: Narrow<D>,
    own: Contacts<D>,
    border: Contacts<D>,
    shapes: BorderShapes<D>,
}

impl<const D: usize> Default for DistributedContacts<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> DistributedContacts<D> {
    /// No contacts yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            narrow: Narrow::new(),
            own: Contacts::default(),
            border: Contacts::default(),
            shapes: BorderShapes::default(),
        }
    }

    /// Finds how the pairs of a broad phase touch.
    ///
    /// `own` are the shapes whose [bounds](PreparedShapes::bounds) the broad phase was given, and
    /// `shape_of` makes a shape of the record that was given with it, here and where it is copied.
    /// Hulls and composites are not sent: a record names one that all ranks have.
    ///
    /// # Errors
    /// As of [`Narrow::contacts`], and [`Error::Panic`] where `shape_of` panics. There are no
    /// contacts then.
    pub fn update<R: Pod + Sync>(
        &mut self,
        ranks: &impl Ranks,
        phase: &DistributedBroadPhase<D, R>,
        own: &PreparedShapes<D>,
        shape_of: impl Fn(&R) -> Shape<D>,
    ) -> Result<(), Error> {
        let found = unless_it_panics(|| self.find(phase, own, shape_of));
        agree(ranks, found, 0).inspect_err(|_| {
            self.own.clear();
            self.border.clear();
        })
    }

    fn find<R: Pod + Sync>(
        &mut self,
        phase: &DistributedBroadPhase<D, R>,
        own: &PreparedShapes<D>,
        shape_of: impl Fn(&R) -> Shape<D>,
    ) -> Result<(), Error> {
        self.narrow.contacts(own, phase.own_pairs(), &mut self.own)?;
        self.shapes.update(phase, shape_of)?;
        self.narrow.contacts(self.shapes.prepared(), self.shapes.pairs(), &mut self.border)?;
        Ok(())
    }

    /// The contacts of own shapes, by their indices.
    #[must_use]
    pub fn own(&self) -> &Contacts<D> {
        &self.own
    }

    /// The contacts with ghosts. Their indices are for [`border_place`](Self::border_place).
    #[must_use]
    pub fn border(&self) -> &Contacts<D> {
        &self.border
    }

    /// The place at the border, as of the broad phase, of a shape of a contact with a copy.
    ///
    /// # Panics
    /// When no contact has such an index.
    #[must_use]
    pub fn border_place(&self, index: u32) -> u32 {
        self.shapes.place(index)
    }

    /// The digest of the contacts of all ranks, on each of them. Collective.
    ///
    /// # Panics
    /// When `own_ids` are not those of the shapes that contacts were found of.
    pub fn digest<R: Pod + Sync>(
        &self,
        ranks: &impl Ranks,
        phase: &DistributedBroadPhase<D, R>,
        own_ids: &[u64],
    ) -> Digest {
        let own = self.own.digest(|index| own_ids[index as usize]);
        let border = self.border.digest(|index| phase.border_id(self.border_place(index)));
        let mut sums = own.merge(border).sums();
        ranks.sum(&mut sums);
        Digest::from_sums(sums)
    }
}
