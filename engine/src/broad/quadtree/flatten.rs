//! From a quadtree to wide nodes, for the time of a join.
//!
//! The blocks of the tree are leaves as they are. Above them come nodes of eight, each for a node
//! of the quadtree: its blocks, or one node above them where they are many, and its children, of
//! which those with most objects are replaced by what they consist of as long as there is room.

use jostle_kernels::{Node, simd::LANES};

use super::{
    common::of_block,
    content::set_aabb,
    sorted_blocks::{self, SortedBlocks},
    tree::{Common, QuadtreeCore, ROOT},
};
use crate::{
    Error,
    exec::threads::Scratches,
    memory::{grow, grow_filled, reserve},
    tree::nodes::{LEAF, SENTINEL_ROOT},
};

/// Blocks of one node that are referred to directly. More of them are sorted first.
const DIRECT: usize = 2;

/// What is made for a join, and kept for its buffers.
#[derive(Default)]
pub(crate) struct Flat {
    /// The nodes of the quadtree with objects below them, parents before their children.
    order: Vec<u32>,
    /// What refers to the sorted blocks of a node, for each node of the quadtree that has some.
    roots: Vec<u32>,
    runs: Vec<SortedBlocks>,
    keys: Scratches<Vec<u64>>,
    /// Nodes that wait to be visited.
    waiting: Vec<u32>,
    open: Vec<Open>,
    /// Where the wide nodes end.
    used: usize,
}

/// A wide node to be made.
#[derive(Clone, Copy)]
struct Open {
    /// The node of the quadtree that it is for.
    quad: u32,
    /// The node and slot that will refer to it.
    above: u32,
    slot: u32,
}

/// What a slot of a wide node refers to.
#[derive(Clone, Copy)]
enum SlotContent {
    /// What is there already.
    Made(u32),
    /// A node of the quadtree.
    Open(u32),
}

/// The slots of a wide node, as they are collected.
struct WideSlots<const D: usize> {
    contents: [(SlotContent, Common<D>); LANES],
    len: usize,
}

impl<const D: usize> WideSlots<D> {
    fn push(&mut self, content: SlotContent, common: Common<D>) {
        self.contents[self.len] = (content, common);
        self.len += 1;
    }
}

impl Flat {
    /// Makes the wide nodes of a tree.
    pub(super) fn make<const D: usize>(&mut self, tree: &mut QuadtreeCore<D>) -> Result<(), Error> {
        self.order(tree)?;
        for quad in self.order.iter().rev() {
            tree.quad_mut(*quad).all = tree.common_below(*quad);
        }
        let base = tree.links.len();
        let sorted = self.plan_runs(tree, base);
        let most = base + sorted + self.order.len();
        if most > LEAF as usize {
            return Err(Error::TooMany { boxes: tree.len(), limit: LEAF as usize });
        }
        grow_filled(&mut tree.nodes, most, "the nodes of a quadtree")?;
        sorted_blocks::fill(&mut self.runs, &mut self.keys, tree, base, sorted)?;
        self.emit(tree, base + sorted);
        Ok(())
    }

    /// Puts the nodes of the quadtree in order.
    fn order<const D: usize>(&mut self, tree: &QuadtreeCore<D>) -> Result<(), Error> {
        let what = "the order of a quadtree";
        reserve(&mut self.order, tree.quads.len(), what)?;
        reserve(&mut self.open, tree.quads.len(), what)?;
        reserve(&mut self.waiting, tree.quads.len(), what)?;
        reserve(&mut self.runs, tree.quads.len(), what)?;
        grow(&mut self.roots, tree.quads.len(), what)?;
        self.order.clear();
        self.waiting.push(ROOT);
        while let Some(at) = self.waiting.pop() {
            if tree.quad(at).below > 0 {
                self.order.push(at);
                self.waiting.extend(tree.children(at).rev());
            }
        }
        Ok(())
    }

    /// Finds the nodes whose blocks are to be sorted and says how many nodes that takes.
    fn plan_runs<const D: usize>(&mut self, tree: &QuadtreeCore<D>, base: usize) -> usize {
        self.runs.clear();
        let mut sorted = 0;
        for at in &self.order {
            let quad = tree.quad(*at);
            if quad.blocks() > DIRECT {
                let run = SortedBlocks::new(*at, base + sorted, quad.blocks());
                sorted += run.nodes;
                self.roots[*at as usize] = run.root();
                self.runs.push(run);
            }
        }
        sorted
    }

