//! Half-spaces: values, columns, packing, validation and features.

use jostle_kernels::{
    Lanes,
    real::{Truth, Wide, vector::scale},
    shape::{HalfSpace, Pack, Quads2, Rows, unit, units},
    simd::Quad,
};

use super::{
    ShapeKind, Shapes,
    features::{Features, FeaturesOf, across_dimensions, wide},
    fill::Filling,
    lane_columns::{EightRows, LaneColumns},
    packed::{Packed, bounds, features, positive},
    placement::Placement,
    rotation::between_axes,
    shared::Geometry,
    table::{ShapeRow, ShapeTable},
    traits::{ShapeColumns, ShapeValue},
};
use crate::{
    Aabb, Error,
    error::same_length,
    validate::{self, InvalidReason, ShapeNumbers},
};

impl<const D: usize> ShapeValue<D> for HalfSpace<D> {
    fn center(&self) -> [f32; D] {
        self.point
    }

    fn at(&self, point: [f32; D]) -> Self {
        Self { point, ..*self }
    }

    fn placed(&self, placement: &Placement) -> Self {
        Self { point: placement.point(self.point), normal: placement.vector(self.normal) }
    }

    fn check(&self) -> Result<(), InvalidReason> {
        let Self { point, normal } = self;
        ShapeNumbers { center: point, normal, ..ShapeNumbers::default() }.check()
    }

    fn row(&self) -> ShapeRow {
        ShapeRow::of([&self.point[..], &unit(self.normal)])
    }

    fn packed(&self) -> Packed<D> {
        let half_space = Self { point: positive(self.point), normal: unit(self.normal) };
        Packed::of::<Self, D>(ShapeKind::HalfSpace, &half_space)
    }

    fn turn_to(&self, other: &Self) -> [f64; 3] {
        if self.normal == other.normal {
            return [0.0; 3];
        }
        between_axes::<D>(&self.normal, &other.normal, false)
    }
}

/// A half-space has neither corners nor an end.
impl<const D: usize> FeaturesOf for HalfSpace<D> {
    fn features<const E: usize>(&self) -> Features<E> {
        let normal = wide(self.normal);
        let square: f64 = normal.iter().map(|x| x * x).sum();
        let mut features = Features::new(self.point, [], &[], &[], 0.0);
        features.plane = Some(across_dimensions(scale(normal, 1.0 / square.sqrt())));
        features
    }
}

/// Half-spaces, borrowed as columns.
#[derive(Clone, Copy, Debug)]
pub struct HalfSpaceColumns<'a, const D: usize> {
    points: [&'a [f32]; D],
    normals: [&'a [f32]; D],
}

impl<'a, const D: usize> HalfSpaceColumns<'a, D> {
    /// The first column of the normals.
    const NORMALS: usize = D;

    /// A slice of points of the planes and one of normals, out of the half-spaces, for each axis.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn new(points: [&'a [f32]; D], normals: [&'a [f32]; D]) -> Result<Self, Error> {
        let len = points[0].len();
        same_length("points", len, &points)?;
        same_length("normals", len, &normals)?;
        Ok(Self { points, normals })
    }

    /// The points of the planes, a slice for each axis.
    #[must_use]
    pub fn points(&self) -> [&'a [f32]; D] {
        self.points
    }

    /// The normals, a slice for each axis.
    #[must_use]
    pub fn normals(&self) -> [&'a [f32]; D] {
        self.normals
    }

    /// The half-space in a row.
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    pub fn get(&self, row: usize) -> HalfSpace<D> {
        let at = |columns: [&[f32]; D]| columns.map(|column| column[row]);
        HalfSpace { point: at(self.points), normal: at(self.normals) }
    }
}

impl<const D: usize> Default for HalfSpaceColumns<'_, D> {
    fn default() -> Self {
        Self { points: [&[]; D], normals: [&[]; D] }
    }
}

impl<'a, const D: usize> ShapeColumns<'a, D> for HalfSpaceColumns<'a, D> {
    type Value = HalfSpace<D>;
    type Entry = Quads2;

    const QUADS: usize = HalfSpace::<D>::QUADS;
    const WIDTH: usize = 2 * D;

    fn of(table: &'a ShapeTable, _geometry: &'a Geometry<D>) -> Self {
        let columns = table.columns();
        Self {
            points: std::array::from_fn(|axis| &columns[axis][..]),
            normals: std::array::from_fn(|axis| &columns[Self::NORMALS + axis][..]),
        }
    }

    fn len(&self) -> usize {
        self.points[0].len()
    }

    fn value(&self, row: usize) -> HalfSpace<D> {
        self.get(row)
    }

    fn copy_to(&self, table: &mut ShapeTable, _geometry: &mut Geometry<D>) -> Result<(), Error> {
        table.copy_in(0, &self.points, "points")?;
        table.copy_in(Self::NORMALS, &self.normals, "normals")
    }

    /// Any numbers are.
    fn is_sound(&self, _row: usize) -> bool {
        true
    }

    fn bounds(quads: &[Quad]) -> Aabb<D> {
        bounds::<HalfSpace<D>, D, D>(quads)
    }

    fn features(row: Rows<'_>) -> Features<D> {
        features::<HalfSpace<D>, D>(row)
    }

    fn fill(&self, filling: &mut Filling<'_, D>, records: &mut [Quads2]) {
        filling.add::<_, D>(self, records);
    }
}

impl<const D: usize> LaneColumns<D> for HalfSpaceColumns<'_, D> {
    type Shape = HalfSpace<D>;

    fn len(&self) -> usize {
        self.points[0].len()
    }

    #[inline(always)]
    fn load<L: Lanes>(&self, rows: EightRows<L>) -> (HalfSpace<D, Wide<L>>, Truth<L>) {
        let (point, numbers) = (rows.load_all(&self.points), rows.all_numbers(&self.normals));
        let valid = validate::finite(&point) & validate::is_unit(&rows.wide(&numbers));
        (HalfSpace { point, normal: rows.wide(&units(&numbers)) }, valid)
    }

    fn check(&self, row: usize) -> Result<(), InvalidReason> {
        ShapeValue::<D>::check(&self.get(row))
    }
}

impl<const D: usize> Shapes<D> {
    /// The columns of the half-spaces.
    #[must_use]
    pub fn half_spaces(&self) -> HalfSpaceColumns<'_, D> {
        HalfSpaceColumns::of(&self.tables[ShapeKind::HalfSpace as usize], &self.geometry)
    }

    /// The points of the planes of all half-spaces.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_half_space_points(&mut self, points: [&[f32]; D]) -> Result<(), Error> {
        self.copy_in(ShapeKind::HalfSpace, 0, &points, "points")
    }

    /// The normals of all half-spaces.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_half_space_normals(&mut self, normals: [&[f32]; D]) -> Result<(), Error> {
        let first = HalfSpaceColumns::<D>::NORMALS;
        self.copy_in(ShapeKind::HalfSpace, first, &normals, "normals")
    }
}
