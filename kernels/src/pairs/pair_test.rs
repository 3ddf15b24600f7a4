//! The contract of a test of two resting shapes, and what runs it.
//!
//! [`PairTest`] is one formula for a single pair and for eight. [`contact_of`] and [`touches`] run
//! it on one pair, [`ContactKernel`] and [`Overlaps`] are its kernels for batches. Both give the
//! same bits. Where `f32` cannot tell whether the shapes are apart, [`PairTest::apart`] decides.
//!
//! **Sizes.** What `f32` rounds is in proportion to the larger shape, or to how far apart the
//! centers are. Where that may be more than a 128th of the smaller shape, the contact is computed
//! in `f64`: a shoe on the ground of a whole town has a contact as good as one on a mat.

use std::marker::PhantomData;

use super::{
    batch::{Kernel, SingleKernel, comes_before},
    contact::{Contact, RawContact},
};
use crate::{
    Lanes,
    real::{Mask, Real, Truth, Wide},
    shape::{Eight, Extent, One, Pack, from_quads, in_f64},
    simd::{LANES, Quad},
};

/// Whether two shapes are apart, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub struct Separated<M> {
    /// They certainly are.
    pub apart: M,
    /// `f32` cannot tell: the distance is within its rounding error.
    pub unsure: M,
}

/// How an `A` and a `B` touch: a formula, and a bound of its rounding error.
pub trait PairTest<const D: usize, const N: usize>: Sync {
    /// The first shape of a pair.
    type A: Extent;
    /// The second shape of a pair.
    type B: Extent;

    /// Whether `A` and `B` are one kind.
    const SAME: bool;

    /// Whether a copy for each level pays, although it takes long to compile: because the test is
    /// short, or runs more often than others.
    const HOT: bool = false;

    /// How the shapes touch, and how much the distance errs at most. The points need not mean
    /// anything where the shapes are apart. Must be `#[inline(always)]`.
    fn contact<R: Real>(
        a: &<Self::A as Pack>::Of<R>,
        b: &<Self::B as Pack>::Of<R>,
    ) -> (RawContact<D, N, R>, R);

    /// The number of an axis where A and B trade places; only used if they are of one kind. Must be
    /// `#[inline(always)]`.
    #[inline(always)]
    fn turned_axis<R: Real>(axis: R) -> R {
        axis
    }

    /// Whether the shapes are apart: what [`contact`](Self::contact) says of it, or a cheaper way
    /// to the same result. Must be `#[inline(always)]`.
    #[inline(always)]
    fn verdict<R: Real>(
        a: &<Self::A as Pack>::Of<R>,
        b: &<Self::B as Pack>::Of<R>,
    ) -> Separated<R::Mask> {
        let (contact, slack) = Self::contact(a, b);
        classify(contact.distance, slack)
    }

    /// Decides what `f32` could not: whether the shapes are apart for certain. What stays uncertain
    /// in `f64` counts as touching.
    #[cold]
    fn apart(a: &One<Self::A>, b: &One<Self::B>) -> bool {
        let (a, b) = (in_f64::<Self::A>(a), in_f64::<Self::B>(b));
        Self::verdict(&a, &b).apart
    }
}

/// Classifies a distance that errs by up to `slack`. A NaN is unsure.
#[inline(always)]
pub fn classify<R: Real>(distance: R, slack: R) -> Separated<R::Mask> {
    let apart = slack.lt(distance);
    let together = distance.lt(-slack);
    Separated { apart, unsure: !(apart | together) }
}

/// The part of the smaller shape that is the largest bound of an error in `f32`. Errors themselves
/// are a tenth of their bounds, if that.
const COARSE: f32 = 1.0 / 128.0;

/// Whether errors of up to `slack` are not small against the smaller shape. A point has no size.
#[inline(always)]
pub(super) fn is_coarse<T: PairTest<D, N>, R: Real, const D: usize, const N: usize>(
    a: &<T::A as Pack>::Of<R>,
    b: &<T::B as Pack>::Of<R>,
    slack: R,
) -> R::Mask {
    let smaller = T::A::extent(a).min(T::B::extent(b));
    slack.of(0.0).lt(smaller) & (smaller * slack.of(COARSE)).lt(slack)
}

/// How two shapes touch that are one way round, and were turned around if `swapped`.
fn contact_in_order<T: PairTest<D, N>, const D: usize, const N: usize>(
    a: &One<T::A>,
    b: &One<T::B>,
    swapped: bool,
) -> Contact<D, N> {
    let (found, slack) = T::contact::<f32>(a, b);
    let unsure = classify(found.distance, slack).unsure;
    let coarse = is_coarse::<T, f32, D, N>(a, b, slack);
    let mut found = found;
    if coarse {
        found = T::contact::<f64>(&in_f64::<T::A>(a), &in_f64::<T::B>(b)).0.rounded();
    }
    if coarse | unsure {
        let apart = T::apart(a, b);
        found.distance = fix_sign(found.distance, apart);
        // What is not certainly apart touches somewhere.
        let least = if apart || N == 0 { 0.0 } else { 1.0 };
        found.count = found.count.max(least);
    }
    found.turned(swapped, T::turned_axis(found.axis)).stored()
}

