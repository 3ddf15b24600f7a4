//! Any two convex shapes in space, of kinds that have no routine of their own.
//!
//! All that is asked of a shape is its support mapping: which of its points is farthest in a
//! direction. A shape is a core and a rounding, so that a ball is a point and a capsule a segment.
//!
//! * `operand`: shapes of all kinds as such, one or eight; `search` for the farthest vertex
//! * `gjk`: the closest points of two cores
//! * `epa`: how deep two cores overlap, by a growing `polytope`
//! * `faces`, `manifold`: the faces that two shapes turn to each other, and the points of a contact
//! * `kernels`: pairs by eight, and one by one where `f32` cannot tell
//! * `advance`: when two moving shapes meet
//! * [`half_space`]: the same, and all else, of a shape and a half-space
//! * `ray`: where a ray enters a shape
//!
//! **Distance.** For shapes that are apart it is the distance. For shapes that overlap it is minus
//! the depth: the shortest way that makes them touch. The normal is that of the closest points, or
//! of the depth.
//!
//! **Certainty.** Shapes are *apart* only where two planes at a right angle to a direction, one
//! that holds A's and one that holds B's farthest point, have a gap beyond rounding. They are
//! *together* where the origin is inside a tetrahedron of vectors from A to B, or two of their
//! points are closer than their roundings, beyond rounding. All else is decided in `f64`. If the
//! steps are not enough there, the shapes touch.

mod advance;
mod epa;
mod faces;
mod gjk;
pub mod half_space;
mod kernels;
mod manifold;
mod operand;
mod polytope;
mod ray;
mod search;

pub use advance::ConvexImpacts;
pub use epa::Capped;
pub use kernels::{
    Nearest, capped, contact, contacts, nearest, overlap, overlaps, separation, separations,
};
pub use operand::{Convex, reach_of};
pub(crate) use ray::enter;
pub(crate) use search::Vertices;
