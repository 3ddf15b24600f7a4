//! Convex polygons: values, columns, packing, validation and features.

use jostle_kernels::{
    Lanes,
    real::{Mask, Real, Truth, Wide},
    shape::{ComplexTurns, MAX_VERTICES, Pack, Polygon, Quads9, Rows},
    simd::{LANES, Quad},
};

use super::{
    ShapeKind, Shapes,
    convex::outline,
    features::{Features, FeaturesOf, wide},
    fill::Filling,
    lane_columns::{EightRows, LaneColumns},
    packed::{Packed, bounds, eight, features, in_dimension, positive},
    placement::Placement,
    rotation::{Rotation, between_rotations},
    shared::Geometry,
    table::{ShapeRow, ShapeTable},
    traits::{ShapeColumns, ShapeValue},
};
use crate::{
    Aabb, Error,
    validate::{self, InvalidReason, ShapeNumbers},
};

/// A convex polygon that is turned about its center, with or without round corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConvexPolygon {
    /// Where the origin of its vertices is.
    pub center: [f32; 2],
    /// From the coordinate axes to those of its vertices.
    pub rotation: Rotation<2>,
    /// How far the surface is from the outline of the vertices, at least 0.
    pub rounding: f32,
    count: usize,
    /// Behind the last vertex the first is repeated.
    vertices: [[f32; 2]; MAX_VERTICES],
}

impl ConvexPolygon {
    /// Most vertices.
    pub const MAX_VERTICES: usize = MAX_VERTICES;

    /// A polygon with 3 to [`MAX_VERTICES`](Self::MAX_VERTICES) vertices, which go either way
    /// around and are relative to the center. They may coincide with a neighbor, or lie on the edge
    /// between their neighbors; that the polygon is convex is decided without rounding.
    ///
    /// # Errors
    /// [`Error::Shape`] when the vertices are too few, too many, not finite, on one line, or not
    /// those of a convex polygon.
    pub fn new(
        center: impl Into<[f32; 2]>,
        rotation: impl Into<Rotation<2>>,
        vertices: &[[f32; 2]],
    ) -> Result<Self, Error> {
        let outline =
            outline(vertices).map_err(|fault| Error::Shape { kind: ShapeKind::Polygon, fault });
        let (center, rotation) = (center.into(), rotation.into());
        outline.map(|outline| {
            let count = vertices.len();
            Self { center, rotation, rounding: 0.0, count, vertices: outline }
        })
    }

    /// The same with round corners. It grows by as much.
    #[must_use]
    pub fn with_rounding(self, rounding: f32) -> Self {
        Self { rounding, ..self }
    }

    /// The vertices, counter-clockwise, relative to the center and not turned.
    #[must_use]
    pub fn vertices(&self) -> &[[f32; 2]] {
        &self.vertices[..self.count]
    }
}

impl<const D: usize> ShapeValue<D> for ConvexPolygon {
    fn center(&self) -> [f32; D] {
        in_dimension(&self.center)
    }

    fn at(&self, center: [f32; D]) -> Self {
        Self { center: in_dimension(&center), ..*self }
    }

    fn placed(&self, placement: &Placement) -> Self {
        let rotation = placement.rotation(&self.rotation);
        Self { center: placement.point(self.center), rotation, ..*self }
    }

    fn check(&self) -> Result<(), InvalidReason> {
        let Self { center, rotation, rounding, .. } = self;
        let rotation = rotation.parts();
        ShapeNumbers { center, radius: *rounding, rotation, ..ShapeNumbers::default() }.check()
    }

    fn row(&self) -> ShapeRow {
        let Self { center, rotation, rounding, count, vertices } = self;
        let (rotation, sizes) = (rotation.normalized(), [*rounding, *count as f32]);
        ShapeRow::of([&center[..], rotation.parts(), &sizes, vertices.as_flattened()])
    }

