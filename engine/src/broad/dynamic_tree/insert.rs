//! Putting a box in.

use jostle_kernels::{Aabb, Lanes, Level, Node, Pass, lane::LANES, node};

use super::{
    core::{Core, Info},
    entry::{Entry, OVERFULL},
    split::split,
};
use crate::bvh::tree::{ROOF, is_leaf, place};

impl<const D: usize> Core<D> {
    /// Puts a box in that is not there; there is room for it. It goes down to where the boxes above
    /// it grow least by the surface area heuristic, by greedy descent as in A. Guttman's *R-trees*
    /// (1984).
    pub(super) fn insert(&mut self, level: Level, id: u32, aabb: Aabb<D>, lacks: u32) {
        let entry = Entry::new(&aabb, id, lacks);
        self.moved[id as usize] = true;
        let tree = &mut self.bvh.tree;
        tree.boxes += 1;
        for (ends, axis) in tree.ends.iter_mut().zip(0..D) {
            let twice = aabb.min[axis] + aabb.max[axis];
            *ends = (ends.0.min(twice), ends.1.max(twice));
        }
        if tree.root().is_none() {
            let leaf = self.allocate(0, ROOF as u32);
            self.put(leaf, 0, &entry);
            self.put(ROOF as u32, 0, &self.entry_of(leaf));
            return;
        }
        let fat = aabb.enlarged(self.margin.of(&aabb));
        let (leaf, bounds) = level.run(Descend { nodes: &mut tree.nodes, fat, lacks });
        self.fats[leaf as usize] = bounds;
        let len = self.node(leaf).len();
        if len < LANES {
            self.put(leaf, len, &entry);
            self.mark(leaf);
        } else {
            self.overflow(level, leaf, entry);
            self.keep_shallow_if_possible(level);
        }
    }

    /// Puts an entry into a node that is full: divides it, and the nodes above that get too full.
    fn overflow(&mut self, level: Level, mut at: u32, mut entry: Entry<D>) {
        loop {
            let mut entries = [entry; OVERFULL];
            for (slot, entry) in entries[..LANES].iter_mut().enumerate() {
                *entry = self.entry(at, slot);
            }
            if self.rotate(level, at, &entries) {
                return;
            }
            let left = split(&mut entries);
            let Info { height, parent, .. } = self.infos[at as usize];
            let new = self.allocate(height, parent);
            *self.node_mut(at) = Node::NONE;
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
            if parent as usize == ROOF {
                let root = self.allocate(height + 1, parent);
                self.put(root, 0, &kept);
                self.put(root, 1, &given);
                self.measure(root);
                self.put(parent, 0, &self.entry_of(root));
                return;
            }
            self.put(parent, self.slot_of(parent, kept.reference), &kept);
            let len = self.node(parent).len();
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
    fat: Aabb<D>,
    lacks: u32,
}

impl<const D: usize> Pass for Descend<'_, D> {
    /// The leaf, and what its box is now.
    type Output = (u32, Aabb<D>);

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> (u32, Aabb<D>) {
        let Self { nodes, fat, lacks } = self;
        let longest = |longest: f32, extent: f32| if extent > longest { extent } else { longest };
        let extent = nodes[ROOF].aabb(0).size().into_iter().fold(0.0, longest);
        let per_unit = node::per_unit(extent);
        let (mut at, mut slot) = (ROOF, 0);
        loop {
            let node = &mut nodes[at];
            for axis in 0..D {
                let (min, max) = (&mut node.min[axis][slot], &mut node.max[axis][slot]);
                *min = if fat.min[axis] < *min { fat.min[axis] } else { *min };
                *max = if fat.max[axis] > *max { fat.max[axis] } else { *max };
            }
            node.lacks[slot] &= lacks;
            let (reference, bounds) = (node.refs[slot], node.aabb(slot));
            at = place(reference);
            if is_leaf(reference) {
                return (at as u32, bounds);
            }
            slot = node::cheapest_slot(lanes, &nodes[at], &fat, per_unit);
        }
    }
}
