//! Small geometry in 2D and 3D: single points, segments and rays against single shapes.
//!
//! * [`inside`]: whether a point is in a segment, triangle, polygon, convex polygon, ball, capsule
//!   or oriented box; for boxes along the axes,
//!   [`Aabb::contains_point`](crate::Aabb::contains_point)
//! * [`closest`]: the closest point of a segment, triangle, polygon, box, oriented box, ball or
//!   capsule, and those of two segments
//! * [`intersect`]: where two segments, two circles, two spheres, or circle and segment cross
//! * [`ray`]: where a ray meets a box, oriented box, ball, capsule, segment, triangle or convex
//!   polygon
//!
//! All shapes are **closed**: touching counts. What touches is decided without rounding from the
//! stored numbers, or else with a slack that each function names, and then "no" is only said where
//! it is certain. Points that are constructed are rounded; each function bounds by how much.
//!
//! Nothing here panics or allocates. Numbers are expected to be finite; what is not is in nothing
//! and meets nothing, and the closest point of it means nothing.
//!
//! Sources: C. Ericson, *Real-Time Collision Detection* (2005), chapter 5; J. R. Shewchuk,
//! *Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates* (1997);
//! S. Woop, C. Benthin and I. Wald, *Watertight Ray/Triangle Intersection* (2013).

pub mod closest;
mod determinant;
pub mod inside;
pub mod intersect;
pub mod ray;

/// Whether all coordinates are numbers.
fn finite<const D: usize>(points: &[[f32; D]]) -> bool {
    points.as_flattened().iter().all(|x| x.is_finite())
}

/// The same in `f64`.
fn wide<const D: usize>(vector: [f32; D]) -> [f64; D] {
    vector.map(f64::from)
}

/// Rounded once. No zero is negative.
fn rounded<const D: usize>(vector: [f64; D]) -> [f32; D] {
    vector.map(|x| x as f32 + 0.0)
}

/// The edges of a polygon, the last one back to the first vertex.
fn edges(polygon: &[[f32; 2]]) -> impl Iterator<Item = [[f32; 2]; 2]> + '_ {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|(a, b)| [*a, *b])
}
