//! Two triangle meshes, from files or made, and which of their triangles touch.
//!
//! A [`Source`] says where a mesh comes from, [`MeshRun`] builds the trees of two and asks which
//! triangles touch. [`all_pairs`] tells the same without trees.

mod brute;
mod make;
mod run;
mod source;
mod tree;

pub use brute::{all_pairs, all_pairs_placed};
pub use make::{sphere, torus};
pub use run::MeshRun;
pub use source::{Source, TRIANGLES_LIMIT};
pub use tree::{Tree, TreeKind};
