//! Simple polygons.

use std::cmp::Ordering::{Equal, Greater};

use super::super::{edges, finite};
use crate::{Aabb, orient::orient2};

/// Whether a point is in a polygon, decided without rounding: O(n) for n vertices.
///
/// The polygon may be concave; its vertices go either way around. Where it crosses itself, inside
/// is what a ray leaves through an odd number of edges. One vertex is a point, two are a segment;
/// none hold nothing, and neither do vertices that are not finite.
///
/// By the number of edges that a ray to the right crosses (M. Shimrat, *Algorithm 112*, 1962), each
/// with its lower end and without its upper one.
#[must_use]
pub fn polygon(point: [f32; 2], vertices: &[[f32; 2]]) -> bool {
    if !finite(&[point]) || !finite(vertices) {
        return false;
    }
    let mut inside = false;
    for [a, b] in edges(vertices) {
        let upward = a[1] <= point[1];
        let crosses = upward != (b[1] <= point[1]);
        let beside = Aabb::point(a).including(b).contains_point(point);
        if !crosses && !beside {
            continue;
        }
        let side = orient2(a, b, point);
        if beside && side == Equal {
            return true;
        }
        inside ^= crosses && (side == Greater) == upward;
    }
    inside
}
