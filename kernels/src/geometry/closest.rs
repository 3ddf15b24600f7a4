//! The point of a shape that is closest to a point, or two points of two segments.
//!
//! Shapes are solid: a point inside is its own closest point. What is over a
//! [`Real`] is one formula without branches, for `f32`, `f64`, and eight lanes,
//! and gives the same bits for one and for eight. It errs by at most [`ROUNDINGS`] of the sum of
//! the sizes of all coordinates and extents that go in, or 1e-37, for sizes up to 1e37.
//!
//! ```
//! use jostle_kernels::geometry::closest;
//!
//! assert_eq!(closest::segment([3.0, 5.0], [[0.0, 1.0], [4.0, 1.0]]), [3.0, 1.0]);
//! let triangle = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
//! assert_eq!(closest::polygon([4.0, 4.0], &triangle), Some([2.0, 2.0]));
//! let (low, high) = ([[0.0_f32; 3], [2.0, 0.0, 0.0]], [[1.0, 1.0, -1.0], [1.0, 1.0, 1.0]]);
//! let pair = closest::segments(low, high);
//! assert_eq!((pair.on_first, pair.on_second), ([1.0, 0.0, 0.0], [1.0, 1.0, 0.0]));
//! ```

use super::{
    determinant::normal,
    points::{edges, finite, rounded, wide},
};
use crate::{
    Aabb,
    geometry::inside,
    pairs::{Lifted, UnitLine, closest_between_segments, closest_on_segment, from_triangle},
    real::{
        Real,
        vector::{add, add_scaled, dot, scale, select, sub},
    },
    shape::{Ball, Capsule, Obb, Triangle},
};

/// How much a closest point errs, or for triangles and two segments the distance, in units of
/// rounding of the sum of all sizes.
pub const ROUNDINGS: f32 = 48.0;

/// The point of a box that is closest to a point: exact, also where bounds are infinite.
///
/// C. Ericson, *Real-Time Collision Detection*, section 5.1.3.
#[inline(always)]
#[must_use]
pub fn aabb<R: Real, const D: usize>(point: [R; D], aabb: &Aabb<D, R>) -> [R; D] {
    let mut closest = point;
    for axis in 0..D {
        closest[axis] = point[axis].clamp(aabb.min[axis], aabb.max[axis]);
    }
    closest
}

/// The point of an oriented box that is closest to a point.
///
/// It also errs by what the axes are off from right angles and from length 1, times the sizes.
///
/// C. Ericson, *Real-Time Collision Detection*, section 5.1.4.
#[inline(always)]
#[must_use]
pub fn obb<R: Real, const D: usize>(point: [R; D], obb: &Obb<D, R>) -> [R; D] {
    let (from, mut closest) = (sub(point, obb.center), point);
    for (axis, half) in obb.axes.iter().zip(obb.half) {
        let along = dot(from, *axis);
        // Nothing where the point is inside, so that it stays as it is.
        closest = sub(closest, scale(*axis, along - along.clamp(-half, half)));
    }
    closest
}

/// The point of a ball that is closest to a point.
#[inline(always)]
#[must_use]
pub fn ball<R: Real, const D: usize>(point: [R; D], ball: &Ball<D, R>) -> [R; D] {
    pulled(point, sub(point, ball.center), ball.radius)
}

/// The point of a capsule that is closest to a point.
#[inline(always)]
#[must_use]
pub fn capsule<R: Real, const D: usize>(point: [R; D], capsule: &Capsule<D, R>) -> [R; D] {
    let found = closest_on_segment(sub(point, capsule.center), capsule.axis);
    pulled(point, found.between, capsule.radius)
}

/// A point, brought closer to where it is `between` away from until it is at most `radius` away.
#[inline(always)]
fn pulled<R: Real, const D: usize>(point: [R; D], between: [R; D], radius: R) -> [R; D] {
    let (lifted, none) = (Lifted::new(between), [radius.of(0.0); D]);
    let (length, direction) = (lifted.length(), lifted.inverse_and_direction_or(none).1);
    let beyond = length - radius;
    select(length.le(radius), point, sub(point, scale(direction, beyond)))
}

