//! Checks of a PLY header, before any of its counts is believed.

use ply_rs_bw::ply::{ElementDef, Encoding, Header, PropertyType, ScalarType};

/// Name of the element that holds the positions.
pub(super) const VERTEX: &str = "vertex";
/// Name of the element that holds the faces.
pub(super) const FACE: &str = "face";
/// Names of the list of vertices of a face; writers differ.
pub(super) const FACE_LISTS: [&str; 2] = ["vertex_indices", "vertex_index"];

/// Checks that the header declares a mesh that a file of `size` bytes can hold.
pub(super) fn check(header: &Header, size: u64) -> Result<(), String> {
    for element in header.elements.values() {
        check_count(element, header.encoding, size)?;
    }
    let element = |name: &str| {
        header.elements.get(name).ok_or_else(|| format!("the header has no element \"{name}\""))
    };
    check_vertex(element(VERTEX)?)?;
    check_face(element(FACE)?)
}

fn check_count(element: &ElementDef, encoding: Encoding, size: u64) -> Result<(), String> {
    let smallest = match encoding {
        // The line break.
        Encoding::Ascii => 1,
        Encoding::BinaryBigEndian | Encoding::BinaryLittleEndian => smallest_binary(element),
    };
    let needed = (element.count as u64).saturating_mul(smallest);
    if needed > size {
        return Err(format!(
            "the header line \"element {} {}\" needs at least {needed} bytes, the file has {size}",
            element.name, element.count
        ));
    }
    Ok(())
}

/// The size in bytes of `element` with empty lists. An element without
/// properties counts as one byte, lest any number of them fit in a file.
fn smallest_binary(element: &ElementDef) -> u64 {
    let sizes = element.properties.values().map(|property| match &property.data_type {
        PropertyType::Scalar(scalar) | PropertyType::List(scalar, _) => scalar_size(scalar),
    });
    sizes.sum::<u64>().max(1)
}

fn scalar_size(scalar: &ScalarType) -> u64 {
    match scalar {
        ScalarType::Char | ScalarType::UChar => 1,
        ScalarType::Short | ScalarType::UShort => 2,
        ScalarType::Int | ScalarType::UInt | ScalarType::Float => 4,
        ScalarType::Double => 8,
    }
}

fn check_vertex(vertex: &ElementDef) -> Result<(), String> {
    for name in ["x", "y", "z"] {
        let property = vertex.properties.get(name).map(|property| &property.data_type);
        if !matches!(property, Some(PropertyType::Scalar(_))) {
            return Err(format!("the element \"{VERTEX}\" has no numeric property \"{name}\""));
        }
    }
    Ok(())
}

fn check_face(face: &ElementDef) -> Result<(), String> {
    let mut lists = FACE_LISTS.iter().filter_map(|name| face.properties.get(*name));
    let types = lists.next().map(|list| &list.data_type);
    match types {
        Some(PropertyType::List(count, index)) if is_integer(count) && is_integer(index) => Ok(()),
        _ => Err(format!("the element \"{FACE}\" has no integer list \"{}\"", FACE_LISTS[0])),
    }
}

fn is_integer(scalar: &ScalarType) -> bool {
    !matches!(scalar, ScalarType::Float | ScalarType::Double)
}
