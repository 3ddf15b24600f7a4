//! [obvhs](https://github.com/DGriffin91/obvhs) by Griffin.

mod join;

use glam::Vec3A;
use jostle::Pair;
use obvhs::{BvhBuildParams, aabb::Aabb, bvh2::Bvh2, ploc::PlocBuilder};

use crate::{
    boxes::Corners,
    gather::Gather,
    peer::{DriftPeer, Outcome, PairPeer, Peer, Tasks},
};

const LIBRARY: &str = "obvhs 0.4.0";

/// A traversal of ours over its nodes, and its own queries.
pub(crate) const PEERS: &[Peer] = &[
    Peer {
        name: "obvhs",
        library: LIBRARY,
        method: "PLOC, fastest build, and a traversal of ours of its nodes against themselves; \
                 drift: refit_all (serial)",
        threads: true,
        serial: &[],
        flat: Tasks::NONE,
        space: Tasks {
            pairs: Some(|| Box::<Joined>::default()),
            drift: Some(|| Box::<Joined>::default()),
            nearest: None,
        },
    },
    Peer {
        name: "obvhs-queries",
        library: LIBRARY,
        method: "PLOC, fastest build, and Bvh2::aabb_traverse of every box in the order of leaves",
        threads: true,
        serial: &[],
        flat: Tasks::NONE,
        space: Tasks { pairs: Some(|| Box::<Asked>::default()), ..Tasks::NONE },
    },
];

/// Boxes, a tree of them, and the buffers of both.
struct Tree {
    aabbs: Vec<Aabb>,
    builder: PlocBuilder,
    bvh: Bvh2,
}

impl Default for Tree {
    fn default() -> Self {
        Self { aabbs: Vec::new(), builder: PlocBuilder::new(), bvh: Bvh2::default() }
    }
}

impl Tree {
    fn load(&mut self, boxes: &[Corners<3>]) {
        let aabb =
            |corners: &Corners<3>| Aabb::new(Vec3A::from(corners.min), Vec3A::from(corners.max));
        self.aabbs.clear();
        self.aabbs.extend(boxes.iter().map(aabb));
    }

    fn build(&mut self) {
        let Self { aabbs, builder, bvh } = self;
        let params = BvhBuildParams::fastest_build();
        let mut indices = std::mem::take(&mut bvh.primitive_indices);
        indices.clear();
        indices.extend(0..aabbs.len() as u32);
        builder.build_with_bvh(
            bvh,
            params.ploc_search_distance,
            aabbs,
            indices,
            params.sort_precision,
            params.search_depth_threshold,
        );
    }

    /// The boxes in the order of leaves, from left to right.
    fn order(&self, order: &mut Vec<u32>) {
        let nodes = &self.bvh.nodes;
        let mut stack = Vec::from_iter((!nodes.is_empty()).then_some(0));
        order.clear();
        while let Some(index) = stack.pop() {
            let node = &nodes[index as usize];
            if node.is_leaf() {
                order.push(self.bvh.primitive_indices[node.first_index as usize]);
            } else {
                stack.extend([node.first_index + 1, node.first_index]);
            }
        }
    }
}

#[derive(Default)]
struct Joined {
    tree: Tree,
    gather: Gather,
}

impl PairPeer<3> for Joined {
    fn load(&mut self, boxes: &[Corners<3>]) {
        self.tree.load(boxes);
    }

    fn build(&mut self) -> Outcome {
        self.tree.build();
        Ok(())
    }

    fn find(&mut self) -> Outcome {
        join::join(&self.tree.bvh, &mut self.gather);
        Ok(())
    }

    fn pairs(&self) -> &[Pair] {
        self.gather.pairs()
    }
}

impl DriftPeer<3> for Joined {
    fn update(&mut self) -> Outcome {
        let Tree { aabbs, bvh, .. } = &mut self.tree;
        // The map from boxes to nodes is made in the first run, and stays.
        bvh.init_primitives_to_nodes_if_uninit();
        for (aabb, &node) in aabbs.iter().zip(&bvh.primitives_to_nodes) {
            bvh.nodes[node as usize].set_aabb(*aabb);
        }
        bvh.refit_all();
        Ok(())
    }
}

#[derive(Default)]
struct Asked {
    tree: Tree,
    order: Vec<u32>,
    gather: Gather,
}

impl PairPeer<3> for Asked {
    fn load(&mut self, boxes: &[Corners<3>]) {
        self.tree.load(boxes);
    }

    fn build(&mut self) -> Outcome {
        self.tree.build();
        Ok(())
    }

    fn find(&mut self) -> Outcome {
        let Self { tree, order, gather } = self;
        tree.order(order);
        gather.ask(order, |a, list| {
            tree.bvh.aabb_traverse(tree.aabbs[a as usize], |bvh, node| {
                let b = bvh.primitive_indices[bvh.nodes[node as usize].first_index as usize];
                if a < b {
                    list.push(Pair { a, b });
                }
                true
            });
        });
        Ok(())
    }

    fn pairs(&self) -> &[Pair] {
        self.gather.pairs()
    }
}
