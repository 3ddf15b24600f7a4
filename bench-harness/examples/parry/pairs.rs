//! parry by Dimforge, one pair at a time.
//!
//! Shapes and poses lie ready in the order of the pairs.

use std::time::Instant;

use jostle::{
    Shape,
    narrow::Narrow,
    shape::{Ball, Capsule, OrientedBox, PreparedShapes, Rotation, Triangle},
};

use jostle_bench::{
    narrow::{Mode, PairScene, oracle::Axes},
    peers::Peer,
    runner::{Case, Error, FrameTime, Row},
};

use crate::{adapter::adapter, truth};

/// How near to touching a pair is about which libraries may say different things, in units of the
/// scene.
const NEAR: f32 = 1e-4;

/// Disagreements that are kept to be shown.
const SHOWN: usize = 5;

adapter!(plane, parry2d, [Ball, Capsule], [Cuboid, ConvexPolygon]);
adapter!(space, parry3d, [Ball, Capsule], [Cuboid, Triangle, ConvexPolyhedron]);

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
            // It is asked about shapes at rest.
            Mode::Sweep => Vec::new(),
        }
    }
}

/// Tells for each pair whether it touches, on the pool of the caller.
type Ask = Box<dyn Fn(&mut [bool])>;

/// The pairs of a scene, and what parry says about them.
struct Asked<'a, const D: usize> {
    scene: &'a PairScene<D>,
    ask: Ask,
    touching: Vec<bool>,
}

impl<const D: usize> Case for Asked<'_, D>
where
    Rotation<D>: Axes,
{
    fn frame(&mut self) -> Result<FrameTime, Error> {
        let start = Instant::now();
        (self.ask)(&mut self.touching);
        Ok(FrameTime { total: start.elapsed(), stages: Vec::new() })
    }

    /// Counts the pairs that touch for one of both only, and of which of these `f64` says what the
    /// engine says, and of which what parry says; of the others it cannot tell.
    fn check(&mut self, row: &mut Row) -> Result<Option<String>, Error> {
        let (mut prepared, mut separations) = (PreparedShapes::new(), Vec::new());
        prepared.update(&self.scene.shapes)?;
        Narrow::new().separations(&prepared, &self.scene.pairs, &mut separations)?;
        let (mut near, mut far, mut right, mut wrong) = (0, 0, 0, 0);
        let mut first_far = Vec::new();
        let all = self.scene.pairs.iter().zip(&separations).zip(&self.touching);
        for ((pair, separation), touching) in all {
            let distance = separation.distance;
            if *touching == (distance <= 0.0) {
                continue;
            }
            let [a, b] = self.scene.of(*pair);
            match truth::touch(&a, &b) {
                Some(truth) if truth == *touching => wrong += 1,
                Some(_) => right += 1,
                None => {}
            }
            if distance.abs() <= NEAR {
                near += 1;
                continue;
            }
            far += 1;
            if first_far.len() < SHOWN {
                let said = if *touching { "touch" } else { "are apart" };
                first_far.push(format!("{} and {} {said}, at {distance}", pair.a, pair.b));
            }
        }
        row.set("touching", self.touching.iter().filter(|touching| **touching).count());
        row.set("disagreements_near", near);
        row.set("disagreements_far", far);
        row.set("engine_right", right);
        row.set("engine_wrong", wrong);
        row.set("first_far", first_far);
        Ok(None)
    }
}

/// The ways of parry for pairs, each with what asks it.
fn peers<const D: usize>(
    scene: &PairScene<D>,
    mode: Mode,
    ask: impl Fn(Way) -> Result<Ask, Error>,
) -> Result<Vec<Peer<'_>>, Error>
where
    Rotation<D>: Axes,
{
    let peer = |way: Way| {
        let touching = vec![false; scene.pairs.len()];
        let case = Box::new(Asked { scene, ask: ask(way)?, touching });
        Ok(Peer { name: way.name(), case })
    };
    Way::of(mode, scene).into_iter().map(peer).collect()
}

/// The ways of parry for pairs in the plane.
///
/// # Errors
/// When a shape is none for parry.
pub(crate) fn of_plane(scene: &PairScene<2>, mode: Mode) -> Result<Vec<Peer<'_>>, Error> {
    let solids = |[a, b]: [Shape<2>; 2]| Ok([in_plane(&a)?, in_plane(&b)?]);
    peers(scene, mode, |way| {
        let pairs = scene.pairs.iter().map(|pair| solids(scene.of(*pair)));
        Ok(plane::Pairs { way, pairs: pairs.collect::<Result<_, Error>>()? }.into_ask())
    })
}

/// The ways of parry for pairs in space.
///
/// # Errors
/// When a shape is none for parry.
pub(crate) fn of_space(scene: &PairScene<3>, mode: Mode) -> Result<Vec<Peer<'_>>, Error> {
    let solids = |[a, b]: [Shape<3>; 2]| Ok([in_space(&a)?, in_space(&b)?]);
    peers(scene, mode, |way| {
        let pairs = scene.pairs.iter().map(|pair| solids(scene.of(*pair)));
        Ok(space::Pairs { way, pairs: pairs.collect::<Result<_, Error>>()? }.into_ask())
    })
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
        shape::{
            Ball as Sphere, Capsule as Spherocylinder, ConvexPolyhedron, Cuboid, Triangle as Facet,
        },
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
        Shape::Hull(hull) => {
            let vertices: Vec<Vector> = hull.polyhedron.vertices().map(at).collect();
            let polyhedron = ConvexPolyhedron::from_convex_hull(&vertices).ok_or_else(refused)?;
            let [x, y, z, w] = hull.rotation.quaternion();
            let pose = Pose::from_parts(at(hull.center), Rot3::from_xyzw(x, y, z, w));
            (Solid::ConvexPolyhedron(polyhedron), pose)
        }
        _ => return Err(refused()),
    })
}

fn refused() -> Error {
    Error::Request("parry refuses a shape".to_owned())
}

#[cfg(test)]
mod tests {
    use jostle::SimdLevel;

    use jostle_bench::{
        narrow::{Asked, Mode, NarrowRun, all},
        runner::Silent,
    };

    use crate::Parry;

    /// Of every kind and in every way the answers are about the same pairs: they differ in one of a
    /// thousand at most, and then it is not the engine that is wrong.
    #[test]
    fn the_same_pairs_are_asked_about() {
        let modes = [Mode::Overlap, Mode::Mtv, Mode::Manifold];
        for (pair, mode) in all().iter().flat_map(|pair| modes.map(|mode| (pair, mode))) {
            let scene = Asked { pairs: 2000, seed: 1, offset: 0.0 };
            let (level, threads, frames) = (SimdLevel::PORTABLE, 1, 1);
            let run = NarrowRun { pair, mode, scene, level, threads, frames, visit: false };
            let report = run.run(&Parry, &Silent).unwrap();
            assert!(report.get("peers")[0].is_object(), "{} {mode:?}", pair.name);
            for peer in report.get("peers").as_array().expect("it is a list") {
                let what = format!("{} {mode:?} {peer}", pair.name);
                let of = |name: &str| peer[name].as_u64().expect("it is a count");
                assert_eq!(of("engine_wrong"), 0, "{what}");
                let differing = of("disagreements_near") + of("disagreements_far");
                if peer["peer"] == super::Way::CuboidContact.name() {
                    assert!(of("touching") < report.count("touching"), "{what}");
                } else {
                    assert!(differing <= 2 && of("touching") > 100, "{what}");
                }
            }
        }
    }
}
