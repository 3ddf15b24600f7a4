//! A shape as the general routine takes it: a core that is known by its support mapping, and a
//! rounding.

use std::{array, cmp::Ordering};

use bytemuck::cast_slice;

use super::search::{Search, Vertices};
use crate::{
    real::{
        Real, Wide,
        vector::{add_scaled, dot, sub, sum_abs},
    },
    shape::{
        Ball, Capsule, Hull, MAX_QUADS, Obb, Pack, PointBlock, Polyhedron, QuadColumns, Rows,
        ShapeKind, Solid, Triangle, from_quads, in_f64,
    },
    simd::{LANES, Lanes, Quad, prefetch},
};

/// A convex shape, or eight of one kind: all points at most a rounding from a core.
///
/// The core is what the axes of a [`Solid`] make of its lids, or of vertices where there are some.
#[derive(Clone, Copy)]
pub(super) struct Operand<'a, R: Search> {
    pub(super) solid: Solid<R>,
    pub(super) points: R::Points<'a>,
    /// A bound of how far the core reaches from its center.
    pub(super) reach: R,
    /// The radius of a ball around the center that is in the core; negative where it is not known
    /// that the center is in it.
    pub(super) inner: R,
}

impl<R: Search> Operand<'_, R> {
    /// The point of the core that is farthest in a direction, relative to the center, in the lanes
    /// where it is wanted.
    #[inline(always)]
    pub(super) fn support(&self, direction: [R; 3], wanted: R::Mask) -> [R; 3] {
        let along = self.along(direction);
        self.solid.place(if R::is_empty(self.points) {
            self.solid.farthest(along)
        } else {
            R::farthest(self.points, along, wanted)
        })
    }

    /// A direction as the axes have it.
    #[inline(always)]
    fn along(&self, direction: [R; 3]) -> [R; 3] {
        let [first, second, third] = self.solid.axes;
        [dot(first, direction), dot(second, direction), dot(third, direction)]
    }
}

impl<'a> Operand<'a, f64> {
    /// An operand of which no ball inside is known: `f64` is asked where balls did not tell.
    pub(super) fn new(solid: Solid<f64>, points: Vertices<'a>, reach: f64) -> Self {
        Self { solid, points, reach, inner: f64::NEG_INFINITY }
    }

    /// The same point as [`support`](Self::support), found with lanes.
    #[inline(always)]
    pub(super) fn support_in<L: Lanes>(&self, lanes: L, direction: [f64; 3]) -> [f64; 3] {
        let along = self.along(direction);
        self.solid.place(if f64::is_empty(self.points) {
            self.solid.farthest(along)
        } else {
            self.points.farthest(lanes, along)
        })
    }
}

/// The unit axes.
#[inline(always)]
fn unit_axes<R: Real>(zero: R) -> [[R; 3]; 3] {
    let one = zero.of(1.0);
    [[one, zero, zero], [zero, one, zero], [zero, zero, one]]
}

/// A shape that the general routine computes.
pub(crate) trait ToOperand: Pack {
    /// The solid that it is, or whose axes turn its vertices, and a bound of how far its core
    /// reaches.
    fn solid<R: Real>(shape: &Self::Of<R>) -> (Solid<R>, R);

    /// Its vertices, if it has some.
    const POINTS: &'static [PointBlock] = &[];
}

impl ToOperand for Ball<3> {
    fn solid<R: Real>(shape: &Ball<3, R>) -> (Solid<R>, R) {
        let zero = shape.radius.of(0.0);
        let core = Solid {
            center: shape.center,
            axes: unit_axes(zero),
            half: [zero; 3],
            lids: [zero; 2],
            rounding: shape.radius,
        };
        (core, zero)
    }
}

impl ToOperand for Obb<3> {
    fn solid<R: Real>(shape: &Obb<3, R>) -> (Solid<R>, R) {
        let zero = shape.half[0].of(0.0);
        let Obb { center, half, axes } = *shape;
        (Solid { center, axes, half, lids: [zero; 2], rounding: zero }, sum_abs(half))
    }
}

