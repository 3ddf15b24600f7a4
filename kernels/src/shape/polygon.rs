//! Convex polygons in the plane.

use super::{
    ball::{Ball, BoundingSphere, radius_of},
    bounds::{Bounded, Extent, hull, step},
    motion::{RigidMotion, RigidMotion2, Turning},
    pack::{MAX_QUADS, Pack, QuadColumns, Quads9},
};
use crate::real::{
    Real,
    vector::{dot, sub, sum_abs},
};

/// Most vertices of a [`Polygon`].
pub const MAX_VERTICES: usize = 16;

/// A convex polygon in 2D: all points at most `rounding` from the convex hull of
/// `center + vertices[i]`.
///
/// The vertices go counter-clockwise. Behind the last one the first is repeated, so that eight
/// polygons of unlike numbers of vertices can be walked in step: an edge of no length changes
/// nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polygon<R = f32> {
    /// A point that stands for the place of the polygon.
    pub center: [R; 2],
    /// Number of vertices, 3 to [`MAX_VERTICES`], as a number.
    pub count: R,
    /// The vertices, relative to the center.
    pub vertices: [[R; 2]; MAX_VERTICES],
    /// How far the surface is from the hull of the vertices.
    pub rounding: R,
}

impl Pack for Polygon {
    type Quads = Quads9;
    type Of<R: Real> = Polygon<R>;

    #[inline(always)]
    fn columns<R: Real>(polygon: &Polygon<R>) -> QuadColumns<R> {
        let ([x, y], vertices) = (polygon.center, &polygon.vertices);
        let zero = x.of(0.0);
        let mut columns = [[zero; 4]; MAX_QUADS];
        let radius = with_rounding(radius_of(farthest_square(vertices)), polygon.rounding);
        columns[0] = [x, y, polygon.rounding, radius_with_count(radius, polygon.count)];
        for quad in 1..MAX_QUADS {
            let ([x0, y0], [x1, y1]) = (vertices[2 * quad - 2], vertices[2 * quad - 1]);
            columns[quad] = [x0, y0, x1, y1];
        }
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &QuadColumns<R>) -> Polygon<R> {
        let ([x, y, rounding, radius], zero) = (columns[0], columns[0][0].of(0.0));
        let mut vertices = [[zero; 2]; MAX_VERTICES];
        for quad in 0..MAX_VERTICES / 2 {
            let [x0, y0, x1, y1] = columns[1 + quad];
            vertices[2 * quad] = [x0, y0];
            vertices[2 * quad + 1] = [x1, y1];
        }
        Polygon { center: [x, y], count: count_in(radius), vertices, rounding }
    }
}

/// Counts that a radius has room for in its last bits.
const COUNTS: f32 = 64.0;

/// Steps from a power of two to the next, where only the bits before those make a radius.
const STEPS: f32 = 0.5 / (f32::UNIT * COUNTS);

/// As good as any larger radius: its square is infinite, and tells nothing apart.
const LARGEST_RADIUS: f32 = 1e30;

/// At least a radius, with a count in its last six bits, which make it larger by up to 2^-15 of it.
///
/// A quad more for the count, to fetch with each polygon, takes a twentieth of the time of a pair.
#[inline(always)]
fn radius_with_count<R: Real>(radius: R, count: R) -> R {
    // Two steps more, as it is then rounded down.
    let radius = (radius * radius.of(1.0 + 2.0 / STEPS)).min(radius.of(LARGEST_RADIUS));
    let to_steps = radius.inverse_exponent() * radius.of(STEPS);
    let whole = (radius * to_steps - radius.of(0.5)).whole();
    (whole + count * count.of(1.0 / COUNTS)) / to_steps
}

/// The count in the last bits of a radius.
#[inline(always)]
fn count_in<R: Real>(radius: R) -> R {
    let steps = radius * (radius.inverse_exponent() * radius.of(STEPS));
    (steps - steps.whole()) * steps.of(COUNTS)
}

