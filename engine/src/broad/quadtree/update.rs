//! Inserting, removing and moving objects.

use super::{
    content::set_aabb,
    span,
    tree::{Common, Entry, NONE, ROOT, Tree},
};
use crate::{Aabb, Error, instances::instances};

impl<const D: usize> Tree<D> {
    /// Puts an object that is not in the tree where it belongs. O(levels), and what a division
    /// takes.
    #[inline(never)]
    pub(super) fn insert(&mut self, entry: &Entry<D>) -> Result<(), Error> {
        self.reserve_place(entry.object)?;
        self.reserve_blocks(1)?;
        let spot = self.spot(&entry.aabb);
        let common = Common { aabb: entry.aabb, exclusion: entry.exclusion };
        let mut at = ROOT;
        loop {
            let quad = self.quad_mut(at);
            quad.below += 1;
            quad.all = quad.all.with(&common);
            let Some(child) = self.child(self.quad(at), &spot) else { break };
            at = child;
        }
        self.push(at, entry);
        self.divide(at);
        Ok(())
    }

    /// Takes an object out. O(levels), and the objects of its node where it stood out of the
    /// others.
    #[inline(never)]
    pub(super) fn remove(&mut self, block: u32, slot: usize) {
        let quad = self.pull(block, slot);
        let own = self.quad(quad).own;
        self.quad_mut(quad).own = self.common_within(quad, &own);
        let (mut at, mut changed) = (quad, quad);
        while at != NONE {
            let quad = self.quad_mut(at);
            quad.below -= 1;
            let (parent, inner, below) = (quad.parent, !quad.is_leaf(), quad.below);
            // Half of what makes it divide, so that one object that comes and goes does not do
            // both.
            if inner && below <= self.max_objects / 2 {
                self.merge(at);
                changed = at;
            }
            at = parent;
        }
        self.mend(changed);
    }

    /// Gives an object another box, and moves it to another node if it belongs there.
    #[inline(never)]
    pub(super) fn set(&mut self, block: u32, slot: usize, aabb: &Aabb<D>) -> Result<(), Error> {
        let quad = self.links[block as usize].owner;
        let entry = Entry { aabb: *aabb, ..self.entry(block, slot) };
        if self.stays(quad, aabb) {
            let exclusion = entry.exclusion;
            set_aabb(&mut self.nodes[block as usize], slot, aabb);
            let most = self.quad(quad).own.with(&Common { aabb: *aabb, exclusion });
            self.quad_mut(quad).own = self.common_within(quad, &most);
            self.mend(quad);
            return Ok(());
        }
        // What an insertion needs, before anything is changed.
        self.reserve_blocks(1)?;
        self.remove(block, slot);
        self.insert(&entry)
    }

    /// Whether a box belongs in this node, and not above or below it.
    #[inline(always)]
    pub(super) fn stays(&self, quad: u32, aabb: &Aabb<D>) -> bool {
        let (spot, quad) = (self.spot(aabb), self.quad(quad));
        span::takes(&quad.spans, &spot) && self.child(quad, &spot).is_none()
    }
}

instances![Tree::<D>::insert, Tree::<D>::remove, Tree::<D>::set];
