//! Parts as a snapshot has them.

use super::{HeightField, Parts, Source};
use crate::{
    Error,
    memory::{copied, reserve},
    mesh::Mesh,
    shape::{
        Shape, ShapeKind,
        columns::{columns_of, tables},
        shared::Geometry,
    },
    snapshot::PartsState,
};

/// What memory is for.
const WHAT: &str = "the parts of a snapshot";

/// The numbers of sources in a snapshot.
const COMPOUND: u32 = 0;
const POLYLINE: u32 = 1;
const MESH: u32 = 2;
const HEIGHT_FIELD: u32 = 3;

fn fault() -> Error {
    Error::Snapshot { what: "parts of a composite shape are none" }
}

impl<const D: usize> Parts<D> {
    /// Takes the parts down. What these share is numbered in `geometry`.
    pub(in super::super) fn state(&self, geometry: &mut Geometry<D>) -> PartsState {
        let (mut words, mut floats) = (Vec::new(), Vec::new());
        let what = match &self.source {
            Source::Compound(shapes) => {
                for shape in shapes {
                    let mut row = shape.numbers();
                    // What has no number any more cannot be told, and is refused when it is read.
                    let number = shape.number_in(geometry, None);
                    if let Some(number) = number.unwrap_or(Some(f32::NAN)) {
                        row.set_last(number);
                    }
                    words.push(shape.kind() as u32);
                    floats.extend_from_slice(row.numbers());
                }
                COMPOUND
            }
            Source::Polyline { vertices, is_closed, radius } => {
                words.push(u32::from(*is_closed));
                floats.push(*radius);
                floats.extend_from_slice(vertices.as_flattened());
                POLYLINE
            }
            Source::Mesh { mesh, .. } => {
                words.extend_from_slice(mesh.triangles().as_flattened());
                floats.extend_from_slice(mesh.vertices().as_flattened());
                MESH
            }
            Source::HeightField(field) => {
                let (heights, columns) = field.heights();
                words.push(columns as u32);
                floats.extend_from_slice(&field.spacing());
                floats.extend_from_slice(heights);
                HEIGHT_FIELD
            }
        };
        PartsState { what, words, floats }
    }

    /// The parts of a snapshot, of which the numbers of what they share are those of `geometry`.
    pub(in super::super) fn of_state(
        PartsState { what, words, floats }: &PartsState,
        geometry: &Geometry<D>,
    ) -> Result<Self, Error> {
        let made = match (*what, &words[..]) {
            (COMPOUND, kinds) => Self::compound(shapes_of(kinds, floats, geometry)?),
            (POLYLINE, [is_closed]) => {
                let (radius, vertices) = floats.split_first().ok_or_else(fault)?;
                Self::polyline(copied(points::<D>(vertices)?, WHAT)?, *is_closed != 0, *radius)
            }
            (MESH, triangles) if D == 3 => {
                let (triangles, rest) = triangles.as_chunks();
                if !rest.is_empty() {
                    return Err(fault());
                }
                let vertices = copied(points::<3>(floats)?, WHAT)?;
                Mesh::new(vertices, copied(triangles, WHAT)?).and_then(Self::of_mesh)
            }
            (HEIGHT_FIELD, [columns]) if D == 3 => {
                let (spacing, heights) = floats.split_first_chunk().ok_or_else(fault)?;
                HeightField::new(heights, *columns as usize, *spacing)
                    .and_then(|field| Self::of_source(Source::HeightField(field)))
            }
            _ => return Err(fault()),
        };
        made.map_err(unless_refused)
    }
}

/// What is wrong with parts, unless there was no memory to tell.
fn unless_refused(error: Error) -> Error {
    if matches!(error, Error::OutOfMemory { .. }) { error } else { fault() }
}

/// Points of their coordinates.
fn points<const N: usize>(floats: &[f32]) -> Result<&[[f32; N]], Error> {
    let (points, rest) = floats.as_chunks();
    if rest.is_empty() { Ok(points) } else { Err(fault()) }
}

/// Shapes of their kinds and numbers.
fn shapes_of<const D: usize>(
    kinds: &[u32],
    mut floats: &[f32],
    geometry: &Geometry<D>,
) -> Result<Vec<Shape<D>>, Error> {
    let (mut all, mut shapes) = (tables::<D>(), Vec::new());
    reserve(&mut shapes, kinds.len(), WHAT)?;
    for kind in kinds {
        let kind = *ShapeKind::ALL.get(*kind as usize).ok_or_else(fault)?;
        let table = &mut all[kind as usize];
        let width = table.columns().len();
        if floats.len() < width || !kind.exists_in(D) || kind == ShapeKind::Composite {
            return Err(fault());
        }
        let (numbers, rest) = floats.split_at(width);
        floats = rest;
        table.clear();
        table.reserve(1)?;
        table.push_numbers(numbers);
        let shape = columns_of(&all, geometry).sound_at(kind, 0);
        shapes.push(shape.map_err(unless_refused)?);
    }
    Ok(shapes)
}
