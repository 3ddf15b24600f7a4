//! New bounds for the boxes of a tree, in place.
//!
//! All boxes are read in the order of the tree, on all threads. Those that do not belong where they
//! are any more are only listed, and moved one by one afterwards, in that order: so the tree does
//! not depend on the threads.

use jostle_kernels::{
    Lanes, Node, Pass, SimdLevel,
    simd::{LANES, prefetch, set_bits},
};

use super::{
    content::set_aabb,
    span,
    tree::{NONE, QuadtreeCore},
};
use crate::{
    Error,
    bounds::{Source, with_source},
    exec::threads,
    join::part::Part,
    memory::reserve,
};

/// Blocks that a thread reads at a time.
const CHUNK: usize = 128;

/// From this many boxes on that are to be moved, and this part of all, building takes less time.
const FEW_MOVERS: usize = 64;
const MOST_MOVERS: usize = 4;

/// How many blocks ahead of its use a node is prefetched.
const AHEAD: usize = 4;

/// Some blocks, and the objects in them that have to be moved.
#[derive(Default)]
struct BlockChunk {
    first: usize,
    blocks: usize,
    movers: Vec<u32>,
}

/// Boxes that have to be moved.
#[derive(Default)]
pub(super) struct Refresh {
    chunks: Vec<BlockChunk>,
    pub(super) movers: Vec<u32>,
}

impl Refresh {
    /// Reads all boxes of a tree. False if so many of them have to be moved that building the tree
    /// takes less time.
    pub(super) fn read<const D: usize>(
        &mut self,
        level: SimdLevel,
        tree: &mut QuadtreeCore<D>,
        part: &Part<'_, D>,
    ) -> Result<bool, Error> {
        let needed = self.cut(tree.links.len())?;
        let chunks = &mut self.chunks[..needed];
        with_source!(part.bounds, source => read_all(level, tree, part, source, chunks));
        tree.offset = part.first_id();
        let movers = chunks.iter().map(|chunk| chunk.movers.len()).sum();
        self.movers.clear();
        reserve(&mut self.movers, movers, "the boxes that move")?;
        chunks.iter().for_each(|chunk| self.movers.extend(&chunk.movers));
        Ok(movers <= FEW_MOVERS + part.bounds.len() / MOST_MOVERS)
    }

    /// Cuts the blocks that end here into chunks, and says into how many.
    fn cut(&mut self, end: usize) -> Result<usize, Error> {
        let mut count = 0;
        for first in (1..end).step_by(CHUNK) {
            if count == self.chunks.len() {
                reserve(&mut self.chunks, count + 1, "the boxes that move")?;
                self.chunks.push(BlockChunk::default());
            }
            let chunk = &mut self.chunks[count];
            (chunk.first, chunk.blocks) = (first, CHUNK.min(end - first));
            chunk.movers.clear();
            reserve(&mut chunk.movers, CHUNK * LANES, "the boxes that move")?;
            count += 1;
        }
        Ok(count)
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        let movers = |chunk: &BlockChunk| chunk.movers.capacity() * size_of::<u32>();
        self.chunks.iter().map(movers).sum::<usize>()
            + self.chunks.capacity() * size_of::<BlockChunk>()
            + self.movers.capacity() * size_of::<u32>()
    }
}

/// Reads the boxes of all chunks.
fn read_all<const D: usize>(
    level: SimdLevel,
    tree: &mut QuadtreeCore<D>,
    part: &Part<'_, D>,
    source: impl Source<D>,
    chunks: &mut [BlockChunk],
) {
    let mut nodes = std::mem::take(&mut tree.nodes);
    let tree_of = &*tree;
    let blocks = nodes.get_mut(1..tree.links.len()).unwrap_or_default();
    threads::for_each_piece(chunks, blocks, &|chunk| chunk.blocks, &|chunk, blocks| {
        level.run(Read { tree: tree_of, part, source, chunk, blocks });
    });
    tree.nodes = nodes;
}

/// Reads the boxes of some blocks.
struct Read<'a, 'b, S, const D: usize> {
    tree: &'a QuadtreeCore<D>,
    part: &'a Part<'b, D>,
    source: S,
    chunk: &'a mut BlockChunk,
    blocks: &'a mut [Node<D>],
}

impl<S: Source<D>, const D: usize> Pass for Read<'_, '_, S, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { tree, part, source, chunk, blocks } = self;
        let links = &tree.links[chunk.first..];
        for (index, (node, link)) in blocks.iter_mut().zip(links).enumerate() {
            if let Some(ahead) = links.get(index + AHEAD) {
                prefetch::for_reading(&tree.quads, ahead.owner as usize);
            }
            if link.owner == NONE {
                continue;
            }
            let valid = read_block(tree, part, source, node);
            let quad = tree.quad(link.owner);
            let mut stay = valid & span::stay(lanes, &quad.spans, tree.axes, tree.fit, node);
            if !quad.is_leaf() {
                for slot in set_bits(stay) {
                    let sinks = tree.child(quad, &tree.spot(&node.aabb(slot))).is_some();
                    stay &= !(u32::from(sinks) << slot);
                }
            }
            let moves = !stay & ((1 << node.len()) - 1);
            chunk.movers.extend(set_bits(moves).map(|slot| node.refs[slot] - part.first_id()));
        }
    }
}

/// Gives the objects of a block their new bounds and tags and says, with a bit for each, which are
/// valid and still there. What the others get does not matter: they will be taken out.
#[inline(always)]
fn read_block<const D: usize>(
    tree: &QuadtreeCore<D>,
    part: &Part<'_, D>,
    source: impl Source<D>,
    node: &mut Node<D>,
) -> u32 {
    let mut valid = 0;
    for slot in 0..LANES {
        if node.refs[slot] == Node::<D>::EMPTY {
            break;
        }
        let object = node.refs[slot] - tree.offset;
        node.refs[slot] = object + part.first_id();
        let index = object as usize;
        if index >= source.len() {
            continue;
        }
        if let Ok(aabb) = source.get(index) {
            set_aabb(node, slot, &aabb);
            node.exclusion[slot] = part.tags.of(index).1;
            valid |= 1 << slot;
        }
    }
    valid
}
