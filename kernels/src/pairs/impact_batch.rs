//! Moving pairs by eight: gather, compute, store.

use std::{hint::select_unpredictable, marker::PhantomData};

use super::{
    batch::{Groups, in_groups, one_by_one},
    impact::{
        Impact, LATEST, MovingOf, MovingOne, MovingShape, SweptTest, impact_of, moving_from_quads,
        swaps,
    },
};
use crate::{
    Lanes, Pair, Pass, SimdLevel,
    real::{Mask, Truth, Wide},
    shape::{Pack, gather, scatter, truth},
    simd::{LANES, Quad, prefetch, set_bits},
};

/// What is computed of moving pairs, eight at a time.
///
/// Each lane is computed as if it were alone, so neither its neighbors nor its place matter.
pub trait SweptKernel {
    /// The first shape of a pair.
    type A: Pack;
    /// The second shape of a pair.
    type B: Pack;
    /// How the shapes move.
    type Motion: Pack;
    /// What is found out about a pair.
    type Out: Copy + Default;

    /// Whether a pair is to be computed one way round only.
    const SAME: bool;

    /// Computes eight pairs, and returns the lanes that [`decide`](Self::decide) has to decide, a
    /// bit for each. Must be `#[inline(always)]`.
    ///
    /// Where `swapped` is true the pair was turned around in order to compute it, and what is found
    /// has to be turned around.
    fn eight<L: Lanes>(
        &self,
        a: &MovingOf<Self::A, Self::Motion, Wide<L>>,
        b: &MovingOf<Self::B, Self::Motion, Wide<L>>,
        swapped: Truth<L>,
        out: &mut [Self::Out; LANES],
    ) -> u32;

    /// Decides a pair that is too close a case for `f32`.
    fn decide(
        &self,
        a: &MovingOne<Self::A, Self::Motion>,
        b: &MovingOne<Self::B, Self::Motion>,
        swapped: bool,
    ) -> Self::Out;
}

/// When pairs meet by a test.
pub struct Impacts<T, const D: usize> {
    end: f32,
    test: PhantomData<T>,
}

impl<T, const D: usize> Impacts<T, D> {
    /// From time 0 to `end`, which is neither negative nor NaN, and may be infinite.
    #[must_use]
    pub fn until(end: f32) -> Self {
        Self { end: end.min(LATEST), test: PhantomData }
    }
}

impl<T, const D: usize> Default for Impacts<T, D> {
    /// From time 0 to 1.
    fn default() -> Self {
        Self::until(1.0)
    }
}

impl<T: SweptTest<D>, const D: usize> SweptKernel for Impacts<T, D> {
    type A = T::A;
    type B = T::B;
    type Motion = T::Motion;
    type Out = Impact<D>;

    const SAME: bool = T::SAME;

    #[inline(always)]
    fn eight<L: Lanes>(
        &self,
        a: &MovingOf<T::A, T::Motion, Wide<L>>,
        b: &MovingOf<T::B, T::Motion, Wide<L>>,
        swapped: Truth<L>,
        out: &mut [Impact<D>; LANES],
    ) -> u32 {
        let lanes = swapped.lanes;
        let end = Wide::new(lanes, lanes.splat(self.end));
        let (mut impact, unsure) = T::impact::<Wide<L>>(a, b, end);
        if T::SAME {
            impact = impact.turned(swapped);
        }
        let mut numbers = [impact.time; 5];
        numbers[..D].copy_from_slice(&impact.normal);
        (numbers[D], numbers[D + 1]) = (impact.time, impact.state);
        scatter(lanes, &numbers[..D + 2], out);
        unsure.bits()
    }

    fn decide(
        &self,
        a: &MovingOne<T::A, T::Motion>,
        b: &MovingOne<T::B, T::Motion>,
        swapped: bool,
    ) -> Impact<D> {
        T::decide(a, b, self.end).turned(swapped)
    }
}

/// Moving shapes that pairs refer to by row.
pub struct Movers<'a, S: Pack, M: Pack> {
    /// The shapes at time 0.
    pub shapes: &'a [S::Quads],
    /// The motion of each per unit of time.
    pub motions: &'a [M::Quads],
}

impl<S: Pack, M: Pack> Clone for Movers<'_, S, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Pack, M: Pack> Copy for Movers<'_, S, M> {}

impl<S: Pack, M: Pack> Movers<'_, S, M> {
    /// As many motions as shapes, so that one check of a row will do.
    ///
    /// # Panics
    /// When there are fewer motions than shapes.
    #[inline(always)]
    fn even(self) -> Self {
        Self { motions: &self.motions[..self.shapes.len()], ..self }
    }

    fn bytes(&self) -> usize {
        size_of_val(self.shapes) + size_of_val(self.motions)
    }

    #[inline(always)]
    fn prefetch(&self, row: u32) {
        prefetch::for_reading(self.shapes, row as usize);
        prefetch::for_reading(self.motions, row as usize);
    }

    #[inline(always)]
    fn quads(&self, row: u32) -> [&[Quad]; 2] {
        [self.shapes[row as usize].as_ref(), self.motions[row as usize].as_ref()]
    }
}

