//! [bvh](https://github.com/svenstaro/bvh) by Sven-Hendrik Haase.

use bvh::{
    aabb::{Aabb, Bounded},
    bounding_hierarchy::{BHShape, BoundingHierarchy},
    bvh::{Bvh, BvhNode},
};
use jostle::Pair;
use nalgebra::Point;

use crate::{
    boxes::Corners,
    gather::Gather,
    peer::{Outcome, PairPeer, Peer, Tasks},
};

/// Its own queries.
pub(crate) const PEERS: &[Peer] = &[Peer {
    name: "bvh",
    library: "bvh 0.13.0",
    method: "Bvh::build_par and Bvh::traverse_iterator of every box in the order of leaves",
    threads: true,
    serial: &[],
    flat: Tasks { pairs: Some(|| Box::<Tree<2>>::default()), ..Tasks::NONE },
    space: Tasks { pairs: Some(|| Box::<Tree<3>>::default()), ..Tasks::NONE },
}];

/// Nodes on the way down that the iterator has room for. Beyond, it panics.
const ITERATOR_DEPTH: usize = 32;

struct Shape<const D: usize> {
    aabb: Aabb<f32, D>,
    index: u32,
    node: usize,
}

impl<const D: usize> Bounded<f32, D> for Shape<D> {
    fn aabb(&self) -> Aabb<f32, D> {
        self.aabb
    }
}

impl<const D: usize> BHShape<f32, D> for Shape<D> {
    fn set_bh_node_index(&mut self, node: usize) {
        self.node = node;
    }

    fn bh_node_index(&self) -> usize {
        self.node
    }
}

struct Tree<const D: usize> {
    shapes: Vec<Shape<D>>,
    bvh: Bvh<f32, D>,
    order: Vec<u32>,
    gather: Gather,
}

impl<const D: usize> Default for Tree<D> {
    fn default() -> Self {
        let bvh = Bvh { nodes: Vec::new() };
        Self { shapes: Vec::new(), bvh, order: Vec::new(), gather: Gather::default() }
    }
}

impl<const D: usize> PairPeer<D> for Tree<D> {
    fn forget(&mut self) {
        self.bvh.nodes = Vec::new();
    }

    fn load(&mut self, boxes: &[Corners<D>]) {
        let shape = |(corners, index): (&Corners<D>, u32)| {
            let [min, max] = [corners.min, corners.max].map(Point::from);
            Shape { aabb: Aabb::with_bounds(min, max), index, node: 0 }
        };
        self.shapes.clear();
        self.shapes.extend(boxes.iter().zip(0..).map(shape));
    }

    fn build(&mut self) -> Outcome {
        self.bvh = match rayon::current_num_threads() {
            1 => Bvh::build(&mut self.shapes),
            _ => Bvh::build_par(&mut self.shapes),
        };
        Ok(())
    }

    fn find(&mut self) -> Outcome {
        let Self { shapes, bvh, order, gather } = self;
        let depth = leaves(bvh, order);
        gather.ask(order, |a, list| {
            let query = &shapes[a as usize].aabb;
            let mut found = |shape: &Shape<D>| {
                if a < shape.index {
                    list.push(Pair { a, b: shape.index });
                }
            };
            if depth <= ITERATOR_DEPTH {
                bvh.traverse_iterator(query, shapes).for_each(found);
            } else {
                bvh.traverse(query, shapes).into_iter().for_each(&mut found);
            }
        });
        Ok(())
    }

    fn pairs(&self) -> &[Pair] {
        self.gather.pairs()
    }
}

/// Fills in the boxes in the order of leaves. Returns how many nodes there are on the longest way
/// down.
fn leaves<const D: usize>(bvh: &Bvh<f32, D>, order: &mut Vec<u32>) -> usize {
    let mut depths = Vec::with_capacity(bvh.nodes.len());
    order.clear();
    // Nodes lie behind their parents, and leaves from left to right.
    for (index, node) in bvh.nodes.iter().enumerate() {
        let (BvhNode::Leaf { parent_index, .. } | BvhNode::Node { parent_index, .. }) = *node;
        depths.push(if index == 0 { 1 } else { depths[parent_index] + 1_usize });
        if let BvhNode::Leaf { shape_index, .. } = *node {
            order.push(shape_index as u32);
        }
    }
    depths.into_iter().max().unwrap_or(0)
}