    fn packed(&self) -> Packed<D> {
        let turn = ComplexTurns::new(&eight(self.rotation));
        let vertices = self.vertices.map(|vertex| {
            let [x, y] = turn.point(&vertex.map(|component| [component; LANES]));
            [x[0], y[0]]
        });
        let (center, count) = (positive(self.center), self.count as f32);
        let polygon = Polygon { center, count, vertices, rounding: self.rounding + 0.0 };
        Packed::of::<Polygon, 2>(ShapeKind::Polygon, &polygon)
    }

    fn turn_to(&self, other: &Self) -> [f64; 3] {
        between_rotations(&self.rotation, &other.rotation)
    }
}

/// The edges of polygons: each takes the first ones, and closes itself by its repeated first
/// corner.
const EDGES: [[u8; 2]; MAX_VERTICES] = [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 5],
    [5, 6],
    [6, 7],
    [7, 8],
    [8, 9],
    [9, 10],
    [10, 11],
    [11, 12],
    [12, 13],
    [13, 14],
    [14, 15],
    [15, 0],
];

impl FeaturesOf for Polygon {
    fn features<const D: usize>(&self) -> Features<D> {
        let ([x, y], count) = (wide(self.center), self.count as usize);
        // With the repeated first vertex, unless all places are taken.
        let corners = self.vertices.iter().take(count + 1).map(|v| wide(*v));
        let edges = &EDGES[..count];
        let corners = corners.map(|[u, v]| [x + u, y + v]);
        Features::new(self.center, corners, edges, &[], self.rounding)
    }
}