/// Runs a [`SweptKernel`] over pairs.
///
/// # Panics
/// When a pair refers to a shape that is not there, there are fewer motions than shapes, or `out`
/// is not as long as `pairs`.
pub struct SweptBatch<'a, K: SweptKernel> {
    /// What is computed.
    pub kernel: &'a K,
    /// What `a` of the pairs refers to.
    pub a: Movers<'a, K::A, K::Motion>,
    /// What `b` of the pairs refers to.
    pub b: Movers<'a, K::B, K::Motion>,
    /// The pairs.
    pub pairs: &'a [Pair],
    /// What is found, for each pair.
    pub out: &'a mut [K::Out],
}

impl<T: SweptTest<D>, const D: usize> SweptBatch<'_, Impacts<T, D>> {
    /// Computes all pairs as [`SimdLevel::run_compact`] does, pair by pair if it has to be.
    pub fn compute(self, level: SimdLevel) {
        if let Err(Self { kernel, a, b, pairs, out }) = level.run_compact(self) {
            one_by_one(pairs, out, |pair| {
                let a = moving_from_quads::<T::A, T::Motion>(a.quads(pair.a));
                let b = moving_from_quads::<T::B, T::Motion>(b.quads(pair.b));
                impact_of::<T, D>(&a, &b, kernel.end)
            });
        }
    }
}

impl<K: SweptKernel> Pass for SweptBatch<'_, K> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let mut sides = MovingSource { kernel: self.kernel, a: self.a.even(), b: self.b.even() };
        in_groups(&mut sides, lanes, [self.pairs, &[]], self.out);
    }
}

/// What pairs refer to.
struct MovingSource<'a, K: SweptKernel> {
    kernel: &'a K,
    a: Movers<'a, K::A, K::Motion>,
    b: Movers<'a, K::B, K::Motion>,
}

impl<K: SweptKernel> Groups for MovingSource<'_, K> {
    type Out = K::Out;

    fn bytes(&self) -> usize {
        self.a.bytes() + self.b.bytes()
    }

    #[inline(always)]
    fn prefetch(&self, pair: Pair) {
        self.a.prefetch(pair.a);
        self.b.prefetch(pair.b);
    }

    #[inline(always)]
    fn eight<L: Lanes>(&mut self, lanes: L, pairs: &[Pair; LANES], out: &mut [K::Out; LANES]) {
        let (mut a, mut b) = ([[&[][..]; LANES]; 2], [[&[][..]; LANES]; 2]);
        let mut swapped = 0;
        for lane in 0..LANES {
            let turned;
            ([a[0][lane], a[1][lane]], [b[0][lane], b[1][lane]], turned) = self.quads(pairs[lane]);
            swapped |= u32::from(turned) << lane;
        }
        let wide_a = eight_moving::<K::A, K::Motion, L>(lanes, &a);
        let wide_b = eight_moving::<K::B, K::Motion, L>(lanes, &b);
        let unsure = self.kernel.eight(&wide_a, &wide_b, truth(lanes, swapped), out);
        for lane in set_bits(unsure) {
            // Looked up once more: the tables above stay in registers if no lane is read from them.
            let (a, b, turned) = self.quads(pairs[lane]);
            let a = moving_from_quads::<K::A, K::Motion>(a);
            let b = moving_from_quads::<K::B, K::Motion>(b);
            out[lane] = self.kernel.decide(&a, &b, turned);
        }
    }
}

impl<K: SweptKernel> MovingSource<'_, K> {
    /// What a pair refers to the way round that is computed, and whether it was turned around.
    #[inline(always)]
    fn quads(&self, pair: Pair) -> ([&[Quad]; 2], [&[Quad]; 2], bool) {
        let (a, b) = (self.a.quads(pair.a), self.b.quads(pair.b));
        if !K::SAME {
            return (a, b, false);
        }
        let swaps = swaps(a, b);
        (select_unpredictable(swaps, b, a), select_unpredictable(swaps, a, b), swaps)
    }
}

#[inline(always)]
fn eight_moving<S: Pack, M: Pack, L: Lanes>(
    lanes: L,
    [shapes, motions]: &[[&[Quad]; LANES]; 2],
) -> MovingOf<S, M, Wide<L>> {
    MovingShape { shape: gather::<S, L>(lanes, shapes), motion: gather::<M, L>(lanes, motions) }
}
