//! Separating axis tests: two convex shapes are apart if and only if their projections on some axis
//! are (S. Gottschalk, *Separating axis theorem*, 1996; C. Ericson, *Real-Time Collision
//! Detection*, 2005, section 4.4).
//!
//! For polytopes it is enough to look along the normals of the faces of both and along the cross
//! products of their edges; all of them are looked at, as there are at most 16 for boxes. Two
//! intervals overlap where neither ends before the other begins, also where one contains the other.

#[path = "../pairs/axes.rs"]
pub(crate) mod deepest;
pub(crate) mod interval;
#[path = "../geometry/triangles_meet.rs"]
mod meet;
#[path = "../pairs/box_box2.rs"]
pub mod obb2;
#[path = "../pairs/box_box3/axes.rs"]
pub mod obb3;
#[path = "../pairs/box_triangle.rs"]
pub mod obb_triangle;
#[path = "../pairs/hull.rs"]
pub(crate) mod outline;
#[path = "../pairs/box_box3/placed.rs"]
pub mod placed;
#[path = "../pairs/polygon_polygon.rs"]
pub mod polygon2;
pub(crate) mod side;
#[path = "../pairs/triangle_triangle.rs"]
pub mod triangle_triangle;

pub use obb_triangle::ObbTriangle;
pub use obb2::Obb2;
pub use obb3::Obb3;
pub use placed::PlacedBoxes;
pub use polygon2::{ObbPolygon, Polygons};
pub use triangle_triangle::TriangleTriangle;
