//! Distances in pixels.

use jostle_kernels::real::vector::{add_scaled, dot, sub};

use super::svg::Point;

/// Of a point from a segment.
pub(super) fn to_segment(point: Point, [from, to]: [Point; 2]) -> f64 {
    let (along, there) = (sub(to, from), sub(point, from));
    let square = dot(along, along);
    let part = if square > 0.0 { (dot(there, along) / square).clamp(0.0, 1.0) } else { 0.0 };
    let [x, y] = sub(point, add_scaled(from, along, part));
    x.hypot(y)
}

/// The edges of a polygon.
pub(super) fn edges(polygon: &[Point]) -> impl Iterator<Item = [Point; 2]> {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|(from, to)| [*from, *to])
}

/// How far a point is from the outline of a convex polygon: within it positive, else negative.
pub(super) fn depth(point: Point, polygon: &[Point]) -> f64 {
    let distances = edges(polygon).map(|edge| to_segment(point, edge));
    let distance = distances.fold(f64::INFINITY, f64::min);
    let side = |[from, to]: [Point; 2]| {
        let ([x, y], [u, v]) = (sub(to, from), sub(point, from));
        x * v - y * u
    };
    let is_left = edges(polygon).all(|edge| side(edge) >= 0.0);
    let is_right = edges(polygon).all(|edge| side(edge) <= 0.0);
    if is_left || is_right { distance } else { -distance }
}

/// The corners of what encloses points.
pub(super) fn bounds(points: impl IntoIterator<Item = Point>) -> (Point, Point) {
    let none = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    points.into_iter().fold(none, |(min, max), point| {
        ([0, 1].map(|k| min[k].min(point[k])), [0, 1].map(|k| max[k].max(point[k])))
    })
}
