//! Columns of triangles.

use jostle_kernels::{
    Lanes,
    real::{Truth, Wide},
    shape::Triangle,
};

use super::{
    Shape, gate,
    rows::{Group, Rows},
    table::Table,
};
use crate::{Error, error::same_length, validate::InvalidReason};

/// Triangles in 3D, borrowed as columns.
#[derive(Clone, Copy, Debug, Default)]
pub struct TriangleColumns<'a> {
    vertices: [[&'a [f32]; 3]; 3],
}

impl<'a> TriangleColumns<'a> {
    /// Numbers in a row.
    pub(super) const WIDTH: usize = 9;

    /// For each of the three vertices a slice for each axis.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn new(vertices: [[&'a [f32]; 3]; 3]) -> Result<Self, Error> {
        same_length("vertices", vertices[0][0].len(), vertices.as_flattened())?;
        Ok(Self { vertices })
    }

    pub(super) fn of(table: &'a Table) -> Self {
        let columns = table.columns();
        let of_vertex = |vertex: usize| {
            let column = |axis: usize| &columns[3 * vertex + axis][..];
            [column(0), column(1), column(2)]
        };
        Self { vertices: [of_vertex(0), of_vertex(1), of_vertex(2)] }
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

impl Rows<3> for TriangleColumns<'_> {
    type Shape = Triangle;

    fn len(&self) -> usize {
        self.vertices[0][0].len()
    }

    #[inline(always)]
    fn load<L: Lanes>(&self, group: Group<L>) -> (Triangle<Wide<L>>, Truth<L>) {
        let [a, b, c] = &self.vertices;
        let vertices = [group.load_all(a), group.load_all(b), group.load_all(c)];
        (Triangle { vertices }, gate::finite(vertices.as_flattened()))
    }

    fn check(&self, row: usize) -> Result<(), InvalidReason> {
        Shape::<3>::Triangle(self.get(row)).check()
    }
}
