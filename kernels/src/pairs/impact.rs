//! When two moving shapes meet: the contract of a test, and a single pair.
//!
//! Shapes move from time 0 to the end of a window, 1 unless told otherwise and at most [`LATEST`].
//! Only their motion relative to each other counts.
//!
//! * **Time.** When they first touch, infinite if they do not within the window. A hit is never
//!   missed: a miss is only claimed where exact arithmetic on the stored numbers finds none. Where
//!   `f32` cannot tell, the pair is decided in `f64`, and what stays uncertain there is a hit.
//! * **Start.** Shapes that overlap or touch at the start meet at time 0, whichever way they move;
//!   their [state](ImpactState) says so. Their [contact](super::Contact) says how they touch.
//! * **Normal.** At the time of a hit, a unit vector from A to B; zero where there is none.
//!
//! Shapes are closed, so grazing is a hit. Where a shape does not move on an axis, it is tested as
//! one at rest there. NaN never comes out.
//!
//! Balls and axis-aligned boxes that move without turning are in closed form. [`Straight`] runs
//! such a form for shapes that could turn and do not; [`advance`](super::advance) takes steps, for
//! all others.

use std::marker::PhantomData;

use bytemuck::{Pod, Zeroable};

use super::batch::comes_before;
use crate::{
    real::{
        Real,
        vector::{select, sub},
    },
    shape::{Displacement, One, Pack, RigidMotion, from_quads, in_f64},
    simd::Quad,
};

/// When and how two shapes meet.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact<const D: usize, R = f32> {
    /// Unit vector from A to B at the time of a hit, else zero.
    pub normal: [R; D],
    /// The time, within the window, or infinite.
    pub time: R,
    /// The number of an [`ImpactState`].
    pub state: R,
}

// SAFETY: `repr(C)`, and nothing but `f32` in it, so there is neither padding nor a bit pattern
// that is no value.
unsafe impl<const D: usize> Zeroable for Impact<D> {}
// SAFETY: as above.
unsafe impl<const D: usize> Pod for Impact<D> {}

/// How a time of impact is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImpactState {
    /// The shapes do not meet within the window; the time is infinite.
    Apart,
    /// They meet on the way.
    Hit,
    /// They overlap or touch at the start; the time is 0.
    Overlapping,
    /// They do not meet before the time, which is as far as they were followed.
    Capped,
}

impl ImpactState {
    /// The number that stands for it.
    #[must_use]
    pub const fn number(self) -> f32 {
        match self {
            Self::Apart => 0.0,
            Self::Hit => 1.0,
            Self::Overlapping => 2.0,
            Self::Capped => 3.0,
        }
    }
}

impl<const D: usize> Impact<D> {
    /// How the time is meant.
    #[must_use]
    pub fn state(&self) -> ImpactState {
        match self.state as u32 {
            1 => ImpactState::Hit,
            2 => ImpactState::Overlapping,
            3 => ImpactState::Capped,
            _ => ImpactState::Apart,
        }
    }
}

impl<const D: usize> Default for Impact<D> {
    fn default() -> Self {
        Self { normal: [0.0; D], time: f32::INFINITY, state: ImpactState::Apart.number() }
    }
}

impl<const D: usize, R: Real> Impact<D, R> {
    /// Pairs that overlap at the start, else hit at a time, else do not.
    #[inline(always)]
    pub(super) fn new(overlapping: R::Mask, hit: R::Mask, time: R, normal: [R; D]) -> Self {
        let (zero, infinite) = (time.of(0.0), time.of(f32::INFINITY));
        let [apart, met] = [ImpactState::Apart.number(), ImpactState::Hit.number()];
        let state = R::select(hit, time.of(met), time.of(apart));
        Self {
            normal: select(hit & !overlapping, normal, [zero; D]),
            time: R::select(overlapping, zero, R::select(hit, time, infinite)),
            state: R::select(overlapping, time.of(ImpactState::Overlapping.number()), state),
        }
    }

    /// The same impact where A and B trade places in the lanes of a mask.
    #[inline(always)]
    pub(super) fn turned(self, swapped: R::Mask) -> Self {
        // Not negated, so that what is zero stays so.
        let other = sub([self.time.of(0.0); D], self.normal);
        Self { normal: select(swapped, other, self.normal), ..self }
    }
}

impl<const D: usize> Impact<D, f64> {
    pub(super) fn rounded(&self) -> Impact<D> {
        let normal = self.normal.map(|x| x as f32);
        Impact { normal, time: self.time as f32, state: self.state as f32 }
    }
}

/// A shape and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingShape<S, M> {
    /// The shape at time 0.
    pub shape: S,
    /// Its motion per unit of time.
    pub motion: M,
}

