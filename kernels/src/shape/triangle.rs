//! Triangles in space.

use super::{Four, Pack, pack::MAX_QUADS};
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

    const QUADS: usize = 4;

    #[inline(always)]
    fn pack(shape: &Self) -> Four {
        let [a, b, c] = shape.vertices.map(|[x, y, z]| [x, y, z, 0.0]);
        Four([a, b, c, [0.0; 4]])
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &[[R; 4]; MAX_QUADS]) -> Triangle<R> {
        let (a, b, c) = (columns[0], columns[1], columns[2]);
        Triangle { vertices: [[a[0], a[1], a[2]], [b[0], b[1], b[2]], [c[0], c[1], c[2]]] }
    }
}
