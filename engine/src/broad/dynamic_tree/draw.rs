//! Drawing a dynamic tree.

use super::{DynamicTree, DynamicTreePhase};
use crate::debug_draw::DebugDraw;

impl<const D: usize> DynamicTree<D> {
    /// Draws all nodes, each before those below it. Those around leaves have their margin.
    /// O(nodes).
    pub fn debug_draw(&self, draw: &mut dyn DebugDraw<D>) {
        self.core.bvh.tree.draw(0, draw);
    }
}

impl<const D: usize> DynamicTreePhase<D> {
    /// Draws the trees of the last run.
    pub(super) fn draw(&self, draw: &mut dyn DebugDraw<D>) {
        let [first, second] = &self.trees;
        first.bvh.tree.draw(0, draw);
        if let Some(offset) = self.second_offset {
            second.bvh.tree.draw(offset, draw);
        }
    }
}
