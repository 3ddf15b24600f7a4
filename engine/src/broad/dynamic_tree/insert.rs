//! Putting a box in.

use jostle_kernels::{
    Aabb, Lanes, Node, Pass, SimdLevel, node,
    simd::{LANES, prefetch},
};

use super::{
    Margin,
    core::{Core, Info},
    entry::{Entry, EntrySplit, OVERFULL},
};
use crate::{
    instances::instances,
    tree::nodes::{SENTINEL_ROOT, is_leaf, place},
};

impl<const D: usize> Core<D> {
    /// Puts a box in that is not there; [there is room for it](Self::make_room_to_insert).
    pub(in crate::broad) fn insert(
        &mut self,
        level: SimdLevel,
        id: u32,
        aabb: &Aabb<D>,
        exclusion: u32,
    ) {
        if self.put_in(level, id, aabb, exclusion) {
            self.keep_shallow_if_possible(level);
        }
    }

    /// Puts a box in, and says whether a leaf was too full for it. It goes down to where the boxes
    /// above it grow least by the surface area heuristic, by greedy descent as in A. Guttman's
    /// *R-trees* (1984).
    ///
    /// Insertions wait for memory, the nodes at the end of the way down. As long as nothing is read
    /// that was just written in other pieces, of which the stores would have to be over first, the
    /// processor begins with the next one meanwhile. That is why boxes are handed on by reference
    /// here.
    #[inline(never)]
    pub(super) fn put_in(
        &mut self,
        level: SimdLevel,
        id: u32,
        aabb: &Aabb<D>,
        exclusion: u32,
    ) -> bool {
        self.moved[id as usize] = true;
        let tree = &mut self.bvh.tree;
        tree.boxes += 1;
        for (ends, axis) in tree.ends.iter_mut().zip(0..D) {
            let twice = aabb.min[axis] + aabb.max[axis];
            *ends = (ends.0.min(twice), ends.1.max(twice));
        }
        if tree.root().is_none() {
            let leaf = self.allocate(0, SENTINEL_ROOT as u32);
            self.put(leaf, 0, &Entry::new(aabb, id, exclusion));
            self.put(SENTINEL_ROOT as u32, 0, &self.entry_of(leaf));
            return false;
        }
        let (nodes, fats, margin) = (&mut tree.nodes[..], &mut self.fats[..], self.margin);
        let leaf = level.run(Descend { nodes, fats, aabb, margin, exclusion });
        let len = self.len_of(leaf);
        if len < LANES {
            self.put_box(leaf, len, id, aabb, exclusion);
            self.mark(leaf);
            return false;
        }
        self.overflow(level, leaf, Entry::new(aabb, id, exclusion));
        true
    }

    /// Puts an entry into a node that is full: divides it, and the nodes above that get too full.
    fn overflow(&mut self, level: SimdLevel, mut at: u32, mut entry: Entry<D>) {
        loop {
            let mut entries = [entry; OVERFULL];
            for (slot, entry) in entries[..LANES].iter_mut().enumerate() {
                *entry = self.entry(at, slot);
            }
            if self.rotate(level, at, &entries) {
                return;
            }
            let left = level.run(EntrySplit(&mut entries));
            let Info { height, parent, .. } = self.infos[at as usize];
            let new = self.allocate(height, parent);
            self.empty(at);
            for (slot, entry) in entries[..left].iter().enumerate() {
                self.put(at, slot, entry);
            }
            for (slot, entry) in entries[left..].iter().enumerate() {
                self.put(new, slot, entry);
            }
            self.mark(at);
            self.measure(at);
            self.measure(new);
            let (kept, given) = (self.entry_of(at), self.entry_of(new));
            if parent as usize == SENTINEL_ROOT {
                let root = self.allocate(height + 1, parent);
                self.put(root, 0, &kept);
                self.put(root, 1, &given);
                self.measure(root);
                self.put(parent, 0, &self.entry_of(root));
                return;
            }
            self.put(parent, self.slot_of(parent, kept.reference), &kept);
            let len = self.len_of(parent);
            if len < LANES {
                self.put(parent, len, &given);
                self.mark(parent);
                self.widen(parent);
                return;
            }
            (at, entry) = (parent, given);
        }
    }
}

/// Goes down to the leaf that a box is to be in, and enlarges what refers to the nodes on the way.
struct Descend<'a, const D: usize> {
    nodes: &'a mut [Node<D>],
    fats: &'a mut [Aabb<D>],
    aabb: &'a Aabb<D>,
    margin: Margin,
    exclusion: u32,
}

impl<const D: usize> Pass for Descend<'_, D> {
    /// The leaf.
    type Output = u32;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> u32 {
        let Self { nodes, fats, aabb, margin, exclusion } = self;
        let fat = aabb.enlarged_by(margin.of(aabb));
        let longest = |longest: f32, extent: f32| if extent > longest { extent } else { longest };
        let extent = nodes[SENTINEL_ROOT].aabb(0).size().into_iter().fold(0.0, longest);
        let per_unit = node::per_unit(extent);
        let (mut at, mut slot) = (SENTINEL_ROOT, 0);
        loop {
            let (node, mut all) = (&mut nodes[at], fat);
            for axis in 0..D {
                let (min, max) = (&mut node.min[axis][slot], &mut node.max[axis][slot]);
                all.min[axis] = if fat.min[axis] < *min { fat.min[axis] } else { *min };
                all.max[axis] = if fat.max[axis] > *max { fat.max[axis] } else { *max };
                (*min, *max) = (all.min[axis], all.max[axis]);
            }
            node.exclusion[slot] &= exclusion;
            let reference = node.refs[slot];
            at = place(reference);
            // All lines of it at once: one that is prefetched only when the cheapest slot is known
            // would be waited for again, and so would those of a leaf, one after the other.
            ask_for(&nodes[at]);
            if is_leaf(reference) {
                fats[at] = all;
                return at as u32;
            }
            slot = node::cheapest_slot(lanes, &nodes[at], &fat, per_unit);
        }
    }
}

/// Prefetches all cache lines of a node, to write to them.
#[inline(always)]
fn ask_for<const D: usize>(node: &Node<D>) {
    let first = std::ptr::from_ref(node).cast::<[u8; 64]>();
    for line in 0..size_of::<Node<D>>() / 64 {
        prefetch::for_writing_at(first, line);
    }
}

instances![Core::<D>::put_in];
