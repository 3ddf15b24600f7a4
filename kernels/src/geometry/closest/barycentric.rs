//! Barycentric coordinates.

use super::super::{determinant::normal, finite};
use crate::{real::vector::dot, shape::Triangle};

/// The barycentric coordinates of the point of a triangle's plane that is closest to a point: how
/// much of each corner goes into it. They sum up to 1 but for rounding, and none is negative where
/// the point is over the triangle. None where the corners lie on a line or are not finite.
///
/// Each is a quotient of areas: that of the triangle that the point makes with an edge, as seen
/// across the whole one, by that. It is off by up to half a step of `f32`, and 2^-31 of the same
/// with sizes in place of all coordinates of the areas.
///
/// C. Ericson, *Real-Time Collision Detection*, section 3.4.
#[must_use]
pub fn barycentric(point: [f32; 3], triangle: &Triangle) -> Option<[f32; 3]> {
    let ([a, b, c], up) = (triangle.vertices, normal(triangle.vertices));
    let square = dot(up, up);
    let part = |from: [f32; 3], to: [f32; 3]| (dot(normal([from, to, point]), up) / square) as f32;
    (finite(&[point, a, b, c]) && square > 0.0).then(|| [part(b, c), part(c, a), part(a, b)])
}
