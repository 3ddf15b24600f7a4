//! How two shapes touch: which test computes which pair of kinds.

use bytemuck::{cast_slice, cast_slice_mut};

use super::{BALL, BOX, ByKind, CAPSULE, POLYGON, TRIANGLE};
use crate::{
    Pair, SimdLevel,
    batch::{Batch, Kernel},
    contact::{
        self, Contacts, Overlaps, PairTest,
        circles::{Around, Near},
        obb3::{Obb3Classes, Obb3Edges, Obb3Faces},
    },
    lane::Quad,
    sat,
    shape::{AroundPolygon, Ball, Capsule, Obb, ShapeKind, from_quads},
};

/// Computes pairs of rows of two columns: a row of numbers for each. What comes next is asked for.
pub type Rows = fn(SimdLevel, [&[Quad]; 2], Strip<'_>, &mut [f32]);
/// Computes a pair of shapes: a row of numbers.
pub type Row = fn([&[Quad]; 2], &mut [f32]);
/// Computes whether pairs of rows of two columns touch.
type Flags = fn(SimdLevel, [&[Quad]; 2], &[Pair], &mut [bool]);
/// Computes a number for each pair.
type Classes = fn(SimdLevel, [&[Quad]; 2], &[Pair], &mut [u8]);

/// Some pairs of rows, and those after them.
#[derive(Clone, Copy)]
pub struct Strip<'a> {
    /// To be computed.
    pub pairs: &'a [Pair],
    /// To be computed next: their shapes are asked for.
    pub ahead: &'a [Pair],
}

/// A test that gives rows of numbers: kernels' `Contact` with some number of points.
#[derive(Clone, Copy)]
pub struct Test<F> {
    /// Points in a row.
    pub points: usize,
    /// What computes them.
    pub run: F,
}

/// Most points of a contact.
pub const MOST_POINTS: usize = 4;

/// Most numbers in a row: a contact in 3D with four points.
pub const MOST_NUMBERS: usize = 38;

impl<F> Test<F> {
    /// Numbers in a row.
    pub fn stride<const D: usize>(&self) -> usize {
        D + 3 + self.points * (2 * D + 2)
    }
}

/// What is asked about pairs before their contacts are computed.
#[derive(Clone, Copy)]
pub enum First {
    /// Nothing: contacts cost hardly more.
    Nothing,
    /// Whether they touch.
    Overlaps(Flags),
    /// Which of the tests for contacts is to compute them: 0 for none, 1 for the first.
    Classes(Classes),
}

/// How a pair of kinds is computed.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Whether circles around pairs meet, where that pays.
    pub circles: Option<Flags>,
    /// Whether pairs touch, where that is not asked of the separations.
    pub overlaps: Option<Flags>,
    /// Whether a pair touches.
    pub overlap: fn([&[Quad]; 2]) -> bool,
    /// How far pairs are apart.
    pub separations: Test<Rows>,
    /// How far a pair is apart.
    pub separation: Test<Row>,
    /// What is asked before contacts are computed.
    pub first: First,
    /// How pairs touch, by the class that was found first; else the only test.
    pub contacts: &'static [Test<Rows>],
    /// How a pair touches.
    pub contact: Test<Row>,
}

/// The entries of a dimension, by the kinds of both shapes, the smaller kind first.
pub type Table = ByKind<Entry>;

/// The table of a dimension.
pub const fn table<const D: usize>() -> &'static Table {
    const { assert!(D == 2 || D == 3) };
    if D == 2 { &PLANE } else { &SPACE }
}

/// Computes rows of numbers for pairs.
fn rows<T: PairTest<D, N>, const D: usize, const N: usize>(
    level: SimdLevel,
    columns: [&[Quad]; 2],
    strip: Strip<'_>,
    out: &mut [f32],
) {
    batch(&Contacts::<T, D, N>::default(), columns, strip, cast_slice_mut(out)).compute(level);
}

/// Computes whether pairs touch.
fn flags<T: PairTest<D, N>, const D: usize, const N: usize>(
    level: SimdLevel,
    columns: [&[Quad]; 2],
    pairs: &[Pair],
    out: &mut [bool],
) {
    let kernel = &Overlaps::<T, D, N>::default();
    batch(kernel, columns, Strip { pairs, ahead: &[] }, out).compute(level);
}

