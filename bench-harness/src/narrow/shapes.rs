//! Random shapes, one of a kind at a place.

use std::{array, f64::consts::TAU, sync::Arc};

use jostle::{
    Shape,
    shape::{Capsule, ConvexPolygon, Polyhedron, Rotation, Triangle},
};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::oracle::Axes;
use crate::scene::placement::{between, direction};

/// Makes a shape at a place.
pub(crate) type Maker<const D: usize> = fn(&mut Pcg64Mcg, [f32; D]) -> Shape<D>;

/// Smallest half extent of boxes and polygons, radius of balls, and reach of triangles, in units of
/// the scene, and half length of capsules' segments.
pub(super) const SIZE_MIN: f32 = 0.25;
/// The largest one.
pub(super) const SIZE_MAX: f32 = 0.5;
/// Smallest radius of a capsule.
const CAPSULE_RADIUS_MIN: f32 = 0.1;
/// Largest radius of a capsule.
const CAPSULE_RADIUS_MAX: f32 = 0.25;
/// Most vertices of a polygon; the fewest are 3.
const VERTICES_MAX: usize = 8;
/// Vertices of a hull.
const HULL_VERTICES: usize = 32;
/// Share of its part of the circle in which a vertex of a polygon may be: below 1, so that vertices
/// stay apart and the polygon stays convex however they are rounded.
const VERTEX_SPREAD: f64 = 0.8;

fn size(rng: &mut Pcg64Mcg) -> f32 {
    between(rng, SIZE_MIN, SIZE_MAX)
}

fn sizes<const D: usize>(rng: &mut Pcg64Mcg) -> [f32; D] {
    array::from_fn(|_| size(rng))
}

/// A vector of some size in some direction.
fn arm<const D: usize>(rng: &mut Pcg64Mcg) -> [f32; D] {
    let along = direction::<D>(rng);
    let length = size(rng);
    along.map(|x| x * length)
}

pub(crate) fn ball<const D: usize>(rng: &mut Pcg64Mcg, center: [f32; D]) -> Shape<D> {
    Shape::ball(center, size(rng))
}

pub(crate) fn turned<const D: usize>(rng: &mut Pcg64Mcg, center: [f32; D]) -> Shape<D>
where
    Rotation<D>: Axes,
{
    Shape::oriented_box(center, sizes::<D>(rng), Rotation::<D>::any(rng))
}

pub(crate) fn aligned<const D: usize>(rng: &mut Pcg64Mcg, center: [f32; D]) -> Shape<D> {
    Shape::aligned_box(center, sizes::<D>(rng))
}

pub(crate) fn capsule<const D: usize>(rng: &mut Pcg64Mcg, center: [f32; D]) -> Shape<D> {
    let axis = arm(rng);
    let radius = between(rng, CAPSULE_RADIUS_MIN, CAPSULE_RADIUS_MAX);
    Shape::from(Capsule { center, axis, radius })
}

/// A polygon on an ellipse, turned: the vertices of one go around in as many equal parts, each
/// somewhere in its part.
pub(crate) fn polygon(rng: &mut Pcg64Mcg, center: [f32; 2]) -> Shape<2> {
    let count = rng.random_range(3..=VERTICES_MAX);
    let half = sizes::<2>(rng).map(f64::from);
    let vertices: Vec<[f32; 2]> = (0..count)
        .map(|vertex| {
            let part = vertex as f64 + VERTEX_SPREAD * rng.random::<f64>();
            let (sin, cos) = (TAU * part / count as f64).sin_cos();
            [(half[0] * cos) as f32, (half[1] * sin) as f32]
        })
        .collect();
    let polygon = ConvexPolygon::new(center, Rotation::<2>::any(rng), &vertices);
    Shape::from(polygon.expect("vertices in order around an ellipse are those of a convex polygon"))
}

/// A hull of vertices on an ellipsoid, turned.
pub(crate) fn hull(rng: &mut Pcg64Mcg, center: [f32; 3]) -> Shape<3> {
    let half = sizes::<3>(rng);
    let vertices: [[f32; 3]; HULL_VERTICES] = array::from_fn(|_| {
        let along = direction::<3>(rng);
        array::from_fn(|axis| along[axis] * half[axis])
    });
    let polyhedron = Polyhedron::hull_of(&vertices).expect("an ellipsoid is not flat");
    Shape::hull(&Arc::new(polyhedron), center, Rotation::<3>::any(rng))
}

pub(crate) fn triangle(rng: &mut Pcg64Mcg, center: [f32; 3]) -> Shape<3> {
    let corner = |arm: [f32; 3]| array::from_fn(|axis| center[axis] + arm[axis]);
    Shape::from(Triangle { vertices: array::from_fn(|_| corner(arm(rng))) })
}
