//! When two moving shapes meet: the kernels of each pair of kinds.

use std::any::Any;

use bytemuck::cast_slice;

use super::table::KindTable;
use crate::{
    Pair, SimdLevel,
    pairs::{
        BallBox, BallCapsule, BallPolygon, BallTriangle, BoxBox2, BoxBox3, BoxCapsule, BoxPolygon,
        BoxTriangle, CapsuleCapsule, CapsulePolygon, CapsuleTriangle, Impact, Impacts, Movers,
        PolygonPolygon, Straight, SweptBallBall, SweptBallBox, SweptBallCapsule, SweptBatch,
        SweptTest, TriangleTriangle, advance::Advance, impact_of, moving_from_quads,
    },
    shape::{
        RigidMotion2, RigidMotion3, ShapeKind,
        ShapeKind::{
            Ball as BALL, Box as BOX, Capsule as CAPSULE, Polygon as POLYGON, Triangle as TRIANGLE,
        },
    },
    simd::Quad,
};

/// Shapes of a kind and their motions, in quads.
#[derive(Clone, Copy)]
pub struct Column<'a> {
    /// The rows of shapes.
    pub shapes: &'a [Quad],
    /// The rows of motions, as many.
    pub motions: &'a [Quad],
}

/// Computes when shapes of two kinds meet, from time 0 to the end of a window.
#[derive(Clone, Copy)]
pub struct ImpactKernel<const D: usize> {
    /// Computes pairs of rows of two columns.
    pub batch: fn(SimdLevel, [Column<'_>; 2], &[Pair], f32, &mut [Impact<D>]),
    /// Computes the pair of the first rows of two columns.
    pub single: fn([Column<'_>; 2], f32) -> Impact<D>,
}

/// How a pair of kinds is computed.
#[derive(Clone, Copy)]
pub enum ImpactEntry<const D: usize> {
    /// In one way.
    Always(ImpactKernel<D>),
    /// In closed form where the second shape does not turn. The first is a ball, whose turning
    /// changes nothing.
    ByTurning {
        /// Where the second shape does not turn.
        straight: ImpactKernel<D>,
        /// Where it does.
        turning: ImpactKernel<D>,
    },
}

impl<const D: usize> ImpactEntry<D> {
    /// The kernel for second shapes that turn, or that do not.
    #[must_use]
    pub fn kernel(self, turns: bool) -> ImpactKernel<D> {
        match self {
            Self::Always(kernel) => kernel,
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

/// How two kinds of shapes are computed, the smaller kind first.
///
/// # Panics
/// When the larger kind comes first, or a kind does not exist in `D` dimensions.
#[must_use]
pub fn impact_entry<const D: usize>(kinds: [ShapeKind; 2]) -> ImpactEntry<D> {
    const { assert!(D == 2 || D == 3) };
    let table: &'static dyn Any = if D == 2 { &PLANE } else { &SPACE };
    let table: &KindTable<_, D> = table.downcast_ref().expect("the table of this dimension");
    *table.of(kinds)
}

type Straight2<T> = Straight<T, RigidMotion2>;

static PLANE: KindTable<ImpactEntry<2>, 2> = KindTable::new(&[
    ([BALL, BALL], always::<Straight2<SweptBallBall>, 2>()),
    ([BALL, BOX], by_turning::<Straight2<SweptBallBox>, Advance<BallBox, 1>, 2>()),
    ([BALL, CAPSULE], by_turning::<Straight2<SweptBallCapsule>, Advance<BallCapsule, 1>, 2>()),
    ([BALL, POLYGON], always::<Advance<BallPolygon, 1>, 2>()),
    ([BOX, BOX], always::<Advance<BoxBox2, 0>, 2>()),
    ([BOX, CAPSULE], always::<Advance<BoxCapsule, 2>, 2>()),
    ([BOX, POLYGON], always::<Advance<BoxPolygon, 0>, 2>()),
    ([CAPSULE, CAPSULE], always::<Advance<CapsuleCapsule, 2>, 2>()),
    ([CAPSULE, POLYGON], always::<Advance<CapsulePolygon, 2>, 2>()),
    ([POLYGON, POLYGON], always::<Advance<PolygonPolygon, 0>, 2>()),
]);

type Straight3<T> = Straight<T, RigidMotion3>;

static SPACE: KindTable<ImpactEntry<3>, 3> = KindTable::new(&[
    ([BALL, BALL], always::<Straight3<SweptBallBall>, 3>()),
    ([BALL, BOX], by_turning::<Straight3<SweptBallBox>, Advance<BallBox, 1>, 3>()),
    ([BALL, CAPSULE], by_turning::<Straight3<SweptBallCapsule>, Advance<BallCapsule, 1>, 3>()),
    ([BALL, TRIANGLE], always::<Advance<BallTriangle, 1>, 3>()),
    ([BOX, BOX], always::<Advance<BoxBox3, 0>, 3>()),
    ([BOX, CAPSULE], always::<Advance<BoxCapsule, 2>, 3>()),
    ([BOX, TRIANGLE], always::<Advance<BoxTriangle, 0>, 3>()),
    ([CAPSULE, CAPSULE], always::<Advance<CapsuleCapsule, 2>, 3>()),
    ([CAPSULE, TRIANGLE], always::<Advance<CapsuleTriangle, 1>, 3>()),
    ([TRIANGLE, TRIANGLE], always::<Advance<TriangleTriangle, 0>, 3>()),
]);

/// One kernel for all motions: for two balls, whose turning changes nothing, and where there is no
/// closed form. Shapes that do not turn take fewer steps of the same kernel.
const fn always<T: SweptTest<D>, const D: usize>() -> ImpactEntry<D> {
    ImpactEntry::Always(kernel::<T, D>())
}

const fn by_turning<S: SweptTest<D>, T: SweptTest<D>, const D: usize>() -> ImpactEntry<D> {
    ImpactEntry::ByTurning { straight: kernel::<S, D>(), turning: kernel::<T, D>() }
}

const fn kernel<T: SweptTest<D>, const D: usize>() -> ImpactKernel<D> {
    ImpactKernel { batch: batch::<T, D>, single: single::<T, D> }
}

fn batch<T: SweptTest<D>, const D: usize>(
    level: SimdLevel,
    [a, b]: [Column<'_>; 2],
    pairs: &[Pair],
    until: f32,
    out: &mut [Impact<D>],
) {
    let kernel = &Impacts::<T, D>::until(until);
    let a = Movers { shapes: cast_slice(a.shapes), motions: cast_slice(a.motions) };
    let b = Movers { shapes: cast_slice(b.shapes), motions: cast_slice(b.motions) };
    SweptBatch { kernel, a, b, pairs, out }.compute(level);
}

fn single<T: SweptTest<D>, const D: usize>([a, b]: [Column<'_>; 2], until: f32) -> Impact<D> {
    let a = moving_from_quads::<T::A, T::Motion>([a.shapes, a.motions]);
    let b = moving_from_quads::<T::B, T::Motion>([b.shapes, b.motions]);
    impact_of::<T, D>(&a, &b, until)
}
