//! What is reported of a run on two meshes.

use serde::Serialize;

use super::{Figures, Source, Tree};
use crate::{peers::MeshComparison, runner::Spread};

/// A mesh and its tree.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Side {
    /// How the mesh was named.
    pub mesh: String,
    /// Number of vertices.
    pub vertices: usize,
    /// Number of triangles.
    pub triangles: usize,
    /// What its tree is like.
    pub tree: Figures,
}

impl Side {
    /// What there is to say about a tree.
    pub(super) fn of<T: Tree>(source: &Source, tree: &T) -> Self {
        let mesh = tree.mesh();
        Self {
            mesh: source.name(),
            vertices: mesh.vertices().len(),
            triangles: mesh.triangles().len(),
            tree: tree.figures(),
        }
    }
}

/// Everything that is reported of a run on two meshes. Serializes to the JSON that the program
/// prints.
#[derive(Clone, Debug, Serialize)]
pub struct MeshReport {
    /// The meshes and their trees.
    pub sides: [Side; 2],
    /// The kind of trees.
    pub tree: &'static str,
    /// By how much the second is moved.
    pub translation: [f32; 3],
    /// How the second is turned, as a quaternion.
    pub rotation: [f32; 4],
    /// The SIMD level of the query.
    pub level: &'static str,
    /// Number of threads.
    pub threads: usize,
    /// Frames that were timed.
    pub frames: u32,
    /// Whether one pair was enough.
    pub first: bool,
    /// Time to build both trees.
    pub build_ms: Spread,
    /// Time to find the pairs.
    pub query_ms: Spread,
    /// Pairs of triangles that touch.
    pub pairs: u64,
    /// Digest of the pairs, in hexadecimal.
    pub digest: String,
    /// Whether they were held against a double loop.
    pub verified: bool,
    /// What came of that, if the pairs are not as they should be.
    #[serde(skip)]
    pub fault: Option<String>,
    /// The most memory the process has had resident.
    pub peak_rss_bytes: Option<u64>,
    /// Other libraries on the same meshes.
    pub peers: Vec<MeshComparison>,
    /// The version of the program.
    pub version: &'static str,
}
