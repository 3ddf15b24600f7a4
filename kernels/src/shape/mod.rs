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
mod motion;
mod obb;
mod pack;
mod polygon;
mod rotation;
mod triangle;

pub use ball::Ball;
pub use bounds::{Bounded, BoundingSphere, TIGHT};
pub use capsule::Capsule;
pub use kind::ShapeKind;
pub use motion::{Displacement, RigidMotion, RigidMotion2, RigidMotion3, Turning};
pub use obb::Obb;
pub use pack::{
    Eight, MAX_QUADS, One, Pack, QuadColumns, Quads1, Quads2, Quads4, Quads9, from_quads, in_f64,
    is_stored, store,
};
pub(crate) use pack::{IN_ORDER, gather, gather_in, scatter, truth};
pub use polygon::{MAX_VERTICES, Polygon, PolygonSphere};
pub use rotation::{ComplexTurns, complex_axes, quaternion_axes};
pub use triangle::Triangle;
