//! Triangle meshes against all pairs of triangles.

#[path = "../common/mod.rs"]
mod common;

mod deform;
mod faults;
mod grid;
mod make;
mod pairs;
mod placed;
mod rays;
mod recorded;
mod shapes;
mod soundness;
