//! Raw meshes: `X.pos.f32` has the places of the vertices, `X.tri.u32` the vertices of the
//! triangles, both little-endian rows of three without a header.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{InputError, Mesh, check_positions};

const POSITIONS: &str = ".pos.f32";
const TRIANGLES: &str = ".tri.u32";

/// Bytes of a row.
const ROW: usize = 12;

/// The names of both files of which `path` is one.
pub(super) fn names(path: &Path) -> Option<[PathBuf; 2]> {
    let name = path.file_name()?.to_str()?;
    let stem = name.strip_suffix(POSITIONS).or_else(|| name.strip_suffix(TRIANGLES))?;
    Some([POSITIONS, TRIANGLES].map(|end| path.with_file_name(format!("{stem}{end}"))))
}

/// Reads the mesh in two files.
pub(super) fn read_mesh([positions, triangles]: &[PathBuf; 2]) -> Result<Mesh, InputError> {
    let mesh = Mesh {
        vertices: rows(positions, f32::from_le_bytes)?,
        triangles: rows(triangles, u32::from_le_bytes)?,
    };
    check_positions(&mesh.vertices).map_err(|fault| InputError::mesh(positions, fault))?;
    check_indices(&mesh).map_err(|fault| InputError::mesh(triangles, fault))?;
    Ok(mesh)
}

fn rows<T>(path: &Path, number: impl Fn([u8; 4]) -> T) -> Result<Vec<[T; 3]>, InputError> {
    let bytes = fs::read(path).map_err(|source| InputError::io(path, source))?;
    let (rows, rest) = bytes.as_chunks::<ROW>();
    if !rest.is_empty() {
        return Err(InputError::RowSize { path: path.to_owned(), size: bytes.len(), row: ROW });
    }
    let row = |row: &[u8; ROW]| {
        let (words, _) = row.as_chunks();
        [0, 1, 2].map(|place| number(words[place]))
    };
    Ok(rows.iter().map(row).collect())
}

fn check_indices(mesh: &Mesh) -> Result<(), String> {
    let vertices = mesh.vertices.len();
    for (triangle, corners) in mesh.triangles.iter().enumerate() {
        if let Some(index) = corners.iter().find(|index| **index as usize >= vertices) {
            return Err(format!(
                "triangle {triangle}: index {index} where {vertices} vertices are"
            ));
        }
    }
    Ok(())
}

/// Writes a mesh as a raw pair, `stem` with `.pos.f32` and with `.tri.u32` behind it, for programs
/// that are not this one.
///
/// # Errors
/// [`InputError::Io`].
pub fn write_mesh(
    stem: &Path,
    vertices: &[[f32; 3]],
    triangles: &[[u32; 3]],
) -> Result<(), InputError> {
    let places = vertices.as_flattened().iter().flat_map(|x| x.to_le_bytes()).collect();
    let corners = triangles.as_flattened().iter().flat_map(|index| index.to_le_bytes()).collect();
    write(stem, POSITIONS, places)?;
    write(stem, TRIANGLES, corners)
}

fn write(stem: &Path, end: &str, bytes: Vec<u8>) -> Result<(), InputError> {
    let mut name = stem.as_os_str().to_owned();
    name.push(end);
    let path = PathBuf::from(name);
    fs::write(&path, bytes).map_err(|source| InputError::io(&path, source))
}
