//! Rays and convex polygons.

use super::{
    super::{edges, finite, inside},
    Ray, RayHit, segment,
};

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
        let Some(crossing) = segment::crossing(ray, edge) else {
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