/// Computes the contacts of boxes of which the face across an axis touches.
fn rows_of_faces<const AXIS: usize>(
    level: SimdLevel,
    columns: [&[Quad]; 2],
    strip: Strip<'_>,
    out: &mut [f32],
) {
    faces(level, &Obb3Faces::across(AXIS), columns, strip, out);
}

/// One copy for all axes.
#[inline(never)]
fn faces(
    level: SimdLevel,
    kernel: &Obb3Faces,
    columns: [&[Quad]; 2],
    strip: Strip<'_>,
    out: &mut [f32],
) {
    level.run(batch(kernel, columns, strip, cast_slice_mut(out)));
}

/// Computes the contacts of boxes of which an edge of each touches.
fn rows_of_edges(level: SimdLevel, columns: [&[Quad]; 2], strip: Strip<'_>, out: &mut [f32]) {
    level.run(batch(&Obb3Edges, columns, strip, cast_slice_mut(out)));
}

/// Runs a kernel of batches alone that gives one result for each pair.
fn each_by<K: Kernel + Default>(
    level: SimdLevel,
    columns: [&[Quad]; 2],
    pairs: &[Pair],
    out: &mut [K::Out],
) {
    level.run(batch(&K::default(), columns, Strip { pairs, ahead: &[] }, out));
}

fn batch<'a, K: Kernel>(
    kernel: &'a K,
    [a, b]: [&'a [Quad]; 2],
    Strip { pairs, ahead }: Strip<'a>,
    out: &'a mut [K::Out],
) -> Batch<'a, K> {
    Batch { kernel, a: cast_slice(a), b: cast_slice(b), pairs, ahead, out }
}

fn row<T: PairTest<D, N>, const D: usize, const N: usize>([a, b]: [&[Quad]; 2], out: &mut [f32]) {
    let (a, b) = (from_quads::<T::A>(a), from_quads::<T::B>(b));
    out.copy_from_slice(cast_slice(&[contact::contact::<T, D, N>(&a, &b)]));
}

fn flag<T: PairTest<D, N>, const D: usize, const N: usize>([a, b]: [&[Quad]; 2]) -> bool {
    let (a, b) = (from_quads::<T::A>(a), from_quads::<T::B>(b));
    contact::touches::<T, D, N>(&a, &b)
}

/// Whether a pair touches, by the contact that is compiled anyway.
fn flag_of_contact<T: PairTest<D, N>, const D: usize, const N: usize>(
    [a, b]: [&[Quad]; 2],
) -> bool {
    let (a, b) = (from_quads::<T::A>(a), from_quads::<T::B>(b));
    contact::contact::<T, D, N>(&a, &b).distance <= 0.0
}

const fn in_batches<T: PairTest<D, N>, const D: usize, const N: usize>() -> Test<Rows> {
    Test { points: N, run: rows::<T, D, N> }
}

const fn alone<T: PairTest<D, N>, const D: usize, const N: usize>() -> Test<Row> {
    Test { points: N, run: row::<T, D, N> }
}

/// One test for everything.
const fn plain<T: PairTest<D, N>, const D: usize, const N: usize>() -> Option<Entry> {
    Some(Entry {
        circles: None,
        overlaps: if T::HOT { Some(flags::<T, D, N>) } else { None },
        overlap: if T::HOT { flag::<T, D, N> } else { flag_of_contact::<T, D, N> },
        separations: in_batches::<T, D, N>(),
        separation: alone::<T, D, N>(),
        first: First::Nothing,
        contacts: const { &[in_batches::<T, D, N>()] },
        contact: alone::<T, D, N>(),
    })
}

/// A separating axis test, and one that finds the points as well, if there are any.
const fn with_manifold<S, T, const D: usize, const N: usize>() -> Option<Entry>
where
    S: PairTest<D, 0>,
    T: PairTest<D, N>,
{
    Some(Entry {
        circles: None,
        overlaps: Some(flags::<S, D, 0>),
        overlap: flag::<S, D, 0>,
        separations: in_batches::<S, D, 0>(),
        separation: alone::<S, D, 0>(),
        first: First::Overlaps(flags::<S, D, 0>),
        contacts: const { &[in_batches::<T, D, N>()] },
        contact: alone::<T, D, N>(),
    })
}