impl ToOperand for Capsule<3> {
    fn solid<R: Real>(shape: &Capsule<3, R>) -> (Solid<R>, R) {
        let zero = shape.radius.of(0.0);
        let mut axes = unit_axes(zero);
        axes[1] = shape.axis;
        let half = [zero, zero.of(1.0), zero];
        let core =
            Solid { center: shape.center, axes, half, lids: [zero; 2], rounding: shape.radius };
        (core, sum_abs(shape.axis))
    }
}

impl ToOperand for Hull {
    fn solid<R: Real>(shape: &Hull<R>) -> (Solid<R>, R) {
        let Hull { center, axes, rounding, bounds: [low, high], .. } = *shape;
        let zero = rounding.of(0.0);
        let [x, y, z] = [0, 1, 2].map(|axis| low[axis].abs().max(high[axis].abs()));
        (Solid { center, axes, half: [zero; 3], lids: [zero; 2], rounding }, x + y + z)
    }
}

impl ToOperand for Solid {
    fn solid<R: Real>(shape: &Solid<R>) -> (Solid<R>, R) {
        (*shape, sum_abs(shape.half) + shape.lids[0].max(shape.lids[1]))
    }
}

/// A corner, and one step along either of the first two axes.
const TRIANGLE: [PointBlock; 1] = [PointBlock {
    columns: [
        [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [0.0; LANES],
    ],
}];

impl ToOperand for Triangle {
    const POINTS: &'static [PointBlock] = &TRIANGLE;

    fn solid<R: Real>(shape: &Triangle<R>) -> (Solid<R>, R) {
        let [first, second, third] = shape.vertices;
        let zero = first[0].of(0.0);
        let sides = [second, third].map(|corner| sub(corner, first));
        let axes = [sides[0], sides[1], [zero; 3]];
        let core = Solid { center: first, axes, half: [zero; 3], lids: [zero; 2], rounding: zero };
        (core, sum_abs(sides[0]).max(sum_abs(sides[1])))
    }
}

/// A convex shape in `f64`.
#[derive(Clone, Copy, Debug)]
pub struct Convex<'a> {
    /// The solid that it is; where it has corners, only its center and its rounding count.
    pub solid: Solid<f64>,
    /// The corners of its core, in the world.
    pub corners: &'a [[f64; 3]],
    /// What the axes of the solid turn, if its core is that.
    pub polyhedron: Option<&'a Polyhedron>,
}

impl<'a> Convex<'a> {
    /// The point of the shape that is farthest in a direction of length 1, relative to its center.
    #[must_use]
    pub fn farthest(&self, direction: [f64; 3]) -> [f64; 3] {
        add_scaled(self.operand().support(direction, true), direction, self.solid.rounding)
    }

    /// Its operand.
    pub(super) fn operand(&self) -> Operand<'a, f64> {
        let Self { mut solid, corners, polyhedron } = *self;
        if let Some(polyhedron) = polyhedron {
            let points = Vertices::Polyhedron(polyhedron);
            return Operand::new(solid, points, reach_of(polyhedron).into());
        }
        if corners.is_empty() {
            let (solid, reach) = Solid::solid(&solid);
            return Operand::new(solid, Vertices::Blocks(&[]), reach);
        }
        solid.axes = unit_axes(0.0);
        let far = |corner: &[f64; 3]| sum_abs(sub(*corner, solid.center));
        let reach = corners.iter().map(far).fold(0.0, f64::max);
        Operand::new(solid, Vertices::Corners(corners, solid.center), reach)
    }
}

/// By how much axes may be off from unit vectors at right angles, at most.
const SKEW: f32 = 1e-4;

/// A bound of how far a polyhedron reaches from its center wherever it turns. Axes need not quite
/// be unit vectors.
#[must_use]
pub fn reach_of(polyhedron: &Polyhedron) -> f32 {
    polyhedron.radius() * (1.0 + SKEW)
}

/// Quads of an operand: those of a solid, with the reach of its core and its inner radius in the
/// last.
const QUADS: usize = <Solid as Pack>::QUADS;

