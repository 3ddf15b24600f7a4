//! Other libraries: asked about the same pairs in the same run, or by [`programs`] of their own
//! about the same boxes.
//!
//! In this crate each is an optional feature, so that a plain build has none of them.

mod contest;
mod mesh_contest;
#[cfg(not(feature = "parry"))]
mod nobody;
#[cfg(feature = "parry")]
mod parry;
pub mod programs;
mod truth;

pub use contest::{Comparison, Contest, Disagreement, NEAR};
use jostle::Pair;
pub use mesh_contest::{MeshComparison, MeshContest};
#[cfg(not(feature = "parry"))]
pub use nobody::{of_meshes, of_plane, of_space};
#[cfg(feature = "parry")]
pub use parry::{of_meshes, of_plane, of_space};

/// A way in which another library tells which pairs touch.
pub trait Peer {
    /// The library and its function.
    fn name(&self) -> &'static str;

    /// Tells for each pair whether it touches, on the pool of the caller.
    fn run(&self, touching: &mut [bool]);
}

/// A way in which another library tells which triangles of two meshes touch.
pub trait MeshPeer: Sync {
    /// The library and its function.
    fn name(&self) -> &'static str;

    /// Builds the trees of both meshes.
    fn build(&mut self);

    /// Lists the pairs of triangles that touch, on the pool of the caller.
    fn pairs(&self, pairs: &mut Vec<Pair>);
}
