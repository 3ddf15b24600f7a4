//! Two half-spaces.

use std::marker::PhantomData;

use super::{sizes_along, slack};
use crate::{
    pairs::{
        Contact, Impact, MovingOf, MovingOne, PairTest, RawContact, SweptTest,
        advance::rounded_down,
        impact::{in_f32, moving_in_f64},
    },
    real::{
        Real,
        vector::{dot, sub},
    },
    shape::{HalfSpace, RigidMotion},
};

/// Two half-spaces. They are apart only where their normals are exactly opposite and there is a gap
/// between their planes; all others have points in common.
///
/// There are no points of contact, as planes have no corners. Where the normals are opposite, the
/// distance is that of the planes, minus the depth where they overlap; else no way is long enough
/// to part the two, and the distance is [`f32::MIN`]. The normal is that of A, the axis always 0.
pub struct TwoHalfSpaces;

/// Whether the directions of two vectors are exactly opposite. In `f32` also where rounding makes
/// them seem so; in `f64` products of `f32` are exact.
#[inline(always)]
fn are_opposite<R: Real, const D: usize>(a: [R; D], b: [R; D]) -> R::Mask {
    let mut opposite = dot(a, b).lt(a[0].of(0.0));
    for i in 0..D {
        for j in 0..i {
            let (one, other) = (a[i] * b[j], a[j] * b[i]);
            opposite = opposite & one.le(other) & other.le(one);
        }
    }
    opposite
}

impl<const D: usize> PairTest<D, 0> for TwoHalfSpaces {
    type A = HalfSpace<D>;
    type B = HalfSpace<D>;

    const SAME: bool = true;

    #[inline(always)]
    fn contact<R: Real>(a: &HalfSpace<D, R>, b: &HalfSpace<D, R>) -> (RawContact<D, 0, R>, R) {
        let (normal, between) = (a.outward(), sub(b.point, a.point));
        let opposite = are_opposite(a.normal, b.normal);
        let zero = normal[0].of(0.0);
        let distance = R::select(opposite, dot(between, normal), zero.of(f32::MIN));
        // Whether they are opposite, `f32` does not tell.
        let doubt = slack(sizes_along(between, normal)) + zero.of(in_f32::<R>(f32::INFINITY));
        let contact = Contact { normal, distance, axis: zero, count: zero, points: [] };
        (contact, R::select(opposite, doubt, zero))
    }
}

/// When two moving half-spaces meet: where they are apart and neither turns, when their planes do;
/// where one turns, at once.
pub struct SweptTwoHalfSpaces<M>(PhantomData<fn() -> M>);

impl<M: RigidMotion<D>, const D: usize> SweptTest<D> for SweptTwoHalfSpaces<M> {
    type A = HalfSpace<D>;
    type B = HalfSpace<D>;
    type Motion = M;

    const SAME: bool = true;

    #[inline(always)]
    fn impact<R: Real>(
        a: &MovingOf<HalfSpace<D>, M, R>,
        b: &MovingOf<HalfSpace<D>, M, R>,
        end: R,
    ) -> (Impact<D, R>, R::Mask) {
        let (found, doubt) = TwoHalfSpaces::contact(&a.shape, &b.shape);
        let apart = doubt.lt(found.distance);
        let together = found.distance.lt(-doubt);
        let zero = end.of(0.0);
        let by = sub(M::by(&b.motion), M::by(&a.motion));
        let closing = slack(sizes_along(by, found.normal)) - dot(by, found.normal);
        let turns = zero.lt(M::speed(&a.motion) + M::speed(&b.motion));
        let straight = ((found.distance - doubt) / closing).max(zero);
        let time = R::select(turns, zero, straight);
        let hit = apart & (turns | (zero.lt(closing) & time.le(end)));
        (Impact::new(!apart, hit, time, found.normal), !together)
    }

    #[cold]
    fn decide(
        a: &MovingOne<HalfSpace<D>, M>,
        b: &MovingOne<HalfSpace<D>, M>,
        end: f32,
    ) -> Impact<D> {
        let [a, b] = [a, b].map(moving_in_f64::<HalfSpace<D>, M>);
        rounded_down(&Self::impact(&a, &b, f64::from(end)).0)
    }
}
