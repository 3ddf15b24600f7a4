//! The tree: nodes by families of four, and what they hold in blocks of eight boxes.

use jostle_kernels::{Node, simd::LANES};

use super::{
    QuadtreeFit, QuadtreeSettings, settings,
    span::{self, QuadSpan, Spot},
};
use crate::{
    Aabb, Error,
    memory::{grow_filled, reserve_one},
};

/// No node, no block, no place.
pub(super) const NONE: u32 = u32::MAX;

/// The depth of a node that is free.
pub(super) const FREE: u16 = u16::MAX;

/// The place of the root.
pub(super) const ROOT: u32 = 0;

/// Most blocks: a place is a `u32`, of which three bits name a slot, and the greatest one is none.
const MOST_BLOCKS: usize = u32::MAX as usize / LANES;
const _: () = assert!(MOST_BLOCKS as u64 * LANES as u64 <= NONE as u64);

/// What some boxes have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Common<const D: usize> {
    /// Their union.
    pub(super) aabb: Aabb<D>,
    /// The exclusion bits that all have.
    pub(super) exclusion: u32,
}

impl<const D: usize> Common<D> {
    /// Of no boxes.
    pub(super) const EMPTY: Self = Self { aabb: Aabb::EMPTY, exclusion: u32::MAX };

    /// Of these and of others.
    pub(super) fn with(&self, other: &Self) -> Self {
        Self { aabb: self.aabb.union(&other.aabb), exclusion: self.exclusion & other.exclusion }
    }
}

/// A node of the quadtree.
#[derive(Clone, Debug)]
pub(super) struct Quad<const D: usize> {
    pub(super) spans: [QuadSpan; 2],
    /// What its own objects have in common, or less: see `stale`.
    pub(super) own: Common<D>,
    /// What all objects in it and below it have in common.
    pub(super) all: Common<D>,
    pub(super) parent: u32,
    /// The first of its four children; none in a leaf.
    pub(super) children: u32,
    /// The first of the blocks of its own objects. All others are full.
    pub(super) block: u32,
    /// Number of its own objects.
    pub(super) len: u32,
    /// Number of objects in it and below it.
    pub(super) below: u32,
    /// Levels above it; [`FREE`] if the node is free.
    pub(super) depth: u16,
    /// Number of its own objects that were taken out or moved since `own` was found. Fewer than it
    /// has blocks.
    pub(super) stale: u16,
}

impl<const D: usize> Quad<D> {
    fn new(spans: [QuadSpan; 2], parent: u32, depth: u16) -> Self {
        Self {
            spans,
            own: Common::EMPTY,
            all: Common::EMPTY,
            parent,
            children: NONE,
            block: NONE,
            len: 0,
            below: 0,
            depth,
            stale: 0,
        }
    }

    pub(super) fn is_leaf(&self) -> bool {
        self.children == NONE
    }

    /// Number of its blocks.
    pub(super) fn blocks(&self) -> usize {
        (self.len as usize).div_ceil(LANES)
    }
}

/// What belongs to a block besides its boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The next block of the same node, or the next free one.
    pub(super) next: u32,
    /// The node; none if the block is free.
    pub(super) owner: u32,
}

/// A box of an object, with all that is kept of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<const D: usize> {
    pub(super) object: u32,
    pub(super) aabb: Aabb<D>,
    pub(super) exclusion: u32,
}

/// A quadtree of objects that are numbered by their user.
pub(super) struct QuadtreeCore<const D: usize> {
    /// The axes that are divided.
    pub(super) axes: [usize; 2],
    pub(super) fit: QuadtreeFit,
    pub(super) max_objects: u32,
    pub(super) max_levels: u32,
    pub(super) world: Aabb<D>,
    /// The root, then families of four.
    pub(super) quads: Vec<Quad<D>>,
    /// The first free family.
    pub(super) free_quads: u32,
    /// A node that is left free, the blocks, and then what joins put there.
    pub(super) nodes: Vec<Node<D>>,
    /// One for each block, and one for the node in front of them.
    pub(super) links: Vec<Link>,
    pub(super) free_blocks: u32,
    /// Number of free blocks.
    pub(super) spare: usize,
    /// Block and slot of each object.
    pub(super) places: Vec<u32>,
    /// What the references in blocks are greater by than the objects.
    pub(super) offset: u32,
}

impl<const D: usize> QuadtreeCore<D> {
    /// A tree without objects. The world and the settings have been checked.
    pub(super) fn new(world: Aabb<D>, settings: &QuadtreeSettings) -> Self {
        const { assert!(D == 2 || D == 3, "boxes have two or three dimensions") };
        let mut tree = Self {
            axes: [0, 1],
            fit: settings.fit,
            max_objects: 0,
            max_levels: 0,
            world,
            quads: Vec::new(),
            free_quads: NONE,
            nodes: Vec::new(),
            links: Vec::new(),
            free_blocks: NONE,
            spare: 0,
            places: Vec::new(),
            offset: 0,
        };
        tree.adopt(world, settings);
        tree
    }

