//! All boxes of a frame at once.

use jostle_kernels::{Node, SimdLevel, simd::LANES};

use super::core::{Core, LeafChunk, NOWHERE};
use crate::{
    Aabb, Error, exec::threads, join::part::Part, memory::reserve, tree::nodes::SENTINEL_ROOT,
    validate::InvalidShape,
};

/// Nodes that one thread updates one after the other.
const CHUNK: usize = 512;

/// One box in so many may leave its leaf before it is faster to build the tree anew.
const FEW: usize = 8;

/// One box in so many may have been put in alone before the tree is built anew: it gets worse with
/// each, so that pairs take longer to find, and the longer the less evenly boxes lie.
const WORN: usize = 4;

impl<const D: usize> Core<D> {
    /// Gives all boxes the bounds of a frame, in which ids are indices: moves those that changed,
    /// puts those in that are new, takes those out that are gone or not valid and lists the latter.
    pub(super) fn update(
        &mut self,
        level: SimdLevel,
        part: &Part<'_, D>,
        invalid: &mut Vec<InvalidShape>,
    ) -> Result<(), Error> {
        let ids = part.bounds.len();
        self.make_room(ids)?;
        for id in ids..self.leaf_of.len() {
            if self.holds(id as u32) {
                self.remove(level, id as u32);
            }
        }
        self.update_leaves(part)?;
        let mut left = std::mem::take(&mut self.left);
        let result = self.settle(level, part, &mut left, invalid);
        self.left = left;
        result?;
        if part.tags.has_statics() || self.had_statics {
            self.had_statics = part.tags.has_statics();
            self.share_exclusion();
        }
        Ok(())
    }

    /// Gives boxes in leaves their new bounds, as long as they stay within what refers to the leaf.
    fn update_leaves(&mut self, part: &Part<'_, D>) -> Result<(), Error> {
        let Self { bvh, infos, fats, chunks, .. } = self;
        // For all nodes that there is room for: some will be used later.
        let (used, number) = (bvh.tree.used, bvh.tree.nodes.len().div_ceil(CHUNK));
        if chunks.len() < number {
            reserve(chunks, number, "the boxes of a frame")?;
            chunks.resize_with(number, LeafChunk::default);
        }
        for (chunk, first) in chunks.iter_mut().zip((0..).step_by(CHUNK)) {
            (chunk.first, chunk.nodes) = (first, used.saturating_sub(first).min(CHUNK));
            chunk.left.clear();
            reserve(&mut chunk.left, CHUNK * LANES, "the boxes of a frame")?;
        }
        let nodes = &mut bvh.tree.nodes[..used];
        let chunks = &mut chunks[..used.div_ceil(CHUNK)];
        threads::for_each_piece(chunks, nodes, &|chunk| chunk.nodes, &|chunk, nodes| {
            for (at, node) in (chunk.first..).zip(nodes) {
                if at != SENTINEL_ROOT && infos[at].height == 0 && !infos[at].free {
                    update_leaf(part, node, &fats[at], &mut chunk.left);
                }
            }
        });
        Ok(())
    }

    /// Puts those that left their leaves, and those that are new, where they belong.
    fn settle(
        &mut self,
        level: SimdLevel,
        part: &Part<'_, D>,
        left: &mut Vec<u32>,
        invalid: &mut Vec<InvalidShape>,
    ) -> Result<(), Error> {
        let ids = part.bounds.len();
        left.clear();
        reserve(left, ids, "the boxes of a frame")?;
        for chunk in &self.chunks[..self.bvh.tree.used.div_ceil(CHUNK)] {
            left.extend(&chunk.left);
        }
        let new = ids - self.len();
        if (left.len() + new) * FEW > ids || (self.put_in + left.len()) * WORN > ids {
            self.load(part)?;
        } else {
            // By index, whatever the tree is like.
            left.sort_unstable();
            for id in &*left {
                self.remove(level, *id);
            }
        }
        if self.len() == ids {
            return Ok(());
        }
        for index in 0..ids {
            if self.leaf_of[index] != NOWHERE {
                continue;
            }
            match part.bounds.get(index) {
                Ok(aabb) => {
                    self.make_room_to_insert(level, 1)?;
                    self.insert(level, index as u32, &aabb, part.tags.of(index).1);
                    self.put_in += 1;
                }
                Err(reason) => {
                    let index = index as u32;
                    InvalidShape { side: part.side, index, reason }.push_to(invalid)?;
                }
            }
        }
        Ok(())
    }

    /// Gives all inner nodes the exclusion bits that everything below them shares, from below.
    fn share_exclusion(&mut self) {
        for height in 1..=self.height() {
            for at in 1..self.bvh.tree.used {
                if usize::from(self.infos[at].height) == height && !self.infos[at].free {
                    self.share_exclusion_of(at as u32);
                }
            }
        }
        self.share_exclusion_of(SENTINEL_ROOT as u32);
    }
}

/// Gives the boxes of a leaf new bounds, but for those that are not valid or lie outside.
fn update_leaf<const D: usize>(
    part: &Part<'_, D>,
    node: &mut Node<D>,
    fat: &Aabb<D>,
    left: &mut Vec<u32>,
) {
    for slot in 0..node.len() {
        let index = node.refs[slot] as usize;
        node.exclusion[slot] = part.tags.of(index).1;
        match part.bounds.get(index) {
            Ok(aabb) if fat.contains(&aabb) => {
                for axis in 0..D {
                    node.min[axis][slot] = aabb.min[axis];
                    node.max[axis][slot] = aabb.max[axis];
                }
            }
            _ => left.push(index as u32),
        }
    }
}