/// How the shapes of a kind become operands.
pub(super) struct Source {
    /// Quads of a row.
    stride: usize,
    /// The quads of an operand of those of a row.
    quads: fn(&[Quad]) -> [Quad; QUADS],
    /// The same in `f64`, without rounding where the row has more digits than quads.
    wide: fn(&[Quad]) -> (Solid<f64>, f64),
    /// The vertices of every row, where these do not refer to polyhedra.
    points: &'static [PointBlock],
}

impl Source {
    const fn of<S: ToOperand>() -> Self {
        Self { stride: S::QUADS, quads: quads::<S>, wide: wide::<S>, points: S::POINTS }
    }

    /// That of a kind in 3D.
    pub(super) fn of_kind(kind: ShapeKind) -> &'static Self {
        match kind {
            ShapeKind::Ball => const { &Self::of::<Ball<3>>() },
            ShapeKind::Box => const { &Self::of::<Obb<3>>() },
            ShapeKind::Capsule => const { &Self::of::<Capsule<3>>() },
            ShapeKind::Triangle => const { &Self::of::<Triangle>() },
            ShapeKind::Solid => const { &Self::of::<Solid>() },
            ShapeKind::Hull => const { &Self::of::<Hull>() },
            ShapeKind::Polygon | ShapeKind::HalfSpace | ShapeKind::Composite => {
                unreachable!("a {kind} is no convex shape in space that has an end")
            }
        }
    }
}

fn quads<S: ToOperand>(row: &[Quad]) -> [Quad; QUADS] {
    let (solid, reach) = S::solid::<f32>(&from_quads::<S>(row));
    let mut quads = [[0.0; 4]; QUADS];
    quads.copy_from_slice(&Solid::columns(&solid)[..QUADS]);
    quads[QUADS - 1][2] = reach;
    quads[QUADS - 1][3] = inner_radius(&solid);
    quads
}

/// The radius of a ball around the center that is in a solid: in its cylinder, or box, of the
/// smaller lid.
fn inner_radius(Solid { half: [x, y, z], lids: [below, above], .. }: &Solid) -> f32 {
    y.min(x.min(*z) + below.min(*above)) * (1.0 - SKEW)
}

fn wide<S: ToOperand>(row: &[Quad]) -> (Solid<f64>, f64) {
    S::solid::<f64>(&in_f64::<S>(&from_quads::<S>(row)))
}

/// The operand that columns of quads hold.
#[inline(always)]
fn operand<'a, R: Search>(columns: &QuadColumns<R>, points: R::Points<'a>) -> Operand<'a, R> {
    let [.., reach, inner] = columns[QUADS - 1];
    Operand { solid: Solid::unpack(columns), points, reach, inner }
}

/// A shape in quads, and the polyhedron that it refers to, if its kind has them.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    pub(super) quads: &'a [Quad],
    pub(super) polyhedron: Option<&'a Polyhedron>,
}

impl Row<'_> {
    /// Whether it comes after another one in an order of the shapes of their kind, in which the
    /// numbers of polyhedra mean nothing: they differ from set to set.
    #[inline(always)]
    pub(super) fn comes_after(&self, other: &Self) -> bool {
        let [own, others] = [self, other].map(|row| row.quads[0][0].to_bits());
        if own == others { self.order(other).is_gt() } else { others < own }
    }

    /// The same order, where only what is equal is equal.
    #[cold]
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let polyhedra = self.polyhedron.zip(other.polyhedron);
        // The number of a polyhedron comes last.
        let [own, others] = [self, other].map(|row| {
            let bits = cast_slice::<Quad, u32>(row.quads);
            &bits[..bits.len() - usize::from(polyhedra.is_some())]
        });
        let by_polyhedra = || polyhedra.map_or(Ordering::Equal, |(own, other)| own.order(other));
        own.cmp(others).then_with(by_polyhedra)
    }
}

/// Rows of a kind as operands.
#[derive(Clone, Copy)]
pub(super) struct Operands<'a> {
    pub(super) rows: Rows<'a>,
    source: &'static Source,
}

impl<'a> Operands<'a> {
    pub(super) fn new(rows: Rows<'a>) -> Self {
        Self { rows, source: Source::of_kind(rows.kind) }
    }