    /// Makes the wide nodes above the blocks and the sorted ones.
    fn emit<const D: usize>(&mut self, tree: &mut QuadtreeCore<D>, first: usize) {
        self.used = first;
        self.open.clear();
        let mut sentinel =
            WideSlots { contents: [(SlotContent::Made(0), Common::EMPTY); LANES], len: 0 };
        if tree.len() > 0 {
            sentinel.push(self.content(tree, ROOT), tree.quad(ROOT).all);
        }
        self.write(tree, SENTINEL_ROOT, &sentinel);
        while let Some(Open { quad, above, slot }) = self.open.pop() {
            let place = self.used;
            self.used += 1;
            tree.nodes[above as usize].refs[slot as usize] = place as u32;
            let slots = self.slots(tree, quad);
            self.write(tree, place, &slots);
        }
    }

    /// What stands for a node of the quadtree and all below it.
    fn content<const D: usize>(&self, tree: &QuadtreeCore<D>, mut at: u32) -> SlotContent {
        loop {
            let quad = tree.quad(at);
            // Where there is nothing but one child, it stands for its parent.
            let only = |child: &u32| quad.len == 0 && tree.quad(*child).below == quad.below;
            match tree.children(at).find(only) {
                Some(child) => at = child,
                None if quad.below > quad.len => return SlotContent::Open(at),
                None if quad.blocks() == 1 => return SlotContent::Made(LEAF | quad.block),
                None if quad.blocks() > DIRECT => {
                    return SlotContent::Made(self.roots[at as usize]);
                }
                None => return SlotContent::Open(at),
            }
        }
    }

    /// The slots for a node of the quadtree, of which some are replaced by theirs.
    fn slots<const D: usize>(&self, tree: &QuadtreeCore<D>, at: u32) -> WideSlots<D> {
        let mut slots =
            WideSlots { contents: [(SlotContent::Made(0), Common::EMPTY); LANES], len: 0 };
        self.collect(tree, at, &mut slots);
        loop {
            let room = LANES - slots.len + 1;
            let below = |slot: &usize| match slots.contents[*slot].0 {
                SlotContent::Open(at) if width(tree, at) <= room => tree.quad(at).below,
                _ => 0,
            };
            let most = (0..slots.len).max_by_key(below).filter(|slot| below(slot) > 0);
            let Some(slot) = most else { return slots };
            let SlotContent::Open(at) = slots.contents[slot].0 else { return slots };
            slots.len -= 1;
            slots.contents[slot] = slots.contents[slots.len];
            self.collect(tree, at, &mut slots);
        }
    }

    /// Appends a node's blocks and children.
    fn collect<const D: usize>(&self, tree: &QuadtreeCore<D>, at: u32, slots: &mut WideSlots<D>) {
        let quad = tree.quad(at);
        if quad.blocks() > DIRECT {
            slots.push(SlotContent::Made(self.roots[at as usize]), quad.own);
        } else {
            for block in tree.chain(at) {
                slots.push(SlotContent::Made(LEAF | block), of_block(&tree.nodes[block as usize]));
            }
        }
        for child in occupied(tree, at) {
            slots.push(self.content(tree, child), tree.quad(child).all);
        }
    }

    /// Writes a wide node, and remembers what is to be made for it.
    fn write<const D: usize>(
        &mut self,
        tree: &mut QuadtreeCore<D>,
        place: usize,
        slots: &WideSlots<D>,
    ) {
        let node = &mut tree.nodes[place];
        *node = Node::NONE;
        for (slot, (content, common)) in slots.contents[..slots.len].iter().enumerate() {
            set_aabb(node, slot, &common.aabb);
            node.exclusion[slot] = common.exclusion;
            match content {
                SlotContent::Made(reference) => node.refs[slot] = *reference,
                SlotContent::Open(quad) => {
                    let (above, slot) = (place as u32, slot as u32);
                    self.open.push(Open { quad: *quad, above, slot });
                }
            }
        }
    }

    /// Bytes held, without the threads' buffers.
    pub(super) fn memory_bytes(&self) -> usize {
        4 * (self.order.capacity() + self.roots.capacity() + self.waiting.capacity())
            + self.runs.capacity() * size_of::<SortedBlocks>()
            + self.open.capacity() * size_of::<Open>()
    }

    /// The wide nodes that were made of a tree.
    pub(super) fn nodes<'a, const D: usize>(&self, tree: &'a QuadtreeCore<D>) -> &'a [Node<D>] {
        &tree.nodes[..self.used]
    }
}

/// The children with objects.
fn occupied<const D: usize>(tree: &QuadtreeCore<D>, at: u32) -> impl Iterator<Item = u32> + '_ {
    tree.children(at).filter(|child| tree.quad(*child).below > 0)
}

/// WideSlots that a node takes where it is replaced by what it consists of.
fn width<const D: usize>(tree: &QuadtreeCore<D>, at: u32) -> usize {
    let blocks = tree.quad(at).blocks();
    let own = if blocks > DIRECT { 1 } else { blocks };
    own + occupied(tree, at).count()
}