/// Two boxes in 3D, whose contacts are those of a face or of edges, in the order of the numbers of
/// their classes.
const fn boxes3() -> Option<Entry> {
    Some(Entry {
        circles: None,
        overlaps: Some(flags::<sat::Obb3, 3, 0>),
        overlap: flag::<sat::Obb3, 3, 0>,
        separations: in_batches::<sat::Obb3, 3, 0>(),
        separation: alone::<sat::Obb3, 3, 0>(),
        first: First::Classes(each_by::<Obb3Classes>),
        contacts: &[
            Test { points: 4, run: rows_of_faces::<0> },
            Test { points: 4, run: rows_of_faces::<1> },
            Test { points: 4, run: rows_of_faces::<2> },
            Test { points: 4, run: rows_of_faces::<3> },
            Test { points: 4, run: rows_of_faces::<4> },
            Test { points: 4, run: rows_of_faces::<5> },
            Test { points: 1, run: rows_of_edges },
        ],
        contact: alone::<contact::Obb3Manifold, 3, 4>(),
    })
}

/// With circles around the two shapes, `A` and `B`, which are asked first.
const fn in_circles<A: Around, B: Around>(entry: Option<Entry>) -> Option<Entry> {
    let Some(mut entry) = entry else { return None };
    entry.circles = Some(each_by::<Near<A, B>>);
    Some(entry)
}

static PLANE: Table = {
    use contact::*;
    let mut table = [[None; ShapeKind::COUNT]; ShapeKind::COUNT];
    table[BALL][BALL] = plain::<BallBall, 2, 0>();
    table[BALL][BOX] = plain::<BallObb, 2, 1>();
    table[BALL][CAPSULE] = plain::<BallCapsule, 2, 1>();
    table[BALL][POLYGON] = in_circles::<Ball<2>, AroundPolygon>(plain::<BallPolygon, 2, 1>());
    table[BOX][BOX] = with_manifold::<sat::Obb2, Obb2Manifold, 2, 2>();
    table[BOX][CAPSULE] = plain::<ObbCapsule, 2, 2>();
    let entry = with_manifold::<sat::ObbPolygon, ObbPolygonManifold, 2, 2>();
    table[BOX][POLYGON] = in_circles::<Obb<2>, AroundPolygon>(entry);
    table[CAPSULE][CAPSULE] = plain::<CapsuleCapsule, 2, 2>();
    let entry = plain::<CapsulePolygon, 2, 2>();
    table[CAPSULE][POLYGON] = in_circles::<Capsule<2>, AroundPolygon>(entry);
    let entry = with_manifold::<sat::Polygons, PolygonManifold, 2, 2>();
    table[POLYGON][POLYGON] = in_circles::<AroundPolygon, AroundPolygon>(entry);
    table
};

static SPACE: Table = {
    use contact::*;
    let mut table = [[None; ShapeKind::COUNT]; ShapeKind::COUNT];
    table[BALL][BALL] = plain::<BallBall, 3, 0>();
    table[BALL][BOX] = plain::<BallObb, 3, 1>();
    table[BALL][CAPSULE] = plain::<BallCapsule, 3, 1>();
    table[BALL][TRIANGLE] = plain::<BallTriangle, 3, 1>();
    table[BOX][BOX] = boxes3();
    table[BOX][CAPSULE] = plain::<ObbCapsule, 3, 2>();
    table[BOX][TRIANGLE] = with_manifold::<sat::ObbTriangle, sat::ObbTriangle, 3, 0>();
    table[CAPSULE][CAPSULE] = plain::<CapsuleCapsule, 3, 2>();
    table[CAPSULE][TRIANGLE] = plain::<CapsuleTriangle, 3, 1>();
    table[TRIANGLE][TRIANGLE] =
        with_manifold::<sat::TriangleTriangle, sat::TriangleTriangle, 3, 0>();
    table
};