    /// Takes all objects out, and divides another world by other settings from now on.
    pub(super) fn adopt(&mut self, world: Aabb<D>, settings: &QuadtreeSettings) {
        (self.axes, self.fit, self.world) = (settings::axes(&world), settings.fit, world);
        (self.max_objects, self.max_levels) = settings.limits();
        self.clear();
    }

    /// Takes all objects out, and keeps the memory.
    pub(super) fn clear(&mut self) {
        let spans = self
            .axes
            .map(|axis| QuadSpan::root(self.world.min[axis], self.world.max[axis], self.fit));
        self.quads.clear();
        self.quads.push(Quad::new(spans, NONE, 0));
        self.links.clear();
        self.links.push(Link { next: NONE, owner: NONE });
        self.places.clear();
        (self.free_quads, self.free_blocks, self.spare) = (NONE, NONE, 0);
    }

    pub(super) fn quad(&self, quad: u32) -> &Quad<D> {
        &self.quads[quad as usize]
    }

    pub(super) fn quad_mut(&mut self, quad: u32) -> &mut Quad<D> {
        &mut self.quads[quad as usize]
    }

    /// Number of objects.
    pub(super) fn len(&self) -> usize {
        self.quads[ROOT as usize].below as usize
    }

    /// Where a box is on the axes that are divided.
    #[inline(always)]
    pub(super) fn spot(&self, aabb: &Aabb<D>) -> Spot {
        self.axes.map(|axis| self.fit.reach(aabb, axis))
    }

    /// The child of a node that a box belongs in, if there is one.
    #[inline(always)]
    pub(super) fn child(&self, quad: &Quad<D>, spot: &Spot) -> Option<u32> {
        if quad.is_leaf() {
            return None;
        }
        let last = &self.quad(quad.children + 3).spans;
        let child = quad.children + span::side(last, spot) as u32;
        span::takes(&self.quad(child).spans, spot).then_some(child)
    }

    /// The children of a node, if it has any.
    pub(super) fn children(&self, quad: u32) -> std::ops::Range<u32> {
        match self.quad(quad).children {
            NONE => 0..0,
            first => first..first + 4,
        }
    }

    /// Gives a leaf four children. False if it cannot be divided, or there is no memory.
    pub(super) fn add_children(&mut self, parent: u32) -> bool {
        let Quad { spans, depth, .. } = *self.quad(parent);
        let Some(quarters) = QuadSpan::quarters(&spans, self.fit) else { return false };
        let mut children = quarters.map(|spans| Quad::new(spans, parent, depth + 1));
        let first = self.free_quads;
        if first == NONE {
            let first = self.quads.len();
            // Four less than the greatest number, which stands for none.
            if first > NONE as usize - 8 || self.quads.try_reserve(4).is_err() {
                return false;
            }
            self.quads.extend(children);
            self.quad_mut(parent).children = first as u32;
        } else {
            self.free_quads = self.quad(first).children;
            self.quads[first as usize..][..4].swap_with_slice(&mut children);
            self.quad_mut(parent).children = first;
        }
        true
    }

    /// Takes the children of a node away, which are leaves without objects.
    pub(super) fn remove_children(&mut self, parent: u32) {
        let first = std::mem::replace(&mut self.quad_mut(parent).children, NONE);
        for quad in first..first + 4 {
            let quad = self.quad_mut(quad);
            debug_assert!(quad.is_leaf() && quad.len == 0);
            quad.depth = FREE;
        }
        self.quad_mut(first).children = self.free_quads;
        self.free_quads = first;
    }

    /// Makes sure of so many free blocks.
    pub(super) fn reserve_blocks(&mut self, blocks: usize) -> Result<(), Error> {
        while self.spare < blocks {
            let block = self.links.len();
            if block == MOST_BLOCKS {
                let limit = MOST_BLOCKS * LANES;
                return Err(Error::TooMany { boxes: limit + 1, limit });
            }
            reserve_one(&mut self.links, "the blocks of a quadtree")?;
            if self.nodes.len() <= block {
                // Doubling: objects may come one by one.
                grow_filled(
                    &mut self.nodes,
                    (block + 1).next_power_of_two(),
                    "the blocks of a quadtree",
                )?;
            }
            self.links.push(Link { next: NONE, owner: NONE });
            self.free_block(block as u32);
        }
        Ok(())
    }

    /// Takes a free block for a node. There must be one.
    pub(super) fn take_block(&mut self, owner: u32, next: u32) -> u32 {
        let block = self.free_blocks;
        self.spare -= 1;
        self.free_blocks = self.links[block as usize].next;
        self.links[block as usize] = Link { next, owner };
        self.nodes[block as usize] = Node::NONE;
        block
    }

    /// Gives a block back.
    pub(super) fn free_block(&mut self, block: u32) {
        self.links[block as usize] = Link { next: self.free_blocks, owner: NONE };
        self.free_blocks = block;
        self.spare += 1;
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.quads.capacity() * size_of::<Quad<D>>()
            + self.nodes.capacity() * size_of::<Node<D>>()
            + self.links.capacity() * size_of::<Link>()
            + self.places.capacity() * size_of::<u32>()
    }
}
