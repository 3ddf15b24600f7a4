//! A shape as the general routine takes it: a core that is known by its support mapping, and a
//! rounding.

use std::array;

use crate::{
    real::{
        Real, Wide,
        vector::{add_scaled, dot, sub, sum_abs},
    },
    shape::{
        Ball, Capsule, MAX_QUADS, Obb, Pack, PointBlock, QuadColumns, Rows, ShapeKind, Solid,
        Triangle, from_quads, in_f64,
    },
    simd::{LANES, Lanes, Quad},
};

/// Numbers over which vertices can be searched for the farthest.
pub(super) trait Search: Real {
    /// The vertices of a shape, or of eight.
    type Points<'a>: Copy;

    /// Whether there are no vertices, in any lane.
    fn is_empty(points: Self::Points<'_>) -> bool;
    /// The vertex that is farthest in a direction, the first of several. Must be
    /// `#[inline(always)]`.
    fn farthest(points: Self::Points<'_>, direction: [Self; 3]) -> [Self; 3];
}

/// The vertex that is farthest in a direction, the first of several.
macro_rules! farthest_one_by_one {
    ($points:expr, $direction:expr, $float:ty) => {{
        let [x, y, z] = $direction;
        let (mut best, mut most) = ((0, 0), <$float>::NAN);
        for (number, block) in $points.iter().enumerate() {
            let mut along = [0.0; LANES];
            let [xs, ys, zs] = &block.columns;
            for lane in 0..LANES {
                let [a, b, c] = [xs[lane], ys[lane], zs[lane]].map(<$float>::from);
                along[lane] = a * x + b * y + c * z;
            }
            if number == 0 {
                most = along[0];
            }
            for (lane, along) in along.into_iter().enumerate() {
                if most < along {
                    (most, best) = (along, (number, lane));
                }
            }
        }
        $points[best.0].point(best.1).map(<$float>::from)
    }};
}

impl Search for f32 {
    type Points<'a> = &'a [PointBlock];

    #[inline(always)]
    fn is_empty(points: Self::Points<'_>) -> bool {
        points.is_empty()
    }

    #[inline(always)]
    fn farthest(points: Self::Points<'_>, direction: [Self; 3]) -> [Self; 3] {
        farthest_one_by_one!(points, direction, f32)
    }
}

/// Vertices in `f64`.
#[derive(Clone, Copy)]
pub(super) enum Vertices<'a> {
    /// As the kernels have them.
    Blocks(&'a [PointBlock]),
    /// One by one, as seen from a center.
    Corners(&'a [[f64; 3]], [f64; 3]),
}

impl Search for f64 {
    type Points<'a> = Vertices<'a>;

    #[inline(always)]
    fn is_empty(points: Self::Points<'_>) -> bool {
        matches!(points, Vertices::Blocks([]) | Vertices::Corners([], _))
    }

    fn farthest(points: Self::Points<'_>, direction: [Self; 3]) -> [Self; 3] {
        match points {
            Vertices::Blocks(points) => farthest_one_by_one!(points, direction, f64),
            Vertices::Corners(corners, center) => {
                let from_center = |corner: &[f64; 3]| sub(*corner, center);
                let mut best = from_center(&corners[0]);
                let mut most = dot(best, direction);
                for corner in corners[1..].iter().map(from_center) {
                    let along = dot(corner, direction);
                    if most < along {
                        (most, best) = (along, corner);
                    }
                }
                best
            }
        }
    }
}

/// Each lane searches the vertices of its own shape, eight of them at a time.
impl<L: Lanes> Search for Wide<L> {
    type Points<'a> = [&'a [PointBlock]; LANES];

    #[inline(always)]
    fn is_empty(points: Self::Points<'_>) -> bool {
        points[0].is_empty()
    }

    #[inline(always)]
    fn farthest(points: Self::Points<'_>, direction: [Self; 3]) -> [Self; 3] {
        let lanes = direction[0].lanes;
        let mut to = [[0.0; LANES]; 3];
        for (to, along) in to.iter_mut().zip(direction) {
            lanes.store(along.floats, to);
        }
        let mut found = [[0.0; LANES]; 3];
        for (lane, points) in points.iter().enumerate() {
            let point = farthest_of(lanes, points, [to[0][lane], to[1][lane], to[2][lane]]);
            for axis in 0..3 {
                found[axis][lane] = point[axis];
            }
        }
        let mut wide = direction;
        for (wide, found) in wide.iter_mut().zip(&found) {
            wide.floats = lanes.load(found);
        }
        wide
    }
}

/// The first of the vertices that are farthest in a direction: what a search one by one finds.
#[inline(always)]
fn farthest_of<L: Lanes>(lanes: L, points: &[PointBlock], direction: [f32; 3]) -> [f32; 3] {
    let [x, y, z] = direction.map(|along| lanes.splat(along));
    let along = |block: &PointBlock| {
        let [xs, ys, zs] = &block.columns;
        let plane = lanes.add(lanes.mul(lanes.load(xs), x), lanes.mul(lanes.load(ys), y));
        lanes.add(plane, lanes.mul(lanes.load(zs), z))
    };
    let mut most = along(&points[0]);
    let mut from = lanes.splat(0.0);
    for (number, block) in points.iter().enumerate().skip(1) {
        let along = along(block);
        let farther = lanes.lt(most, along);
        most = lanes.select(farther, along, most);
        from = lanes.select(farther, lanes.splat(number as f32), from);
    }
    let (mut all, mut blocks) = ([0.0; LANES], [0.0; LANES]);
    lanes.store(most, &mut all);
    lanes.store(from, &mut blocks);
    let mut best = 0;
    for lane in 1..LANES {
        let earlier = blocks[lane] < blocks[best];
        if all[best] < all[lane] || all[best] == all[lane] && earlier {
            best = lane;
        }
    }
    points[blocks[best] as usize].point(best)
}

/// A convex shape, or eight of one kind: all points at most a rounding from a core.
///
/// The core is what the axes of a [`Solid`] make of its lids, or of vertices where there are some.
#[derive(Clone, Copy)]
pub(super) struct Operand<'a, R: Search> {
    pub(super) solid: Solid<R>,
    pub(super) points: R::Points<'a>,
    /// A bound of how far the core reaches from its center.
    pub(super) reach: R,
}

impl<R: Search> Operand<'_, R> {
    /// The point of the core that is farthest in a direction, relative to the center.
    #[inline(always)]
    pub(super) fn support(&self, direction: [R; 3]) -> [R; 3] {
        let [first, second, third] = self.solid.axes;
        let along = [dot(first, direction), dot(second, direction), dot(third, direction)];
        self.solid.place(if R::is_empty(self.points) {
            self.solid.farthest(along)
        } else {
            R::farthest(self.points, along)
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
}

impl<'a> Convex<'a> {
    /// The point of the shape that is farthest in a direction of length 1, relative to its center.
    #[must_use]
    pub fn farthest(&self, direction: [f64; 3]) -> [f64; 3] {
        add_scaled(self.operand().support(direction), direction, self.solid.rounding)
    }

    /// Its operand.
    pub(super) fn operand(&self) -> Operand<'a, f64> {
        let Self { mut solid, corners } = *self;
        if corners.is_empty() {
            let (solid, reach) = Solid::solid(&solid);
            return Operand { solid, points: Vertices::Blocks(&[]), reach };
        }
        solid.axes = unit_axes(0.0);
        let far = |corner: &[f64; 3]| sum_abs(sub(*corner, solid.center));
        let reach = corners.iter().map(far).fold(0.0, f64::max);
        Operand { solid, points: Vertices::Corners(corners, solid.center), reach }
    }
}

/// Quads of an operand: those of a solid, with the reach of its core in the last.
const QUADS: usize = <Solid as Pack>::QUADS;

/// How the shapes of a kind become operands.
pub(super) struct Source {
    /// Quads of a row.
    stride: usize,
    /// The quads of an operand of those of a row.
    quads: fn(&[Quad]) -> [Quad; QUADS],
    /// The same in `f64`, without rounding where the row has more digits than quads.
    wide: fn(&[Quad]) -> (Solid<f64>, f64),
    /// The vertices of every row.
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
    quads
}

fn wide<S: ToOperand>(row: &[Quad]) -> (Solid<f64>, f64) {
    S::solid::<f64>(&in_f64::<S>(&from_quads::<S>(row)))
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
    pub(super) fn row(&self, number: u32) -> &'a [Quad] {
        &self.rows.quads[number as usize * self.source.stride..][..self.source.stride]
    }

    /// One operand.
    pub(super) fn one(&self, row: &[Quad]) -> Operand<'a, f32> {
        let mut columns = [[0.0; 4]; MAX_QUADS];
        columns[..QUADS].copy_from_slice(&(self.source.quads)(row));
        let points = self.source.points;
        Operand { solid: Solid::unpack(&columns), points, reach: columns[QUADS - 1][2] }
    }

    /// One operand in `f64`.
    pub(super) fn wide(&self, row: &[Quad]) -> Operand<'a, f64> {
        let (solid, reach) = (self.source.wide)(row);
        Operand { solid, points: Vertices::Blocks(self.source.points), reach }
    }

    /// Eight operands.
    #[inline(always)]
    pub(super) fn eight<L: Lanes>(
        &self,
        lanes: L,
        rows: &[&[Quad]; LANES],
    ) -> Operand<'a, Wide<L>> {
        let all: [[Quad; QUADS]; LANES] = array::from_fn(|lane| (self.source.quads)(rows[lane]));
        let points = [self.source.points; LANES];
        let mut columns: QuadColumns<Wide<L>> =
            [[Wide::new(lanes, lanes.splat(0.0)); 4]; MAX_QUADS];
        for (quad, columns) in columns[..QUADS].iter_mut().enumerate() {
            let rows = array::from_fn(|lane| &all[lane][quad]);
            for (column, floats) in columns.iter_mut().zip(lanes.load_quads(rows)) {
                column.floats = floats;
            }
        }
        Operand { solid: Solid::unpack(&columns), points, reach: columns[QUADS - 1][2] }
    }
}