/// At least the sum of a length and a rounding; the length as it is where there is none.
#[inline(always)]
fn with_rounding<R: Real>(length: R, rounding: R) -> R {
    let sum = length + rounding;
    R::select(rounding.of(0.0).lt(rounding), sum + step(sum), length)
}

/// The square of how far the farthest vertex is from the center.
#[inline(always)]
pub(crate) fn farthest_square<R: Real>(vertices: &[[R; 2]; MAX_VERTICES]) -> R {
    let mut square = dot(vertices[0], vertices[0]);
    for vertex in &vertices[1..] {
        square = square.max(dot(*vertex, *vertex));
    }
    square
}

/// The circle around the center of a [`Polygon`] that contains it: the first of its quads is all
/// that is fetched.
#[derive(Clone, Copy, Debug)]
pub struct PolygonSphere;

impl Pack for PolygonSphere {
    type Quads = Quads9;
    type Of<R: Real> = Ball<2, R>;

    const QUADS: usize = 1;

    #[inline(always)]
    fn columns<R: Real>(circle: &Ball<2, R>) -> QuadColumns<R> {
        let ([x, y], zero) = (circle.center, circle.radius.of(0.0));
        let mut columns = [[zero; 4]; MAX_QUADS];
        columns[0] = [x, y, zero, circle.radius];
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &QuadColumns<R>) -> Ball<2, R> {
        let [x, y, _, radius] = columns[0];
        Ball { center: [x, y], radius }
    }
}

impl Bounded<2> for Polygon {
    #[inline(always)]
    fn bounds<R: Real>(polygon: &Polygon<R>) -> ([R; 2], [R; 2]) {
        let (mut min, mut max) = hull(&polygon.vertices);
        for axis in 0..2 {
            let (low, high) = (polygon.center[axis] + min[axis], polygon.center[axis] + max[axis]);
            min[axis] = -with_rounding(-(low - step(low)), polygon.rounding);
            max[axis] = with_rounding(high + step(high), polygon.rounding);
        }
        (min, max)
    }
}

impl Extent for Polygon {
    /// From the first vertex to the farther of the next two, along the axes, and the rounding.
    #[inline(always)]
    fn extent<R: Real>(polygon: &Polygon<R>) -> R {
        let [first, second, third, ..] = polygon.vertices;
        sum_abs(sub(second, first)).max(sum_abs(sub(third, first))) + polygon.rounding
    }
}

impl BoundingSphere for PolygonSphere {
    #[inline(always)]
    fn circle<R: Real>(circle: &Ball<2, R>) -> Ball<2, R> {
        *circle
    }
}

impl Turning<2> for Polygon {
    type Motion = RigidMotion2;

    const ROUND: bool = false;

    #[inline(always)]
    fn center<R: Real>(shape: &Polygon<R>) -> [R; 2] {
        shape.center
    }

    #[inline(always)]
    fn radius<R: Real>(shape: &Polygon<R>) -> R {
        Self::arm(shape) + shape.rounding
    }

    #[inline(always)]
    fn arm<R: Real>(shape: &Polygon<R>) -> R {
        farthest_square(&shape.vertices).sqrt()
    }

    #[inline(always)]
    fn reach<R: Real>(shape: &Polygon<R>, direction: [R; 2]) -> R {
        let mut reach = dot(shape.vertices[0], direction);
        for vertex in &shape.vertices[1..] {
            reach = reach.max(dot(*vertex, direction));
        }
        reach + shape.rounding
    }

    #[inline(always)]
    fn turned<R: Real>(
        shape: &Polygon<R>,
        motion: &RigidMotion2<R>,
        time: R,
        center: [R; 2],
    ) -> Polygon<R> {
        let vertices = RigidMotion2::turn(motion, time, shape.vertices);
        Polygon { center, vertices, ..*shape }
    }
}
