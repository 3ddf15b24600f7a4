//! What is in a slot, and what that means for the nodes above.

use jostle_kernels::{Aabb, node::row_of_slot, sah::EMPTY};

use super::{
    core::Core,
    entry::{Entry, row_of, union},
};
use crate::tree::nodes::{SENTINEL_ROOT, is_leaf, place};

impl<const D: usize> Core<D> {
    /// What is in a slot.
    pub(super) fn entry(&self, at: u32, slot: usize) -> Entry<D> {
        let node = self.node(at);
        Entry::new(&node.aabb(slot), node.refs[slot], node.exclusion[slot])
    }

    /// Puts something into a slot, and notes where it is now.
    pub(super) fn put(&mut self, at: u32, slot: usize, entry: &Entry<D>) {
        let (Entry { reference, exclusion, .. }, aabb) = (*entry, entry.aabb());
        if at as usize != SENTINEL_ROOT && self.infos[at as usize].height == 0 {
            self.put_box(at, slot, reference, &aabb, exclusion);
            return;
        }
        self.write(at, slot, reference, &aabb, exclusion);
        let below = place(reference);
        self.infos[below].parent = at;
        self.fats[below] = aabb;
    }

    /// Puts a box into a slot of a leaf, and notes where it is now.
    pub(super) fn put_box(
        &mut self,
        at: u32,
        slot: usize,
        id: u32,
        aabb: &Aabb<D>,
        exclusion: u32,
    ) {
        self.write(at, slot, id, aabb, exclusion);
        self.leaf_of[id as usize] = at;
    }

    /// Writes a slot, whatever it is of.
    fn write(&mut self, at: u32, slot: usize, reference: u32, aabb: &Aabb<D>, exclusion: u32) {
        let node = self.node_mut(at);
        for axis in 0..D {
            node.min[axis][slot] = aabb.min[axis];
            node.max[axis][slot] = aabb.max[axis];
        }
        (node.refs[slot], node.exclusion[slot]) = (reference, exclusion);
        let info = &mut self.infos[at as usize];
        info.len = info.len.max(slot as u8 + 1);
    }

    /// Takes something out of a slot. What is in the last slot takes its place.
    pub(super) fn take(&mut self, at: u32, slot: usize) {
        let last = self.len_of(at) - 1;
        self.infos[at as usize].len = last as u8;
        let node = self.node_mut(at);
        for column in node.min.iter_mut().chain(&mut node.max) {
            column[slot] = column[last];
            column[last] = f32::NAN;
        }
        for column in [&mut node.refs, &mut node.exclusion] {
            column[slot] = column[last];
            column[last] = u32::MAX;
        }
    }

    /// What refers to a node, with a box around all that is in it: in that of a leaf, with the
    /// largest margin of its boxes on each axis.
    pub(super) fn entry_of(&self, at: u32) -> Entry<D> {
        let (node, is_leaf) = (self.node(at), self.infos[at as usize].height == 0);
        let (mut row, mut exclusion, mut margins) = (EMPTY, u32::MAX, [0.0_f32; D]);
        for slot in 0..self.len_of(at) {
            row = union(&row, &row_of_slot(node, slot));
            exclusion &= node.exclusion[slot];
            if is_leaf {
                for (most, margin) in margins.iter_mut().zip(self.margin.of(&node.aabb(slot))) {
                    *most = if margin > *most { margin } else { *most };
                }
            }
        }
        let mut entry = Entry { row, reference: self.reference(at), exclusion };
        if is_leaf {
            entry.row = row_of(&entry.aabb().enlarged_by(margins));
        }
        entry
    }

    /// Gives a node the exclusion bits that everything in the nodes below it shares.
    pub(super) fn share_exclusion_of(&mut self, at: u32) {
        for slot in 0..self.len_of(at) {
            let below = self.node(place(self.node(at).refs[slot]) as u32);
            let exclusion =
                below.occupied().fold(u32::MAX, |all, (slot, _)| all & below.exclusion[slot]);
            self.node_mut(at).exclusion[slot] = exclusion;
        }
    }

    /// Brings the box of a node in the one above up to date.
    pub(super) fn refresh(&mut self, at: u32) {
        let (entry, parent) = (self.entry_of(at), self.infos[at as usize].parent);
        self.put(parent, self.slot_of(parent, entry.reference), &entry);
    }

    /// Enlarges the boxes of the nodes from this one up, until they contain what is in them.
    pub(super) fn widen(&mut self, mut at: u32) {
        while at as usize != SENTINEL_ROOT {
            let (mut entry, parent) = (self.entry_of(at), self.infos[at as usize].parent);
            let slot = self.slot_of(parent, entry.reference);
            let bounds = self.entry(parent, slot);
            if bounds.aabb().contains(&entry.aabb()) {
                break;
            }
            entry.row = union(&bounds.row, &entry.row);
            self.put(parent, slot, &entry);
            at = parent;
        }
    }

    /// Marks the nodes from this one up as changed, up to the first that is marked.
    pub(super) fn mark(&mut self, mut at: u32) {
        while at as usize != SENTINEL_ROOT {
            let info = &mut self.infos[at as usize];
            if std::mem::replace(&mut info.changed, true) {
                break;
            }
            at = info.parent;
        }
    }

    /// The height of a node by what is in it.
    pub(super) fn height_of(&self, at: u32) -> u8 {
        let below = self.node(at).occupied().map(|(_, to)| self.infos[place(to)].height + 1);
        below.max().unwrap_or(0)
    }

    /// Notes the height of a node by what is in it.
    pub(super) fn measure(&mut self, at: u32) {
        if self.infos[at as usize].height > 0 {
            self.infos[at as usize].height = self.height_of(at);
        }
    }

    /// Boxes, heights and marks of the nodes from this one up, as far as they change.
    pub(super) fn mend(&mut self, mut at: u32) {
        while at as usize != SENTINEL_ROOT {
            let height = if is_leaf(self.reference(at)) { 0 } else { self.height_of(at) };
            let info = &mut self.infos[at as usize];
            let same_height = std::mem::replace(&mut info.height, height) == height;
            let (marked, parent) = (std::mem::replace(&mut info.changed, true), info.parent);
            let entry = self.entry_of(at);
            let slot = self.slot_of(parent, entry.reference);
            let same_box = self.node(parent).aabb(slot) == entry.aabb();
            self.put(parent, slot, &entry);
            if same_box && same_height && marked {
                break;
            }
            at = parent;
        }
    }
}
