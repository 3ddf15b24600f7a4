//! PLY triangle meshes, in ASCII and in binary of either byte order.

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
    path::Path,
};

use ply_rs_bw::{
    parser::{ParseError, Parser, Reader},
    ply::{
        ElementDef, Encoding, Header, Property, PropertyAccess, PropertyAccessResult, PropertyType,
        ScalarType,
    },
};

use super::{Mesh, check_positions};
use crate::FileError;

/// Longest message of the parser that is passed on, in characters.
const MESSAGE_LIMIT: usize = 200;

/// Names of the elements that hold the positions and the faces.
const VERTEX: &str = "vertex";
const FACE: &str = "face";
/// Names of the list of vertices of a face; writers differ.
const FACE_LISTS: [&str; 2] = ["vertex_indices", "vertex_index"];

/// Reads the mesh in the PLY file `path`.
///
/// Positions are the properties `x`, `y` and `z` of the element `vertex`, of any numeric type,
/// rounded to nearest `f32`. Faces are the list `vertex_indices` or `vertex_index` of the element
/// `face`, of any integer types; a polygon of more than three vertices becomes the fan of triangles
/// around its first vertex. Other properties and elements are skipped.
///
/// # Errors
/// [`FileError::Io`], and [`FileError::File`] where the header or the data are malformed or end
/// early, where there are no positions or no faces, where a position is not finite, or where a face
/// has fewer than three vertices or an index without a vertex.
pub fn read_mesh(path: &Path) -> Result<Mesh, FileError> {
    let open = || -> io::Result<(File, u64)> {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        Ok((file, size))
    };
    let (file, size) = open().map_err(|source| FileError::io(path, source))?;
    parse_mesh(BufReader::new(file), size).map_err(|message| FileError::file(path, message))
}

/// Parses the PLY file of `size` bytes that `source` reads.
fn parse_mesh(source: impl BufRead, size: u64) -> Result<Mesh, String> {
    let mut reader = Reader::new(source);
    let header = Parser::<Skipped>::new()
        .read_header(&mut reader)
        .map_err(|error| one_line(&error.to_string()))?;
    check(&header, size)?;
    let (mut vertices, mut polygons) = (Vec::new(), Vec::new());
    for element in header.elements.values() {
        match element.name.as_str() {
            VERTEX => vertices = read_element::<Vertex>(&mut reader, element, &header)?,
            FACE => polygons = read_element::<Polygon>(&mut reader, element, &header)?,
            _ => drop(read_element::<Skipped>(&mut reader, element, &header)?),
        }
    }
    let vertices: Vec<[f32; 3]> = vertices.into_iter().map(|vertex| vertex.0).collect();
    check_positions(&vertices)?;
    let triangles = triangulate(&polygons, vertices.len())?;
    Ok(Mesh { vertices, triangles })
}

fn read_element<E: PropertyAccess>(
    reader: &mut Reader<impl BufRead>,
    element: &ElementDef,
    header: &Header,
) -> Result<Vec<E>, String> {
    let fault = |error: ParseError| {
        let message = one_line(&error.to_string());
        match message.split_once(": ") {
            // Binary data has no lines; the parser counts its elements as such.
            Some((_, rest)) if header.encoding != Encoding::Ascii && error.line().is_some() => {
                rest.to_owned()
            }
            _ => message,
        }
    };
    Parser::new().read_payload_for_element(reader, element, header).map_err(fault)
}

/// The parser quotes the input over several lines, however long it is.
fn one_line(message: &str) -> String {
    let words: Vec<&str> = message.split_whitespace().collect();
    words.join(" ").chars().take(MESSAGE_LIMIT).collect()
}

