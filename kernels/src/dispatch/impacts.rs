//! When two moving shapes meet: the kernels of each pair of kinds.

use bytemuck::cast_slice;

use crate::{
    Pair, SimdLevel,
    pairs::{
        Impact, Impacts, Movers, SweptBatch, SweptTest,
        convex::{ConvexImpacts, half_space},
        impact_of, moving_from_quads,
    },
    shape::Rows,
    simd::Quad,
};

/// Shapes of a kind and their motions, in quads.
#[derive(Clone, Copy)]
pub struct Column<'a> {
    /// The rows of shapes.
    pub shapes: Rows<'a>,
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

/// One kernel for all motions: for two balls, whose turning changes nothing, and where there is no
/// closed form. Shapes that do not turn take fewer steps of the same kernel.
pub(super) const fn always<T: SweptTest<D>, const D: usize>() -> ImpactEntry<D> {
    ImpactEntry::Always(kernel::<T, D>())
}

pub(super) const fn by_turning<S: SweptTest<D>, T: SweptTest<D>, const D: usize>() -> ImpactEntry<D>
{
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
    let a = Movers { shapes: cast_slice(a.shapes.quads), motions: cast_slice(a.motions) };
    let b = Movers { shapes: cast_slice(b.shapes.quads), motions: cast_slice(b.motions) };
    SweptBatch { kernel, a, b, pairs, out }.compute(level);
}

fn single<T: SweptTest<D>, const D: usize>([a, b]: [Column<'_>; 2], until: f32) -> Impact<D> {
    let a = moving_from_quads::<T::A, T::Motion>([a.shapes.quads, a.motions]);
    let b = moving_from_quads::<T::B, T::Motion>([b.shapes.quads, b.motions]);
    impact_of::<T, D>(&a, &b, until)
}

/// The general routine for two convex shapes.
pub(super) const fn any_convex() -> ImpactEntry<3> {
    ImpactEntry::Always(ImpactKernel { batch: convex_batch, single: convex_single })
}

fn convex_batch(
    _level: SimdLevel,
    [a, b]: [Column<'_>; 2],
    pairs: &[Pair],
    until: f32,
    out: &mut [Impact<3>],
) {
    let impacts = ConvexImpacts::new([a.shapes, b.shapes], [a.motions, b.motions], until);
    for (pair, out) in pairs.iter().zip(out) {
        *out = impacts.of(*pair);
    }
}

fn convex_single([a, b]: [Column<'_>; 2], until: f32) -> Impact<3> {
    let impacts = ConvexImpacts::new([a.shapes, b.shapes], [a.motions, b.motions], until);
    impacts.of(Pair { a: 0, b: 0 })
}

/// The general routine for a convex shape and a half-space.
pub(super) const fn convex_at_half_space() -> ImpactEntry<3> {
    ImpactEntry::Always(ImpactKernel { batch: half_space_batch, single: half_space_single })
}

fn half_space_batch(
    _level: SimdLevel,
    [a, b]: [Column<'_>; 2],
    pairs: &[Pair],
    until: f32,
    out: &mut [Impact<3>],
) {
    for (pair, out) in pairs.iter().zip(out) {
        *out = half_space::impact([a.shapes, b.shapes], [a.motions, b.motions], *pair, until);
    }
}

fn half_space_single([a, b]: [Column<'_>; 2], until: f32) -> Impact<3> {
    let first = Pair { a: 0, b: 0 };
    half_space::impact([a.shapes, b.shapes], [a.motions, b.motions], first, until)
}
