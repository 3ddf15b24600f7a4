//! What the boxes of nodes have in common, and of all below them.

use jostle_kernels::{
    Lanes, Node, Pass, SimdLevel,
    simd::{LANES, prefetch},
};

use super::{
    content::chain,
    tree::{Common, FREE, Link, NONE, Quad, QuadtreeCore},
};
use crate::{Aabb, exec::threads};

/// Nodes whose boxes a thread reads at a time.
const CHUNK: usize = 512;

/// How many nodes ahead of its use a block is prefetched.
const AHEAD: usize = 4;

/// What the boxes of a block have in common, slot by slot.
struct Lanewise<const D: usize> {
    min: [[f32; LANES]; D],
    max: [[f32; LANES]; D],
    exclusion: [u32; LANES],
}

impl<const D: usize> Lanewise<D> {
    const EMPTY: Self = Self {
        min: [[f32::INFINITY; LANES]; D],
        max: [[f32::NEG_INFINITY; LANES]; D],
        exclusion: [u32::MAX; LANES],
    };

    /// Adds the boxes of a block. Slots without one are NaN, which changes nothing.
    #[inline(always)]
    fn add(&mut self, node: &Node<D>) {
        for axis in 0..D {
            for slot in 0..LANES {
                let (min, max) = (node.min[axis][slot], node.max[axis][slot]);
                let (least, most) = (&mut self.min[axis][slot], &mut self.max[axis][slot]);
                *least = if min < *least { min } else { *least };
                *most = if max > *most { max } else { *most };
            }
        }
        for (all, exclusion) in self.exclusion.iter_mut().zip(node.exclusion) {
            *all &= exclusion;
        }
    }

    /// Over all slots.
    #[inline(always)]
    fn reduce(&self) -> Common<D> {
        let mut aabb = Aabb::EMPTY;
        for axis in 0..D {
            aabb.min[axis] = fold(&self.min[axis], |a, b| if b < a { b } else { a });
            aabb.max[axis] = fold(&self.max[axis], |a, b| if b > a { b } else { a });
        }
        Common { aabb, exclusion: fold(&self.exclusion, |a, b| a & b) }
    }
}

/// Half against half, which takes three steps and not seven.
#[inline(always)]
fn fold<T: Copy>(lanes: &[T; LANES], of: impl Fn(T, T) -> T) -> T {
    let mut lanes = *lanes;
    for half in [4, 2, 1] {
        for slot in 0..half {
            lanes[slot] = of(lanes[slot], lanes[slot + half]);
        }
    }
    lanes[0]
}

/// What the boxes of a block have in common.
#[inline(always)]
pub(super) fn of_block<const D: usize>(node: &Node<D>) -> Common<D> {
    let mut lanewise = Lanewise::EMPTY;
    lanewise.add(node);
    lanewise.reduce()
}

/// What all boxes of a chain of blocks have in common.
#[inline(always)]
pub(super) fn of_chain<const D: usize>(nodes: &[Node<D>], links: &[Link], first: u32) -> Common<D> {
    let mut lanewise = Lanewise::EMPTY;
    // A loop, not an iterator's method: those are compiled on their own, without the level.
    for block in chain(links, first) {
        lanewise.add(&nodes[block as usize]);
    }
    lanewise.reduce()
}

/// Finds what the objects of each of some nodes have in common.
struct Refit<'a, const D: usize> {
    nodes: &'a [Node<D>],
    links: &'a [Link],
    quads: &'a mut [Quad<D>],
}

impl<const D: usize> Pass for Refit<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        for index in 0..self.quads.len() {
            if let Some(ahead) = self.quads.get(index + AHEAD) {
                prefetch::for_reading(self.nodes, ahead.block as usize);
            }
            let quad = &mut self.quads[index];
            if quad.depth != FREE {
                (quad.own, quad.stale) = (of_chain(self.nodes, self.links, quad.block), 0);
            }
        }
    }
}

impl<const D: usize> QuadtreeCore<D> {
    /// Finds what the objects of each node have in common, on all threads.
    pub(super) fn refit(&mut self, level: SimdLevel) {
        let (nodes, links) = (&self.nodes, &self.links);
        threads::for_each_chunk(&mut self.quads, CHUNK, |_, quads| {
            level.run(Refit { nodes, links, quads });
        });
    }

    /// Takes note that an object of a node was taken out or moved. What the others have in common
    /// is found anew once that was so for as many objects as there are blocks to read: O(1) on
    /// average, also where many objects share the sides of all.
    pub(super) fn note_change(&mut self, quad: u32) {
        let own = self.quad_mut(quad);
        own.stale += 1;
        if usize::from(own.stale) < own.blocks().min(u16::MAX.into()) {
            return;
        }
        let common = of_chain(&self.nodes, &self.links, self.quad(quad).block);
        let own = self.quad_mut(quad);
        (own.own, own.stale) = (common, 0);
    }

    /// What the objects of a node and below it have in common, by its own and those of its
    /// children.
    pub(super) fn common_below(&self, quad: u32) -> Common<D> {
        let own = self.quad(quad).own;
        self.children(quad).fold(own, |all, child| all.with(&self.quad(child).all))
    }

    /// Brings what all have in common up to date, from a node upwards.
    pub(super) fn mend(&mut self, mut quad: u32) {
        while quad != NONE {
            let all = self.common_below(quad);
            let known = std::mem::replace(&mut self.quad_mut(quad).all, all);
            if known == all {
                return;
            }
            quad = self.quad(quad).parent;
        }
    }
}
