//! Separating axis tests: two convex shapes are apart if and only if their projections on some axis
//! are (S. Gottschalk, *Separating axis theorem*, 1996; C. Ericson, *Real-Time Collision
//! Detection*, 2005, section 4.4).
//!
//! For polytopes it is enough to look along the normals of the faces of both and along the cross
//! products of their edges; all of them are looked at, as there are at most 16 for boxes. Two
//! intervals overlap where neither ends before the other begins, also where one contains the other.

mod deepest;
pub mod obb3;

pub use obb3::Obb3;
