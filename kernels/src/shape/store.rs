//! Shapes to quads, eight at a time.

use bytemuck::cast_slice_mut;

use super::{Ball, Capsule, MAX_QUADS, Obb, Pack, Polygon, Triangle};
use crate::{
    Lanes,
    lane::{LANES, Quad},
    real::{Real, Wide},
};

/// The quads of a shape, in columns.
type Columns<R> = [[R; 4]; MAX_QUADS];

/// A shape of any numbers that can be stored.
pub trait Store: Pack {
    /// The inverse of [`unpack`](Pack::unpack). Must be `#[inline(always)]`.
    fn columns<R: Real>(shape: &Self::Of<R>) -> [[R; 4]; MAX_QUADS];
}

/// Packs eight shapes.
#[inline(always)]
pub fn store<S: Store, L: Lanes>(lanes: L, shapes: &S::Of<Wide<L>>, to: &mut [S::Quads; LANES]) {
    let columns = S::columns(shapes);
    let quads: &mut [Quad] = cast_slice_mut(to);
    for quad in 0..S::QUADS {
        let column = columns[quad];
        let mut rows = quads[quad..].iter_mut().step_by(S::QUADS);
        let mut next = || rows.next().expect("there are eight times as many quads as in a shape");
        let rows = [next(), next(), next(), next(), next(), next(), next(), next()];
        let floats = [column[0].floats, column[1].floats, column[2].floats, column[3].floats];
        lanes.store_quads(floats, rows);
    }
}

impl<const D: usize> Store for Ball<D> {
    #[inline(always)]
    fn columns<R: Real>(ball: &Ball<D, R>) -> Columns<R> {
        let mut columns = [[ball.radius.of(0.0); 4]; MAX_QUADS];
        columns[0][..D].copy_from_slice(&ball.centre);
        columns[0][3] = ball.radius;
        columns
    }
}

impl<const D: usize> Store for Capsule<D> {
    #[inline(always)]
    fn columns<R: Real>(capsule: &Capsule<D, R>) -> Columns<R> {
        let mut columns = [[capsule.radius.of(0.0); 4]; MAX_QUADS];
        columns[0][..D].copy_from_slice(&capsule.centre);
        columns[1][..D].copy_from_slice(&capsule.axis);
        columns[0][3] = capsule.radius;
        columns
    }
}

impl Store for Obb<2> {
    #[inline(always)]
    fn columns<R: Real>(obb: &Obb<2, R>) -> Columns<R> {
        let ([x, y], [hx, hy], [[a, b], [c, d]]) = (obb.centre, obb.half, obb.axes);
        let mut columns = [[x.of(0.0); 4]; MAX_QUADS];
        columns[0] = [x, y, hx, hy];
        columns[1] = [a, b, c, d];
        columns
    }
}

impl Store for Obb<3> {
    #[inline(always)]
    fn columns<R: Real>(obb: &Obb<3, R>) -> Columns<R> {
        let [x, y, z] = obb.centre;
        let zero = x.of(0.0);
        let mut columns = [[zero; 4]; MAX_QUADS];
        columns[0] = [x, y, z, zero];
        for own in 0..3 {
            let [x, y, z] = obb.axes[own];
            columns[1 + own] = [x, y, z, obb.half[own]];
        }
        columns
    }
}

impl Store for Polygon {
    #[inline(always)]
    fn columns<R: Real>(polygon: &Polygon<R>) -> Columns<R> {
        let ([x, y], vertices) = (polygon.centre, &polygon.vertices);
        let zero = x.of(0.0);
        let mut columns = [[zero; 4]; MAX_QUADS];
        columns[0] = [x, y, polygon.count, zero];
        for quad in 1..MAX_QUADS {
            let ([x0, y0], [x1, y1]) = (vertices[2 * quad - 2], vertices[2 * quad - 1]);
            columns[quad] = [x0, y0, x1, y1];
        }
        columns
    }
}

impl Store for Triangle {
    #[inline(always)]
    fn columns<R: Real>(triangle: &Triangle<R>) -> Columns<R> {
        let zero = triangle.vertices[0][0].of(0.0);
        let mut columns = [[zero; 4]; MAX_QUADS];
        for (column, corner) in columns.iter_mut().zip(&triangle.vertices) {
            *column = [corner[0], corner[1], corner[2], zero];
        }
        columns
    }
}
