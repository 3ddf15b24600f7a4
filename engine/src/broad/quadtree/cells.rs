//! The nodes of a quadtree, for pictures and figures.

use super::{
    Quadtree, QuadtreeFit, QuadtreePhase,
    query::Waiting,
    tree::{FREE, Quad, QuadtreeCore},
};
use crate::{
    Aabb,
    debug_draw::{DebugDraw, DrawElement, DrawStyle},
};

/// A node of a quadtree.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct QuadtreeCell<const D: usize> {
    /// The part of the world that it stands for. In 3D it is as long as the world on the axis that
    /// is not divided.
    pub bounds: Aabb<D>,
    /// Levels above it.
    pub depth: usize,
    /// Number of objects in it, without those below it.
    pub objects: usize,
    /// Whether it has no children.
    pub leaf: bool,
}

/// Figures of a quadtree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct QuadtreeStats {
    /// Objects in the tree.
    pub objects: usize,
    /// Nodes, leaves included.
    pub nodes: usize,
    /// Nodes without children.
    pub leaves: usize,
    /// Levels below the root.
    pub depth: usize,
    /// Objects in the node that has most.
    pub most_objects: usize,
    /// Objects in the root itself: those that are outside the world or larger than its quarters,
    /// and in a tight tree those on its lines.
    pub root_objects: usize,
    /// Bytes held.
    pub bytes: usize,
}

impl<const D: usize> Quadtree<D> {
    /// All nodes, the root first, in no other order.
    pub fn cells(&self) -> impl Iterator<Item = QuadtreeCell<D>> + '_ {
        let used = self.tree.quads.iter().filter(|quad| quad.depth != FREE);
        used.map(|quad| QuadtreeCell {
            bounds: self.tree.bounds_of(quad),
            depth: quad.depth.into(),
            objects: quad.len as usize,
            leaf: quad.is_leaf(),
        })
    }

    /// Figures of the tree, in O(nodes).
    #[must_use]
    pub fn stats(&self) -> QuadtreeStats {
        let mut stats = QuadtreeStats {
            objects: self.len(),
            bytes: self.memory_bytes(),
            ..QuadtreeStats::default()
        };
        for cell in self.cells() {
            stats.nodes += 1;
            stats.leaves += usize::from(cell.leaf);
            stats.depth = stats.depth.max(cell.depth);
            stats.most_objects = stats.most_objects.max(cell.objects);
            stats.root_objects += if cell.depth == 0 { cell.objects } else { 0 };
        }
        stats
    }
}

impl<const D: usize> QuadtreeCore<D> {
    /// The part of the world that a node stands for.
    pub(super) fn bounds_of(&self, quad: &Quad<D>) -> Aabb<D> {
        let mut bounds = self.world;
        for (axis, span) in self.axes.into_iter().zip(quad.spans) {
            (bounds.min[axis], bounds.max[axis]) = (span.low, span.high);
        }
        bounds
    }
}

impl<const D: usize> QuadtreeCore<D> {
    /// Draws all nodes, each before those below it: the cell, what its objects may take up if that
    /// is more, and which these are. O(nodes and objects).
    fn draw(&self, draw: &mut dyn DebugDraw<D>) {
        if self.len() == 0 {
            return;
        }
        let mut waiting = Waiting::new();
        while let Some(at) = waiting.pop() {
            let quad = self.quad(at);
            let reach = self.reach_of(quad);
            // What lies beyond an axis that could not be halved takes no boxes.
            if !reach.is_valid() {
                continue;
            }
            draw.aabb(&self.bounds_of(quad), DrawStyle::new(DrawElement::Cell, quad.depth.into()));
            if matches!(self.fit, QuadtreeFit::Loose(_)) {
                draw.aabb(&reach, DrawStyle::new(DrawElement::LooseCell, quad.depth.into()));
            }
            for block in self.chain(at) {
                for (_, id) in self.nodes[block as usize].occupied() {
                    draw.member(id, DrawStyle::new(DrawElement::Cell, quad.depth.into()));
                }
            }
            self.children(at).rev().for_each(|child| waiting.push(child));
        }
    }

    /// What the objects of a node may take up.
    fn reach_of(&self, quad: &Quad<D>) -> Aabb<D> {
        let mut reach = Aabb::EVERYTHING;
        for (axis, span) in self.axes.into_iter().zip(quad.spans) {
            (reach.min[axis], reach.max[axis]) = (span.min, span.max);
        }
        reach
    }
}

impl<const D: usize> Quadtree<D> {
    /// Draws all nodes, each before those below it: their cells and, in a loose tree, what their
    /// objects may take up, which has no end for the root and on an axis that is not divided. A
    /// tree without objects draws nothing. O(nodes and objects).
    pub fn debug_draw(&self, draw: &mut dyn DebugDraw<D>) {
        self.tree.draw(draw);
    }
}

impl<const D: usize> QuadtreePhase<D> {
    /// Draws the trees of the last run.
    pub(super) fn draw(&self, draw: &mut dyn DebugDraw<D>) {
        self.sets[..self.used].iter().for_each(|set| set.tree.draw(draw));
    }
}
