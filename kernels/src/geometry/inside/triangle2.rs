//! Triangles in the plane.

use std::cmp::Ordering::{Greater, Less};

use super::{super::finite, segment::in_box};
use crate::orient::orient2;

/// Whether a point is in a triangle in the plane, decided without rounding. The corners go either
/// way around; they may lie on a line or coincide.
#[must_use]
pub fn triangle2(point: [f32; 2], [a, b, c]: [[f32; 2]; 3]) -> bool {
    let sides = [orient2(a, b, point), orient2(b, c, point), orient2(c, a, point)];
    // On a line with all corners, the box tells.
    finite(&[point, a, b, c])
        && !(sides.contains(&Less) && sides.contains(&Greater))
        && in_box(point, &[a, b, c])
}
