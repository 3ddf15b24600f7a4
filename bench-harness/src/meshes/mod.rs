//! Two triangle meshes, from files or made, and which of their triangles touch.
//!
//! A [`Source`] says where a mesh comes from, [`MeshRun`] builds the trees of two, times them, asks
//! which triangles touch, and ends in a [`MeshReport`]. [`all_pairs`] tells the same without trees.

mod brute;
mod make;
mod report;
mod run;
mod source;
mod tree;

#[cfg(test)]
mod tests;

pub use brute::{all_pairs, all_pairs_placed};
pub use make::{sphere, torus};
pub use report::{MeshReport, Side};
pub use run::MeshRun;
pub use source::{Source, TRIANGLES_LIMIT};
pub use tree::{Figures, Tree, TreeKind};
