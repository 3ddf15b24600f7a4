//! Balls that move.
//!
//! Only the motion of the ball relative to the other shape counts, so its center moves along a
//! line, past the other shape rounded by the ball's radius: C. Ericson, *Real-Time Collision
//! Detection* (2005), sections 5.5.5 to 5.5.7.
//!
//! **Exactness.** At the time of a hit, the exact shapes are at most [`GAP`] units of rounding of
//! the sizes apart, or as deep in each other: of the sum of the offset of the centers, the extents,
//! the radii, and the way until then. A miss is certain. Shapes that come closer than some 2^-45 of
//! the sizes without touching count as hit, as do boxes that are missed by no more than their axes
//! are off from right angles and from length 1.

use super::{
    Displacement, Impact, Moving, SweptTest,
    course::{Arrival, Course, Place, least},
};
use crate::{
    real::{
        Real,
        vector::{add, add_scaled, dot, scale, select, sub, sum_abs},
    },
    shape::{Ball, Capsule, Obb},
};

/// Two balls.
pub struct Balls;

/// A ball and a capsule, or a segment, which is one of radius 0.
pub struct BallCapsule;

/// A ball and an oriented box.
pub struct BallObb;

/// A bound of the gap, or of the depth, at the time of a hit, in units of rounding of the sizes.
pub const GAP: f32 = 2.0 * ROUNDINGS;

/// Roundings in a distance, of the sum of all sizes.
///
/// The difference of the centers takes 1, its coordinates in the frame of a box 4, and as many for
/// the direction of the motion, which counts over a way of up to the sum of the sizes. A place on
/// the way takes 2 more, a distance from there 4; all of them in up to 3 coordinates. Doubled, and
/// rounded up.
const ROUNDINGS: f32 = 64.0;

/// Squares of `f32` up to here, and sums of some of them, do not overflow.
const LARGEST_SQUARE: f32 = 1e37;

/// The motion of a ball as seen by another shape.
struct Line<const D: usize, R: Real> {
    /// From the center of the other shape to that of the ball.
    from: [R; D],
    /// A unit vector, or zero at rest. No zero is negative.
    direction: [R; D],
    /// How far per unit of time.
    speed: R,
    /// How far until the end.
    length: R,
    /// The end.
    end: R,
    /// Whether the direction is well-defined.
    plain: R::Mask,
}

impl<const D: usize, R: Real> Line<D, R> {
    #[inline(always)]
    fn new(from: [R; D], motion: &Displacement<D, R>, other: &Displacement<D, R>, end: R) -> Self {
        let (zero, one) = (end.of(0.0), end.of(1.0));
        let by = sub(motion.by, other.by);
        let square = dot(by, by);
        let speed = square.sqrt();
        let moves = zero.lt(square);
        let per_speed = R::select(moves, one / speed, zero);
        let direction = add(scale(by, per_speed), [zero; D]);
        let length = R::select(moves, end * speed, zero);
        let least = end.of(least::<R>());
        let plain = sum_abs(by).le(zero) | (least.le(speed) & square.le(end.of(LARGEST_SQUARE)));
        Self { from, direction, speed, length, end, plain }
    }

    /// What there is to know, from the arrival at the other shape and the direction away from it.
    #[inline(always)]
    fn impact<const K: usize, const E: usize>(
        &self,
        arrival: &Arrival<K, E, R>,
        away: [R; D],
        sizes: R,
    ) -> (Impact<D, R>, R::Mask) {
        let (zero, one) = (sizes.of(0.0), sizes.of(1.0));
        let length = dot(away, away).sqrt();
        let known = sizes.of(least::<R>()).lt(length);
        let normal = select(known, scale(away, -one / length), self.direction);
        let time = R::select(zero.lt(self.speed), arrival.way / self.speed, zero).min(self.end);
        let plain = self.plain & (sizes * sizes).le(sizes.of(LARGEST_SQUARE));
        (Impact::new(arrival.overlapping, arrival.hit, time, normal), arrival.unsure | !plain)
    }
}

/// A bound of what rounding does to distances.
#[inline(always)]
fn slack<R: Real>(sizes: R) -> R {
    sizes * sizes.of(ROUNDINGS * R::UNIT) + sizes.of(4.0 * least::<R>())
}

type MovingBall<const D: usize, R> = Moving<Ball<D, R>, Displacement<D, R>>;

impl<const D: usize> SweptTest<D> for Balls {
    type A = Ball<D>;
    type B = Ball<D>;
    type Motion = Displacement<D>;

    // The mirror image of each operation rounds as the operation does.
    const SAME: bool = false;

