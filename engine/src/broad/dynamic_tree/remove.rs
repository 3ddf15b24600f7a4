//! Taking a box out, and moving one.

use jostle_kernels::{Aabb, SimdLevel, simd::LANES};

use super::{
    core::{Core, NOWHERE},
    entry::Entry,
};
use crate::{Error, instances::instances, tree::nodes::SENTINEL_ROOT};

/// Boxes in a leaf that are few enough to go elsewhere.
const FEW: usize = 2;

/// Most children of a node that takes in those of the node below, so that some may be added before
/// it is divided again.
const ROOMY: usize = 6;

impl<const D: usize> Core<D> {
    /// Takes out a box that is in the tree. That cannot fail.
    pub(in crate::broad) fn remove(&mut self, level: SimdLevel, id: u32) {
        self.take_out(level, id);
        self.keep_shallow_if_possible(level);
    }

    /// Takes out a box. The few that are left in its leaf are put in elsewhere; without memory for
    /// that they stay, which makes queries slower.
    #[inline(never)]
    fn take_out(&mut self, level: SimdLevel, id: u32) {
        let leaf = std::mem::replace(&mut self.leaf_of[id as usize], NOWHERE);
        self.moved[id as usize] = false;
        self.bvh.tree.boxes -= 1;
        self.take(leaf, self.slot_of(leaf, id));
        let (len, parent) = (self.len_of(leaf), self.infos[leaf as usize].parent);
        let stay = len > FEW || parent as usize == SENTINEL_ROOT;
        if len > 0 && (stay || !self.has_room_for(len)) {
            self.mend(leaf);
            return;
        }
        let mut others = [None; FEW];
        for (slot, other) in others[..len].iter_mut().enumerate() {
            *other = Some(self.entry(leaf, slot));
        }
        self.detach(leaf);
        for entry in others.into_iter().flatten() {
            let Entry { reference, exclusion, .. } = entry;
            let moved = self.moved[reference as usize];
            self.bvh.tree.boxes -= 1;
            self.put_in(level, reference, &entry.aabb(), exclusion);
            self.moved[reference as usize] = moved;
        }
    }

    /// Takes a node out from under its parent, which goes as well if that leaves it too little.
    fn detach(&mut self, at: u32) {
        let (parent, reference) = (self.infos[at as usize].parent, self.reference(at));
        self.take(parent, self.slot_of(parent, reference));
        self.release(at);
        if parent as usize != SENTINEL_ROOT {
            self.merge(parent);
        }
    }

    /// Lets the node above take in the children of a node with few, or with one.
    fn merge(&mut self, at: u32) {
        let (parent, reference) = (self.infos[at as usize].parent, self.reference(at));
        let (len, above) = (self.len_of(at), self.len_of(parent));
        let fits = parent as usize != SENTINEL_ROOT && above - 1 + len <= ROOMY;
        if len > 1 && !fits {
            self.mend(at);
            return;
        }
        let mut entries = [self.entry(at, 0); LANES];
        for (slot, entry) in entries[..len].iter_mut().enumerate() {
            *entry = self.entry(at, slot);
        }
        let slot = self.slot_of(parent, reference);
        self.release(at);
        self.put(parent, slot, &entries[0]);
        for entry in &entries[1..len] {
            self.put(parent, self.len_of(parent), entry);
        }
        if parent as usize != SENTINEL_ROOT {
            self.mend(parent);
        }
    }

    /// Gives a box that is in the tree new bounds. Where it leaves what refers to its leaf it is
    /// taken out and put in again, which is what is returned. If there is no memory for that
    /// nothing is changed.
    pub(super) fn set(&mut self, level: SimdLevel, id: u32, aabb: Aabb<D>) -> Result<bool, Error> {
        let leaf = self.leaf_of[id as usize];
        let (parent, slot) = (self.infos[leaf as usize].parent, self.slot_of(leaf, id));
        let fat = self.node(parent).aabb(self.slot_of(parent, self.reference(leaf)));
        let entry = Entry::new(&aabb, id, self.node(leaf).exclusion[slot]);
        if fat.contains(&aabb) {
            self.put(leaf, slot, &entry);
            self.moved[id as usize] = true;
            return Ok(false);
        }
        self.make_room_to_insert(level, FEW + 1)?;
        self.take_out(level, id);
        self.put_in(level, id, &aabb, entry.exclusion);
        self.keep_shallow_if_possible(level);
        Ok(true)
    }
}

instances![Core::<D>::take_out];