/// The point of the segment from `a` to `b` that is closest to a point; exactly `a` or `b` where
/// that is an end. A segment of no length is a point.
///
/// C. Ericson, *Real-Time Collision Detection*, section 5.1.2.
#[inline(always)]
#[must_use]
pub fn segment<R: Real, const D: usize>(point: [R; D], [a, b]: [[R; D]; 2]) -> [R; D] {
    let (side, zero, one) = (sub(b, a), a[0].of(0.0), a[0].of(1.0));
    let t = UnitLine::new(side).closest(sub(point, a)).clamp(zero, one);
    at([a, b], side, t, one - t)
}

/// The point that is `t` times `side` from `a` and `rest` times from `b`, reckoned from the nearer.
#[inline(always)]
pub(super) fn at<R: Real, const D: usize>(
    [a, b]: [[R; D]; 2],
    side: [R; D],
    t: R,
    rest: R,
) -> [R; D] {
    select(t.le(rest), add_scaled(a, side, t), sub(b, scale(side, rest)))
}

/// Points of two segments that are closest to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SegmentPair<const D: usize, R = f32> {
    /// The point of the first segment.
    pub on_first: [R; D],
    /// The point of the second segment.
    pub on_second: [R; D],
    /// Where on each segment it is, from 0 at its first end to 1 at its second.
    pub parameters: [R; 2],
}

/// Points of two segments that are closest to each other, in 2D and 3D. Either may have no length.
///
/// Of parallel segments that lie side by side it is some pair of points. The *distance* of the
/// points errs as little as said in the [module](super), whatever the angle; the points of segments
/// that are nearly parallel may be far from those of exact arithmetic.
///
/// C. Ericson, *Real-Time Collision Detection*, section 5.1.9.
#[inline(always)]
#[must_use]
pub fn segments<R: Real, const D: usize>(
    first: [[R; D]; 2],
    second: [[R; D]; 2],
) -> SegmentPair<D, R> {
    let ([a, b], [c, d]) = (first, second);
    let (one, half) = (a[0].of(1.0), a[0].of(0.5));
    let (axis_a, axis_b) = (scale(sub(b, a), half), scale(sub(d, c), half));
    let place = scale(add(sub(c, a), sub(d, b)), half);
    let found = closest_between_segments(axis_a, axis_b, place);
    SegmentPair {
        on_first: at(first, axis_a, one + found.s, one - found.s),
        on_second: at(second, axis_b, one + found.t, one - found.t),
        parameters: [(one + found.s) * half, (one + found.t) * half],
    }
}

/// The point of a triangle in space that is closest to a point. The corners may lie on a line or
/// coincide.
///
/// The *distance* errs as little as said in the [module](super), however thin the triangle is. In
/// `f32` only for sizes up to 1e18, and by up to 1e-18 where that is more: squares of lengths tell
/// which of its points is closest.
///
/// C. Ericson, *Real-Time Collision Detection*, section 5.1.5, without its regions.
#[inline(always)]
#[must_use]
pub fn triangle3<R: Real>(point: [R; 3], triangle: &Triangle<R>) -> [R; 3] {
    let [a, b, c] = triangle.vertices;
    sub(point, from_triangle([sub(a, point), sub(b, point), sub(c, point)]))
}

/// The barycentric coordinates of the point of a triangle's plane that is closest to a point: how
/// much of each corner goes into it. They sum up to 1 but for rounding, and none is negative where
/// the point is over the triangle. None where the corners lie on a line or are not finite.
///
/// Each is a quotient of areas: that of the triangle that the point makes with an edge, as seen
/// across the whole one, by that. It is off by up to half a step of `f32`, and 2^-31 of the same
/// with sizes in place of all coordinates of the areas.
///
/// C. Ericson, *Real-Time Collision Detection*, section 3.4.
#[must_use]
pub fn barycentric(point: [f32; 3], triangle: &Triangle) -> Option<[f32; 3]> {
    let ([a, b, c], up) = (triangle.vertices, normal(triangle.vertices));
    let square = dot(up, up);
    let part = |from: [f32; 3], to: [f32; 3]| (dot(normal([from, to, point]), up) / square) as f32;
    (finite(&[point, a, b, c]) && square > 0.0).then(|| [part(b, c), part(c, a), part(a, b)])
}

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
