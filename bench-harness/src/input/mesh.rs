//! Triangle meshes in OBJ files, or in a raw pair of which `X.pos.f32` has the places of the
//! vertices and `X.tri.u32` the vertices of the triangles, little-endian rows of three.

use std::{
    fs,
    path::{Path, PathBuf},
};

use tobj::{LoadOptions, Model};

use super::InputError;

/// A triangle mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Vertex positions, all finite.
    pub vertices: Vec<[f32; 3]>,
    /// Vertex indices of each triangle, all below the number of vertices.
    pub triangles: Vec<[u32; 3]>,
}

/// What is wrong with the first position that is not finite.
pub(super) fn check_positions(vertices: &[[f32; 3]]) -> Result<(), String> {
    match vertices.iter().position(|place| !place.iter().all(|x| x.is_finite())) {
        Some(index) => {
            let [x, y, z] = vertices[index];
            Err(format!("vertex {index} is at {x} {y} {z}: coordinates must be finite"))
        }
        None => Ok(()),
    }
}

/// Reads all objects of an OBJ file as one mesh, by `tobj`.
pub(super) fn read_obj(path: &Path) -> Result<Mesh, InputError> {
    let bytes = fs::read(path).map_err(|source| InputError::io(path, source))?;
    parse_obj(&bytes).map_err(|message| InputError::file(path, message))
}

fn parse_obj(source: &[u8]) -> Result<Mesh, String> {
    let options = LoadOptions {
        triangulate: true,
        ignore_points: true,
        ignore_lines: true,
        ..LoadOptions::default()
    };
    let mut rest = source;
    // Materials are of no interest, wherever they are.
    let loaded = tobj::load_obj_buf(&mut rest, &options, |_| Ok(Default::default()));
    let (models, _) = loaded.map_err(|error| {
        // It stops behind a line that it does not like. Indices are looked up where an object ends.
        let read = &source[..source.len() - rest.len()];
        let ends = read.iter().filter(|byte| **byte == b'\n').count();
        let is_open = read.last().is_some_and(|byte| *byte != b'\n');
        format!("by line {}: {error}", ends + usize::from(is_open))
    })?;
    let mut mesh = Mesh::default();
    for model in &models {
        add(&mut mesh, model).map_err(|fault| format!("object {:?}: {fault}", model.name))?;
    }
    if mesh.triangles.is_empty() { Err("there are no faces".to_owned()) } else { Ok(mesh) }
}

/// Adds an object, whose indices begin at 0.
fn add(mesh: &mut Mesh, model: &Model) -> Result<(), String> {
    let (places, _) = model.mesh.positions.as_chunks::<3>();
    check_positions(places)?;
    let all = mesh.vertices.len() + places.len();
    let before = mesh.vertices.len() as u32;
    u32::try_from(all).map_err(|_| format!("{all} vertices are too many"))?;
    let (corners, _) = model.mesh.indices.as_chunks::<3>();
    mesh.vertices.extend_from_slice(places);
    mesh.triangles.extend(corners.iter().map(|corners| corners.map(|index| before + index)));
    Ok(())
}

/// The ends of the names of a raw pair.
const ENDS: [&str; 2] = [".pos.f32", ".tri.u32"];

/// Bytes of a row.
const ROW: usize = 12;

/// The names of both files of a raw pair of which `path` is one.
pub(super) fn raw_pair(path: &Path) -> Option<[PathBuf; 2]> {
    let name = path.file_name()?.to_str()?;
    let stem = ENDS.iter().find_map(|end| name.strip_suffix(end))?;
    Some(ENDS.map(|end| path.with_file_name(format!("{stem}{end}"))))
}

/// Reads the mesh in two files.
pub(super) fn read_raw([positions, triangles]: &[PathBuf; 2]) -> Result<Mesh, InputError> {
    let mesh = Mesh {
        vertices: rows(positions, f32::from_le_bytes)?,
        triangles: rows(triangles, u32::from_le_bytes)?,
    };
    check_positions(&mesh.vertices).map_err(|fault| InputError::file(positions, fault))?;
    let count = mesh.vertices.len();
    for (triangle, corners) in mesh.triangles.iter().enumerate() {
        if let Some(index) = corners.iter().find(|index| **index as usize >= count) {
            let why = format!("triangle {triangle}: index {index} where {count} vertices are");
            return Err(InputError::file(triangles, why));
        }
    }
    Ok(mesh)
}

fn rows<T>(path: &Path, number: impl Fn([u8; 4]) -> T) -> Result<Vec<[T; 3]>, InputError> {
    let bytes = fs::read(path).map_err(|source| InputError::io(path, source))?;
    let (rows, rest) = bytes.as_chunks::<ROW>();
    if !rest.is_empty() {
        return Err(InputError::rows(path, bytes.len(), ROW));
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
/// [`InputError::Io`].
pub fn write_mesh(
    stem: &Path,
    vertices: &[[f32; 3]],
    triangles: &[[u32; 3]],
) -> Result<(), InputError> {
    let columns = [bytemuck::cast_slice(vertices), bytemuck::cast_slice(triangles)];
    for (end, bytes) in ENDS.into_iter().zip(columns) {
        let mut name = stem.as_os_str().to_owned();
        name.push(end);
        let path = PathBuf::from(name);
        fs::write(&path, bytes as &[u8]).map_err(|source| InputError::io(&path, source))?;
    }
    Ok(())
}