    /// The quads of a row.
    #[inline(always)]
    pub(super) fn quads(&self, number: u32) -> &'a [Quad] {
        &self.rows.quads[number as usize * self.source.stride..][..self.source.stride]
    }

    /// A row.
    #[inline(always)]
    pub(super) fn row(&self, number: u32) -> Row<'a> {
        let quads = self.quads(number);
        Row { quads, polyhedron: self.rows.polyhedron(quads).map(|shared| &**shared) }
    }

    /// How much memory rows refer to, in bytes, if all polyhedra are as large as the first.
    pub(super) fn bytes(&self) -> usize {
        let Rows { quads, polyhedra, .. } = self.rows;
        let shared = polyhedra.first().map_or(0, |first| first.memory_bytes());
        size_of_val(quads) + polyhedra.len() * shared
    }

    /// Prefetches what tells where the vertices of a row are: the header of its polyhedron.
    #[inline(always)]
    pub(super) fn prefetch_place(&self, number: u32) {
        if let Some(polyhedron) = self.row(number).polyhedron {
            prefetch::for_reading(std::slice::from_ref(polyhedron), 0);
        }
    }

    /// Prefetches a row, with its faces or without. The header is read: of many rows at once, so
    /// that they wait for memory together, if they have to.
    #[inline(always)]
    pub(super) fn prefetch(&self, number: u32, with_faces: bool) {
        if self.rows.polyhedra.is_empty() {
            prefetch::for_reading(self.quads(number), 0);
        } else if let Some(polyhedron) = self.row(number).polyhedron {
            polyhedron.prefetch_vertices();
            if with_faces {
                polyhedron.prefetch_faces();
            }
        }
    }

    /// The quads of the operand of a row.
    #[inline(always)]
    fn operand_quads(&self, row: Row<'_>) -> [Quad; QUADS] {
        let mut quads = (self.source.quads)(row.quads);
        if let Some(polyhedron) = row.polyhedron {
            let [.., reach, inner] = &mut quads[QUADS - 1];
            *reach = reach.min(reach_of(polyhedron));
            let radius = polyhedron.inner_radius();
            *inner = if radius > 0.0 { radius * (1.0 - SKEW) } else { f32::NEG_INFINITY };
        }
        quads
    }

    /// The vertices of a row.
    #[inline(always)]
    fn points(&self, row: Row<'a>) -> &'a [PointBlock] {
        row.polyhedron.map_or(self.source.points, Polyhedron::blocks)
    }

    /// One operand.
    pub(super) fn one(&self, row: Row<'a>) -> Operand<'a, f32> {
        let mut columns = [[0.0; 4]; MAX_QUADS];
        columns[..QUADS].copy_from_slice(&self.operand_quads(row));
        operand(&columns, self.points(row))
    }

    /// One operand in `f64`.
    pub(super) fn wide(&self, row: Row<'a>) -> Operand<'a, f64> {
        let (solid, mut reach) = (self.source.wide)(row.quads);
        if let Some(polyhedron) = row.polyhedron {
            reach = reach.min(reach_of(polyhedron).into());
        }
        let blocks = Vertices::Blocks(self.source.points);
        let points = row.polyhedron.map_or(blocks, Vertices::Polyhedron);
        Operand::new(solid, points, reach)
    }

    /// Eight operands.
    #[inline(always)]
    pub(super) fn eight<L: Lanes>(
        &self,
        lanes: L,
        rows: &[Row<'a>; LANES],
    ) -> Operand<'a, Wide<L>> {
        let mut all = [[[0.0; 4]; QUADS]; LANES];
        for (quads, row) in all.iter_mut().zip(rows) {
            *quads = self.operand_quads(*row);
        }
        let points = array::from_fn(|lane| self.points(rows[lane]));
        let mut columns: QuadColumns<Wide<L>> =
            [[Wide::new(lanes, lanes.splat(0.0)); 4]; MAX_QUADS];
        for (quad, columns) in columns[..QUADS].iter_mut().enumerate() {
            let rows = array::from_fn(|lane| &all[lane][quad]);
            for (column, floats) in columns.iter_mut().zip(lanes.load_quads(rows)) {
                column.floats = floats;
            }
        }
        operand(&columns, points)
    }
}
