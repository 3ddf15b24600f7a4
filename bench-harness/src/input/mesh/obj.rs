//! OBJ files, by `tobj`.

use std::{fs::File, io::Read, path::Path};

use tobj::{LoadOptions, Model};

use super::{InputError, Mesh, check_positions, counted::Counted};

/// Reads the mesh in the OBJ file `path`.
pub(super) fn read_mesh(path: &Path) -> Result<Mesh, InputError> {
    let file = File::open(path).map_err(|source| InputError::io(path, source))?;
    parse_mesh(file).map_err(|message| InputError::mesh(path, message))
}

/// All objects of a file, as one mesh.
pub(super) fn parse_mesh(source: impl Read) -> Result<Mesh, String> {
    let options = LoadOptions {
        triangulate: true,
        ignore_points: true,
        ignore_lines: true,
        ..LoadOptions::default()
    };
    let mut source = Counted::new(source);
    // Materials are of no interest, wherever they are.
    let loaded = tobj::load_obj_buf(&mut source, &options, |_| Ok(Default::default()));
    let (models, _) = loaded.map_err(|error| {
        // Indices are looked up where an object ends.
        format!("by line {}: {error}", source.line())
    })?;
    let mut mesh = Mesh::default();
    for model in &models {
        add(&mut mesh, model).map_err(|fault| format!("object {:?}: {fault}", model.name))?;
    }
    if mesh.triangles.is_empty() {
        return Err("there are no faces".to_owned());
    }
    Ok(mesh)
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
