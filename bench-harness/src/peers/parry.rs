//! [parry](https://parry.rs) by Dimforge, one pair at a time.
//!
//! Shapes and poses lie ready in the order of the pairs. Where there is a function for exactly two
//! kinds it is called directly, else the default dispatcher, whatever is faster and right.

use jostle::{
    Shape,
    shape::{Ball, Capsule, OrientedBox, Triangle},
};

use super::Peer;
use crate::{
    narrow::{Mode, PairScene},
    runner::Error,
};

/// The two crates are twins: one text, with other types.
macro_rules! adapter {
    ($module:ident, $parry:ident, [$($kind:ident),+]) => {
        mod $module {
            use $parry::{
                math::Pose,
                query::{
                    ContactManifold, DefaultQueryDispatcher as Dispatcher, PersistentQueryDispatcher,
                    QueryDispatcher, details,
                },
                shape,
            };
            use rayon::prelude::*;

            use super::{Peer, Way};

            /// Pairs that a thread takes at a time.
            const CHUNK: usize = 1024;

            pub(super) enum Solid {
                $($kind(shape::$kind)),+
            }

            impl Solid {
                #[inline(always)]
                fn as_dyn(&self) -> &dyn shape::Shape {
                    match self {
                        $(Self::$kind(shape) => shape),+
                    }
                }
            }

            pub(super) struct Pairs {
                pub(super) way: Way,
                pub(super) pairs: Vec<[(Solid, Pose); 2]>,
            }

            impl Peer for Pairs {
                fn name(&self) -> &'static str {
                    self.way.name()
                }

                fn run(&self, touching: &mut [bool]) {
                    let chunks = touching.par_chunks_mut(CHUNK).zip(self.pairs.par_chunks(CHUNK));
                    chunks.for_each(|(touching, pairs)| {
                        let mut manifold = ContactManifold::<(), ()>::new();
                        for (touching, pair) in touching.iter_mut().zip(pairs) {
                            *touching = touches(self.way, pair, &mut manifold);
                        }
                    });
                }
            }

            #[inline(always)]
            fn touches(
                way: Way,
                [(a, at_a), (b, at_b)]: &[(Solid, Pose); 2],
                manifold: &mut ContactManifold<(), ()>,
            ) -> bool {
                let between = at_a.inv_mul(at_b);
                match (way, a, b) {
                    (Way::Intersection, Solid::Cuboid(a), Solid::Cuboid(b)) => {
                        details::intersection_test_cuboid_cuboid(&between, a, b)
                    }
                    (Way::Intersection, ..) => {
                        let found = Dispatcher.intersection_test(&between, a.as_dyn(), b.as_dyn());
                        found.is_ok_and(|found| found.intersecting)
                    }
                    (Way::CuboidContact, Solid::Cuboid(a), Solid::Cuboid(b)) => {
                        details::contact_cuboid_cuboid(&between, a, b, 0.0)
                            .is_some_and(|contact| contact.dist <= 0.0)
                    }
                    (Way::Contact | Way::CuboidContact, ..) => {
                        let found = Dispatcher.contact(&between, a.as_dyn(), b.as_dyn(), 0.0);
                        found.is_ok_and(|found| found.is_some_and(|contact| contact.dist <= 0.0))
                    }
                    (Way::Manifold, ..) => {
                        // Else it would try to go on from the pair before.
                        manifold.clear();
                        find_manifold(&between, [a, b], manifold);
                        !manifold.points.is_empty()
                    }
                }
            }

            #[inline(always)]
            fn find_manifold(
                between: &Pose,
                [a, b]: [&Solid; 2],
                manifold: &mut ContactManifold<(), ()>,
            ) {
                if let (Solid::Cuboid(a), Solid::Cuboid(b)) = (a, b) {
                    details::contact_manifold_cuboid_cuboid(between, a, b, 0.0, manifold);
                } else {
                    let (a, b) = (a.as_dyn(), b.as_dyn());
                    // Where there is no way to find one it stays empty.
                    let _ = Dispatcher.contact_manifold_convex_convex(
                        between, a, b, None, None, 0.0, manifold,
                    );
                }
            }
        }
    };
}

adapter!(plane, parry2d, [Ball, Cuboid, Capsule, ConvexPolygon]);
adapter!(space, parry3d, [Ball, Cuboid, Capsule, Triangle]);

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Intersection,
    Contact,
    /// The direct function for two boxes, which the dispatcher does not use: it is fast, and finds
    /// no contact for many boxes that overlap.
    CuboidContact,
    Manifold,
}

