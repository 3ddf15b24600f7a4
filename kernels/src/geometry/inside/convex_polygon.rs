//! Convex polygons.

use std::cmp::Ordering::Equal;

use super::{super::finite, polygon, triangle2};
use crate::orient::orient2;

/// Whether a point is in a convex polygon, decided without rounding: O(log n) for n vertices, but
/// O(n) for a point on the line of an edge at the first vertex.
///
/// The vertices go either way around; they may coincide with a neighbor or lie on the edge between
/// their neighbors. One vertex is a point, two are a segment, none hold nothing. For a polygon
/// that is not convex, or with vertices that are not finite, it is either answer.
///
/// The fan of triangles about the first vertex is searched for the one that the point can only be
/// in (F. P. Preparata and M. I. Shamos, *Computational Geometry*, 1985, section 2.2.1).
#[must_use]
pub fn convex_polygon(point: [f32; 2], vertices: &[[f32; 2]]) -> bool {
    let (Some(first), Some(last)) = (vertices.first(), vertices.len().checked_sub(1)) else {
        return false;
    };
    if last < 3 || !finite(&[point]) {
        return polygon(point, vertices);
    }
    let side = |index: usize| orient2(*first, vertices[index], point);
    let (low_side, high_side) = (side(1), side(last));
    if low_side == Equal || high_side == Equal {
        return polygon(point, vertices);
    }
    if low_side == high_side {
        return false;
    }
    let (mut low, mut high) = (1, last);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if side(middle) == high_side {
            high = middle;
        } else {
            low = middle;
        }
    }
    triangle2(point, [*first, vertices[low], vertices[high]])
}
