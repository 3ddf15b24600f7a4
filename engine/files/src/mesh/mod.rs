//! Triangle meshes.

mod obj;
pub mod ply;
mod raw;
mod stl;

use std::path::Path;

pub use raw::write as write_raw;

use crate::{FileError, extension};

/// A triangle mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Vertex positions, all finite.
    pub vertices: Vec<[f32; 3]>,
    /// Vertex indices of each triangle, all below the number of vertices.
    pub triangles: Vec<[u32; 3]>,
}

/// What is wrong with the first position that is not finite.
fn check_positions(vertices: &[[f32; 3]]) -> Result<(), String> {
    match vertices.iter().position(|place| !place.iter().all(|x| x.is_finite())) {
        Some(index) => {
            let [x, y, z] = vertices[index];
            Err(format!("vertex {index} is at {x} {y} {z}: coordinates must be finite"))
        }
        None => Ok(()),
    }
}

/// Reads a mesh from `path`, in the format that the end of its name tells.
///
/// * `.obj`: Wavefront's text; polygons become fans of triangles, points and lines are skipped, and
///   vertices that no face names are left out
/// * `.ply`: as [`ply::read_mesh`] reads it
/// * `.stl`: text or binary; vertices of the same coordinates become one
/// * `X.pos.f32` or `X.tri.u32`: either of a raw pair
///
/// # Errors
/// Those of [`ply::read_mesh`], [`FileError::Io`], and [`FileError::File`] where the name ends
/// otherwise, a file is malformed or ends early, a position is not finite, or an index has no
/// vertex.
pub fn read(path: &Path) -> Result<Mesh, FileError> {
    match (extension(path).as_str(), raw::pair(path)) {
        ("obj", _) => obj::read(path),
        ("ply", _) => ply::read_mesh(path),
        ("stl", _) => stl::read(path),
        (_, Some(pair)) => raw::read(&pair),
        _ => {
            let why = "the file name of a mesh must end in .obj, .ply, .stl, .pos.f32 or .tri.u32";
            Err(FileError::file(path, why))
        }
    }
}
