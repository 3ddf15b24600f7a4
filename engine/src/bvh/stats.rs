//! What a tree is like.

use jostle_kernels::{node::row_of_slot, sah::half_area};

use super::{
    Bvh,
    tree::{SENTINEL_ROOT, is_leaf, place},
};

/// Figures of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TreeStats {
    /// Boxes in the tree.
    pub boxes: usize,
    /// Nodes, leaves included.
    pub nodes: usize,
    /// Nodes that hold boxes.
    pub leaves: usize,
    /// Nodes on the longest way from the root to a leaf.
    pub depth: usize,
    /// Nodes that a long random line through the bounds of all boxes visits on average: the sum of
    /// all areas of nodes over that of the root (MacDonald and Booth, 1990). NaN if the root has
    /// none.
    pub sah_cost: f64,
    /// Bytes of the nodes.
    pub bytes: usize,
}

impl TreeStats {
    /// Average number of boxes in a leaf, of eight; NaN for an empty tree.
    #[must_use]
    pub fn boxes_per_leaf(&self) -> f64 {
        self.boxes as f64 / self.leaves as f64
    }

    /// Average number of children of an inner node, of eight; not finite where there is none.
    #[must_use]
    pub fn children_per_inner(&self) -> f64 {
        (self.nodes as f64 - 1.0) / (self.nodes - self.leaves) as f64
    }
}

impl<const D: usize> Bvh<D> {
    /// Figures of the tree, in O(nodes).
    #[must_use]
    pub fn stats(&self) -> TreeStats {
        let nodes = self.tree.nodes();
        let mut stats = TreeStats { boxes: self.tree.boxes, ..TreeStats::default() };
        if self.tree.root().is_none() {
            return stats;
        }
        let mut area = 0.0;
        let mut stack = vec![(SENTINEL_ROOT, 0)];
        while let Some((at, depth)) = stack.pop() {
            stats.depth = stats.depth.max(depth + 1);
            for (slot, reference) in nodes[at].occupied() {
                stats.nodes += 1;
                area += half_area::<D>(&row_of_slot(&nodes[at], slot));
                if is_leaf(reference) {
                    stats.leaves += 1;
                    stats.depth = stats.depth.max(depth + 1);
                } else {
                    stack.push((place(reference), depth + 1));
                }
            }
        }
        stats.sah_cost = area / half_area::<D>(&row_of_slot(&nodes[SENTINEL_ROOT], 0));
        stats.bytes = size_of_val(nodes);
        stats
    }
}