/// Convex polygons in 2D, borrowed as columns.
///
/// Each vertex has columns of its own, so that eight polygons are read at once like any other
/// kind. Where a polygon has fewer vertices, its first one stands in the other columns.
#[derive(Clone, Copy, Debug)]
pub struct PolygonColumns<'a> {
    centers: [&'a [f32]; 2],
    rotations: [&'a [f32]; 2],
    roundings: &'a [f32],
    counts: &'a [f32],
    vertices: [[&'a [f32]; 2]; MAX_VERTICES],
}

impl<'a> PolygonColumns<'a> {
    /// The first column of the rotations.
    const ROTATIONS: usize = 2;
    /// The column of the roundings, and that of the numbers of vertices.
    const ROUNDINGS: usize = 4;
    const COUNTS: usize = 5;
    /// The first column of the vertices.
    const VERTICES: usize = 6;

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

    /// The roundings.
    #[must_use]
    pub fn roundings(&self) -> &'a [f32] {
        self.roundings
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

    /// The polygon in a row.
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    pub fn get(&self, row: usize) -> ConvexPolygon {
        let at = |columns: [&[f32]; 2]| columns.map(|column| column[row]);
        let (rotation, rounding) = (Rotation::from(at(self.rotations)), self.roundings[row]);
        let (count, vertices) = (self.counts[row] as usize, self.vertices.map(at));
        ConvexPolygon { center: at(self.centers), rotation, rounding, count, vertices }
    }
}

impl Default for PolygonColumns<'_> {
    fn default() -> Self {
        let (two, vertices) = ([&[][..]; 2], [[&[][..]; 2]; MAX_VERTICES]);
        Self { centers: two, rotations: two, roundings: &[], counts: &[], vertices }
    }
}

impl<'a, const D: usize> ShapeColumns<'a, D> for PolygonColumns<'a> {
    type Value = ConvexPolygon;
    type Entry = Quads9;

    const QUADS: usize = Polygon::QUADS;
    const WIDTH: usize = Self::VERTICES + 2 * MAX_VERTICES;

    fn of(table: &'a ShapeTable, _geometry: &'a Geometry<D>) -> Self {
        let columns = table.columns();
        let two = |first: usize| [&columns[first][..], &columns[first + 1][..]];
        Self {
            centers: two(0),
            rotations: two(Self::ROTATIONS),
            roundings: &columns[Self::ROUNDINGS],
            counts: &columns[Self::COUNTS],
            vertices: std::array::from_fn(|vertex| two(Self::VERTICES + 2 * vertex)),
        }
    }

    fn len(&self) -> usize {
        self.counts.len()
    }

    fn value(&self, row: usize) -> ConvexPolygon {
        self.get(row)
    }

    fn copy_to(&self, table: &mut ShapeTable, _geometry: &mut Geometry<D>) -> Result<(), Error> {
        table.copy_in(0, &self.centers, "centers")?;
        table.copy_in(Self::ROTATIONS, &self.rotations, "rotations")?;
        table.copy_in(Self::ROUNDINGS, &[self.roundings], "roundings")?;
        table.copy_in(Self::COUNTS, &[self.counts], "counts")?;
        table.copy_in(Self::VERTICES, self.vertices.as_flattened(), "vertices")
    }

    /// Whether the outline in a row is that of a convex polygon.
    fn is_sound(&self, row: usize) -> bool {
        let vertices = self.vertices.map(|vertex| vertex.map(|axis| axis[row]));
        let count = self.counts[row];
        let counts = 3.0..=MAX_VERTICES as f32;
        counts.contains(&count)
            && count.fract() == 0.0
            && outline(&vertices[..count as usize]) == Ok(vertices)
    }

    fn bounds(quads: &[Quad]) -> Aabb<D> {
        bounds::<Polygon, D, 2>(quads)
    }

    fn features(row: Rows<'_>) -> Features<D> {
        features::<Polygon, D>(row)
    }

    fn fill(&self, filling: &mut Filling<'_, D>, records: &mut [Quads9]) {
        // There are none in other dimensions.
        if D == 2 {
            filling.add::<_, 2>(self, records);
        }
    }
}

impl LaneColumns<2> for PolygonColumns<'_> {
    type Shape = Polygon;

    fn len(&self) -> usize {
        self.counts.len()
    }

    /// The vertices were checked when they came in, and cannot be changed one by one.
    #[inline(always)]
    fn load<L: Lanes>(&self, rows: EightRows<L>) -> (Polygon<Wide<L>>, Truth<L>) {
        let (center, count) = (rows.load_all(&self.centers), rows.load(self.counts));
        let (rotation, rounding) = (rows.all_numbers(&self.rotations), rows.load(self.roundings));
        let valid = validate::finite(&center)
            & validate::sizes(&[rounding])
            & validate::is_unit(&rows.wide(&rotation));
        let turn = ComplexTurns::new(&rotation);
        let mut vertices = [[count; 2]; MAX_VERTICES];
        let (few, rest) = vertices.split_at_mut(MAX_VERTICES / 2);
        let (few_columns, rest_columns) = self.vertices.split_at(MAX_VERTICES / 2);
        for (vertex, columns) in few.iter_mut().zip(few_columns) {
            *vertex = rows.wide(&turn.point(&rows.all_numbers(columns)));
        }
        if count.le(count.of((MAX_VERTICES / 2) as f32)).all() {
            rest.fill(few[0]);
        } else {
            for (vertex, columns) in rest.iter_mut().zip(rest_columns) {
                *vertex = rows.wide(&turn.point(&rows.all_numbers(columns)));
            }
        }
        (Polygon { center, count, vertices, rounding }, valid)
    }

    fn check(&self, row: usize) -> Result<(), InvalidReason> {
        ShapeValue::<2>::check(&self.get(row))
    }
}

impl Shapes<2> {
    /// The columns of the polygons.
    #[must_use]
    pub fn polygons(&self) -> PolygonColumns<'_> {
        <PolygonColumns<'_> as ShapeColumns<'_, 2>>::of(
            &self.tables[ShapeKind::Polygon as usize],
            &self.geometry,
        )
    }

    /// The centers of all polygons.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_polygon_centers(&mut self, centers: [&[f32]; 2]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Polygon, 0, &centers, "centers")
    }

    /// The cosines and sines of the rotations of all polygons.
    ///
    /// # Errors
    /// When a column has another length than those it replaces.
    pub fn set_polygon_rotations(&mut self, rotations: [&[f32]; 2]) -> Result<(), Error> {
        self.copy_in(ShapeKind::Polygon, PolygonColumns::ROTATIONS, &rotations, "rotations")
    }
}