/// Gives a distance the sign of what was decided.
#[inline(always)]
fn fix_sign(distance: f32, apart: bool) -> f32 {
    if apart { distance.max(f32::MIN_POSITIVE) } else { distance.min(0.0) }
}

/// How two shapes touch: what a batch finds for the pair, bit for bit.
// One copy for a single pair and for lists on processors without lanes: it is long.
#[inline(never)]
#[must_use]
pub fn contact_of<T: PairTest<D, N>, const D: usize, const N: usize>(
    a: &One<T::A>,
    b: &One<T::B>,
) -> Contact<D, N> {
    in_order::<T, D, N, _>(a, b, contact_in_order::<T, D, N>)
}

/// Whether two shapes touch: what a batch finds for the pair.
#[inline(never)]
#[must_use]
pub fn touches<T: PairTest<D, N>, const D: usize, const N: usize>(
    a: &One<T::A>,
    b: &One<T::B>,
) -> bool {
    let verdict = T::verdict::<f32>(a, b);
    !(verdict.apart || verdict.unsure && apart_in_order::<T, D, N>(a, b))
}

/// Decides what `f32` could not, the same whichever way round: what `f32` is certain of is so far
/// beyond what `f64` is not certain of that both ways round end in the same result.
#[cold]
pub(super) fn apart_in_order<T: PairTest<D, N>, const D: usize, const N: usize>(
    a: &One<T::A>,
    b: &One<T::B>,
) -> bool {
    in_order::<T, D, N, _>(a, b, |a, b, _| T::apart(a, b))
}

/// Hands on the pair the way round that is computed, and whether it was turned around.
pub(super) fn in_order<T: PairTest<D, N>, const D: usize, const N: usize, Out>(
    a: &One<T::A>,
    b: &One<T::B>,
    compute: impl Fn(&One<T::A>, &One<T::B>, bool) -> Out,
) -> Out {
    let (quads_a, quads_b) = (T::A::pack(a), T::B::pack(b));
    let (first, second): (&[Quad], &[Quad]) = (quads_a.as_ref(), quads_b.as_ref());
    if T::SAME && comes_before(second, first) {
        compute(&from_quads::<T::A>(second), &from_quads::<T::B>(first), true)
    } else {
        compute(a, b, false)
    }
}

/// The contacts of pairs by a test.
pub struct ContactKernel<T, const D: usize, const N: usize>(PhantomData<T>);

/// Whether pairs touch by a test.
pub struct Overlaps<T, const D: usize, const N: usize>(PhantomData<T>);

impl<T, const D: usize, const N: usize> Default for ContactKernel<T, D, N> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T, const D: usize, const N: usize> Default for Overlaps<T, D, N> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T: PairTest<D, N>, const D: usize, const N: usize> Kernel for ContactKernel<T, D, N> {
    type A = T::A;
    type B = T::B;
    type Out = Contact<D, N>;

    const SAME: bool = T::SAME;

    #[inline(always)]
    fn eight<L: Lanes>(
        &self,
        a: &Eight<T::A, L>,
        b: &Eight<T::B, L>,
        swapped: Truth<L>,
        out: &mut [Contact<D, N>; LANES],
    ) -> u32 {
        let (found, slack) = T::contact::<Wide<L>>(a, b);
        let contact =
            if T::SAME { found.turned(swapped, T::turned_axis(found.axis)) } else { found };
        contact.store(swapped.lanes, out);
        let unsure = classify(contact.distance, slack).unsure;
        (unsure | is_coarse::<T, Wide<L>, D, N>(a, b, slack)).bits()
    }

    fn decide(&self, a: &One<T::A>, b: &One<T::B>, swapped: bool, out: &mut Contact<D, N>) {
        *out = contact_in_order::<T, D, N>(a, b, swapped);
    }
}

impl<T: PairTest<D, N>, const D: usize, const N: usize> Kernel for Overlaps<T, D, N> {
    type A = T::A;
    type B = T::B;
    type Out = bool;

    /// The result is the same whichever way round a pair is computed.
    const SAME: bool = false;

    #[inline(always)]
    fn eight<L: Lanes>(
        &self,
        a: &Eight<T::A, L>,
        b: &Eight<T::B, L>,
        _swapped: Truth<L>,
        out: &mut [bool; LANES],
    ) -> u32 {
        let verdict = T::verdict::<Wide<L>>(a, b);
        let apart = verdict.apart.bits();
        for (lane, touches) in out.iter_mut().enumerate() {
            *touches = apart >> lane & 1 == 0;
        }
        verdict.unsure.bits()
    }

    fn decide(&self, a: &One<T::A>, b: &One<T::B>, _swapped: bool, out: &mut bool) {
        *out = !apart_in_order::<T, D, N>(a, b);
    }
}

impl<T: PairTest<D, N>, const D: usize, const N: usize> SingleKernel for ContactKernel<T, D, N> {
    const HOT: bool = T::HOT;

    fn one(&self, a: &One<T::A>, b: &One<T::B>) -> Contact<D, N> {
        contact_of::<T, D, N>(a, b)
    }
}

impl<T: PairTest<D, N>, const D: usize, const N: usize> SingleKernel for Overlaps<T, D, N> {
    const HOT: bool = T::HOT;

    fn one(&self, a: &One<T::A>, b: &One<T::B>) -> bool {
        touches::<T, D, N>(a, b)
    }
}
