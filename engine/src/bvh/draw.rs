//! Drawing a tree.

use jostle_kernels::{Node, lane::LANES};

use super::{
    Bvh,
    tree::{MOST_DEPTH, SENTINEL_ROOT, Tree, is_leaf, place},
};
use crate::debug_draw::{DebugDraw, DrawElement, DrawStyle};

/// Most nodes that wait to be drawn: seven stay behind on each level.
const WAITING: usize = (MOST_DEPTH + 1) * LANES;

impl<const D: usize> Tree<D> {
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

impl<const D: usize> Bvh<D> {
    /// Draws the trees of the last run.
    pub(super) fn draw(&self, draw: &mut dyn DebugDraw<D>) {
        self.tree.draw(0, draw);
        self.second.draw(0, draw);
    }
}
