//! OBJ files.

use std::path::Path;

use tobj::{LoadOptions, Model};

use super::{Mesh, check_positions};
use crate::{FileError, bytes_of};

/// Reads all objects of an OBJ file as one mesh, by `tobj`.
pub(super) fn read(path: &Path) -> Result<Mesh, FileError> {
    let bytes = bytes_of(path)?;
    parse_obj(&bytes).map_err(|message| FileError::file(path, message))
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
