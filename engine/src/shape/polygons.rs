//! Columns of convex polygons.

use jostle_kernels::{
    Lanes,
    real::{Mask, Real, Truth, Wide},
    shape::{MAX_VERTICES, Polygon, Turn},
};

use super::{
    ConvexPolygon, Rotation, Shape,
    convex::outline,
    gate,
    rows::{Group, Rows},
    table::Table,
};
use crate::validate::InvalidReason;

/// Convex polygons in 2D, borrowed as columns.
///
/// Each vertex has columns of its own, so that eight polygons are read at once like any other
/// kind. Where a polygon has fewer vertices, its first one stands in the other columns.
#[derive(Clone, Copy, Debug)]
pub struct PolygonColumns<'a> {
    centers: [&'a [f32]; 2],
    rotations: [&'a [f32]; 2],
    counts: &'a [f32],
    vertices: [[&'a [f32]; 2]; MAX_VERTICES],
}

impl<'a> PolygonColumns<'a> {
    /// Numbers in a row.
    pub(super) const WIDTH: usize = Self::VERTICES + 2 * MAX_VERTICES;
    /// The first column of the rotations.
    pub(super) const ROTATIONS: usize = 2;
    /// The column of the numbers of vertices.
    pub(super) const COUNTS: usize = 4;
    /// The first column of the vertices.
    pub(super) const VERTICES: usize = 5;

    pub(super) fn of(table: &'a Table) -> Self {
        let columns = table.columns();
        let two = |first: usize| [&columns[first][..], &columns[first + 1][..]];
        Self {
            centers: two(0),
            rotations: two(Self::ROTATIONS),
            counts: &columns[Self::COUNTS],
            vertices: std::array::from_fn(|vertex| two(Self::VERTICES + 2 * vertex)),
        }
    }

    /// The centers, a slice for each axis.
    #[must_use]
    pub fn centers(&self) -> [&'a [f32]; 2] {
        self.centers
    }

    /// The cosines and sines of the rotations.
    #[must_use]
    pub fn rotations(&self) -> [&'a [f32]; 2] {
        self.rotations
    }

    /// The numbers of vertices.
    #[must_use]
    pub fn counts(&self) -> &'a [f32] {
        self.counts
    }

    /// The vertices, relative to the center and not turned: for each a slice for each axis.
    #[must_use]
    pub fn vertices(&self) -> [[&'a [f32]; 2]; MAX_VERTICES] {
        self.vertices
    }

    /// Whether the polygon in a row is one that could have come in.
    pub(super) fn is_sound(&self, row: usize) -> bool {
        let vertices = self.vertices.map(|vertex| vertex.map(|axis| axis[row]));
        let count = self.counts[row];
        let counts = 3.0..=MAX_VERTICES as f32;
        counts.contains(&count)
            && count.fract() == 0.0
            && outline(&vertices[..count as usize]) == Ok(vertices)
    }

    /// The polygon in a row.
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    pub fn get(&self, row: usize) -> ConvexPolygon {
        let at = |columns: [&[f32]; 2]| columns.map(|column| column[row]);
        let rotation = Rotation::from(at(self.rotations));
        let (count, vertices) = (self.counts[row] as usize, self.vertices.map(at));
        ConvexPolygon::of_outline(at(self.centers), rotation, count, vertices)
    }
}

impl Default for PolygonColumns<'_> {
    fn default() -> Self {
        let (two, vertices) = ([&[][..]; 2], [[&[][..]; 2]; MAX_VERTICES]);
        Self { centers: two, rotations: two, counts: &[], vertices }
    }
}

impl Rows<2> for PolygonColumns<'_> {
    type Shape = Polygon;

    fn len(&self) -> usize {
        self.counts.len()
    }

    /// The vertices were checked when they came in, and cannot be changed one by one.
    #[inline(always)]
    fn load<L: Lanes>(&self, group: Group<L>) -> (Polygon<Wide<L>>, Truth<L>) {
        let (center, count) = (group.load_all(&self.centers), group.load(self.counts));
        let rotation = group.all_numbers(&self.rotations);
        let valid = gate::finite(&center) & gate::is_rotation(&group.wide(&rotation));
        let turn = Turn::new(&rotation);
        let mut vertices = [[count; 2]; MAX_VERTICES];
        let (few, rest) = vertices.split_at_mut(MAX_VERTICES / 2);
        let (few_columns, rest_columns) = self.vertices.split_at(MAX_VERTICES / 2);
        for (vertex, columns) in few.iter_mut().zip(few_columns) {
            *vertex = group.wide(&turn.point(&group.all_numbers(columns)));
        }
        if count.le(count.of((MAX_VERTICES / 2) as f32)).all() {
            rest.fill(few[0]);
        } else {
            for (vertex, columns) in rest.iter_mut().zip(rest_columns) {
                *vertex = group.wide(&turn.point(&group.all_numbers(columns)));
            }
        }
        (Polygon { center, count, vertices }, valid)
    }

    fn check(&self, row: usize) -> Result<(), InvalidReason> {
        Shape::<2>::Polygon(self.get(row)).check()
    }
}