/// A shape of a kind and its motion, of any numbers.
pub type MovingOf<S, M, R> = MovingShape<<S as Pack>::Of<R>, <M as Pack>::Of<R>>;

/// One shape of a kind and its motion.
pub type MovingOne<S, M> = MovingShape<One<S>, One<M>>;

/// The end of a window that is later or infinite: beyond, times could overflow.
pub const LATEST: f32 = 3e38;

/// When a moving `A` and a moving `B` meet: a formula, and where it cannot tell.
pub trait SweptTest<const D: usize>: Sync {
    /// The first shape of a pair.
    type A: Pack;
    /// The second shape of a pair.
    type B: Pack;
    /// How the shapes move.
    type Motion: Pack;

    /// Whether the formula is to be computed one way round only, which makes the results of both
    /// mirror each other bit for bit. A formula that does so by itself need not be.
    const SAME: bool;

    /// When the shapes meet from time 0 to `end`, which is from 0 to [`LATEST`], and whether that
    /// is uncertain. What is uncertain counts as a hit. Must be `#[inline(always)]`.
    fn impact<R: Real>(
        a: &MovingOf<Self::A, Self::Motion, R>,
        b: &MovingOf<Self::B, Self::Motion, R>,
        end: R,
    ) -> (Impact<D, R>, R::Mask);

    /// Decides what `f32` could not.
    #[cold]
    fn decide(
        a: &MovingOne<Self::A, Self::Motion>,
        b: &MovingOne<Self::B, Self::Motion>,
        end: f32,
    ) -> Impact<D> {
        let a = moving_in_f64::<Self::A, Self::Motion>(a);
        let b = moving_in_f64::<Self::B, Self::Motion>(b);
        Self::impact(&a, &b, f64::from(end)).0.rounded()
    }
}

/// The same in `f64`.
pub(super) fn moving_in_f64<S: Pack, M: Pack>(moving: &MovingOne<S, M>) -> MovingOf<S, M, f64> {
    MovingShape { shape: in_f64::<S>(&moving.shape), motion: in_f64::<M>(&moving.motion) }
}

/// A number of use in `f32` only: in `f64`, what is computed of `f32` neither overflows nor
/// vanishes.
#[inline(always)]
pub(super) const fn in_f32<R: Real>(value: f32) -> f32 {
    if R::UNIT < f32::UNIT { 0.0 } else { value }
}

/// When two shapes meet from time 0 to `end`, which is neither negative nor NaN: what a batch finds
/// for the pair, bit for bit.
// One copy for a single pair and for lists on processors without lanes: it is long.
#[inline(never)]
#[must_use]
pub fn impact_of<T: SweptTest<D>, const D: usize>(
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
    MovingShape { shape: from_quads::<S>(shape), motion: from_quads::<M>(motion) }
}

/// A test for shapes that do not turn, of motions that also tell how shapes turn, which it does not
/// look at. So the motions of a set are packed once, whatever its pairs are.
pub struct Straight<T, M>(PhantomData<fn() -> (T, M)>);

/// A shape that moves, without its turning.
#[inline(always)]
fn straight<S: Pack, M: RigidMotion<D>, R: Real, const D: usize>(
    moving: &MovingOf<S, M, R>,
) -> MovingOf<S, Displacement<D>, R> {
    MovingShape { shape: moving.shape, motion: Displacement { by: M::by(&moving.motion) } }
}

impl<T, M, const D: usize> SweptTest<D> for Straight<T, M>
where
    T: SweptTest<D, Motion = Displacement<D>>,
    M: RigidMotion<D>,
{
    type A = T::A;
    type B = T::B;
    type Motion = M;

    const SAME: bool = T::SAME;

    #[inline(always)]
    fn impact<R: Real>(
        a: &MovingOf<T::A, M, R>,
        b: &MovingOf<T::B, M, R>,
        end: R,
    ) -> (Impact<D, R>, R::Mask) {
        T::impact(&straight::<T::A, M, R, D>(a), &straight::<T::B, M, R, D>(b), end)
    }

    #[cold]
    fn decide(a: &MovingOne<T::A, M>, b: &MovingOne<T::B, M>, end: f32) -> Impact<D> {
        T::decide(&straight::<T::A, M, f32, D>(a), &straight::<T::B, M, f32, D>(b), end)
    }
}

/// Whether a pair of shapes of one kind, each with its motion, is computed the other way round.
#[inline(always)]
pub(super) fn swaps([a, motion_a]: [&[Quad]; 2], [b, motion_b]: [&[Quad]; 2]) -> bool {
    comes_before(b, a) || (!comes_before(a, b) && comes_before(motion_b, motion_a))
}
