//! Shapes as the kernels of the narrow phase take them: one, or eight in lanes.
//!
//! A shape of `f32` is one shape; a shape of [`Wide`](crate::real::Wide) is eight of them. Shapes
//! are [packed](Pack) into [`Quad`](crate::lane::Quad)s, so that a batch fetches one of them from
//! one cache line (a ball: a quarter of one, a polygon: up to three) wherever it lies.
//!
//! Shapes are closed: their surface is part of them. They are not checked here; the engine's gate
//! does that. What each is, exactly, its type says: the kernels' promises are about that set of
//! points and the stored `f32`, without further rounding.

mod aabb;
mod ball;
mod bounds;
mod capsule;
mod kind;
mod obb;
mod pack;
mod polygon;
mod rotation;
mod triangle;

pub use ball::Ball;
pub(crate) use ball::radius_of;
pub use bounds::{Bounded, TIGHT};
pub use capsule::Capsule;
pub use kind::ShapeKind;
pub use obb::Obb;
pub use pack::{
    Columns, Four, MAX_QUADS, Nine, One, Pack, Two, from_quads, in_f64, is_stored, store,
};
pub(crate) use polygon::farthest_square;
pub use polygon::{AroundPolygon, MAX_VERTICES, Polygon};
pub use rotation::{Turn, complex_axes, quaternion_axes};
pub use triangle::Triangle;
