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
//! Nothing here panics or allocates. Numbers are expected to be finite. A shape or point that is
//! not contains and meets nothing, and its closest point means nothing.
//!
//! `orient`, `determinant` and `expansion` hold exact predicates, `slab` that of a moving box,
//! `triangles_meet` that of two triangles, which the narrow phase falls back to.
//!
//! Sources: C. Ericson, *Real-Time Collision Detection* (2005), chapter 5; J. R. Shewchuk,
//! *Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates* (1997);
//! S. Woop, C. Benthin and I. Wald, *Watertight Ray/Triangle Intersection* (2013).

pub mod closest;
pub(crate) mod determinant;
mod expansion;
pub mod inside;
pub mod intersect;
mod orient;
mod points;
pub mod ray;
pub(crate) mod slab;
mod triangles_meet;

pub use orient::{orient2, orient3};
pub(crate) use triangles_meet::triangles_meet;
