//! The elements of a PLY mesh as they are in the file, and what they mean.

use ply_rs_bw::ply::{Property, PropertyAccess, PropertyAccessResult};

use super::header::FACE_LISTS;

/// A vertex: the properties `x`, `y` and `z`.
pub(super) struct Vertex([f32; 3]);

impl PropertyAccess for Vertex {
    fn new() -> Self {
        Self([0.0; 3])
    }

    fn set_property(&mut self, name: &str, property: Property) -> PropertyAccessResult {
        let axis = match name {
            "x" => 0,
            "y" => 1,
            "z" => 2,
            _ => return PropertyAccessResult::Ignored,
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
pub(super) struct Polygon(Vec<i64>);

impl PropertyAccess for Polygon {
    fn new() -> Self {
        Self(Vec::new())
    }

    fn set_property(&mut self, name: &str, property: Property) -> PropertyAccessResult {
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

fn widened<T: Into<i64>>(indices: Vec<T>) -> Vec<i64> {
    indices.into_iter().map(Into::into).collect()
}

/// An element of which nothing is kept.
pub(super) struct Skipped;

impl PropertyAccess for Skipped {
    fn new() -> Self {
        Self
    }
}

/// The positions of the vertices, all of which must be finite.
pub(super) fn positions(vertices: &[Vertex]) -> Result<Vec<[f32; 3]>, String> {
    let position = |(index, vertex): (usize, &Vertex)| {
        if vertex.0.iter().all(|coordinate| coordinate.is_finite()) {
            Ok(vertex.0)
        } else {
            Err(format!("vertex {index} has a coordinate that is not a finite f32"))
        }
    };
    vertices.iter().enumerate().map(position).collect()
}

/// The fans of triangles of the polygons, with indices below `vertices`.
pub(super) fn triangulate(polygons: &[Polygon], vertices: usize) -> Result<Vec<[u32; 3]>, String> {
    let mut triangles = Vec::with_capacity(polygons.len());
    for (face, Polygon(indices)) in polygons.iter().enumerate() {
        let corners = checked(indices, vertices)
            .map_err(|index| format!("face {face}: index {index} where {vertices} vertices are"))?;
        let [apex, rim @ ..] = corners.as_slice() else {
            return Err(too_few(face, 0));
        };
        if rim.len() < 2 {
            return Err(too_few(face, corners.len()));
        }
        triangles.extend(rim.windows(2).map(|edge| [*apex, edge[0], edge[1]]));
    }
    Ok(triangles)
}

fn too_few(face: usize, corners: usize) -> String {
    format!("face {face} has {corners} vertices, fewer than 3")
}

/// The indices as `u32`, or the first that is not below `vertices`.
fn checked(indices: &[i64], vertices: usize) -> Result<Vec<u32>, i64> {
    let check = |&index: &i64| match u32::try_from(index) {
        Ok(valid) if (valid as usize) < vertices => Ok(valid),
        _ => Err(index),
    };
    indices.iter().map(check).collect()
}
