//! [Rapier](https://rapier.rs) by Dimforge: its broad phase, without bodies that move and without a
//! narrow phase.

use jostle::Pair;

use crate::{
    boxes::Corners,
    peer::{DriftPeer, Outcome, PairPeer, Peer, Tasks},
};

/// The broad phase, kept.
pub(crate) const PEERS: &[Peer] = &[Peer {
    name: "rapier",
    library: "rapier2d 0.36.1, rapier3d 0.36.1",
    method: "BroadPhaseBvh, which stays: set_aabb of what moved (serial), update, its events into \
             a set of pairs; \
             of these, those that touch without margins are listed (find, serial)",
    threads: true,
    serial: &[],
    flat: Tasks { drift: Some(|| Box::<plane::Kept>::default()), ..Tasks::NONE },
    space: Tasks { drift: Some(|| Box::<space::Kept>::default()), ..Tasks::NONE },
}];

fn touch<const D: usize>(one: &Corners<D>, other: &Corners<D>) -> bool {
    (0..D).all(|axis| one.min[axis] <= other.max[axis] && other.min[axis] <= one.max[axis])
}

// The two libraries are one source compiled twice, with the same names in both.
macro_rules! adapter {
    ($module:ident, $rapier:ident, $dim:literal) => {
        mod $module {
            use $rapier::{
                dynamics::{IntegrationParameters, RigidBodySet},
                geometry::{
                    Aabb, ActiveCollisionTypes, BroadPhaseBvh, BroadPhasePairEvent,
                    ColliderBuilder, ColliderHandle, ColliderPair, ColliderSet,
                },
                math::Vector,
                parry::utils::hashmap::HashMap,
            };

            use super::{Corners, DriftPeer, Outcome, Pair, PairPeer, touch};

            /// Colliders without bodies, whose shapes nobody looks at: the broad phase is told
            /// their boxes.
            #[derive(Default)]
            pub(super) struct Kept {
                boxes: Vec<Corners<$dim>>,
                moved: Vec<u32>,
                parameters: IntegrationParameters,
                bodies: RigidBodySet,
                colliders: ColliderSet,
                handles: Vec<ColliderHandle>,
                phase: BroadPhaseBvh,
                events: Vec<BroadPhasePairEvent>,
                /// The pairs that are near each other, and where in the list each stands.
                near: Vec<Pair>,
                places: HashMap<Pair, usize>,
                pairs: Vec<Pair>,
            }

            fn pair(pair: &ColliderPair) -> Pair {
                let [a, b] = [pair.collider1, pair.collider2].map(|one| one.into_raw_parts().0);
                Pair { a: a.min(b), b: a.max(b) }
            }

            impl Kept {
                fn take_events(&mut self) {
                    let Self { events, near, places, .. } = self;
                    for event in events.drain(..) {
                        match event {
                            BroadPhasePairEvent::AddPair(added) => {
                                let added = pair(&added);
                                places.entry(added).or_insert_with(|| {
                                    near.push(added);
                                    near.len() - 1
                                });
                            }
                            BroadPhasePairEvent::DeletePair(deleted) => {
                                let Some(place) = places.remove(&pair(&deleted)) else { continue };
                                near.swap_remove(place);
                                if let Some(moved) = near.get(place) {
                                    places.insert(*moved, place);
                                }
                            }
                        }
                    }
                }
            }

            impl PairPeer<$dim> for Kept {
                fn load(&mut self, boxes: &[Corners<$dim>]) {
                    self.boxes.clear();
                    self.boxes.extend_from_slice(boxes);
                    if self.handles.len() != boxes.len() {
                        *self = Self { boxes: std::mem::take(&mut self.boxes), ..Self::default() };
                        let collider = ColliderBuilder::ball(0.0)
                            .active_collision_types(ActiveCollisionTypes::all())
                            .build();
                        let colliders = &mut self.colliders;
                        let insert = |_: &Corners<$dim>| colliders.insert(collider.clone());
                        self.handles = boxes.iter().map(insert).collect();
                    }
                    self.moved.clear();
                    self.moved.extend(0..boxes.len() as u32);
                }

                fn build(&mut self) -> Outcome {
                    self.update()
                }

                fn find(&mut self) -> Outcome {
                    let Self { boxes, near, pairs, .. } = self;
                    let touching =
                        |pair: &&Pair| touch(&boxes[pair.a as usize], &boxes[pair.b as usize]);
                    pairs.clear();
                    pairs.extend(near.iter().filter(touching));
                    Ok(())
                }

                fn pairs(&self) -> &[Pair] {
                    &self.pairs
                }
            }

            impl DriftPeer<$dim> for Kept {
                fn follow(&mut self, boxes: &[Corners<$dim>], moved: &[u32]) {
                    self.moved.clear();
                    self.moved.extend_from_slice(moved);
                    for &index in moved {
                        self.boxes[index as usize] = boxes[index as usize];
                    }
                }

                fn update(&mut self) -> Outcome {
                    let Self { boxes, moved, parameters, handles, phase, .. } = self;
                    for index in moved.iter().map(|index| *index as usize) {
                        let Corners { min, max } = boxes[index];
                        let aabb = Aabb::new(Vector::from(min), Vector::from(max));
                        phase.set_aabb(parameters, handles[index], aabb);
                    }
                    let Self { bodies, colliders, events, .. } = self;
                    phase.update(parameters, colliders, bodies, &[], &[], events);
                    self.take_events();
                    Ok(())
                }
            }
        }
    };
}

adapter!(plane, rapier2d, 2);
adapter!(space, rapier3d, 3);
