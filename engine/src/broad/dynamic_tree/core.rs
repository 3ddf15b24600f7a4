//! The nodes of the tree, what hangs where, and what is free.

use jostle_kernels::{Aabb, Node, SimdLevel};

use super::{
    Margin,
    rebuilder::{MOST_HEIGHT, Rebuilder, most_height},
};
use crate::{
    Error,
    bvh::Bvh,
    memory::{grow, grow_filled, reserve},
    tree::nodes::{LEAF, SENTINEL_ROOT, place},
};

/// The place of no node.
pub(super) const NOWHERE: u32 = u32::MAX;

/// What there is to know of a node besides its boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Info {
    /// The node above; of a free node, the next free one.
    pub(super) parent: u32,
    /// Nodes on the longest way down, this one not included: 0 of a leaf.
    pub(super) height: u8,
    /// Number of boxes in it. To read it from the node itself would be one more miss of the cache,
    /// and mostly for a node of which nothing else is needed.
    pub(super) len: u8,
    pub(super) free: bool,
    /// Whether what hangs in it has changed since the last rebuild.
    pub(super) changed: bool,
}

impl Info {
    /// Of a node in which there is nothing yet, and that did not change.
    pub(super) fn new(parent: u32, height: u8) -> Self {
        Self { parent, height, len: 0, free: false, changed: false }
    }
}

/// Some nodes, and the boxes that left those of them that are leaves.
#[derive(Default)]
pub(super) struct LeafChunk {
    pub(super) first: usize,
    pub(super) nodes: usize,
    pub(super) left: Vec<u32>,
}

impl LeafChunk {
    pub(super) fn memory_bytes(&self) -> usize {
        4 * self.left.capacity()
    }
}

/// A tree of nodes of eight whose boxes come and go.
///
/// Leaves hold boxes as they are; what refers to a leaf has a box with a margin around them. Boxes
/// have ids that the caller gives. Nothing recurses, and the height is bounded by
/// [`most_height`](super::rebuilder::most_height).
pub(in crate::broad) struct Core<const D: usize> {
    /// The nodes; also answers queries.
    pub(in crate::broad) bvh: Bvh<D>,
    /// By place of the node.
    pub(super) infos: Vec<Info>,
    /// By id, the place of the leaf that holds it.
    pub(super) leaf_of: Vec<u32>,
    /// By id, whether it was put in or set since pairs of moved boxes were last found.
    pub(super) moved: Vec<bool>,
    pub(super) margin: Margin,
    /// The first free node.
    pub(super) free: u32,
    /// By place of a leaf, the box of what refers to it.
    pub(super) fats: Vec<Aabb<D>>,
    pub(super) rebuilder: Rebuilder<D>,
    /// Boxes that left their leaves, by chunk of the nodes and all. Scratch.
    pub(super) chunks: Vec<LeafChunk>,
    pub(super) left: Vec<u32>,
    /// Boxes that frames put in one by one since all were loaded.
    pub(super) put_in: usize,
    /// Whether some boxes had exclusion bits in the last frame.
    pub(super) had_statics: bool,
    /// Whether the tree may be higher than it should, as there was no memory to make it lower.
    pub(super) may_be_high: bool,
}

impl<const D: usize> Core<D> {
    pub(in crate::broad) fn new(bvh: Bvh<D>, margin: Margin) -> Self {
        Self {
            bvh,
            infos: Vec::new(),
            leaf_of: Vec::new(),
            moved: Vec::new(),
            margin,
            free: NOWHERE,
            fats: Vec::new(),
            rebuilder: Rebuilder::default(),
            chunks: Vec::new(),
            left: Vec::new(),
            put_in: 0,
            had_statics: false,
            may_be_high: false,
        }
    }

    /// Number of boxes.
    pub(in crate::broad) fn len(&self) -> usize {
        self.bvh.tree.boxes
    }

    /// Whether a box is in the tree.
    pub(in crate::broad) fn holds(&self, id: u32) -> bool {
        self.leaf_of.get(id as usize).is_some_and(|leaf| *leaf != NOWHERE)
    }

    /// The box with an id, which is in the tree.
    pub(super) fn get(&self, id: u32) -> Aabb<D> {
        let leaf = self.leaf_of[id as usize];
        self.node(leaf).aabb(self.slot_of(leaf, id))
    }

    pub(super) fn node(&self, at: u32) -> &Node<D> {
        &self.bvh.tree.nodes[at as usize]
    }

    pub(super) fn node_mut(&mut self, at: u32) -> &mut Node<D> {
        &mut self.bvh.tree.nodes[at as usize]
    }

    /// Number of boxes in a node.
    pub(super) fn len_of(&self, at: u32) -> usize {
        usize::from(self.infos[at as usize].len)
    }

    /// Takes everything out of a node.
    pub(super) fn empty(&mut self, at: u32) {
        *self.node_mut(at) = Node::NONE;
        self.infos[at as usize].len = 0;
    }

    /// The slot of a node that holds a reference or an id.
    pub(super) fn slot_of(&self, at: u32, reference: u32) -> usize {
        let refs = &self.node(at).refs;
        refs.iter().position(|held| *held == reference).expect("what refers to it is in a slot")
    }

