//! [parry](https://parry.rs) by Dimforge, one pair at a time.
//!
//! Shapes and poses lie ready in the order of the pairs.

mod adapter;
mod meshes;

use adapter::adapter;
use jostle::{
    Shape,
    shape::{Ball, Capsule, OrientedBox, Triangle},
};
pub use meshes::of_meshes;

use super::Peer;
use crate::{
    narrow::{Mode, PairScene},
    runner::Error,
};

adapter!(plane, parry2d, [Ball, Capsule], [Cuboid, ConvexPolygon]);
adapter!(space, parry3d, [Ball, Capsule], [Cuboid, Triangle]);

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
            // Runs refuse to compare that.
            Mode::Sweep => Vec::new(),
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
        |center: [f32; 2], [re, im]: [f32; 2]| Pose::from_parts(at(center), Rot2 { re, im });
    Ok(match shape {
        Shape::Ball(Ball { center, radius }) => {
            (Solid::Ball(Disc::new(*radius)), placed(*center, [1.0, 0.0]))
        }
        Shape::Box(OrientedBox { center, half, rotation }) => {
            (Solid::Cuboid(Cuboid::new(at(*half))), placed(*center, rotation.cos_sin()))
        }
        Shape::Capsule(Capsule { center, axis, radius }) => (
            Solid::Capsule(Stadium::new(-at(*axis), at(*axis), *radius)),
            placed(*center, [1.0, 0.0]),
        ),
        Shape::Polygon(polygon) => {
            let vertices = polygon.vertices().iter().map(|vertex| at(*vertex)).collect();
            let hull = ConvexPolygon::from_convex_polyline(vertices).ok_or_else(refused)?;
            (Solid::ConvexPolygon(hull), placed(polygon.center, polygon.rotation.cos_sin()))
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
    let placed = |center: [f32; 3]| Pose::from_translation(at(center));
    Ok(match shape {
        Shape::Ball(Ball { center, radius }) => {
            (Solid::Ball(Sphere::new(*radius)), placed(*center))
        }
        Shape::Box(OrientedBox { center, half, rotation }) => {
            let [x, y, z, w] = rotation.quaternion();
            let pose = Pose::from_parts(at(*center), Rot3::from_xyzw(x, y, z, w));
            (Solid::Cuboid(Cuboid::new(at(*half))), pose)
        }
        Shape::Capsule(Capsule { center, axis, radius }) => {
            let along = at(*axis);
            (Solid::Capsule(Spherocylinder::new(-along, along, *radius)), placed(*center))
        }
        Shape::Triangle(Triangle { vertices }) => {
            // Relative to one of them, as far from the origin parry would compute in few digits.
            let [a, b, c] = vertices.map(at);
            (Solid::Triangle(Facet::new(Vector::ZERO, b - a, c - a)), placed(vertices[0]))
        }
        _ => return Err(refused()),
    })
}

fn refused() -> Error {
    Error::Request("--compare-parry: parry refuses a shape".to_owned())
}

#[cfg(test)]
mod tests {
    use jostle::SimdLevel;

    use crate::{
        narrow::{Asked, Mode, NarrowRun, all},
        runner::Silent,
    };

    /// Of every kind and in every way the answers are about the same pairs: they differ in one of a
    /// thousand at most, and then it is not the engine that is wrong.
    #[test]
    fn the_same_pairs_are_asked_about() {
        let modes = [Mode::Overlap, Mode::Mtv, Mode::Manifold];
        for (pair, mode) in all().iter().flat_map(|pair| modes.map(|mode| (pair, mode))) {
            let scene = Asked { pairs: 2000, seed: 1, offset: 0.0 };
            let (level, threads, frames) = (SimdLevel::PORTABLE, 1, 1);
            let (visit, compare_parry) = (false, true);
            let run = NarrowRun { pair, mode, scene, level, threads, frames, visit, compare_parry };
            let report = run.run(&Silent).unwrap();
            assert!(!report.peers.is_empty(), "{} {mode:?}", pair.name);
            for peer in report.peers {
                let what = format!("{} {mode:?} {peer:?}", pair.name);
                assert_eq!(peer.engine_wrong, 0, "{what}");
                let differing = peer.disagreements_near + peer.disagreements_far;
                if peer.name == super::Way::CuboidContact.name() {
                    assert!(peer.touching < report.touching, "{what}");
                } else {
                    assert!(differing <= 2 && peer.touching > 100, "{what}");
                }
            }
        }
    }
}
