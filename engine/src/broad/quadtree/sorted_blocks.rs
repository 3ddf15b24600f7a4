//! Nodes with many objects, sorted for a join.
//!
//! Where many objects are in one node, because they all cross its lines, or lie above each other on
//! the axis that is not divided, or cannot be told apart, they are sorted along the axis on which
//! they spread most. Eight neighbors each are a leaf, and a tree of wide nodes is put above these.

use jostle_kernels::{Node, simd::LANES, sort::sort_key};

use super::{
    common::of_block,
    content::{block_and_slot, chain, set_aabb},
    tree::{Link, QuadtreeCore},
};
use crate::{
    Error,
    exec::threads::{self, Scratches},
    memory::reserve,
    tree::nodes::LEAF,
};

/// Sorted leaves and the nodes above them.
pub(super) struct SortedBlocks {
    /// The node of the quadtree.
    quad: u32,
    /// Its first block.
    block: u32,
    /// Place of the first leaf.
    first: usize,
    leaves: usize,
    /// Leaves, and the nodes above them, of which the last is the root.
    pub(super) nodes: usize,
}

impl SortedBlocks {
    /// A run of so many leaves, of which there are at least two, from a place on.
    pub(super) fn new(quad: u32, first: usize, leaves: usize) -> Self {
        let (mut nodes, mut level) = (leaves, leaves);
        while level > 1 {
            level = level.div_ceil(LANES);
            nodes += level;
        }
        Self { quad, block: 0, first, leaves, nodes }
    }

    /// What refers to all of it.
    pub(super) fn root(&self) -> u32 {
        (self.first + self.nodes - 1) as u32
    }

    /// Sorts the objects and writes the leaves.
    fn write_leaves<const D: usize>(
        &self,
        nodes: &[Node<D>],
        links: &[Link],
        keys: &mut Vec<u64>,
        to: &mut [Node<D>],
    ) {
        let axis = widest(nodes, chain(links, self.block));
        keys.clear();
        for block in chain(links, self.block) {
            let node = &nodes[block as usize];
            let key = |slot: usize| u64::from(sort_key(middle(node, axis, slot))) << 32;
            let place = |slot: usize| u64::from(block) << 3 | slot as u64;
            keys.extend((0..node.len()).map(|slot| key(slot) | place(slot)));
        }
        keys.sort_unstable();
        for (leaf, keys) in to.iter_mut().zip(keys.chunks(LANES)) {
            *leaf = Node::NONE;
            for (slot, key) in keys.iter().enumerate() {
                let (block, from) = block_and_slot(*key as u32);
                let node = &nodes[block as usize];
                set_aabb(leaf, slot, &node.aabb(from));
                leaf.refs[slot] = node.refs[from];
                leaf.exclusion[slot] = node.exclusion[from];
            }
        }
    }

    /// Writes the nodes above the leaves, level by level.
    fn write_above<const D: usize>(&self, run: &mut [Node<D>]) {
        let (mut level, mut flag) = (0..self.leaves, LEAF);
        while level.len() > 1 {
            let (below, above) = run.split_at_mut(level.end);
            let groups = below[level.clone()].chunks(LANES);
            let count = groups.len();
            for (group, (node, children)) in above.iter_mut().zip(groups).enumerate() {
                *node = Node::NONE;
                for (slot, child) in children.iter().enumerate() {
                    let common = of_block(child);
                    set_aabb(node, slot, &common.aabb);
                    node.exclusion[slot] = common.exclusion;
                    let place = self.first + level.start + LANES * group + slot;
                    node.refs[slot] = place as u32 | flag;
                }
            }
            (level, flag) = (level.end..level.end + count, 0);
        }
    }
}

/// The middle of a box on an axis, cut to finite numbers.
fn middle<const D: usize>(node: &Node<D>, axis: usize, slot: usize) -> f32 {
    let finite = |x: f32| 0.5 * x.clamp(-f32::MAX, f32::MAX);
    finite(node.min[axis][slot]) + finite(node.max[axis][slot])
}

/// The axis on which the middles of boxes spread most.
fn widest<const D: usize>(nodes: &[Node<D>], blocks: impl Iterator<Item = u32>) -> usize {
    let mut ends = [(f32::INFINITY, f32::NEG_INFINITY); D];
    for block in blocks {
        let node = &nodes[block as usize];
        for slot in 0..node.len() {
            for (axis, (low, high)) in ends.iter_mut().enumerate() {
                let middle = middle(node, axis, slot);
                (*low, *high) = (low.min(middle), high.max(middle));
            }
        }
    }
    let spread = |axis: &usize| 0.5 * ends[*axis].1 - 0.5 * ends[*axis].0;
    (0..D).max_by(|a, b| spread(a).total_cmp(&spread(b))).unwrap_or(0)
}

/// Fills the planned runs, which lie behind the blocks, on all threads.
pub(super) fn fill<const D: usize>(
    runs: &mut [SortedBlocks],
    buffers: &mut Scratches<Vec<u64>>,
    tree: &mut QuadtreeCore<D>,
    base: usize,
    sorted: usize,
) -> Result<(), Error> {
    let mut most = 0;
    for run in &mut *runs {
        run.block = tree.quad(run.quad).block;
        most = most.max(LANES * run.leaves);
    }
    buffers.prepare(threads::count(), |keys| reserve(keys, most, "the keys of objects"))?;
    let (blocks, behind) = tree.nodes.split_at_mut(base);
    let (blocks, links, buffers) = (&*blocks, &tree.links, &*buffers);
    let leaves = &mut behind[..sorted];
    threads::for_each_piece(runs, leaves, &|run| run.nodes, &|run, to| {
        let mut keys = buffers.take();
        run.write_leaves(blocks, links, &mut keys, &mut to[..run.leaves]);
        buffers.put(keys);
        run.write_above(to);
    });
    Ok(())
}
