//! Drawing a quadtree.

use super::{
    Quadtree, QuadtreeFit, QuadtreePhase,
    query::Waiting,
    tree::{Quad, Tree},
};
use crate::{
    Aabb,
    debug_draw::{DebugDraw, DrawElement, DrawStyle},
};

impl<const D: usize> Tree<D> {
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
            draw.aabb(&self.bounds_of(quad), DrawStyle::new(DrawElement::Cell, quad.depth));
            if matches!(self.fit, QuadtreeFit::Loose(_)) {
                draw.aabb(&reach, DrawStyle::new(DrawElement::LooseCell, quad.depth));
            }
            for block in self.chain(at) {
                for (_, id) in self.nodes[block as usize].occupied() {
                    draw.member(id, DrawStyle::new(DrawElement::Cell, quad.depth));
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
