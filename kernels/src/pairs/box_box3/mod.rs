//! Contact manifolds of oriented boxes in 3D: the axes of [`sat::Obb3`], then
//! the points where the features that face each other along the deciding one meet.
//!
//! * **A face against the other box.** The reference face is the one the axis belongs to, the
//!   incident face is the face of the other box that looks at it most directly. What lies above
//!   both is a polygon of up to eight corners (`clip`); of those at or below the reference face up
//!   to four are kept that span it (`reduce`).
//! * **An edge against an edge.** The two points where the edges are closest (`edges`).
//!
//! The method is that of polygon clipping between reference and incident face (D. Gregorius,
//! *Robust Contact Creation for Physics Simulations*, GDC 2015), with the clipping of the four
//! incident edges done by slabs (Liang and Barsky 1984), so that no lane ever has to wait.

mod axes;
mod clip;
mod edges;
mod faces;
mod frame;
mod kernels;
mod manifold;
mod placed;
mod reduce;

pub use axes::BoxBox3;
pub(crate) use axes::{AROUND, in_world};
pub use kernels::{BoxBox3Classes, BoxBox3Edges, BoxBox3Faces, Class};
pub use manifold::BoxBox3Manifold;
pub use placed::PlacedBoxes;
