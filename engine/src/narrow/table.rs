//! Which test computes which pair of kinds.

use bytemuck::{cast_slice, cast_slice_mut};
use jostle_kernels::{
    Level, Pair,
    batch::Batch,
    contact::{self, Contacts, Overlaps, PairTest},
    lane::Quad,
    sat,
    shape::from_quads,
};

use crate::Kind;

/// Computes pairs of rows of two columns: a row of numbers for each.
type Rows = fn(Level, [&[Quad]; 2], &[Pair], &mut [f32]);
/// Computes a pair of shapes: a row of numbers.
type Row = fn([&[Quad]; 2], &mut [f32]);
/// Computes whether pairs of rows of two columns touch.
type Flags = fn(Level, [&[Quad]; 2], &[Pair], &mut [bool]);

/// A test that gives rows of numbers: kernels' `Contact` with some number of points.
#[derive(Clone, Copy)]
pub(super) struct Test {
    /// Points in a row.
    pub(super) points: usize,
    pub(super) run: Rows,
    pub(super) one: Row,
}

/// Most numbers in a row: a contact in 3D with four points.
pub(super) const MOST_NUMBERS: usize = 38;

impl Test {
    /// Numbers in a row.
    pub(super) fn stride<const D: usize>(self) -> usize {
        D + 3 + self.points * (2 * D + 2)
    }
}

/// How a pair of kinds is computed.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) overlaps: Flags,
    pub(super) overlap: fn([&[Quad]; 2]) -> bool,
    pub(super) separations: Test,
    pub(super) contacts: Test,
    /// Whether contacts cost so much more than overlaps that it pays to ask for overlaps first.
    pub(super) asks_first: bool,
}

/// The entries of a dimension, by the kinds of both shapes, the smaller kind first.
pub(super) type Table = [[Option<Entry>; Kind::COUNT]; Kind::COUNT];

/// The table of a dimension.
pub(super) const fn table<const D: usize>() -> &'static Table {
    const { assert!(D == 2 || D == 3) };
    if D == 2 { &PLANE } else { &SPACE }
}

fn rows<T: PairTest<D, N>, const D: usize, const N: usize>(
    level: Level,
    [a, b]: [&[Quad]; 2],
    pairs: &[Pair],
    out: &mut [f32],
) {
    let kernel = &Contacts::<T, D, N>::default();
    let (a, b, out) = (cast_slice(a), cast_slice(b), cast_slice_mut(out));
    level.run(Batch { kernel, a, b, pairs, out });
}

fn row<T: PairTest<D, N>, const D: usize, const N: usize>([a, b]: [&[Quad]; 2], out: &mut [f32]) {
    let (a, b) = (from_quads::<T::A>(a), from_quads::<T::B>(b));
    out.copy_from_slice(cast_slice(&[contact::contact::<T, D, N>(&a, &b)]));
}

fn flag<T: PairTest<D, N>, const D: usize, const N: usize>([a, b]: [&[Quad]; 2]) -> bool {
    let (a, b) = (from_quads::<T::A>(a), from_quads::<T::B>(b));
    contact::touches::<T, D, N>(&a, &b)
}

fn flags<T: PairTest<D, N>, const D: usize, const N: usize>(
    level: Level,
    [a, b]: [&[Quad]; 2],
    pairs: &[Pair],
    out: &mut [bool],
) {
    let kernel = &Overlaps::<T, D, N>::default();
    level.run(Batch { kernel, a: cast_slice(a), b: cast_slice(b), pairs, out });
}

const fn test<T: PairTest<D, N>, const D: usize, const N: usize>() -> Test {
    Test { points: N, run: rows::<T, D, N>, one: row::<T, D, N> }
}

/// One test for everything.
const fn plain<T: PairTest<D, N>, const D: usize, const N: usize>() -> Option<Entry> {
    let test = test::<T, D, N>();
    let (overlaps, overlap) = (flags::<T, D, N>, flag::<T, D, N>);
    Some(Entry { overlaps, overlap, separations: test, contacts: test, asks_first: false })
}

/// A separating axis test, and one that finds the points as well.
const fn with_manifold<S, T, const D: usize, const N: usize>() -> Option<Entry>
where
    S: PairTest<D, 0>,
    T: PairTest<D, N>,
{
    Some(Entry {
        overlaps: flags::<S, D, 0>,
        overlap: flag::<S, D, 0>,
        separations: test::<S, D, 0>(),
        contacts: test::<T, D, N>(),
        asks_first: true,
    })
}

const BALL: usize = Kind::Ball as usize;
const BOX: usize = Kind::Box as usize;
const CAPSULE: usize = Kind::Capsule as usize;
const POLYGON: usize = Kind::Polygon as usize;
const TRIANGLE: usize = Kind::Triangle as usize;

static PLANE: Table = {
    use contact::*;
    let mut table = [[None; Kind::COUNT]; Kind::COUNT];
    table[BALL][BALL] = plain::<BallBall, 2, 0>();
    table[BALL][BOX] = plain::<BallObb, 2, 1>();
    table[BALL][CAPSULE] = plain::<BallCapsule, 2, 1>();
    table[BALL][POLYGON] = plain::<BallPolygon, 2, 1>();
    table[BOX][BOX] = with_manifold::<sat::Obb2, Obb2Manifold, 2, 2>();
    table[BOX][CAPSULE] = plain::<ObbCapsule, 2, 2>();
    table[BOX][POLYGON] = with_manifold::<sat::ObbPolygon, ObbPolygonManifold, 2, 2>();
    table[CAPSULE][CAPSULE] = plain::<CapsuleCapsule, 2, 2>();
    table[CAPSULE][POLYGON] = plain::<CapsulePolygon, 2, 2>();
    table[POLYGON][POLYGON] = with_manifold::<sat::Polygons, PolygonManifold, 2, 2>();
    table
};

static SPACE: Table = {
    use contact::*;
    let mut table = [[None; Kind::COUNT]; Kind::COUNT];
    table[BALL][BALL] = plain::<BallBall, 3, 0>();
    table[BALL][BOX] = plain::<BallObb, 3, 1>();
    table[BALL][CAPSULE] = plain::<BallCapsule, 3, 1>();
    table[BALL][TRIANGLE] = plain::<BallTriangle, 3, 1>();
    table[BOX][BOX] = with_manifold::<sat::Obb3, Obb3Manifold, 3, 4>();
    table[BOX][CAPSULE] = plain::<ObbCapsule, 3, 2>();
    table[BOX][TRIANGLE] = plain::<sat::ObbTriangle, 3, 0>();
    table[CAPSULE][CAPSULE] = plain::<CapsuleCapsule, 3, 2>();
    table[CAPSULE][TRIANGLE] = plain::<CapsuleTriangle, 3, 1>();
    table[TRIANGLE][TRIANGLE] = plain::<sat::TriangleTriangle, 3, 0>();
    table
};