    #[inline(always)]
    fn impact<R: Real>(
        a: &MovingBall<D, R>,
        b: &MovingBall<D, R>,
        end: R,
    ) -> (Impact<D, R>, R::Mask) {
        let from = sub(a.shape.center, b.shape.center);
        let line = Line::new(from, &a.motion, &b.motion, end);
        let radius = a.shape.radius + b.shape.radius;
        let sizes = sum_abs(line.from) + radius;
        let course = Course {
            start: Place { along: [], across: line.from },
            direction: Place { along: [], across: line.direction },
            half: [],
            radius,
            length: line.length,
            slack: slack(sizes),
        };
        let arrival = course.arrival();
        line.impact(&arrival, arrival.away.across, sizes)
    }
}

/// A vector along a unit vector, or zero, and what is left of it.
#[inline(always)]
fn along_axis<R: Real, const D: usize>(vector: [R; D], axis: [R; D]) -> Place<1, D, R> {
    let along = dot(vector, axis);
    Place { along: [along + along.of(0.0)], across: sub(vector, scale(axis, along)) }
}

impl<const D: usize> SweptTest<D> for BallCapsule {
    type A = Ball<D>;
    type B = Capsule<D>;
    type Motion = Displacement<D>;

    const SAME: bool = false;

    #[inline(always)]
    fn impact<R: Real>(
        a: &MovingBall<D, R>,
        b: &Moving<Capsule<D, R>, Displacement<D, R>>,
        end: R,
    ) -> (Impact<D, R>, R::Mask) {
        let zero = end.of(0.0);
        let from = sub(a.shape.center, b.shape.center);
        let line = Line::new(from, &a.motion, &b.motion, end);
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
            slack: slack(sizes),
        };
        let arrival = course.arrival();
        let away = add_scaled(arrival.away.across, axis, arrival.away.along[0]);
        line.impact(&arrival, away, sizes)
    }
}

/// A vector in the frame of axes.
#[inline(always)]
fn along_axes<R: Real, const D: usize>(vector: [R; D], axes: &[[R; D]; D]) -> Place<D, 0, R> {
    let mut along = vector;
    for k in 0..D {
        along[k] = dot(vector, axes[k]) + along[k].of(0.0);
    }
    Place { along, across: [] }
}

/// By how much axes are off from right angles and from length 1: more than what they do to a length
/// relative to it.
#[inline(always)]
fn skew<R: Real, const D: usize>(axes: &[[R; D]; D]) -> R {
    let mut sum = axes[0][0].of(0.0);
    for i in 0..D {
        sum = sum + (dot(axes[i], axes[i]) - sum.of(1.0)).abs();
        for j in 0..i {
            let cosine = dot(axes[i], axes[j]).abs();
            sum = sum + cosine + cosine;
        }
    }
    sum
}

/// When a moving ball meets a box: what [`BallObb`] computes.
#[inline(always)]
pub(crate) fn ball_and_box<const D: usize, R: Real>(
    a: &MovingBall<D, R>,
    b: &Moving<Obb<D, R>, Displacement<D, R>>,
    end: R,
) -> (Impact<D, R>, R::Mask) {
    let (axes, half) = (&b.shape.axes, b.shape.half);
    let line = Line::new(sub(a.shape.center, b.shape.center), &a.motion, &b.motion, end);
    let sizes = sum_abs(line.from) + sum_abs(half) + a.shape.radius;
    let course = Course {
        start: along_axes(line.from, axes),
        direction: along_axes(line.direction, axes),
        half,
        radius: a.shape.radius,
        length: line.length,
        slack: slack(sizes) + sizes * skew(axes),
    };
    let arrival = course.arrival();
    let mut away = [end.of(0.0); D];
    for (axis, along) in axes.iter().zip(arrival.away.along) {
        away = add_scaled(away, *axis, along);
    }
    line.impact(&arrival, away, sizes)
}

macro_rules! dimension {
    ($dimension:literal) => {
        impl SweptTest<$dimension> for BallObb {
            type A = Ball<$dimension>;
            type B = Obb<$dimension>;
            type Motion = Displacement<$dimension>;

            const SAME: bool = false;

            #[inline(always)]
            fn impact<R: Real>(
                a: &MovingBall<$dimension, R>,
                b: &Moving<Obb<$dimension, R>, Displacement<$dimension, R>>,
                end: R,
            ) -> (Impact<$dimension, R>, R::Mask) {
                ball_and_box(a, b, end)
            }
        }
    };
}
dimension!(2);
dimension!(3);
