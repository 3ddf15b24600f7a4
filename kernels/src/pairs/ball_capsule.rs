//! A ball and a capsule: contact, and time of impact in closed form.

use super::{
    contact::{Contact, ContactPoint, RawContact},
    course::{BallPath, Course, LocalPoint, MovingBall, least, path_slack},
    impact::{Impact, MovingShape, SweptTest},
    normal::{falls_short, measured, perpendicular, toward},
    pair_test::PairTest,
    segments::{OnSegment, SEGMENT_ROUNDINGS, UnitLine, closest_on_segment, slack},
};
use crate::{
    real::{
        Mask, Real,
        vector::{add_scaled, dot, neg, scale, select, sub, sum_abs},
    },
    shape::{Ball, Capsule, Displacement},
};

/// A ball and a capsule. The axis and the feature of the point tell where on the capsule: 0 between
/// the ends, 1 at the first, 2 at the second.
///
/// Where the ball's center is on the segment the normal is one at a right angle to it, the first
/// axis if that is one.
pub struct BallCapsule;

/// Roundings in the distance, of the sum of all sizes: those of the closest point, 1 in the sum of
/// the radii, 1 in the distance.
const ROUNDINGS: f32 = SEGMENT_ROUNDINGS + 2.0;

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
    let aside = toward(perpendicular(UnitLine::new(axis).direction), place);
    select(short & reached.lt(along(aside, segment)), aside, direct)
}

impl<const D: usize> PairTest<D, 1> for BallCapsule {
    type A = Ball<D>;
    type B = Capsule<D>;

    const SAME: bool = false;

    #[inline(always)]
    fn contact<R: Real>(a: &Ball<D, R>, b: &Capsule<D, R>) -> (RawContact<D, 1, R>, R) {
        let place = sub(b.center, a.center);
        let OnSegment { t, between } = closest_on_segment(neg(place), b.axis);
        let (length, direct) = measured(neg(between));
        let radii = a.radius + b.radius;
        let distance = length - radii;
        let normal = normal((length, direct), (place, b.axis));
        let feature = region(t);
        let point = ContactPoint {
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

/// A ball and a capsule, or a segment, which is one of radius 0.
pub struct SweptBallCapsule;

/// A vector along a unit vector, or zero, and what is left of it.
#[inline(always)]
fn along_axis<R: Real, const D: usize>(vector: [R; D], axis: [R; D]) -> LocalPoint<1, D, R> {
    let along = dot(vector, axis);
    LocalPoint { along: [along + along.of(0.0)], across: sub(vector, scale(axis, along)) }
}

impl<const D: usize> SweptTest<D> for SweptBallCapsule {
    type A = Ball<D>;
    type B = Capsule<D>;
    type Motion = Displacement<D>;

    const SAME: bool = false;

    #[inline(always)]
    fn impact<R: Real>(
        a: &MovingBall<D, R>,
        b: &MovingShape<Capsule<D, R>, Displacement<D, R>>,
        end: R,
    ) -> (Impact<D, R>, R::Mask) {
        let zero = end.of(0.0);
        let from = sub(a.shape.center, b.shape.center);
        let line = BallPath::new(from, &a.motion, &b.motion, end);
        let radius = a.shape.radius + b.shape.radius;
        let half = dot(b.shape.axis, b.shape.axis).sqrt();
        // A capsule too short to have a direction is a ball.
        let long = end.of(least::<R>()).lt(half);
        let axis = select(long, scale(b.shape.axis, end.of(1.0) / half), [zero; D]);
        let sizes = sum_abs(line.from) + radius + sum_abs(b.shape.axis);
        let course = Course {
            start: along_axis(line.from, axis),
            direction: along_axis(line.direction, axis),
            half: [R::select(long, half, zero)],
            radius,
            length: line.length,
            slack: path_slack(sizes),
        };
        let arrival = course.arrival();
        let away = add_scaled(arrival.away.across, axis, arrival.away.along[0]);
        line.impact(&arrival, away, sizes)
    }
}
