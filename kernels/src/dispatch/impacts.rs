//! When two moving shapes meet: which test computes which pair of kinds.

use bytemuck::{cast_slice, cast_slice_mut};

use super::{BALL, BOX, ByKind, CAPSULE, POLYGON, TRIANGLE};
use crate::{
    Pair, SimdLevel, contact,
    lane::Quad,
    sat,
    shape::ShapeKind,
    swept::{
        Impacts, Movers, RigidMotion2, RigidMotion3, Straight, Sweep, SweptTest,
        advance::Advance,
        ball::{BallCapsule, BallObb, Balls},
        impact, moving_from_quads,
    },
};

/// Shapes of a kind and their motions, in quads.
#[derive(Clone, Copy)]
pub struct Column<'a> {
    /// The rows of shapes.
    pub shapes: &'a [Quad],
    /// The rows of motions, as many.
    pub motions: &'a [Quad],
}

/// Finds when shapes of two kinds meet, from time 0 to the end of a window.
#[derive(Clone, Copy)]
pub struct Test {
    /// Computes pairs of rows of two columns: the numbers of an `Impact` for each.
    pub run: fn(SimdLevel, [Column<'_>; 2], &[Pair], f32, &mut [f32]),
    /// Computes the first rows of two columns.
    pub one: fn([Column<'_>; 2], f32, &mut [f32]),
}

/// How a pair of kinds is computed.
#[derive(Clone, Copy)]
pub enum Entry {
    /// In one way.
    Always(Test),
    /// In closed form where the second shape does not turn. The first is a ball, whose turning
    /// changes nothing.
    ByTurning {
        /// Where the second shape does not turn.
        straight: Test,
        /// Where it does.
        turning: Test,
    },
}

impl Entry {
    /// The test where the second shape turns, or does not.
    pub fn test(self, turns: bool) -> Test {
        match self {
            Self::Always(test) => test,
            Self::ByTurning { straight, turning } => {
                if turns {
                    turning
                } else {
                    straight
                }
            }
        }
    }
}

/// The entries of a dimension, by the kinds of both shapes, the smaller kind first.
type Table = ByKind<Entry>;

/// How two kinds are computed, the smaller first.
///
/// # Panics
/// When one of them is none of the dimension.
pub fn entry<const D: usize>([a, b]: [ShapeKind; 2]) -> Entry {
    const { assert!(D == 2 || D == 3) };
    let table = if D == 2 { &PLANE } else { &SPACE };
    table[a as usize][b as usize].expect("there is a test for every pair of kinds of a dimension")
}

fn run<T: SweptTest<D>, const D: usize>(
    level: SimdLevel,
    [a, b]: [Column<'_>; 2],
    pairs: &[Pair],
    until: f32,
    out: &mut [f32],
) {
    let kernel = &Impacts::<T, D>::until(until);
    let a = Movers { shapes: cast_slice(a.shapes), motions: cast_slice(a.motions) };
    let b = Movers { shapes: cast_slice(b.shapes), motions: cast_slice(b.motions) };
    Sweep { kernel, a, b, pairs, out: cast_slice_mut(out) }.compute(level);
}

fn one<T: SweptTest<D>, const D: usize>([a, b]: [Column<'_>; 2], until: f32, out: &mut [f32]) {
    let a = moving_from_quads::<T::A, T::Motion>([a.shapes, a.motions]);
    let b = moving_from_quads::<T::B, T::Motion>([b.shapes, b.motions]);
    out.copy_from_slice(cast_slice(&[impact::<T, D>(&a, &b, until)]));
}

const fn test<T: SweptTest<D>, const D: usize>() -> Test {
    Test { run: run::<T, D>, one: one::<T, D> }
}

/// One test for all motions: for two balls, whose turning changes nothing, and where there is no
/// closed form. What does not turn takes fewer steps of the same test.
const fn always<T: SweptTest<D>, const D: usize>() -> Option<Entry> {
    Some(Entry::Always(test::<T, D>()))
}

const fn by_turning<S: SweptTest<D>, T: SweptTest<D>, const D: usize>() -> Option<Entry> {
    Some(Entry::ByTurning { straight: test::<S, D>(), turning: test::<T, D>() })
}

static PLANE: Table = {
    type Closed<T> = Straight<T, RigidMotion2>;
    let mut table = [[None; ShapeKind::COUNT]; ShapeKind::COUNT];
    table[BALL][BALL] = always::<Closed<Balls>, 2>();
    table[BALL][BOX] = by_turning::<Closed<BallObb>, Advance<contact::BallObb, 1>, 2>();
    table[BALL][CAPSULE] = by_turning::<Closed<BallCapsule>, Advance<contact::BallCapsule, 1>, 2>();
    table[BALL][POLYGON] = always::<Advance<contact::BallPolygon, 1>, 2>();
    table[BOX][BOX] = always::<Advance<sat::Obb2, 0>, 2>();
    table[BOX][CAPSULE] = always::<Advance<contact::ObbCapsule, 2>, 2>();
    table[BOX][POLYGON] = always::<Advance<sat::ObbPolygon, 0>, 2>();
    table[CAPSULE][CAPSULE] = always::<Advance<contact::CapsuleCapsule, 2>, 2>();
    table[CAPSULE][POLYGON] = always::<Advance<contact::CapsulePolygon, 2>, 2>();
    table[POLYGON][POLYGON] = always::<Advance<sat::Polygons, 0>, 2>();
    table
};

static SPACE: Table = {
    type Closed<T> = Straight<T, RigidMotion3>;
    let mut table = [[None; ShapeKind::COUNT]; ShapeKind::COUNT];
    table[BALL][BALL] = always::<Closed<Balls>, 3>();
    table[BALL][BOX] = by_turning::<Closed<BallObb>, Advance<contact::BallObb, 1>, 3>();
    table[BALL][CAPSULE] = by_turning::<Closed<BallCapsule>, Advance<contact::BallCapsule, 1>, 3>();
    table[BALL][TRIANGLE] = always::<Advance<contact::BallTriangle, 1>, 3>();
    table[BOX][BOX] = always::<Advance<sat::Obb3, 0>, 3>();
    table[BOX][CAPSULE] = always::<Advance<contact::ObbCapsule, 2>, 3>();
    table[BOX][TRIANGLE] = always::<Advance<sat::ObbTriangle, 0>, 3>();
    table[CAPSULE][CAPSULE] = always::<Advance<contact::CapsuleCapsule, 2>, 3>();
    table[CAPSULE][TRIANGLE] = always::<Advance<contact::CapsuleTriangle, 1>, 3>();
    table[TRIANGLE][TRIANGLE] = always::<Advance<sat::TriangleTriangle, 0>, 3>();
    table
};
