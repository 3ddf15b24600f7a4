//! Raw pairs of files, of which `X.pos.f32` has the places of the vertices and `X.tri.u32` the
//! vertices of the triangles, little-endian rows of three.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{Mesh, check_positions};
use crate::{FileError, bytes_of};

/// The ends of the names of a raw pair.
const ENDS: [&str; 2] = [".pos.f32", ".tri.u32"];

/// Bytes of a row.
const ROW: usize = 12;

/// The names of both files of a raw pair of which `path` is one.
pub(super) fn pair(path: &Path) -> Option<[PathBuf; 2]> {
    let name = path.file_name()?.to_str()?;
    let stem = ENDS.iter().find_map(|end| name.strip_suffix(end))?;
    Some(ENDS.map(|end| path.with_file_name(format!("{stem}{end}"))))
}

/// Reads the mesh in two files.
pub(super) fn read([positions, triangles]: &[PathBuf; 2]) -> Result<Mesh, FileError> {
    let mesh = Mesh {
        vertices: rows(positions, f32::from_le_bytes)?,
        triangles: rows(triangles, u32::from_le_bytes)?,
    };
    check_positions(&mesh.vertices).map_err(|fault| FileError::file(positions, fault))?;
    let count = mesh.vertices.len();
    for (triangle, corners) in mesh.triangles.iter().enumerate() {
        if let Some(index) = corners.iter().find(|index| **index as usize >= count) {
            let why = format!("triangle {triangle}: index {index} where {count} vertices are");
            return Err(FileError::file(triangles, why));
        }
    }
    Ok(mesh)
}

fn rows<T>(path: &Path, number: impl Fn([u8; 4]) -> T) -> Result<Vec<[T; 3]>, FileError> {
    let bytes = bytes_of(path)?;
    let (rows, rest) = bytes.as_chunks::<ROW>();
    if !rest.is_empty() {
        return Err(FileError::rows(path, bytes.len(), ROW));
    }
    let row = |row: &[u8; ROW]| {
        let (words, _) = row.as_chunks();
        [0, 1, 2].map(|place| number(words[place]))
    };
    Ok(rows.iter().map(row).collect())
}

/// Writes a mesh as a raw pair, `stem` with `.pos.f32` and with `.tri.u32` behind it, for programs
/// that are not this one.
///
/// # Errors
/// [`FileError::Io`].
pub fn write(stem: &Path, vertices: &[[f32; 3]], triangles: &[[u32; 3]]) -> Result<(), FileError> {
    let columns = [bytemuck::cast_slice(vertices), bytemuck::cast_slice(triangles)];
    for (end, bytes) in ENDS.into_iter().zip(columns) {
        let mut name = stem.as_os_str().to_owned();
        name.push(end);
        let path = PathBuf::from(name);
        fs::write(&path, bytes as &[u8]).map_err(|source| FileError::io(&path, source))?;
    }
    Ok(())
}
