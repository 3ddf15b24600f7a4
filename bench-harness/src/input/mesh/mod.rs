//! Triangle meshes in files: OBJ, PLY, or a raw pair.

mod counted;
mod obj;
mod raw;

#[cfg(test)]
mod tests;

use std::path::Path;

pub use raw::write_mesh;

use super::{
    InputError,
    ply::{self, Mesh},
};

/// Reads a mesh from `path`, in the format that the end of its name tells.
///
/// * `.obj`: Wavefront's text; polygons become fans of triangles, points and lines are skipped, and
///   vertices that no face names are left out
/// * `.ply`: as [`ply::read_mesh`] reads it
/// * `X.pos.f32` or `X.tri.u32`: either of a raw pair, little-endian rows of three without a header
///
/// # Errors
///
/// [`InputError::MeshExtension`] where the name ends otherwise, those of [`ply::read_mesh`],
/// [`InputError::Io`], and [`InputError::Mesh`] where a file is malformed or ends early, where a
/// position is not finite, or where an index has no vertex.
pub fn read_mesh(path: &Path) -> Result<Mesh, InputError> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension.map(str::to_ascii_lowercase).as_deref() {
        Some("obj") => obj::read_mesh(path),
        Some("ply") => ply::read_mesh(path),
        _ => match raw::names(path) {
            Some(names) => raw::read_mesh(&names),
            None => Err(InputError::MeshExtension { path: path.to_owned() }),
        },
    }
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
