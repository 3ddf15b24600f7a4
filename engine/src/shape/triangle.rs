//! Triangles: values, columns, packing, validation and features.

use jostle_kernels::{
    Lanes,
    real::{Truth, Wide},
    shape::{Pack, Quads4, Rows, Triangle},
    simd::Quad,
};

use super::{
    ShapeKind, Shapes,
    features::{Features, FeaturesOf, wide},
    fill::Filling,
    lane_columns::{EightRows, LaneColumns},
    packed::{Packed, bounds, features, in_dimension, positive},
    placement::Placement,
    shared::Geometry,
    table::{ShapeRow, ShapeTable},
    traits::{ShapeColumns, ShapeValue},
};
use crate::{
    Aabb, Error,
    error::same_length,
    validate::{self, InvalidReason, ShapeNumbers},
};

impl<const D: usize> ShapeValue<D> for Triangle {
    fn center(&self) -> [f32; D] {
        in_dimension(&self.vertices[0])
    }

    fn at(&self, center: [f32; D]) -> Self {
        let [first, ..] = self.vertices;
        let place: [f32; 3] = in_dimension(&center);
        let axis = |corner: [f32; 3], axis: usize| {
            let way = f64::from(corner[axis]) - f64::from(first[axis]);
            (f64::from(place[axis]) + way) as f32
        };
        Self { vertices: self.vertices.map(|corner| [0, 1, 2].map(|k| axis(corner, k))) }
    }

    fn placed(&self, placement: &Placement) -> Self {
        Self { vertices: self.vertices.map(|corner| placement.point(corner)) }
    }

    fn check(&self) -> Result<(), InvalidReason> {
        let others = self.vertices.as_flattened();
        ShapeNumbers { others, ..ShapeNumbers::default() }.check()
    }

    fn row(&self) -> ShapeRow {
        ShapeRow::of([self.vertices.as_flattened()])
    }

    fn packed(&self) -> Packed<D> {
        let triangle = Self { vertices: self.vertices.map(positive) };
        Packed::of::<Self, 3>(ShapeKind::Triangle, &triangle)
    }

    /// Triangles do not turn.
    fn turn_to(&self, _other: &Self) -> [f64; 3] {
        [0.0; 3]
    }
}

const EDGES: [[u8; 2]; 3] = [[0, 1], [1, 2], [2, 0]];

impl FeaturesOf for Triangle {
    fn features<const D: usize>(&self) -> Features<D> {
        Features::new(self.vertices[0], self.vertices.map(wide), &EDGES, &[[0, 1, 2]], 0.0)
    }
}

/// Triangles in 3D, borrowed as columns.
#[derive(Clone, Copy, Debug, Default)]
pub struct TriangleColumns<'a> {
    vertices: [[&'a [f32]; 3]; 3],
}

impl<'a> TriangleColumns<'a> {
    /// For each of the three vertices a slice for each axis.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn new(vertices: [[&'a [f32]; 3]; 3]) -> Result<Self, Error> {
        same_length("vertices", vertices[0][0].len(), vertices.as_flattened())?;
        Ok(Self { vertices })
    }

    /// For each vertex a slice for each axis.
    #[must_use]
    pub fn vertices(&self) -> [[&'a [f32]; 3]; 3] {
        self.vertices
    }

    /// The triangle in a row.
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    pub fn get(&self, row: usize) -> Triangle {
        Triangle { vertices: self.vertices.map(|vertex| vertex.map(|axis| axis[row])) }
    }
}

impl<'a, const D: usize> ShapeColumns<'a, D> for TriangleColumns<'a> {
    type Value = Triangle;
    type Entry = Quads4;

    const QUADS: usize = Triangle::QUADS;
    const WIDTH: usize = 9;

    fn of(table: &'a ShapeTable, _geometry: &'a Geometry<D>) -> Self {
        let columns = table.columns();
        let of_vertex = |vertex: usize| {
            let column = |axis: usize| &columns[3 * vertex + axis][..];
            [column(0), column(1), column(2)]
        };
        Self { vertices: [of_vertex(0), of_vertex(1), of_vertex(2)] }
    }

    fn len(&self) -> usize {
        self.vertices[0][0].len()
    }

    fn value(&self, row: usize) -> Triangle {
        self.get(row)
    }

    fn copy_to(&self, table: &mut ShapeTable, _geometry: &mut Geometry<D>) -> Result<(), Error> {
        table.copy_in(0, self.vertices.as_flattened(), "vertices")
    }

    /// Any numbers are.
    fn is_sound(&self, _row: usize) -> bool {
        true
    }

    fn bounds(quads: &[Quad]) -> Aabb<D> {
        bounds::<Triangle, D, 3>(quads)
    }

    fn features(row: Rows<'_>) -> Features<D> {
        features::<Triangle, D>(row)
    }

    fn fill(&self, filling: &mut Filling<'_, D>, records: &mut [Quads4]) {
        // There are none in other dimensions.
        if D == 3 {
            filling.add::<_, 3>(self, records);
        }
    }
}

impl LaneColumns<3> for TriangleColumns<'_> {
    type Shape = Triangle;

    fn len(&self) -> usize {
        self.vertices[0][0].len()
    }

    #[inline(always)]
    fn load<L: Lanes>(&self, rows: EightRows<L>) -> (Triangle<Wide<L>>, Truth<L>) {
        let [a, b, c] = &self.vertices;
        let vertices = [rows.load_all(a), rows.load_all(b), rows.load_all(c)];
        (Triangle { vertices }, validate::finite(vertices.as_flattened()))
    }

    fn check(&self, row: usize) -> Result<(), InvalidReason> {
        ShapeValue::<3>::check(&self.get(row))
    }
}

impl Shapes<3> {
    /// The columns of the triangles.
    #[must_use]
    pub fn triangles(&self) -> TriangleColumns<'_> {
        <TriangleColumns<'_> as ShapeColumns<'_, 3>>::of(
            &self.tables[ShapeKind::Triangle as usize],
            &self.geometry,
        )
    }

    /// The vertices of all triangles: for each of the three a slice for each axis.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_triangle_vertices(&mut self, vertices: [[&[f32]; 3]; 3]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Triangle, 0, vertices.as_flattened(), "vertices")
    }
}
