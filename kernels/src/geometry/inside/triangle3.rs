//! Triangles in space.

use std::cmp::Ordering::Equal;

use super::{
    super::{determinant::normal, finite},
    segment, triangle2,
};
use crate::{
    orient::orient3,
    real::vector::{dot, sum_abs},
    shape::Triangle,
};

/// Whether a point is on a triangle in space, decided without rounding. The corners may lie on a
/// line or coincide.
#[must_use]
pub fn triangle3(point: [f32; 3], triangle: &Triangle) -> bool {
    let [a, b, c] = triangle.vertices;
    if !finite(&[point, a, b, c]) || orient3(a, b, c, point) != Equal {
        return false;
    }
    let normal = normal(triangle.vertices);
    let largest = (0..3).max_by(|i, j| normal[*i].abs().total_cmp(&normal[*j].abs()));
    // Seen along an axis that is not in its plane nothing of it is lost.
    match largest.filter(|axis| normal[*axis] != 0.0) {
        Some(axis) => {
            let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
            triangle2([point[i], point[j]], [a, b, c].map(|corner| [corner[i], corner[j]]))
        }
        None => [[a, b], [b, c], [c, a]].iter().any(|edge| segment(point, *edge)),
    }
}

/// Whether a point is straight above or below a triangle in space, or on it: false only where it
/// certainly is not, or where the corners lie on a line. True where a
/// [barycentric](super::super::closest::barycentric) coordinate is negative by no more than 2^-30
/// of the areas that it is the quotient of.
#[must_use]
pub fn over_triangle3(point: [f32; 3], triangle: &Triangle) -> bool {
    const SLACK: f64 = 1.0 / (1_u64 << 30) as f64;
    let ([a, b, c], up) = (triangle.vertices, normal(triangle.vertices));
    let beside = |from: [f32; 3], to: [f32; 3]| {
        let part = normal([from, to, point]);
        dot(part, up) >= -SLACK * sum_abs(part) * sum_abs(up)
    };
    finite(&[point, a, b, c]) && up != [0.0; 3] && beside(a, b) && beside(b, c) && beside(c, a)
}
