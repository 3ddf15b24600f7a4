//! A quadtree checks itself.

use jostle_kernels::{Node, simd::LANES};

use super::{
    Quadtree,
    content::block_and_slot,
    span::QuadSpan,
    tree::{FREE, NONE, QuadtreeCore, ROOT},
};
use crate::bvh::Flaw;

impl<const D: usize> Quadtree<D> {
    /// Checks the whole tree: each object is in one node and in the right one, where it was last
    /// put; counts and unions are those of the objects; nodes divide their parents, have more
    /// objects below them than would be made one, and lie within the depth; blocks are full but the
    /// first of each node; what is free is free once. O(objects and nodes).
    ///
    /// # Errors
    /// When it is not so, which is a fault of the library.
    pub fn validate(&self) -> Result<(), Flaw> {
        self.tree.validate()
    }
}

/// What was met in a tree.
struct QuadtreeCheck<'a, const D: usize> {
    tree: &'a QuadtreeCore<D>,
    quads: Vec<bool>,
    blocks: Vec<bool>,
    objects: usize,
}

impl<const D: usize> QuadtreeCore<D> {
    /// See [`Quadtree::validate`].
    pub(super) fn validate(&self) -> Result<(), Flaw> {
        let mut checks = QuadtreeCheck {
            tree: self,
            quads: vec![false; self.quads.len()],
            blocks: vec![false; self.links.len()],
            objects: 0,
        };
        checks.blocks[0] = true;
        let mut waiting = vec![ROOT];
        while let Some(at) = waiting.pop() {
            checks.meet_quad(at)?;
            checks.contents(at)?;
            checks.counts(at)?;
            checks.parts(at)?;
            waiting.extend(self.children(at));
        }
        checks.free()?;
        checks.finish()
    }
}

fn check(at: u32, holds: bool, what: &'static str) -> Result<(), Flaw> {
    if holds { Ok(()) } else { Err(Flaw { node: at as usize, what }) }
}

impl<const D: usize> QuadtreeCheck<'_, D> {
    fn meet_quad(&mut self, at: u32) -> Result<(), Flaw> {
        check(at, (at as usize) < self.quads.len(), "is referred to and does not exist")?;
        let met = std::mem::replace(&mut self.quads[at as usize], true);
        check(at, !met, "is referred to twice")
    }

    fn meet_block(&mut self, at: u32, block: u32) -> Result<(), Flaw> {
        check(at, (block as usize) < self.blocks.len(), "has a block that does not exist")?;
        let met = std::mem::replace(&mut self.blocks[block as usize], true);
        check(at, !met, "has a block that another has, or a chain that does not end")
    }

    /// The blocks and boxes of a node.
    fn contents(&mut self, at: u32) -> Result<(), Flaw> {
        let tree = self.tree;
        let (mut block, mut len) = (tree.quad(at).block, 0);
        while block != NONE {
            self.meet_block(at, block)?;
            let node = &tree.nodes[block as usize];
            let full = node.len() == LANES || (block == tree.quad(at).block && !node.is_empty());
            check(at, full, "has a block with room behind the first")?;
            check(at, in_first_slots(node), "has a box behind an absent one")?;
            check(at, tree.links[block as usize].owner == at, "has a block of another node")?;
            for slot in 0..node.len() {
                let entry = tree.entry(block, slot);
                check(at, tree.place(entry.object) == Some((block, slot)), "has a lost object")?;
                check(at, tree.stays(at, &entry.aabb), "has an object of another node")?;
            }
            len += node.len();
            block = tree.links[block as usize].next;
        }
        self.objects += len;
        check(at, tree.quad(at).len as usize == len, "has another number of objects")
    }

    /// What a node says of its objects and of those below it.
    fn counts(&self, at: u32) -> Result<(), Flaw> {
        let (tree, quad) = (self.tree, self.tree.quad(at));
        let below: u32 = tree.children(at).map(|child| tree.quad(child).below).sum();
        check(at, quad.below == quad.len + below, "has another number of objects below it")?;
        let own = super::common::of_chain(&tree.nodes, &tree.links, quad.block);
        check(at, quad.own.with(&own) == quad.own, "has objects beyond their union")?;
        check(at, quad.own == own || quad.stale > 0, "has objects with another union")?;
        check(at, usize::from(quad.stale) < quad.blocks().max(1), "has a union that is too old")?;
        check(at, quad.all == tree.common_below(at), "has another union below it")?;
        let few = !quad.is_leaf() && quad.below <= tree.max_objects / 2;
        check(at, !few, "is divided for few objects")?;
        check(at, u32::from(quad.depth) <= tree.max_levels, "lies deeper than the bound")
    }

    /// The children of a node.
    fn parts(&self, at: u32) -> Result<(), Flaw> {
        let (tree, quad) = (self.tree, self.tree.quad(at));
        if quad.is_leaf() {
            return Ok(());
        }
        let quarters = QuadSpan::quarters(&quad.spans, tree.fit);
        check(at, quarters.is_some(), "is divided and cannot be")?;
        for (child, spans) in tree.children(at).zip(quarters.into_iter().flatten()) {
            check(at, (child as usize) < tree.quads.len(), "has a child that does not exist")?;
            let child = tree.quad(child);
            check(at, child.spans == spans, "has a child with another cell")?;
            let linked = child.parent == at && child.depth == quad.depth + 1;
            check(at, linked, "has a child of another node")?;
        }
        Ok(())
    }

    /// The lists of what is free.
    fn free(&mut self) -> Result<(), Flaw> {
        let tree = self.tree;
        let mut family = tree.free_quads;
        while family != NONE {
            for quad in family..family + 4 {
                self.meet_quad(quad)?;
                check(quad, tree.quad(quad).depth == FREE, "is free and in use")?;
            }
            family = tree.quad(family).children;
        }
        let (mut block, mut spare) = (tree.free_blocks, 0);
        while block != NONE {
            self.meet_block(ROOT, block)?;
            check(ROOT, tree.links[block as usize].owner == NONE, "has a free block")?;
            spare += 1;
            block = tree.links[block as usize].next;
        }
        check(ROOT, spare == tree.spare, "there is another number of free blocks")
    }

    /// Everything was met, and places are those of the objects.
    fn finish(self) -> Result<(), Flaw> {
        let lost = self.quads.iter().position(|met| !met);
        check(lost.unwrap_or(0) as u32, lost.is_none(), "is lost")?;
        check(ROOT, self.blocks.iter().all(|met| *met), "a block is lost")?;
        let places = self.tree.places.iter().filter(|place| **place != NONE);
        let taken = places.clone().count();
        check(ROOT, taken == self.objects, "a place is that of no object")?;
        let blocks = self.tree.links.len();
        let exist = places.map(|place| block_and_slot(*place)).all(|(b, _)| (b as usize) < blocks);
        check(ROOT, exist, "a place does not exist")
    }
}

/// Whether boxes come first, and absent slots have no bounds.
fn in_first_slots<const D: usize>(node: &Node<D>) -> bool {
    let len = node.len();
    let absent = |slot: usize| {
        let aabb = node.aabb(slot);
        node.refs[slot] == Node::<D>::EMPTY && aabb.min.iter().chain(&aabb.max).all(|x| x.is_nan())
    };
    (0..LANES).all(|slot| if slot < len { node.aabb(slot).is_valid() } else { absent(slot) })
}