/// Checks that the header declares a mesh that a file of `size` bytes can hold, before any of its
/// counts is believed.
fn check(header: &Header, size: u64) -> Result<(), String> {
    for element in header.elements.values() {
        let smallest = match header.encoding {
            // The line break.
            Encoding::Ascii => 1,
            Encoding::BinaryBigEndian | Encoding::BinaryLittleEndian => smallest_binary(element),
        };
        let (name, count) = (&element.name, element.count as u64);
        let needed = count.saturating_mul(smallest);
        if needed > size {
            return Err(format!(
                "the header line \"element {name} {count}\" needs at least {needed} bytes, the \
                 file has {size}"
            ));
        }
    }
    let element = |name: &str| {
        header.elements.get(name).ok_or_else(|| format!("the header has no element \"{name}\""))
    };
    let vertex = element(VERTEX)?;
    for name in ["x", "y", "z"] {
        let property = vertex.properties.get(name).map(|property| &property.data_type);
        if !matches!(property, Some(PropertyType::Scalar(_))) {
            return Err(format!("the element \"{VERTEX}\" has no numeric property \"{name}\""));
        }
    }
    let face = element(FACE)?;
    let list = FACE_LISTS.iter().find_map(|name| face.properties.get(*name));
    let is_integer =
        |scalar: &ScalarType| !matches!(scalar, ScalarType::Float | ScalarType::Double);
    match list.map(|list| &list.data_type) {
        Some(PropertyType::List(count, index)) if is_integer(count) && is_integer(index) => Ok(()),
        _ => Err(format!("the element \"{FACE}\" has no integer list \"{}\"", FACE_LISTS[0])),
    }
}

/// The size in bytes of `element` with empty lists. An element without properties counts as one
/// byte, lest any number of them fit in a file.
fn smallest_binary(element: &ElementDef) -> u64 {
    let sizes = element.properties.values().map(|property| match &property.data_type {
        PropertyType::Scalar(scalar) | PropertyType::List(scalar, _) => match scalar {
            ScalarType::Char | ScalarType::UChar => 1,
            ScalarType::Short | ScalarType::UShort => 2,
            ScalarType::Int | ScalarType::UInt | ScalarType::Float => 4,
            ScalarType::Double => 8,
        },
    });
    sizes.sum::<u64>().max(1)
}

/// A vertex: the properties `x`, `y` and `z`.
struct Vertex([f32; 3]);

impl PropertyAccess for Vertex {
    fn new() -> Self {
        Self([0.0; 3])
    }

    fn set_property(&mut self, name: &str, property: Property) -> PropertyAccessResult {
        let Some(axis) = ["x", "y", "z"].iter().position(|axis| *axis == name) else {
            return PropertyAccessResult::Ignored;
        };
        match property.to_f32_lossy() {
            Some(coordinate) => {
                self.0[axis] = coordinate;
                PropertyAccessResult::Set
            }
            None => PropertyAccessResult::UnsupportedType,
        }
    }
}

/// A face: the indices of its vertices, not yet checked.
struct Polygon(Vec<i64>);

impl PropertyAccess for Polygon {
    fn new() -> Self {
        Self(Vec::new())
    }

    fn set_property(&mut self, name: &str, property: Property) -> PropertyAccessResult {
        fn widened<T: Into<i64>>(indices: Vec<T>) -> Vec<i64> {
            indices.into_iter().map(Into::into).collect()
        }
        if !FACE_LISTS.contains(&name) {
            return PropertyAccessResult::Ignored;
        }
        self.0 = match property {
            Property::ListChar(indices) => widened(indices),
            Property::ListUChar(indices) => widened(indices),
            Property::ListShort(indices) => widened(indices),
            Property::ListUShort(indices) => widened(indices),
            Property::ListInt(indices) => widened(indices),
            Property::ListUInt(indices) => widened(indices),
            _ => return PropertyAccessResult::UnsupportedType,
        };
        PropertyAccessResult::Set
    }
}

/// An element of which nothing is kept.
struct Skipped;

impl PropertyAccess for Skipped {
    fn new() -> Self {
        Self
    }
}

/// The fans of triangles of the polygons, with indices below `vertices`.
fn triangulate(polygons: &[Polygon], vertices: usize) -> Result<Vec<[u32; 3]>, String> {
    let mut triangles = Vec::with_capacity(polygons.len());
    for (face, Polygon(indices)) in polygons.iter().enumerate() {
        let is_there = |index: &&i64| (0..vertices as i64).contains(*index);
        if let Some(index) = indices.iter().find(|index| !is_there(index)) {
            return Err(format!("face {face}: index {index} where {vertices} vertices are"));
        }
        if indices.len() < 3 {
            let corners = indices.len();
            return Err(format!("face {face} has {corners} vertices, fewer than 3"));
        }
        let fan = indices[1..].windows(2).map(|edge| [indices[0], edge[0], edge[1]]);
        triangles.extend(fan.map(|triangle| triangle.map(|index| index as u32)));
    }
    Ok(triangles)
}
