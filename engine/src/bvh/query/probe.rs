//! What is asked of the boxes of a node.

use jostle_kernels::{
    Aabb, Lanes, Node,
    node::{CastLanes, Point, Query},
};

use super::walk::NodeTest;

/// When a moving box meets them.
impl<L: Lanes, const D: usize> NodeTest<L, D> for CastLanes<L, D> {
    #[inline(always)]
    fn keys(&self, lanes: L, node: &Node<D>) -> (L::Floats, u32) {
        self.times(lanes, node)
    }
}

/// How far they are from a point, squared.
impl<L: Lanes, const D: usize> NodeTest<L, D> for Point<L, D> {
    #[inline(always)]
    fn keys(&self, lanes: L, node: &Node<D>) -> (L::Floats, u32) {
        (self.distances_squared(lanes, node), u32::MAX)
    }
}

/// Whether they touch a box: all that do are equally near.
pub(super) struct Touching<L: Lanes, const D: usize>(Query<L, D>);

impl<L: Lanes, const D: usize> Touching<L, D> {
    #[inline(always)]
    pub(super) fn new(lanes: L, aabb: &Aabb<D>) -> Self {
        Self(Query::new(lanes, aabb, 0))
    }
}

impl<L: Lanes, const D: usize> NodeTest<L, D> for Touching<L, D> {
    #[inline(always)]
    fn keys(&self, lanes: L, node: &Node<D>) -> (L::Floats, u32) {
        (lanes.splat(0.0), self.0.touches(lanes, node))
    }
}
