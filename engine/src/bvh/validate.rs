//! A tree checks itself.

use std::fmt;

use jostle_kernels::{Aabb, Node, lane::LANES};

use super::{
    Bvh,
    tree::{MOST_DEPTH, SENTINEL_ROOT, is_leaf, place},
};

/// What is wrong with a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The place of the node.
    pub node: usize,
    /// What is wrong with it.
    pub what: &'static str,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "node {}: {}", self.node, self.what)
    }
}

impl std::error::Error for Flaw {}

impl<const D: usize> Bvh<D> {
    /// Walks the whole tree and checks it: every node is referred to once, bounds are the union of
    /// what is below, boxes lie in the first slots and absent ones are NaN, each box is in one
    /// leaf, lacks bits are those that all have, and the depth is within its bound. O(nodes).
    ///
    /// # Errors
    /// When it is not so, which is a fault of the library.
    pub fn validate(&self) -> Result<(), Flaw> {
        if self.tree.nodes().is_empty() {
            return Ok(());
        }
        let mut walk = Walk {
            nodes: self.tree.nodes(),
            visited: vec![false; self.tree.used],
            ids: Vec::with_capacity(self.tree.boxes),
            stack: vec![(SENTINEL_ROOT, 0)],
        };
        while let Some((at, depth)) = walk.stack.pop() {
            walk.inner(at, depth)?;
        }
        walk.finish(self.tree.boxes)
    }
}

struct Walk<'a, const D: usize> {
    nodes: &'a [Node<D>],
    visited: Vec<bool>,
    ids: Vec<u32>,
    stack: Vec<(usize, usize)>,
}

impl<const D: usize> Walk<'_, D> {
    /// Checks an inner node against its children, and the leaves among them.
    fn inner(&mut self, at: usize, depth: usize) -> Result<(), Flaw> {
        let check = |holds: bool, what| if holds { Ok(()) } else { Err(Flaw { node: at, what }) };
        let node = &self.nodes[at];
        check(!std::mem::replace(&mut self.visited[at], true), "is referred to twice")?;
        check(depth <= MOST_DEPTH, "lies deeper than the bound")?;
        check(
            slots_in_order(node),
            "has a box behind an absent one, or an absent one with bounds",
        )?;
        for (slot, reference) in node.occupied() {
            let below = place(reference);
            check(below < self.nodes.len() && below != at, "refers to no node")?;
            let child = &self.nodes[below];
            check(slots_in_order(child), "has a child with a box behind an absent one")?;
            check(child.refs[0] != Node::<D>::EMPTY, "has a child without boxes")?;
            let (union, exclusion) = below_of(child);
            check(union == node.aabb(slot), "has a child with other bounds")?;
            check(exclusion == node.exclusion[slot], "has a child with other exclusion bits")?;
            if is_leaf(reference) {
                let visited = std::mem::replace(&mut self.visited[below], true);
                check(!visited, "has a leaf that another refers to")?;
                self.ids.extend(child.occupied().map(|(_, id)| id));
            } else {
                self.stack.push((below, depth + 1));
            }
        }
        Ok(())
    }

    fn finish(mut self, boxes: usize) -> Result<(), Flaw> {
        if let Some(node) = self.visited.iter().position(|visited| !visited) {
            return Err(Flaw { node, what: "is not referred to" });
        }
        self.ids.sort_unstable();
        let once = self.ids.windows(2).all(|ids| ids[0] < ids[1]);
        let all = self.ids.len() == boxes;
        let flaw = Flaw { node: SENTINEL_ROOT, what: "a box is in no leaf, or in several" };
        if once && all { Ok(()) } else { Err(flaw) }
    }
}

/// Whether boxes come first, and absent slots have no bounds.
fn slots_in_order<const D: usize>(node: &Node<D>) -> bool {
    let len = node.len();
    let present = |slot: usize| node.refs[slot] != Node::<D>::EMPTY;
    let nan = |slot: usize| {
        let aabb = node.aabb(slot);
        aabb.min.iter().chain(&aabb.max).all(|x| x.is_nan())
    };
    (0..LANES).all(|slot| present(slot) == (slot < len) && (slot < len || nan(slot)))
}

/// The union of the boxes of a node, and the lacks bits they share.
fn below_of<const D: usize>(node: &Node<D>) -> (Aabb<D>, u32) {
    let mut union = Aabb { min: [f32::INFINITY; D], max: [f32::NEG_INFINITY; D] };
    let mut exclusion = u32::MAX;
    for (slot, _) in node.occupied() {
        let aabb = node.aabb(slot);
        for axis in 0..D {
            union.min[axis] = union.min[axis].min(aabb.min[axis]);
            union.max[axis] = union.max[axis].max(aabb.max[axis]);
        }
        exclusion &= node.exclusion[slot];
    }
    (union, exclusion)
}