    /// What refers to a node.
    pub(super) fn reference(&self, at: u32) -> u32 {
        if self.infos[at as usize].height == 0 { at | LEAF } else { at }
    }

    /// Makes room for ids below `ids`, and for the sentinel root.
    pub(in crate::broad) fn make_room(&mut self, ids: usize) -> Result<(), Error> {
        grow(&mut self.moved, ids, "the boxes of a tree")?;
        if self.leaf_of.len() < ids {
            let room = ids.max(2 * self.leaf_of.len()).min(ids.next_power_of_two());
            reserve(&mut self.leaf_of, room, "the boxes of a tree")?;
            self.leaf_of.resize(ids, NOWHERE);
        }
        if self.bvh.tree.used == 0 {
            self.make_nodes(1)?;
            self.set_up_sentinel_root();
        }
        Ok(())
    }

    /// Begins a tree without boxes. There is room for the sentinel root.
    pub(super) fn set_up_sentinel_root(&mut self) {
        let tree = &mut self.bvh.tree;
        (tree.nodes[SENTINEL_ROOT], tree.used, tree.boxes) = (Node::NONE, 1, 0);
        tree.ends = [(f32::INFINITY, f32::NEG_INFINITY); D];
        self.infos.clear();
        self.infos.push(Info::new(NOWHERE, 0));
    }

    /// Makes room for as many nodes as putting in so many boxes, one after the other, may need, and
    /// sees to it that the tree is not too high to begin with. Each operation has to call this
    /// before it changes anything: insertions cannot fail.
    pub(in crate::broad) fn make_room_to_insert(
        &mut self,
        level: SimdLevel,
        boxes: usize,
    ) -> Result<(), Error> {
        self.keep_shallow(level)?;
        self.make_nodes(self.most_nodes(boxes))
    }

    /// The same, as far as that is possible without changing the tree; false where it is not.
    pub(super) fn has_room_for(&mut self, boxes: usize) -> bool {
        self.height() <= most_height(self.len()) && self.make_nodes(self.most_nodes(boxes)).is_ok()
    }

    /// Most nodes that putting in so many boxes takes: each may divide all nodes above its leaf and
    /// add a root, so that the next one finds one level more.
    fn most_nodes(&self, boxes: usize) -> usize {
        boxes * (self.height() + boxes)
    }

    /// Makes room for so many nodes more.
    pub(super) fn make_nodes(&mut self, nodes: usize) -> Result<(), Error> {
        let (tree, what) = (&mut self.bvh.tree, "the nodes of a tree");
        let nodes = tree.used + nodes;
        if nodes > tree.nodes.len() {
            if nodes >= LEAF as usize {
                let limit = LEAF as usize / 2;
                return Err(Error::TooMany { boxes: tree.boxes, limit });
            }
            // At once as many as a small tree needs for a while.
            grow_filled(&mut tree.nodes, nodes.max(2 * tree.used).max(MOST_HEIGHT + 2), what)?;
        }
        self.make_infos()
    }

    /// Makes room for what there is to know of all nodes for which there is room.
    pub(super) fn make_infos(&mut self) -> Result<(), Error> {
        let (nodes, what) = (self.bvh.tree.nodes.len(), "the nodes of a tree");
        reserve(&mut self.infos, nodes, what)?;
        if self.fats.len() < nodes {
            reserve(&mut self.fats, nodes, what)?;
            self.fats.resize(nodes, Aabb::EMPTY);
        }
        Ok(())
    }

    /// Takes everything out and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.bvh.tree.clear();
        self.infos.clear();
        self.leaf_of.fill(NOWHERE);
        self.moved.fill(false);
        self.free = NOWHERE;
    }

    /// An empty node. There is room for it.
    pub(super) fn allocate(&mut self, height: u8, parent: u32) -> u32 {
        let info = Info { changed: true, ..Info::new(parent, height) };
        let at = if self.free == NOWHERE {
            let at = self.bvh.tree.used as u32;
            self.bvh.tree.used += 1;
            self.infos.push(info);
            at
        } else {
            let at = self.free;
            self.free = self.infos[at as usize].parent;
            self.infos[at as usize] = info;
            at
        };
        *self.node_mut(at) = Node::NONE;
        at
    }

    /// Gives a node back, to which nothing refers any more.
    pub(super) fn release(&mut self, at: u32) {
        *self.node_mut(at) = Node::NONE;
        self.infos[at as usize] = Info { free: true, ..Info::new(self.free, 0) };
        self.free = at;
    }

    /// The height of the tree: nodes on the longest way down.
    pub(super) fn height(&self) -> usize {
        self.bvh.tree.root().map_or(0, |root| usize::from(self.infos[place(root)].height) + 1)
    }

    pub(in crate::broad) fn memory_bytes(&self) -> usize {
        self.bvh.tree.memory_bytes()
            + self.infos.capacity() * size_of::<Info>()
            + self.fats.capacity() * size_of::<Aabb<D>>()
            + 4 * (self.leaf_of.capacity() + self.left.capacity())
            + self.moved.capacity()
            + self.chunks.iter().map(LeafChunk::memory_bytes).sum::<usize>()
            + self.rebuilder.memory_bytes()
    }
}
