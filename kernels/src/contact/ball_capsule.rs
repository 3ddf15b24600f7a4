//! Balls and capsules.

use super::{
    Contact, Found, PairTest, Point,
    closest::{self, Along, OnSegment, closest_on_segment, slack},
    normal::{falls_short, measured, perpendicular, toward},
};
use crate::{
    real::{
        Mask, Real,
        vector::{add_scaled, dot, neg, scale, select, sub, sum_abs},
    },
    shape::{Ball, Capsule},
};

/// A ball and a capsule. The axis and the feature of the point tell where on the capsule: 0 between
/// the ends, 1 at the first, 2 at the second.
///
/// Where the ball's center is on the segment the normal is one at a right angle to it, the first
/// axis if that is one.
pub struct BallCapsule;

/// Roundings in the distance, of the sum of all sizes: those of the closest point, 1 in the sum of
/// the radii, 1 in the distance.
const ROUNDINGS: f32 = closest::ROUNDINGS + 2.0;

/// How far a segment is from the origin in a direction.
#[inline(always)]
fn along<R: Real, const D: usize>(direction: [R; D], (place, axis): ([R; D], [R; D])) -> R {
    dot(direction, place) - dot(direction, axis).abs()
}

/// The normal: the direction of the closest point, or one at a right angle to the segment where
/// that is better.
#[inline(always)]
fn normal<R: Real, const D: usize>(
    (length, direct): (R, [R; D]),
    segment: ([R; D], [R; D]),
) -> [R; D] {
    let (place, axis) = segment;
    let reached = along(direct, segment);
    let short = falls_short(reached, length, sum_abs(place) + sum_abs(axis));
    if !short.any() {
        return direct;
    }
    let aside = toward(perpendicular(Along::new(axis).direction), place);
    select(short & reached.lt(along(aside, segment)), aside, direct)
}

impl<const D: usize> PairTest<D, 1> for BallCapsule {
    type A = Ball<D>;
    type B = Capsule<D>;

    const SAME: bool = false;

    #[inline(always)]
    fn contact<R: Real>(a: &Ball<D, R>, b: &Capsule<D, R>) -> (Found<D, 1, R>, R) {
        let place = sub(b.center, a.center);
        let OnSegment { t, between } = closest_on_segment(neg(place), b.axis);
        let (length, direct) = measured(neg(between));
        let radii = a.radius + b.radius;
        let distance = length - radii;
        let normal = normal((length, direct), (place, b.axis));
        let feature = region(t);
        let point = Point {
            on_a: scale(normal, a.radius),
            on_b: add_scaled(scale(b.axis, t), normal, -b.radius),
            distance,
            feature,
        };
        let count = t.of(1.0);
        let contact = Contact { normal, distance, axis: feature, count, points: [point] };
        (contact, slack(sum_abs(place) + sum_abs(b.axis) + radii, ROUNDINGS))
    }
}

/// Where on a segment a point is: 0 between its ends, 1 at the first, 2 at the second.
#[inline(always)]
pub(crate) fn region<R: Real>(t: R) -> R {
    let (one, zero) = (t.of(1.0), t.of(0.0));
    R::select(one.le(t.abs()), R::select(t.lt(zero), one, one + one), zero)
}
