//! Composite shapes: compounds, meshes, height fields and polylines in sets, pairs and worlds.
//! Everything is held against their parts, as the shapes that they are.

#[path = "../common/mod.rs"]
mod common;

mod agreement;
mod faults;
mod made;
mod queries;
mod rolling;
mod worlds;
