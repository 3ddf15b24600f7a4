//! The tree: nodes in one flat array.

use jostle_kernels::{Node, sah::Row};

use crate::memory::copied;

/// Set in a reference to a leaf. The other bits are the place of the node.
pub(crate) const LEAF: u32 = 1 << 31;

/// Place of the sentinel root: a node whose only slot refers to the root, so that the root has
/// bounds like every other node.
pub(crate) const SENTINEL_ROOT: usize = 0;

/// Deepest that a node can lie below the sentinel root, whatever the boxes: splits are by heuristic
/// down to depth 24; from there on they are in the middle, and each level leaves at most a quarter
/// of up to 2^15 cells (8 levels), then of up to 2^32 boxes (16 levels).
pub(crate) const MOST_DEPTH: usize = 48;

/// The nodes of a group, its root first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupNodes {
    /// Place of the root.
    pub(crate) first: usize,
    pub(crate) len: usize,
    /// Whether the root is a leaf.
    pub(crate) leaf: bool,
    /// The union of its boxes, once a refit has found it.
    pub(crate) row: Row,
}

/// Flat nodes: the sentinel root, the top of the tree, then the groups below it one behind the
/// other, each inner node directly before its leaves.
pub(crate) struct FlatTree<const D: usize> {
    pub(crate) nodes: Vec<Node<D>>,
    /// Number of nodes in use.
    pub(crate) used: usize,
    /// Number of nodes of the top, the sentinel root included.
    pub(crate) tops: usize,
    /// The groups below the top, in order.
    pub(crate) groups: Vec<GroupNodes>,
    /// Number of boxes in the leaves.
    pub(crate) boxes: usize,
    /// Ends of twice the centers of the boxes.
    pub(crate) ends: [(f32, f32); D],
}

impl<const D: usize> Default for FlatTree<D> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            used: 0,
            tops: 0,
            groups: Vec::new(),
            boxes: 0,
            ends: [(0.0, 0.0); D],
        }
    }
}

impl<const D: usize> FlatTree<D> {
    /// Takes all boxes out.
    pub(crate) fn clear(&mut self) {
        (self.used, self.boxes) = (0, 0);
    }

    /// Gives up the memory that is not in use, where there is some for what is.
    pub(crate) fn trim(&mut self) {
        let what = "the nodes of a tree";
        let used = copied(&self.nodes[..self.used], what);
        if let (Ok(nodes), Ok(groups)) = (used, copied(&self.groups, what)) {
            (self.nodes, self.groups) = (nodes, groups);
        }
    }

    /// The nodes, the sentinel root first; none if the tree was never built.
    #[inline(always)]
    pub(crate) fn nodes(&self) -> &[Node<D>] {
        &self.nodes[..self.used]
    }

    /// What refers to the root, if there are boxes.
    #[inline(always)]
    pub(crate) fn root(&self) -> Option<u32> {
        let reference = self.nodes().first()?.refs[0];
        (reference != Node::<D>::EMPTY).then_some(reference)
    }

    /// Bytes held.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<D>>()
            + self.groups.capacity() * size_of::<GroupNodes>()
    }
}

/// The place that a reference names.
#[inline(always)]
pub(crate) fn place(reference: u32) -> usize {
    (reference & !LEAF) as usize
}

/// Whether a reference names a leaf.
#[inline(always)]
pub(crate) fn is_leaf(reference: u32) -> bool {
    reference & LEAF != 0
}
