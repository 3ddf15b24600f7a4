//! Polygons.

use super::{
    super::{edges, finite, inside, rounded, wide},
    segment,
};
use crate::real::vector::{dot, sub};

/// The point of a polygon that is closest to a point, the polygon as for [`inside::polygon`]: O(n)
/// for n vertices. Triangles in the plane are polygons.
///
/// Exactly the point where it is inside; else a point of an edge, as close as there is one, both
/// but for half a step of `f32` in each coordinate and 2^-43 of the sum of the sizes, or 1e-37.
/// None without vertices, or where something is not finite.
#[must_use]
pub fn polygon(point: [f32; 2], vertices: &[[f32; 2]]) -> Option<[f32; 2]> {
    if !finite(&[point]) || !finite(vertices) {
        return None;
    }
    if inside::polygon(point, vertices) {
        return Some(point);
    }
    let found = edges(vertices).map(|edge| {
        let on_edge = segment(wide(point), edge.map(wide));
        let between = sub(on_edge, wide(point));
        (dot(between, between), on_edge)
    });
    found.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, on_edge)| rounded(on_edge))
}
