//! Dividing nodes that have too many objects, and making them whole again.

use super::{
    QuadtreeSettings,
    content::entries,
    tree::{NONE, Tree},
};

/// Most nodes that wait to be divided: the children of one node on each level.
const WAITING: usize = 4 * (QuadtreeSettings::MOST_LEVELS + 1);

/// Blocks that a division takes more than it gives back: nodes whose objects begin another one.
const DIVISION_BLOCKS: usize = 5;

impl<const D: usize> Tree<D> {
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
        quad.is_leaf() && quad.len > self.max_objects && quad.depth < self.max_levels
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
