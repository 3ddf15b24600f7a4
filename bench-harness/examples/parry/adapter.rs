//! The calls, for both crates at once: they are twins, one text with other types.
//!
//! Each pair goes to the function that the default dispatcher would come to, directly: that saves
//! it the questions what the shapes are, and compiles the search of support points for both kinds.

/// A module with the solids of `$parry`, and pairs of them as a peer.
macro_rules! adapter {
    ($module:ident, $parry:ident, [$($round:ident),+], [$($angular:ident),+]) => {
        mod $module {
            use std::{any::Any, hint::black_box};

            use $parry::{
                math::{Pose, Vector},
                query::{Contact, ContactManifold, details},
                shape::{self, Ball, Cuboid, PolygonalFeatureMap, Shape, SupportMap},
            };
            use rayon::prelude::*;

            use super::{Ask, Way};

            /// Pairs that a thread takes at a time.
            const CHUNK: usize = 1024;

            type Manifold = ContactManifold<(), ()>;

            pub(super) enum Solid {
                $($round(shape::$round),)+
                $($angular(shape::$angular)),+
            }

            pub(super) struct Pairs {
                pub(super) way: Way,
                pub(super) pairs: Vec<[(Solid, Pose); 2]>,
            }

            impl Pairs {
                pub(super) fn into_ask(self) -> Ask {
                    Box::new(move |touching| self.ask(touching))
                }

                fn ask(&self, touching: &mut [bool]) {
                    let chunks = touching.par_chunks_mut(CHUNK).zip(self.pairs.par_chunks(CHUNK));
                    chunks.for_each(|(touching, pairs)| {
                        let mut manifold = Manifold::new();
                        for (touching, [(a, at_a), (b, at_b)]) in touching.iter_mut().zip(pairs) {
                            let between = at_a.inv_mul(at_b);
                            let (way, manifold) = (self.way, &mut manifold);
                            *touching = match a {
                                $(Solid::$round(a) => of_a(way, &between, a, b, manifold),)+
                                $(Solid::$angular(a) => of_a(way, &between, a, b, manifold)),+
                            };
                        }
                    });
                }
            }

            fn of_a(
                way: Way,
                between: &Pose,
                a: &impl Convex,
                b: &Solid,
                manifold: &mut Manifold,
            ) -> bool {
                match b {
                    $(Solid::$round(b) => touch(way, between, a, b, manifold),)+
                    $(Solid::$angular(b) => touch(way, between, a, b, manifold)),+
                }
            }

            /// A kind of shape.
            trait Convex: Shape + SupportMap + Sized {
                /// What has flat features.
                type Core: PolygonalFeatureMap;

                /// This and the radius around it, but for balls.
                fn core(&self) -> Option<(&Self::Core, f32)>;

                /// The shape, if it is of this kind: known to the compiler.
                fn of_kind<S: 'static>(&self) -> Option<&S> {
                    (self as &dyn Any).downcast_ref()
                }
            }

            impl Convex for Ball {
                type Core = shape::Segment;
                fn core(&self) -> Option<(&Self::Core, f32)> {
                    None
                }
            }

            impl Convex for shape::Capsule {
                type Core = shape::Segment;
                fn core(&self) -> Option<(&Self::Core, f32)> {
                    Some((&self.segment, self.radius))
                }
            }

            fn touch<A: Convex, B: Convex>(
                way: Way,
                between: &Pose,
                a: &A,
                b: &B,
                manifold: &mut Manifold,
            ) -> bool {
                match way {
                    Way::Intersection => intersect(between, a, b),
                    Way::Contact => is_contact(between, a, b),
                    Way::CuboidContact => {
                        let boxes = a.of_kind::<Cuboid>().zip(b.of_kind::<Cuboid>());
                        let found = boxes.and_then(|(a, b)| {
                            details::contact_cuboid_cuboid(between, a, b, 0.0)
                        });
                        is_touching(found)
                    }
                    Way::Manifold => {
                        // Else it would try to go on from the pair before, and search from there.
                        manifold.clear();
                        manifold.local_n1 = Vector::ZERO;
                        find_manifold(between, a, b, manifold);
                        !manifold.points.is_empty()
                    }
                }
            }

            fn intersect<A: Convex, B: Convex>(between: &Pose, a: &A, b: &B) -> bool {
                match (a.of_kind::<Ball>(), b.of_kind::<Ball>()) {
                    (Some(a), Some(b)) => {
                        return details::intersection_test_ball_ball(between.translation, a, b);
                    }
                    (Some(a), None) => {
                        return details::intersection_test_ball_point_query(between, a, b)
                            .intersecting;
                    }
                    (None, Some(b)) => {
                        return details::intersection_test_point_query_ball(between, a, b)
                            .intersecting;
                    }
                    (None, None) => {}
                }
                if let (Some(a), Some(b)) = (a.of_kind::<Cuboid>(), b.of_kind::<Cuboid>()) {
                    return details::intersection_test_cuboid_cuboid(between, a, b);
                }
                let (cuboid, triangle) = (a.of_kind::<Cuboid>(), b.of_kind::<shape::Triangle>());
                if let (Some(a), Some(b)) = (cuboid, triangle) {
                    return details::intersection_test_cuboid_triangle(between, a, b);
                }
                details::intersection_test_support_map_support_map(between, a, b)
            }

            fn is_contact<A: Convex, B: Convex>(between: &Pose, a: &A, b: &B) -> bool {
                let found = match (a.of_kind::<Ball>(), b.of_kind::<Ball>()) {
                    (Some(a), Some(b)) => details::contact_ball_ball(between, a, b, 0.0),
                    (Some(a), None) => details::contact_ball_convex_polyhedron(between, a, b, 0.0),
                    (None, Some(b)) => details::contact_convex_polyhedron_ball(between, a, b, 0.0),
                    (None, None) => details::contact_support_map_support_map(between, a, b, 0.0),
                };
                is_touching(found)
            }

            /// Whether a contact is one, having computed all of it.
            fn is_touching(found: Option<Contact>) -> bool {
                black_box(found).is_some_and(|contact| contact.dist <= 0.0)
            }

            fn find_manifold<A: Convex, B: Convex>(
                between: &Pose,
                a: &A,
                b: &B,
                manifold: &mut Manifold,
            ) {
                let capsules = (a.of_kind::<shape::Capsule>(), b.of_kind::<shape::Capsule>());
                match (a.of_kind::<Ball>(), b.of_kind::<Ball>()) {
                    (Some(a), Some(b)) => {
                        details::contact_manifold_ball_ball(between, a, b, 0.0, manifold);
                    }
                    (Some(a), None) => {
                        let back = between.inverse();
                        details::contact_manifold_convex_ball(
                            &back, b, a, None, None, 0.0, manifold, true,
                        );
                    }
                    (None, Some(b)) => details::contact_manifold_convex_ball(
                        between, a, b, None, None, 0.0, manifold, false,
                    ),
                    (None, None) => {
                        if let (Some(a), Some(b)) = capsules {
                            details::contact_manifold_capsule_capsule(between, a, b, 0.0, manifold);
                        } else {
                            of_angular(between, a, b, manifold);
                        }
                    }
                }
            }

            fn of_angular<A: Convex, B: Convex>(
                between: &Pose,
                a: &A,
                b: &B,
                manifold: &mut Manifold,
            ) {
                if let (Some(a), Some(b)) = (a.of_kind::<Cuboid>(), b.of_kind::<Cuboid>()) {
                    details::contact_manifold_cuboid_cuboid(between, a, b, 0.0, manifold);
                } else if let (Some(a), Some(b)) =
                    (a.of_kind::<Cuboid>(), b.of_kind::<shape::Triangle>())
                {
                    let back = between.inverse();
                    details::contact_manifold_cuboid_triangle(
                        between, &back, a, b, None, None, 0.0, manifold, false,
                    );
                } else if let (Some((a, r)), Some((b, s))) = (a.core(), b.core()) {
                    details::contact_manifold_pfm_pfm(
                        between, a, r, None, b, s, None, 0.0, manifold,
                    );
                }
            }

            $(impl Convex for shape::$angular {
                type Core = Self;
                fn core(&self) -> Option<(&Self, f32)> {
                    Some((self, 0.0))
                }
            })+
        }
    };
}

pub(crate) use adapter;
