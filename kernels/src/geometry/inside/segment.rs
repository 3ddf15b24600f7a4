//! Segments.

use std::cmp::Ordering::Equal;

use super::super::finite;
use crate::{Aabb, orient::orient2};

/// Whether a point is on a segment, decided without rounding; a segment of no length is a point.
#[must_use]
pub fn segment<const D: usize>(point: [f32; D], [a, b]: [[f32; D]; 2]) -> bool {
    // The coordinate planes see three points on a line if and only if they are.
    let seen = |i: usize, j: usize| orient2([a[i], a[j]], [b[i], b[j]], [point[i], point[j]]);
    finite(&[point, a, b])
        && in_box(point, &[a, b])
        && (1..D).all(|j| (0..j).all(|i| seen(i, j) == Equal))
}

/// Whether a point is in the box of others.
pub(super) fn in_box<const D: usize>(point: [f32; D], of: &[[f32; D]]) -> bool {
    Aabb::from_points(of.iter().copied()).is_some_and(|aabb| aabb.contains_point(point))
}
