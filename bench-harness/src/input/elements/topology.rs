//! The triangles of a mesh as connections of vertices.

use thiserror::Error;

use super::NO_VERTEX;
use crate::input::ply::Mesh;

/// How the meshes of two frames differ.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TopologyError {
    /// The numbers of vertices.
    #[error("the frames have {first} and {second} vertices")]
    Vertices {
        /// Number of vertices of the first frame.
        first: usize,
        /// Number of vertices of the second frame.
        second: usize,
    },
    /// The numbers of triangles.
    #[error("the frames have {first} and {second} triangles")]
    Triangles {
        /// Number of triangles of the first frame.
        first: usize,
        /// Number of triangles of the second frame.
        second: usize,
    },
    /// The vertices of one triangle.
    #[error("the frames have different vertices in triangle {triangle}")]
    Triangle {
        /// Index of the first triangle that differs.
        triangle: usize,
    },
}

/// Checks that two frames differ in their positions only.
pub(super) fn check_topology(first: &Mesh, second: &Mesh) -> Result<(), TopologyError> {
    let (vertices, others) = (first.vertices.len(), second.vertices.len());
    if vertices != others {
        return Err(TopologyError::Vertices { first: vertices, second: others });
    }
    let (triangles, others) = (first.triangles.len(), second.triangles.len());
    if triangles != others {
        return Err(TopologyError::Triangles { first: triangles, second: others });
    }
    let mut pairs = first.triangles.iter().zip(&second.triangles);
    match pairs.position(|(a, b)| a != b) {
        Some(triangle) => Err(TopologyError::Triangle { triangle }),
        None => Ok(()),
    }
}

/// The unique edges of the triangles, ordered by larger and then smaller vertex.
pub(super) fn edges(triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let mut edges: Vec<[u32; 2]> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
        .filter(|[a, b]| a != b)
        .map(|[a, b]| [a.max(b), a.min(b)])
        .collect();
    edges.sort_unstable();
    edges.dedup();
    edges.into_iter().map(|[larger, smaller]| [smaller, larger, NO_VERTEX]).collect()
}
