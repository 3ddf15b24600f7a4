//! Shapes as columns: kinds, handles, and what a frame needs of them.
//!
//! * [`Shapes`]: a set of shapes that lives from frame to frame, with a [`Handle`] for each.
//! * [`Shape`]: a shape as a value, to put in and take out.
//! * [`Columns`]: the shapes of a frame, borrowed from a set or from the user's own arrays.
//! * [`PreparedShapes`]: the shapes of a frame, packed for the kernels of the narrow phase, with
//!   their bounds for the broad phase.
//!
//! A shape with a number that is not finite, a negative size, or a rotation that is none is refused
//! when it comes in, and quarantined where it came in with a whole column.

mod attributes;
mod balls;
mod batch;
mod boxes;
mod capsules;
mod columns;
mod convex;
mod copied;
mod fill;
mod gate;
mod packed;
mod polygons;
mod prepare;
mod ranges;
mod rotation;
mod row;
mod rows;
mod set_columns;
mod shapes;
mod stamp;
mod state;
mod table;
mod triangles;
mod value;
mod write;

pub use crate::handle::Handle;
pub use attributes::{Attributes, Mobility};
pub use balls::{BallColumns, BallColumnsMut};
pub use boxes::BoxColumns;
pub use capsules::CapsuleColumns;
pub use columns::Columns;
pub(crate) use copied::Copied;
pub use jostle_kernels::shape::ShapeKind;
pub use jostle_kernels::shape::{Ball, Capsule, Triangle};
pub(crate) use packed::{Packed, plane_box, space_box};
pub use polygons::PolygonColumns;
pub use prepare::PreparedShapes;
pub use ranges::Ranges;
pub use rotation::Rotation;
pub(crate) use rotation::SQUARES;
pub use shapes::Shapes;
pub(crate) use stamp::Stamp;
pub use triangles::TriangleColumns;
pub use value::{ConvexPolygon, OrientedBox, Shape};
