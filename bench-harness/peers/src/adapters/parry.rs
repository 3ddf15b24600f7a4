//! [parry](https://parry.rs) by Dimforge: its bounding volume hierarchy.

use jostle::Pair;

use crate::{
    boxes::Corners,
    gather::Gather,
    peer::{DriftPeer, Outcome, PairPeer, Peer, Tasks},
};

const LIBRARY: &str = "parry2d 0.31.1, parry3d 0.31.1";

/// The tree against itself, and asked box by box.
pub(crate) const PEERS: &[Peer] = &[
    Peer {
        name: "parry",
        library: LIBRARY,
        method: "Bvh::from_leaves, binned (serial), and traversal against itself; drift: partial \
                 updates and refit",
        threads: true,
        serial: &[],
        flat: Tasks {
            pairs: Some(|| Box::<plane::Tree>::default()),
            drift: Some(|| Box::<plane::Tree>::default()),
            nearest: None,
        },
        space: Tasks {
            pairs: Some(|| Box::<space::Tree>::default()),
            drift: Some(|| Box::<space::Tree>::default()),
            nearest: None,
        },
    },
    Peer {
        name: "parry-leaf-queries",
        library: LIBRARY,
        method: "Bvh::from_leaves, binned (serial), and Bvh::intersect_aabb of every box in the \
                 order of leaves",
        threads: true,
        serial: &[],
        flat: Tasks { pairs: Some(|| Box::<plane::Asked>::default()), ..Tasks::NONE },
        space: Tasks { pairs: Some(|| Box::<space::Asked>::default()), ..Tasks::NONE },
    },
];

// The two libraries are one source compiled twice, with the same names in both.
macro_rules! adapter {
    ($module:ident, $parry:ident, $dim:literal) => {
        mod $module {
            use super::{Corners, DriftPeer, Gather, Outcome, Pair, PairPeer};
            use $parry::{
                bounding_volume::Aabb,
                math::{Real, Vector},
                partitioning::{Bvh, BvhBuildStrategy, BvhLeafUpdateStatus, BvhWorkspace},
            };

            fn load(aabbs: &mut Vec<Aabb>, boxes: &[Corners<$dim>]) {
                let aabb = |corners: &Corners<$dim>| {
                    Aabb::new(Vector::from(corners.min), Vector::from(corners.max))
                };
                aabbs.clear();
                aabbs.extend(boxes.iter().map(aabb));
            }

            #[derive(Default)]
            pub(super) struct Tree {
                aabbs: Vec<Aabb>,
                /// The boxes again, as updates of many are asked for.
                updates: Vec<(Aabb, u32, Real)>,
                statuses: Vec<BvhLeafUpdateStatus>,
                bvh: Bvh,
                workspace: BvhWorkspace,
                pairs: Vec<Pair>,
            }

            impl PairPeer<$dim> for Tree {
                fn forget(&mut self) {
                    self.bvh = Bvh::new();
                }

                fn load(&mut self, boxes: &[Corners<$dim>]) {
                    load(&mut self.aabbs, boxes);
                    let updates = self.aabbs.iter().zip(0..).map(|(aabb, leaf)| (*aabb, leaf, 0.0));
                    self.updates.clear();
                    self.updates.extend(updates);
                }

                fn build(&mut self) -> Outcome {
                    self.bvh = Bvh::from_leaves(BvhBuildStrategy::Binned, &self.aabbs);
                    Ok(())
                }

                fn find(&mut self) -> Outcome {
                    let Self { bvh, workspace, pairs, .. } = self;
                    if rayon::current_num_threads() == 1 {
                        pairs.clear();
                        let found = &mut |a, b| pairs.push(Pair { a, b });
                        bvh.traverse_bvtt_single_tree::<false>(workspace, found);
                    } else {
                        let found = bvh.traverse_bvtt_single_tree_parallel::<false>();
                        // In place: the records are alike.
                        *pairs = found.into_iter().map(|(a, b)| Pair { a, b }).collect();
                    }
                    Ok(())
                }

                fn pairs(&self) -> &[Pair] {
                    &self.pairs
                }
            }

            impl DriftPeer<$dim> for Tree {
                fn update(&mut self) -> Outcome {
                    let Self { updates, statuses, bvh, workspace, .. } = self;
                    if rayon::current_num_threads() == 1 {
                        for (aabb, leaf, margin) in updates {
                            bvh.insert_or_update_partially(*aabb, *leaf, *margin);
                        }
                        bvh.refit(workspace);
                    } else {
                        bvh.insert_or_update_batch_partially_parallel(updates, statuses);
                        bvh.refit_parallel(workspace);
                    }
                    Ok(())
                }
            }

            #[derive(Default)]
            pub(super) struct Asked {
                aabbs: Vec<Aabb>,
                bvh: Bvh,
                order: Vec<u32>,
                gather: Gather,
            }

            impl PairPeer<$dim> for Asked {
                fn forget(&mut self) {
                    self.bvh = Bvh::new();
                }

                fn load(&mut self, boxes: &[Corners<$dim>]) {
                    load(&mut self.aabbs, boxes);
                }

                fn build(&mut self) -> Outcome {
                    self.bvh = Bvh::from_leaves(BvhBuildStrategy::Binned, &self.aabbs);
                    Ok(())
                }

                fn find(&mut self) -> Outcome {
                    let Self { aabbs, bvh, order, gather } = self;
                    order.clear();
                    order.extend(bvh.leaves(|_| true));
                    gather.ask(order, |a, list| {
                        let touched = bvh.intersect_aabb(&aabbs[a as usize]);
                        list.extend(touched.filter(|b| a < *b).map(|b| Pair { a, b }));
                    });
                    Ok(())
                }

                fn pairs(&self) -> &[Pair] {
                    self.gather.pairs()
                }
            }
        }
    };
}

adapter!(plane, parry2d, 2);
adapter!(space, parry3d, 3);
