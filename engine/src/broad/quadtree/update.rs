//! Inserting, removing and moving objects, and dividing nodes that have too many.

use super::{
    QuadtreeSettings,
    content::{entries, set_aabb},
    span,
    tree::{Common, Entry, NONE, QuadtreeCore, ROOT},
};
use crate::{Aabb, Error, instances::instances};

impl<const D: usize> QuadtreeCore<D> {
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

    /// Takes an object out. O(levels) on average.
    #[inline(never)]
    pub(super) fn remove(&mut self, block: u32, slot: usize) {
        let quad = self.pull(block, slot);
        self.note_change(quad);
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
            let own = self.quad_mut(quad);
            own.own = own.own.with(&Common { aabb: *aabb, exclusion });
            self.note_change(quad);
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

instances![QuadtreeCore::<D>::insert, QuadtreeCore::<D>::remove, QuadtreeCore::<D>::set];

/// Most nodes that wait to be divided: the children of one node on each level.
const WAITING: usize = 4 * (QuadtreeSettings::MOST_LEVELS + 1);

/// Blocks that a division takes more than it gives back: nodes whose objects begin another one.
const DIVISION_BLOCKS: usize = 5;

impl<const D: usize> QuadtreeCore<D> {
    /// Divides a node, and those that come of it, until none has too many objects or they cannot be
    /// divided. Where memory runs out a node stays whole, which costs time only.
    pub(super) fn divide(&mut self, quad: u32) {
        if !self.has_too_many(quad) {
            return;
        }
        let mut waiting = [NONE; WAITING];
        waiting[0] = quad;
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let parent = waiting[count];
            if self.reserve_blocks(DIVISION_BLOCKS).is_err() || !self.add_children(parent) {
                continue;
            }
            self.hand_down(parent);
            for child in self.children(parent) {
                if self.has_too_many(child) {
                    waiting[count] = child;
                    count += 1;
                }
            }
        }
    }

    fn has_too_many(&self, quad: u32) -> bool {
        let quad = self.quad(quad);
        quad.is_leaf() && quad.len > self.max_objects && u32::from(quad.depth) < self.max_levels
    }

    /// Moves the objects of a node to its new children, where they belong there.
    fn hand_down(&mut self, parent: u32) {
        let mut block = self.detach(parent);
        while block != NONE {
            let (node, next) = self.next_of_chain(block);
            for entry in entries(&node, self.offset) {
                let spot = self.spot(&entry.aabb);
                let child = self.child(self.quad(parent), &spot);
                self.push(child.unwrap_or(parent), &entry);
            }
            block = next;
        }
        for child in self.children(parent) {
            let child = self.quad_mut(child);
            (child.below, child.all) = (child.len, child.own);
        }
    }

    /// Moves the objects of the children of a node, which are leaves, to the node, and takes the
    /// children away.
    pub(super) fn merge(&mut self, parent: u32) {
        for child in self.children(parent) {
            let mut block = self.detach(child);
            while block != NONE {
                // Eight objects begin one block at most, and one was just freed.
                let (node, next) = self.next_of_chain(block);
                for entry in entries(&node, self.offset) {
                    self.push(parent, &entry);
                }
                block = next;
            }
        }
        self.remove_children(parent);
    }
}
