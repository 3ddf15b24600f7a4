//! Separating axis tests: two convex shapes are apart if and only if their projections on some axis
//! are (S. Gottschalk, *Separating axis theorem*, 1996; C. Ericson, *Real-Time Collision
//! Detection*, 2005, section 4.4).
//!
//! For polytopes it is enough to look along the normals of the faces of both and along the cross
//! products of their edges; all of them are looked at, as there are at most 16 for boxes. Two
//! intervals overlap where neither ends before the other begins, also where one contains the other.

pub(crate) mod deepest;
pub(crate) mod interval;
mod meet;
pub mod obb2;
pub mod obb3;
pub mod obb_triangle;
pub(crate) mod outline;
pub mod placed;
pub mod polygon2;
pub(crate) mod side;
pub mod triangle_triangle;

pub use obb_triangle::ObbTriangle;
pub use obb2::Obb2;
pub use obb3::Obb3;
pub use placed::PlacedBoxes;
pub use polygon2::{ObbPolygon, Polygons};
pub use triangle_triangle::TriangleTriangle;
