//! Triangles in space.

use crate::{
    contact::ball_triangle::from_triangle,
    real::{Real, vector::sub},
    shape::Triangle,
};

/// The point of a triangle in space that is closest to a point. The corners may lie on a line or
/// coincide.
///
/// The *distance* errs as little as said in the [module](super), however thin the triangle is. In
/// `f32` only for sizes up to 1e18, and by up to 1e-18 where that is more: squares of lengths tell
/// which of its points is closest.
///
/// C. Ericson, *Real-Time Collision Detection*, section 5.1.5, without its regions.
#[inline(always)]
#[must_use]
pub fn triangle3<R: Real>(point: [R; 3], triangle: &Triangle<R>) -> [R; 3] {
    let [a, b, c] = triangle.vertices;
    sub(point, from_triangle([sub(a, point), sub(b, point), sub(c, point)]))
}
