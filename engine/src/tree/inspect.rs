//! Looking into a tree: its figures, a check of itself, a drawing.

use std::fmt;

use jostle_kernels::{Aabb, Node, node::row_of_slot, sah::half_area, simd::LANES};

use super::nodes::{FlatTree, MOST_DEPTH, SENTINEL_ROOT, is_leaf, place};
use crate::debug_draw::{DebugDraw, DrawElement, DrawStyle};

/// Figures of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TreeStats {
    /// Boxes in the tree.
    pub boxes: usize,
    /// Nodes, leaves included.
    pub nodes: usize,
    /// Nodes that hold boxes.
    pub leaves: usize,
    /// Nodes on the longest way from the root to a leaf.
    pub depth: usize,
    /// Nodes that a long random line through the bounds of all boxes visits on average: the sum of
    /// all areas of nodes over that of the root (MacDonald and Booth, 1990). NaN if the root has
    /// none.
    pub sah_cost: f64,
    /// Bytes of the nodes.
    pub bytes: usize,
}

impl TreeStats {
    /// Average number of boxes in a leaf, of eight; NaN for an empty tree.
    #[must_use]
    pub fn boxes_per_leaf(&self) -> f64 {
        self.boxes as f64 / self.leaves as f64
    }

    /// Average number of children of an inner node, of eight; not finite where there is none.
    #[must_use]
    pub fn children_per_inner(&self) -> f64 {
        (self.nodes as f64 - 1.0) / (self.nodes - self.leaves) as f64
    }
}

impl<const D: usize> FlatTree<D> {
    /// Figures of the tree, in O(nodes).
    pub(crate) fn stats(&self) -> TreeStats {
        let nodes = self.nodes();
        let mut stats = TreeStats { boxes: self.boxes, ..TreeStats::default() };
        if self.root().is_none() {
            return stats;
        }
        let mut area = 0.0;
        let mut stack = vec![(SENTINEL_ROOT, 0)];
        while let Some((at, depth)) = stack.pop() {
            stats.depth = stats.depth.max(depth + 1);
            for (slot, reference) in nodes[at].occupied() {
                stats.nodes += 1;
                area += half_area::<D>(&row_of_slot(&nodes[at], slot));
                if is_leaf(reference) {
                    stats.leaves += 1;
                    stats.depth = stats.depth.max(depth + 1);
                } else {
                    stack.push((place(reference), depth + 1));
                }
            }
        }
        stats.sah_cost = area / half_area::<D>(&row_of_slot(&nodes[SENTINEL_ROOT], 0));
        stats.bytes = size_of_val(nodes);
        stats
    }
}

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

impl<const D: usize> FlatTree<D> {
    /// Checks the whole tree. O(nodes).
    pub(crate) fn validate(&self) -> Result<(), Flaw> {
        if self.nodes().is_empty() {
            return Ok(());
        }
        let mut check = TreeCheck {
            nodes: self.nodes(),
            visited: vec![false; self.used],
            ids: Vec::with_capacity(self.boxes),
            stack: vec![(SENTINEL_ROOT, 0)],
        };
        while let Some((at, depth)) = check.stack.pop() {
            check.inner(at, depth)?;
        }
        check.finish(self.boxes)
    }
}

/// What a check has met of a tree so far.
struct TreeCheck<'a, const D: usize> {
    nodes: &'a [Node<D>],
    visited: Vec<bool>,
    ids: Vec<u32>,
    stack: Vec<(usize, usize)>,
}

impl<const D: usize> TreeCheck<'_, D> {
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

/// The union of the boxes of a node, and the exclusion bits they share.
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

/// Most nodes that wait to be drawn: seven stay behind on each level.
const WAITING: usize = (MOST_DEPTH + 1) * LANES;

impl<const D: usize> FlatTree<D> {
    /// Draws all nodes, each before those below it, and says which boxes are in the leaves; ids are
    /// greater than those in the tree by `offset`. O(nodes).
    pub(crate) fn draw(&self, offset: u32, draw: &mut dyn DebugDraw<D>) {
        let nodes = self.nodes();
        if self.root().is_none() {
            return;
        }
        // References with the places of the slots that hold them, and depths.
        let mut waiting = [(SENTINEL_ROOT, 0, 0); WAITING];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let (at, slot, depth) = waiting[count];
            let reference = nodes[at].refs[slot];
            let below = &nodes[place(reference)];
            let element = if is_leaf(reference) { DrawElement::Leaf } else { DrawElement::Node };
            let style = DrawStyle::new(element, depth);
            draw.aabb(&nodes[at].aabb(slot), style);
            if is_leaf(reference) {
                draw_members(below, offset, style, draw);
                continue;
            }
            for slot in (0..below.len()).rev() {
                waiting[count] = (place(reference), slot, depth + 1);
                count += 1;
            }
        }
    }
}

/// Says which boxes are in a leaf.
fn draw_members<const D: usize>(
    leaf: &Node<D>,
    offset: u32,
    style: DrawStyle,
    draw: &mut dyn DebugDraw<D>,
) {
    for (_, id) in leaf.occupied() {
        draw.member(id + offset, style);
    }
}
