//! What the engine asks of a kind of shapes. Each kind answers in a file of its own.

use bytemuck::Pod;

use jostle_kernels::{shape::Rows, simd::Quad};

use super::{
    features::Features,
    fill::Filling,
    packed::Packed,
    placement::Placement,
    shared::Geometry,
    table::{ShapeRow, ShapeTable},
};
use crate::{Aabb, Error, validate::InvalidReason};

/// A shape of a kind as a value. Kinds that do not exist in `D` dimensions are asked for nothing
/// but their center and their numbers.
pub(super) trait ShapeValue<const D: usize>: Clone {
    /// The point that stands for its place.
    fn center(&self) -> [f32; D];
    /// The shape at another place.
    fn at(&self, center: [f32; D]) -> Self;
    /// The shape in the world, if this is where it is in own coordinates.
    fn placed(&self, placement: &Placement) -> Self;
    /// Why it is not valid, if it is not.
    fn check(&self) -> Result<(), InvalidReason>;
    /// Its numbers in the order of the columns, rotations and normals scaled. Where it has geometry
    /// that shapes share, the last one is 0.
    fn row(&self) -> ShapeRow;
    /// The number of the geometry that it shares, if it has some, which is added if it is not
    /// there.
    /// `column` has the numbers that are in use; without it all are.
    fn number_in(
        &self,
        _geometry: &mut Geometry<D>,
        _column: Option<&[f32]>,
    ) -> Result<Option<f32>, Error> {
        Ok(None)
    }
    /// The shape as the kernels take it, bit for bit as eight of them are packed from columns.
    fn packed(&self) -> Packed<D>;
    /// The shorter way it turns to another shape of its kind: in 2D by an angle, in 3D by an axis
    /// as long as the angle.
    fn turn_to(&self, other: &Self) -> [f64; 3];
}

/// The columns of a kind.
pub(super) trait ShapeColumns<'a, const D: usize>: Copy + Default {
    /// What a row is.
    type Value: ShapeValue<D>;
    /// What records are allocated as: a record, or several.
    type Entry: Pod + Default;

    /// Quads of a record.
    const QUADS: usize;
    /// Columns of the table.
    const WIDTH: usize;

    /// The columns of a table whose numbers of geometry are those of `geometry`.
    fn of(table: &'a ShapeTable, geometry: &'a Geometry<D>) -> Self;
    /// Number of rows.
    fn len(&self) -> usize;
    /// The shape in a row.
    fn value(&self, row: usize) -> Self::Value;
    /// Copies the columns to a table with as many rows, and what they share to `geometry`.
    fn copy_to(&self, table: &mut ShapeTable, geometry: &mut Geometry<D>) -> Result<(), Error>;
    /// Whether a row holds what [`check`](ShapeValue::check) takes for granted, as rows do that came
    /// in as shapes.
    fn is_sound(&self, row: usize) -> bool;
    /// The bounds of a shape in quads.
    fn bounds(quads: &[Quad]) -> Aabb<D>;
    /// The corners, edges and faces of a shape, given as the only row of its kind.
    fn features(row: Rows<'_>) -> Features<D>;
    /// Makes records and bounds of all rows.
    fn fill(&self, filling: &mut Filling<'_, D>, records: &mut [Self::Entry]);
}
