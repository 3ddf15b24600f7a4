//! Triangles in space.

use super::{
    bounds::{Bounded, Extent, hull},
    motion::{RigidMotion, RigidMotion3, Turning},
    pack::{MAX_QUADS, Pack, QuadColumns, Quads4},
};
use crate::real::{
    Real,
    vector::{add, dot, sub, sum_abs},
};

/// A triangle in 3D: the convex hull of three points, which may lie on a line or coincide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<R = f32> {
    /// The corners.
    pub vertices: [[R; 3]; 3],
}

impl Pack for Triangle {
    type Quads = Quads4;
    type Of<R: Real> = Triangle<R>;

    #[inline(always)]
    fn columns<R: Real>(triangle: &Triangle<R>) -> QuadColumns<R> {
        let zero = triangle.vertices[0][0].of(0.0);
        let mut columns = [[zero; 4]; MAX_QUADS];
        for (column, corner) in columns.iter_mut().zip(&triangle.vertices) {
            *column = [corner[0], corner[1], corner[2], zero];
        }
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &QuadColumns<R>) -> Triangle<R> {
        let (a, b, c) = (columns[0], columns[1], columns[2]);
        Triangle { vertices: [[a[0], a[1], a[2]], [b[0], b[1], b[2]], [c[0], c[1], c[2]]] }
    }
}

impl Extent for Triangle {
    #[inline(always)]
    fn extent<R: Real>(triangle: &Triangle<R>) -> R {
        let [a, b, c] = triangle.vertices;
        sum_abs(sub(b, a)).max(sum_abs(sub(c, a)))
    }
}

impl Bounded<3> for Triangle {
    /// Exact.
    #[inline(always)]
    fn bounds<R: Real>(triangle: &Triangle<R>) -> ([R; 3], [R; 3]) {
        hull(&triangle.vertices)
    }
}

/// From the first corner of a triangle to the others.
#[inline(always)]
fn sides<R: Real>(shape: &Triangle<R>) -> [[R; 3]; 2] {
    let [first, second, third] = shape.vertices;
    [sub(second, first), sub(third, first)]
}

/// It turns about its first corner, which its contacts are relative to as well.
impl Turning<3> for Triangle {
    type Motion = RigidMotion3;

    const ROUND: bool = false;

    #[inline(always)]
    fn center<R: Real>(shape: &Triangle<R>) -> [R; 3] {
        shape.vertices[0]
    }

    #[inline(always)]
    fn radius<R: Real>(shape: &Triangle<R>) -> R {
        let [one, other] = sides(shape);
        dot(one, one).max(dot(other, other)).sqrt()
    }

    #[inline(always)]
    fn reach<R: Real>(shape: &Triangle<R>, direction: [R; 3]) -> R {
        let [one, other] = sides(shape).map(|side| dot(side, direction));
        one.max(other).max(one.of(0.0))
    }

    #[inline(always)]
    fn turned<R: Real>(
        shape: &Triangle<R>,
        motion: &RigidMotion3<R>,
        time: R,
        center: [R; 3],
    ) -> Triangle<R> {
        let [one, other] = RigidMotion3::turn(motion, time, sides(shape));
        Triangle { vertices: [center, add(center, one), add(center, other)] }
    }
}
