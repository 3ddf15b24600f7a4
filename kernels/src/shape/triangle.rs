//! Triangles in space.

use super::{Columns, Four, MAX_QUADS, Pack};
use crate::real::Real;

/// A triangle in 3D: the convex hull of three points, which may lie on a line or coincide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<R = f32> {
    /// The corners.
    pub vertices: [[R; 3]; 3],
}

impl Pack for Triangle {
    type Quads = Four;
    type Of<R: Real> = Triangle<R>;

    #[inline(always)]
    fn columns<R: Real>(triangle: &Triangle<R>) -> Columns<R> {
        let zero = triangle.vertices[0][0].of(0.0);
        let mut columns = [[zero; 4]; MAX_QUADS];
        for (column, corner) in columns.iter_mut().zip(&triangle.vertices) {
            *column = [corner[0], corner[1], corner[2], zero];
        }
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &Columns<R>) -> Triangle<R> {
        let (a, b, c) = (columns[0], columns[1], columns[2]);
        Triangle { vertices: [[a[0], a[1], a[2]], [b[0], b[1], b[2]], [c[0], c[1], c[2]]] }
    }
}
