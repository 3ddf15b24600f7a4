//! Rays against segments and convex polygons in the plane, and triangles in space.

use super::line::{PreparedRay, Ray, RayHit};
use crate::{
    geometry::{
        determinant::{area, beside, normal, past, volume},
        inside,
        points::{edges, finite, wide},
    },
    real::vector::{cross, dot, sub, sum_abs},
    shape::Triangle,
};

/// Where a ray in the plane meets a segment, decided without rounding but for whether `t` is
/// between `t_min` and `t_max`: there it may be beyond by 2^-30 of itself. `t` is off by up to half
/// a step of `f32` and as much.
///
/// A ray along the segment meets its nearer end, or the place where the ray begins; the normal is
/// against the ray then. A segment of no length is a point. A ray without direction meets a segment
/// that it is on, with a normal of zero.
#[must_use]
pub fn segment(ray: &Ray<2>, [a, b]: [[f32; 2]; 2]) -> Option<RayHit<2>> {
    if !ray.is_valid() || !finite(&[a, b]) {
        return None;
    }
    if ray.rests() {
        return inside::segment(ray.origin, [a, b]).then(|| RayHit::at_start(ray));
    }
    let Crossing { first, last, across } = crossing(ray, [a, b])?;
    let t = ray.time(first.max(f64::from(ray.t_min)).min(last))?;
    Some(RayHit { t, normal: ray.against(across) })
}

/// Where the whole line of a ray meets a segment.
pub(super) struct Crossing {
    /// When it is on the segment first.
    pub(super) first: f64,
    /// When it is last.
    pub(super) last: f64,
    /// Across the segment, or along the ray where that is along the segment.
    pub(super) across: [f64; 2],
}

/// Where the whole line of a ray that moves meets a segment.
pub(super) fn crossing(ray: &Ray<2>, [a, b]: [[f32; 2]; 2]) -> Option<Crossing> {
    let [of_a, of_b] = [a, b].map(|end| beside(ray.origin, ray.direction, end));
    if (of_a > 0.0 && of_b > 0.0) || (of_a < 0.0 && of_b < 0.0) {
        return None;
    }
    if of_a == 0.0 && of_b == 0.0 {
        let [x, y] = ray.direction.map(f32::abs);
        let axis = usize::from(x < y);
        let [from, to] = [a, b].map(|end| {
            let way = f64::from(end[axis]) - f64::from(ray.origin[axis]);
            way / f64::from(ray.direction[axis])
        });
        let across = wide(ray.direction);
        return Some(Crossing { first: from.min(to), last: from.max(to), across });
    }
    let (t, side) = (area(a, b, ray.origin) / (of_b - of_a), sub(wide(b), wide(a)));
    Some(Crossing { first: t, last: t, across: [-side[1], side[0]] })
}

/// Where a ray in the plane meets a convex polygon, which is solid: O(n) for n vertices. Exact as
/// for a [`segment()`], and so is whether the ray begins inside.
///
/// The vertices go either way around; they may coincide or lie on the edge between their
/// neighbors. One vertex is a point, two are a segment, none are never met. At a vertex the normal
/// is that of an edge, or against the ray where that goes along one.
///
/// Of the edges that its line meets, the ray enters at the first and leaves at the last (M. Cyrus
/// and J. Beck, *Generalized Two- and Three-Dimensional Clipping*, 1978).
#[must_use]
pub fn convex_polygon(ray: &Ray<2>, vertices: &[[f32; 2]]) -> Option<RayHit<2>> {
    if !ray.is_valid() || !finite(vertices) {
        return None;
    }
    if ray.rests() {
        return inside::polygon(ray.origin, vertices).then(|| RayHit::at_start(ray));
    }
    let (mut enter, mut exit, mut face) = (f64::INFINITY, f64::NEG_INFINITY, [0.0; 2]);
    for edge in edges(vertices) {
        let Some(crossing) = crossing(ray, edge) else {
            continue;
        };
        exit = exit.max(crossing.last);
        if crossing.first < enter {
            (enter, face) = (crossing.first, crossing.across);
        }
    }
    if enter <= f64::from(ray.t_min) {
        let last = exit.min(f64::from(ray.last()));
        return ray.time(last).map(|_| RayHit::at_start(ray));
    }
    ray.time(enter).map(|t| RayHit { t, normal: ray.against(face) })
}

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

/// Whether the line of a ray certainly passes a triangle: most do, and this is told without looking
/// at how much each product was rounded. False for what is not finite.
#[inline(always)]
pub(super) fn certainly_beside(line: &PreparedRay<3>, triangle: &Triangle) -> bool {
    /// More than the roundings of an edge function, relative to the sizes of its vectors.
    const ROUNDINGS: f64 = 32.0 * f64::EPSILON;
    let origin = wide(line.ray.origin);
    let [u, v, w] = triangle.vertices.map(|corner| sub(wide(corner), origin));
    let side = |from, to| dot(line.direction, cross(from, to));
    let sides = [side(v, w), side(w, u), side(u, v)];
    let size = sum_abs(u).max(sum_abs(v)).max(sum_abs(w));
    let doubt = ROUNDINGS * sum_abs(line.direction) * size * size;
    sides.iter().any(|side| *side > doubt) && sides.iter().any(|side| *side < -doubt)
}
