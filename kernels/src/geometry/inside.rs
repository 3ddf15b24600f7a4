//! Whether a point is in a shape, or on its boundary.
//!
//! Exact for what is made of points and for balls. For capsules and oriented boxes, which are not
//! made of points, "no" is certain; see each function. A point that is not finite is in nothing.
//!
//! ```
//! use jostle_kernels::geometry::inside;
//!
//! let arrow = [[0.0, 0.0], [4.0, 2.0], [0.0, 4.0], [1.0, 2.0]];
//! assert!(inside::polygon([2.0, 2.0], &arrow));
//! assert!(inside::polygon([0.5, 1.0], &arrow)); // on an edge
//! assert!(!inside::polygon([0.5, 2.0], &arrow)); // in the notch
//! assert!(inside::convex_polygon([4.0, 2.0], &arrow[..3])); // a vertex
//! ```

use std::cmp::Ordering::{Equal, Greater, Less};

use super::{
    determinant::{clear, normal},
    expansion::Expansion,
    orient::{orient2, orient3},
    points::{edges, finite, wide},
};
use crate::{
    Aabb,
    pairs::{BallCapsule, ball_box_apart, touches},
    real::vector::{dot, sub, sum_abs},
    shape::{Ball, Capsule, Obb, Triangle},
};

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

/// Whether a point is in a ball, decided without rounding. A ball whose radius is negative or not
/// finite holds nothing.
#[must_use]
pub fn ball<const D: usize>(point: [f32; D], ball: &Ball<D>) -> bool {
    let numbers = finite(&[point, ball.center]) && ball.radius.is_finite();
    numbers && ball.radius >= 0.0 && power(point, ball) <= 0.0
}

/// The square of the distance from the center less that of the radius, with its exact sign.
pub(super) fn power<const D: usize>(point: [f32; D], ball: &Ball<D>) -> f64 {
    let (point, center, radius) = (wide(point), wide(ball.center), f64::from(ball.radius));
    let from = sub(point, center);
    let (square, limit) = (dot(from, from), radius * radius);
    clear(square - limit, square + limit).unwrap_or_else(|| {
        let mut sum = Expansion::of([-limit]);
        for (p, c) in point.into_iter().zip(center) {
            sum.add(p * p);
            sum.add(-2.0 * p * c);
            sum.add(c * c);
        }
        sum.value()
    })
}

/// Whether a point is in a capsule: false only where it certainly is not. True where it is missed
/// by no more than 2^-45 of the sum of the sizes, or 1e-37.
#[must_use]
pub fn capsule<const D: usize>(point: [f32; D], capsule: &Capsule<D>) -> bool {
    let point = Ball { center: point, radius: 0.0 };
    let numbers = finite(&[point.center, capsule.center, capsule.axis]);
    let radius = capsule.radius.is_finite() && capsule.radius >= 0.0;
    numbers && radius && touches::<BallCapsule, D, 1>(&point, capsule)
}

/// Whether a point is in an oriented box: false only where it certainly is not. True where it is
/// missed by no more than 2^-45 of the sum of the sizes, or 1e-37.
///
/// The box is the one that is stored, also where its axes are not quite at right angles.
#[must_use]
pub fn obb<const D: usize>(point: [f32; D], obb: &Obb<D>) -> bool {
    let numbers = finite(&[point, obb.center, obb.half]) && finite(&obb.axes);
    let point = Ball { center: wide(point), radius: 0.0 };
    let (center, half) = (wide(obb.center), wide(obb.half));
    numbers
        && half.iter().all(|half| *half >= 0.0)
        && !ball_box_apart(&point, &Obb { center, half, axes: obb.axes.map(wide) })
}

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
/// [barycentric](super::closest::barycentric) coordinate is negative by no more than 2^-30
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
