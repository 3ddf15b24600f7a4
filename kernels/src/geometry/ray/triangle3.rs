//! Rays and triangles in space.

use super::{
    super::{
        determinant::{normal, past, volume},
        finite,
    },
    Ray,
};
use crate::shape::Triangle;

/// Where a ray meets a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleHit {
    /// The `t` of the ray, between its `t_min` and `t_max`.
    pub t: f32,
    /// A unit vector across the triangle, against the ray.
    pub normal: [f32; 3],
    /// The barycentric coordinates of the place: how much of each corner goes into it. None is
    /// negative.
    pub barycentric: [f32; 3],
}

/// Where a ray in space meets a triangle, from either side: decided without rounding but for
/// whether `t` is between `t_min` and `t_max`: there it may be beyond by 2^-30 of itself. `t` and
/// the barycentric coordinates are off by up to half a step of `f32` and as much.
///
/// Watertight: edges and corners belong to the triangle, so no ray passes between two triangles
/// that share some; it meets both there. A ray in the plane of a triangle does not meet it, so none
/// meets a triangle whose corners lie on a line; neither does a ray without direction.
///
/// The edge functions are those of S. Woop, C. Benthin and I. Wald, *Watertight Ray/Triangle
/// Intersection* (2013), with exact signs in place of a sheared frame.
///
/// ```
/// use jostle_kernels::{geometry::ray::{self, Ray}, shape::Triangle};
///
/// let triangle = Triangle { vertices: [[0.0, 0.0, 2.0], [4.0, 0.0, 2.0], [0.0, 4.0, 2.0]] };
/// let hit = ray::triangle3(&Ray::new([1.0, 2.0, 0.0], [0.0, 0.0, 1.0]), &triangle);
/// let hit = hit.expect("it is in the way");
/// assert_eq!((hit.t, hit.normal), (2.0, [0.0, 0.0, -1.0]));
/// assert_eq!(hit.barycentric, [0.25, 0.25, 0.5]);
/// ```
#[must_use]
pub fn triangle3(ray: &Ray<3>, triangle: &Triangle) -> Option<TriangleHit> {
    let [a, b, c] = triangle.vertices;
    if !ray.is_valid() || !finite(&triangle.vertices) {
        return None;
    }
    let edge = |from, to| past(ray.origin, ray.direction, from, to);
    let sides = [edge(b, c), edge(c, a), edge(a, b)];
    let (left, right) = (sides.iter().any(|s| *s > 0.0), sides.iter().any(|s| *s < 0.0));
    if left == right {
        return None;
    }
    let whole: f64 = sides.iter().sum();
    let t = ray.time(volume(a, b, c, ray.origin) / whole)?;
    let normal = ray.against(normal(triangle.vertices));
    Some(TriangleHit { t, normal, barycentric: sides.map(|side| (side / whole) as f32) })
}
