//! Convex polygons in the plane.

use super::{Ball, Columns, MAX_QUADS, Nine, Pack, ball::radius_of};
use crate::real::{Real, vector::dot};

/// Most vertices of a [`Polygon`].
pub const MAX_VERTICES: usize = 16;

/// A convex polygon in 2D: the convex hull of `center + vertices[i]`.
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
}

impl Pack for Polygon {
    type Quads = Nine;
    type Of<R: Real> = Polygon<R>;

    #[inline(always)]
    fn columns<R: Real>(polygon: &Polygon<R>) -> Columns<R> {
        let ([x, y], vertices) = (polygon.center, &polygon.vertices);
        let zero = x.of(0.0);
        let mut columns = [[zero; 4]; MAX_QUADS];
        columns[0] = [x, y, polygon.count, radius_of(farthest_square(vertices))];
        for quad in 1..MAX_QUADS {
            let ([x0, y0], [x1, y1]) = (vertices[2 * quad - 2], vertices[2 * quad - 1]);
            columns[quad] = [x0, y0, x1, y1];
        }
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &Columns<R>) -> Polygon<R> {
        let ([x, y, count, _], zero) = (columns[0], columns[0][0].of(0.0));
        let mut vertices = [[zero; 2]; MAX_VERTICES];
        for quad in 0..MAX_VERTICES / 2 {
            let [x0, y0, x1, y1] = columns[1 + quad];
            vertices[2 * quad] = [x0, y0];
            vertices[2 * quad + 1] = [x1, y1];
        }
        Polygon { center: [x, y], count, vertices }
    }
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
pub struct AroundPolygon;

impl Pack for AroundPolygon {
    type Quads = Nine;
    type Of<R: Real> = Ball<2, R>;

    const QUADS: usize = 1;

    #[inline(always)]
    fn columns<R: Real>(circle: &Ball<2, R>) -> Columns<R> {
        let ([x, y], zero) = (circle.center, circle.radius.of(0.0));
        let mut columns = [[zero; 4]; MAX_QUADS];
        columns[0] = [x, y, zero, circle.radius];
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &Columns<R>) -> Ball<2, R> {
        let [x, y, _, radius] = columns[0];
        Ball { center: [x, y], radius }
    }
}
