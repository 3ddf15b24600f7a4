//! How two shapes touch: one [`PairTest`] per pair of kinds, for one pair or for eight.
//!
//! * **Distance.** Negative where the shapes overlap (then it is minus the depth), positive where
//!   they are apart. Its sign is certain: it is positive only if exact arithmetic on the stored
//!   numbers finds a gap. Where `f32` cannot tell, the pair is decided in `f64`.
//! * **Normal.** A unit vector from A to B: moving B by `-distance` along it makes them touch.
//! * **Points.** Each is a point of A and one of B, relative to the center of each. Their features
//!   tell the points of a pair apart, so that a solver can find them again in the next frame.
//!
//! All is computed relative to A, so that only the difference of two places is rounded, wherever
//! in the world they are.

pub mod ball_ball;
pub mod ball_capsule;
pub mod ball_obb;
pub mod ball_polygon;
pub mod ball_triangle;
mod box_segment;
pub mod capsule_capsule;
pub mod capsule_polygon;
pub mod capsule_triangle;
pub mod circles;
mod clip;
pub(crate) mod closest;
pub(crate) mod normal;
pub mod obb2;
pub mod obb3;
pub mod obb_capsule;
mod one;
pub mod polygon2;
mod run;
mod store;
mod touch;
mod turn;

pub use ball_ball::BallBall;
pub use ball_capsule::BallCapsule;
pub use ball_obb::BallObb;
pub use ball_polygon::BallPolygon;
pub use ball_triangle::BallTriangle;
pub use capsule_capsule::CapsuleCapsule;
pub use capsule_polygon::CapsulePolygon;
pub use capsule_triangle::CapsuleTriangle;
pub use obb_capsule::ObbCapsule;
pub use obb2::Obb2Manifold;
pub use obb3::Obb3Manifold;
pub use one::{contact, touches};
pub use polygon2::{ObbPolygonManifold, PolygonManifold};
pub use run::{Contacts, Overlaps};

use crate::{
    batch::One,
    real::Real,
    shape::{Pack, in_f64},
};

/// How two shapes touch, with up to `N` points. See the [module](self).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<const D: usize, const N: usize, R = f32, I = u32> {
    /// Unit vector from A to B.
    pub normal: [R; D],
    /// The distance along the normal, minus the depth where the shapes overlap.
    pub distance: R,
    /// Which axis or feature decided; each test says which are its numbers.
    pub axis: I,
    /// Number of points.
    pub count: I,
    /// The points; those behind the first `count` mean nothing.
    pub points: [Point<D, R, I>; N],
}

/// A contact as formulas find it, where whole numbers are numbers like all others.
pub type Found<const D: usize, const N: usize, R> = Contact<D, N, R, R>;

/// A point of a contact.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point<const D: usize, R = f32, I = u32> {
    /// The point of A, relative to its center.
    pub on_a: [R; D],
    /// The point of B, relative to its center.
    pub on_b: [R; D],
    /// The distance of the two along the normal.
    pub distance: R,
    /// Tells the points of a pair apart; each test says which are its numbers. For two shapes of a
    /// kind it is the number of a feature of A, below 32, plus 32 times that of one of B.
    pub feature: I,
}

impl<const D: usize, R: Real> Point<D, R, R> {
    /// A point with all numbers equal.
    #[inline(always)]
    pub fn splat(value: R) -> Self {
        Self { on_a: [value; D], on_b: [value; D], distance: value, feature: value }
    }
}

impl<const D: usize, const N: usize> Default for Contact<D, N> {
    fn default() -> Self {
        let point = Point { on_a: [0.0; D], on_b: [0.0; D], distance: 0.0, feature: 0 };
        let points = [point; N];
        Self { normal: [0.0; D], distance: f32::INFINITY, axis: 0, count: 0, points }
    }
}

/// Whether two shapes are apart, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub struct Verdict<M> {
    /// They certainly are.
    pub apart: M,
    /// Nobody knows: the distance is within what rounding can do.
    pub unsure: M,
}

/// What there is to know about a pair of an `A` and a `B`: a formula, and how far it errs.
pub trait PairTest<const D: usize, const N: usize>: Sync {
    /// The first shape of a pair.
    type A: Pack;
    /// The second shape of a pair.
    type B: Pack;

    /// Whether `A` and `B` are one kind.
    const SAME: bool;

    /// Whether it is worth a copy for each level, which takes long to compile: as it is short, or
    /// asked more often than others.
    const HOT: bool = false;

    /// How the shapes touch, and how much the distance errs at most. The points need not mean
    /// anything where the shapes are apart. Must be `#[inline(always)]`.
    fn contact<R: Real>(
        a: &<Self::A as Pack>::Of<R>,
        b: &<Self::B as Pack>::Of<R>,
    ) -> (Found<D, N, R>, R);

    /// The number of an axis where A and B trade places; asked if they are of one kind. Must be
    /// `#[inline(always)]`.
    #[inline(always)]
    fn turned_axis<R: Real>(axis: R) -> R {
        axis
    }

    /// Whether the shapes are apart: the part of [`contact`](Self::contact) that tells, or a
    /// cheaper way to the same verdict. Must be `#[inline(always)]`.
    #[inline(always)]
    fn verdict<R: Real>(
        a: &<Self::A as Pack>::Of<R>,
        b: &<Self::B as Pack>::Of<R>,
    ) -> Verdict<R::Mask> {
        let (contact, slack) = Self::contact(a, b);
        judge(contact.distance, slack)
    }

    /// Decides what `f32` could not: whether the shapes are apart for certain. What stays uncertain
    /// in `f64` counts as touching.
    #[cold]
    fn apart(a: &One<Self::A>, b: &One<Self::B>) -> bool {
        let (a, b) = (in_f64::<Self::A>(a), in_f64::<Self::B>(b));
        Self::verdict(&a, &b).apart
    }
}

/// What a distance that errs by up to `slack` says. A NaN says that nobody knows.
#[inline(always)]
pub fn judge<R: Real>(distance: R, slack: R) -> Verdict<R::Mask> {
    let apart = slack.lt(distance);
    let together = distance.lt(-slack);
    Verdict { apart, unsure: !(apart | together) }
}

/// Makes the sign of a distance tell what was decided.
#[inline(always)]
fn settle(distance: f32, apart: bool) -> f32 {
    if apart { distance.max(f32::MIN_POSITIVE) } else { distance.min(0.0) }
}