impl Way {
    fn name(self) -> &'static str {
        match self {
            Self::Intersection => "parry intersection test",
            Self::Contact => "parry contact",
            Self::CuboidContact => "parry contact of two cuboids",
            Self::Manifold => "parry contact manifold",
        }
    }

    /// The ways to ask, the first of which is right.
    fn of<const D: usize>(mode: Mode, scene: &PairScene<D>) -> Vec<Self> {
        let boxes = |pair| scene.of(pair).iter().all(|shape| matches!(shape, Shape::Box(_)));
        match mode {
            Mode::Overlap => vec![Self::Intersection],
            Mode::Mtv if scene.pairs.first().is_some_and(|pair| boxes(*pair)) => {
                vec![Self::Contact, Self::CuboidContact]
            }
            Mode::Mtv => vec![Self::Contact],
            Mode::Manifold => vec![Self::Manifold],
        }
    }
}

/// The ways of parry for pairs in the plane.
///
/// # Errors
/// When a shape is none for parry.
pub fn of_plane(scene: &PairScene<2>, mode: Mode) -> Result<Vec<Box<dyn Peer>>, Error> {
    let peer = |way| -> Result<Box<dyn Peer>, Error> {
        let pairs = scene.pairs.iter().map(|pair| {
            let [a, b] = scene.of(*pair);
            Ok([in_plane(&a)?, in_plane(&b)?])
        });
        Ok(Box::new(plane::Pairs { way, pairs: pairs.collect::<Result<_, Error>>()? }))
    };
    Way::of(mode, scene).into_iter().map(peer).collect()
}

/// The ways of parry for pairs in space.
///
/// # Errors
/// When a shape is none for parry.
pub fn of_space(scene: &PairScene<3>, mode: Mode) -> Result<Vec<Box<dyn Peer>>, Error> {
    let peer = |way| -> Result<Box<dyn Peer>, Error> {
        let pairs = scene.pairs.iter().map(|pair| {
            let [a, b] = scene.of(*pair);
            Ok([in_space(&a)?, in_space(&b)?])
        });
        Ok(Box::new(space::Pairs { way, pairs: pairs.collect::<Result<_, Error>>()? }))
    };
    Way::of(mode, scene).into_iter().map(peer).collect()
}

fn in_plane(shape: &Shape<2>) -> Result<(plane::Solid, parry2d::math::Pose), Error> {
    use parry2d::{
        math::{Pose, Rot2, Vector},
        shape::{Ball as Disc, Capsule as Stadium, ConvexPolygon, Cuboid},
    };
    use plane::Solid;

    let at = |[x, y]: [f32; 2]| Vector::new(x, y);
    let placed =
        |centre: [f32; 2], [re, im]: [f32; 2]| Pose::from_parts(at(centre), Rot2 { re, im });
    Ok(match shape {
        Shape::Ball(Ball { centre, radius }) => {
            (Solid::Ball(Disc::new(*radius)), placed(*centre, [1.0, 0.0]))
        }
        Shape::Box(OrientedBox { centre, half, rotation }) => {
            (Solid::Cuboid(Cuboid::new(at(*half))), placed(*centre, rotation.cos_sin()))
        }
        Shape::Capsule(Capsule { centre, axis, radius }) => (
            Solid::Capsule(Stadium::new(-at(*axis), at(*axis), *radius)),
            placed(*centre, [1.0, 0.0]),
        ),
        Shape::Polygon(polygon) => {
            let vertices = polygon.vertices().iter().map(|vertex| at(*vertex)).collect();
            let hull = ConvexPolygon::from_convex_polyline(vertices).ok_or_else(refused)?;
            (Solid::ConvexPolygon(hull), placed(polygon.centre, polygon.rotation.cos_sin()))
        }
        _ => return Err(refused()),
    })
}

fn in_space(shape: &Shape<3>) -> Result<(space::Solid, parry3d::math::Pose), Error> {
    use parry3d::{
        math::{Pose, Rot3, Vector},
        shape::{Ball as Sphere, Capsule as Spherocylinder, Cuboid, Triangle as Facet},
    };
    use space::Solid;

    let at = |[x, y, z]: [f32; 3]| Vector::new(x, y, z);
    let placed = |centre: [f32; 3]| Pose::from_translation(at(centre));
    Ok(match shape {
        Shape::Ball(Ball { centre, radius }) => {
            (Solid::Ball(Sphere::new(*radius)), placed(*centre))
        }
        Shape::Box(OrientedBox { centre, half, rotation }) => {
            let [x, y, z, w] = rotation.quaternion();
            let pose = Pose::from_parts(at(*centre), Rot3::from_xyzw(x, y, z, w));
            (Solid::Cuboid(Cuboid::new(at(*half))), pose)
        }
        Shape::Capsule(Capsule { centre, axis, radius }) => {
            let along = at(*axis);
            (Solid::Capsule(Spherocylinder::new(-along, along, *radius)), placed(*centre))
        }
        Shape::Triangle(Triangle { vertices }) => {
            // Relative to one of them, as far from the origin parry would compute in few digits.
            let [a, b, c] = vertices.map(at);
            (Solid::Triangle(Facet::new(a - a, b - a, c - a)), placed(vertices[0]))
        }
        _ => return Err(refused()),
    })
}

fn refused() -> Error {
    Error::Request("--compare-parry: parry refuses a shape".to_owned())
}
