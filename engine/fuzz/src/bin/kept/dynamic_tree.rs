//! Operations on a dynamic tree, and its model.

#[allow(unused_imports, dead_code, reason = "its tests use more of it")]
#[path = "../../../../tests/kept/dynamic_tree/fuzz.rs"]
pub(crate) mod fuzz;
#[path = "../../../../tests/kept/dynamic_tree/model.rs"]
mod model;
