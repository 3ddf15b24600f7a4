//! PLY triangle meshes, in ASCII and in binary of either byte order.

mod header;
mod payload;

#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use ply_rs_bw::parser::{ParseError, Parser, Reader};
use ply_rs_bw::ply::{ElementDef, Encoding, Header, PropertyAccess};

use super::InputError;
use payload::{Polygon, Skipped, Vertex};

/// A triangle mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Vertex positions, all finite.
    pub vertices: Vec<[f32; 3]>,
    /// Vertex indices of each triangle, all below the number of vertices.
    pub triangles: Vec<[u32; 3]>,
}

/// Longest message of the parser that is passed on, in characters.
const MESSAGE_LIMIT: usize = 200;

/// Reads the mesh in the PLY file `path`.
///
/// Positions are the properties `x`, `y` and `z` of the element `vertex`, of any
/// numeric type, rounded to nearest `f32`. Faces are the list `vertex_indices` or
/// `vertex_index` of the element `face`, of any integer types; a polygon of more
/// than three vertices becomes the fan of triangles around its first vertex.
/// Other properties and elements are skipped.
///
/// # Errors
///
/// [`InputError::Io`], and [`InputError::Ply`] where the header or the data are
/// malformed or end early, where there are no positions or no faces, where a
/// position is not finite, or where a face has fewer than three vertices or an
/// index without a vertex.
pub fn read_mesh(path: &Path) -> Result<Mesh, InputError> {
    let open = || -> io::Result<(File, u64)> {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        Ok((file, size))
    };
    let (file, size) = open().map_err(|source| InputError::io(path, source))?;
    parse_mesh(BufReader::new(file), size)
        .map_err(|message| InputError::Ply { path: path.to_owned(), message })
}

/// Parses the PLY file of `size` bytes that `source` reads.
fn parse_mesh(source: impl BufRead, size: u64) -> Result<Mesh, String> {
    let mut reader = Reader::new(source);
    let header = Parser::<Skipped>::new()
        .read_header(&mut reader)
        .map_err(|error| one_line(&error.to_string()))?;
    header::check(&header, size)?;

    let (mut vertices, mut polygons) = (Vec::new(), Vec::new());
    for element in header.elements.values() {
        match element.name.as_str() {
            header::VERTEX => vertices = read_element::<Vertex>(&mut reader, element, &header)?,
            header::FACE => polygons = read_element::<Polygon>(&mut reader, element, &header)?,
            _ => drop(read_element::<Skipped>(&mut reader, element, &header)?),
        }
    }
    let vertices = payload::positions(&vertices)?;
    let triangles = payload::triangulate(&polygons, vertices.len())?;
    Ok(Mesh { vertices, triangles })
}

fn read_element<E: PropertyAccess>(
    reader: &mut Reader<impl BufRead>,
    element: &ElementDef,
    header: &Header,
) -> Result<Vec<E>, String> {
    Parser::new()
        .read_payload_for_element(reader, element, header)
        .map_err(|error| payload_message(&error, header.encoding))
}

fn payload_message(error: &ParseError, encoding: Encoding) -> String {
    let message = one_line(&error.to_string());
    match message.split_once(": ") {
        // Binary data has no lines; the parser counts its elements as such.
        Some((_, rest)) if encoding != Encoding::Ascii && error.line().is_some() => rest.to_owned(),
        _ => message,
    }
}

/// The parser quotes the input over several lines, however long it is.
fn one_line(message: &str) -> String {
    let words: Vec<&str> = message.split_whitespace().collect();
    words.join(" ").chars().take(MESSAGE_LIMIT).collect()
}
