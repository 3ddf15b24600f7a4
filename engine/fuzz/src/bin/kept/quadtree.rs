//! Operations on a quadtree.

#[allow(unused_imports, dead_code, reason = "its tests use more of it")]
#[path = "../../../../tests/quadtree/fuzz.rs"]
pub(crate) mod fuzz;
