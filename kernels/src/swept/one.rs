//! A single pair.

use super::{Impact, LATEST, Moving, MovingOne, SweptTest, run::swaps};
use crate::{
    lane::Quad,
    shape::{Pack, from_quads},
};

/// When two shapes meet from time 0 to `end`, which is neither negative nor NaN: what a batch finds
/// for the pair, bit for bit.
// One copy for a single pair and for lists on processors without lanes: it is long.
#[inline(never)]
#[must_use]
pub fn impact<T: SweptTest<D>, const D: usize>(
    a: &MovingOne<T::A, T::Motion>,
    b: &MovingOne<T::B, T::Motion>,
    end: f32,
) -> Impact<D> {
    let (shape_a, shape_b) = (T::A::pack(&a.shape), T::B::pack(&b.shape));
    let (motion_a, motion_b) = (T::Motion::pack(&a.motion), T::Motion::pack(&b.motion));
    let a: [&[Quad]; 2] = [shape_a.as_ref(), motion_a.as_ref()];
    let b: [&[Quad]; 2] = [shape_b.as_ref(), motion_b.as_ref()];
    let swapped = T::SAME && swaps(a, b);
    let (a, b) = if swapped { (b, a) } else { (a, b) };
    let a = moving_from_quads::<T::A, T::Motion>(a);
    let b = moving_from_quads::<T::B, T::Motion>(b);
    let end = end.min(LATEST);
    let (impact, unsure) = T::impact::<f32>(&a, &b, end);
    let impact = if unsure { T::decide(&a, &b, end) } else { impact };
    impact.turned(swapped)
}

/// A moving shape from the quads of its two parts.
#[must_use]
pub fn moving_from_quads<S: Pack, M: Pack>([shape, motion]: [&[Quad]; 2]) -> MovingOne<S, M> {
    Moving { shape: from_quads::<S>(shape), motion: from_quads::<M>(motion) }
}
