//! The way of a point past a rounded box, in closed form.
//!
//! A moving ball meets a shape when its center meets the shape rounded by the ball's radius. Balls,
//! capsules and boxes are all boxes in a frame of their own, of as many extents as they have: none,
//! one or all. The square of the distance from such a box is a sum over the axes; along a line it
//! is convex and, between the places where the line crosses the planes of the box's sides, a
//! quadratic polynomial. So the point comes into reach on the last piece at whose start it is still
//! out of reach and coming closer, and there is one root to be found, whichever side, edge or
//! corner is met.
//!
//! **Rounding.** Whether the point comes into reach is told by its distance at one place of its
//! way, the closest. A place that is off by a little along the way is no nearer than the closest,
//! and next to it hardly farther, so what is found is off by no more than places are, and those by
//! some roundings of the sizes. Lengths are compared as lengths and the way is measured by its
//! length, so that all squares are squares of lengths; where those leave the range of `f32`,
//! nothing is certain.

use super::impact::{Impact, MovingShape, in_f32};
use crate::{
    real::{
        Real,
        vector::{add, add_scaled, dot, scale, select, sub, sum_abs},
    },
    shape::{Ball, Displacement},
};

/// Shorter lengths than this are not told apart: their squares vanish.
#[inline(always)]
pub(super) fn least<R: Real>() -> f32 {
    in_f32::<R>(1e-18)
}

/// The way of a point past a box of `K` extents, rounded by a radius. The rest of the space, as
/// seen by the box, is taken as `E` coordinates in which it has none.
pub(super) struct Course<const K: usize, const E: usize, R> {
    /// Where the point starts.
    pub(super) start: LocalPoint<K, E, R>,
    /// By how much it moves per length of its way. No zero may be negative.
    pub(super) direction: LocalPoint<K, E, R>,
    /// Half the extents of the box.
    pub(super) half: [R; K],
    /// The radius.
    pub(super) radius: R,
    /// How long the way is, maybe infinite.
    pub(super) length: R,
    /// A bound of what rounding does to distances.
    pub(super) slack: R,
}

/// A place relative to the center of the box, or a vector.
#[derive(Clone, Copy)]
pub(super) struct LocalPoint<const K: usize, const E: usize, R> {
    /// Along the axes of the box.
    pub(super) along: [R; K],
    /// In the rest of the space.
    pub(super) across: [R; E],
}

/// Where the point comes into reach.
pub(super) struct Arrival<const K: usize, const E: usize, R: Real> {
    /// Whether it is in reach at the start.
    pub(super) overlapping: R::Mask,
    /// Whether it comes into reach.
    pub(super) hit: R::Mask,
    /// Whether all that is uncertain.
    pub(super) unsure: R::Mask,
    /// After what length of its way.
    pub(super) way: R,
    /// From the box to the point, by its direction only.
    pub(super) away: LocalPoint<K, E, R>,
}

impl<const K: usize, const E: usize, R: Real> LocalPoint<K, E, R> {
    #[inline(always)]
    fn dot(&self, other: &Self, zero: R) -> R {
        let mut sum = zero;
        for k in 0..K {
            sum = sum + self.along[k] * other.along[k];
        }
        for e in 0..E {
            sum = sum + self.across[e] * other.across[e];
        }
        sum
    }

    #[inline(always)]
    fn length(&self, zero: R) -> R {
        self.dot(self, zero).sqrt()
    }

    #[inline(always)]
    fn add_scaled(&self, other: &Self, by: R) -> Self {
        Self {
            along: add(self.along, scale(other.along, by)),
            across: add_scaled(self.across, other.across, by),
        }
    }
}

/// A piece of the way on which the square of the distance is one polynomial.
struct WayInterval<const K: usize, const E: usize, R> {
    /// Where it begins and where it ends.
    from: R,
    to: R,
    /// From the box to the point where it begins.
    away: LocalPoint<K, E, R>,
    /// How that changes.
    change: LocalPoint<K, E, R>,
}

impl<const K: usize, const E: usize, R: Real> Course<K, E, R> {
    /// From the box to the point.
    #[inline(always)]
    fn away(&self, way: R) -> LocalPoint<K, E, R> {
        let mut away = self.start.add_scaled(&self.direction, way);
        for k in 0..K {
            let x = away.along[k];
            away.along[k] = x - x.clamp(-self.half[k], self.half[k]);
        }
        away
    }

    /// The side of the box, along an axis, that the point crosses first.
    #[inline(always)]
    fn near_side(&self, k: usize) -> R {
        let half = self.half[k];
        R::select(self.direction.along[k].lt(half.of(0.0)), half, -half)
    }

    /// Where the point crosses both sides along an axis. Where it does not move along it, it
    /// crosses those behind it at `-inf`, those before it at `inf`, one that it is on at NaN.
    #[inline(always)]
    fn crossings(&self, k: usize) -> [R; 2] {
        let (near, x, speed) = (self.near_side(k), self.start.along[k], self.direction.along[k]);
        [(near - x) / speed, (-near - x) / speed]
    }

    /// The last piece at whose start the point is out of reach and coming closer, or the first.
    #[inline(always)]
    fn last_piece(&self) -> WayInterval<K, E, R> {
        let zero = self.radius.of(0.0);
        // What is this near is in reach, for all that is known. Half of what is doubted in the end:
        // a piece that is left out here must not be called missed there because it rounds
        // otherwise.
        let reach = self.radius + self.slack * zero.of(0.5);
        let reach = reach * reach;
        let mut crossings = [[zero; 2]; K];
        let mut from = zero;
        for (k, crossings) in crossings.iter_mut().enumerate() {
            *crossings = self.crossings(k);
            for way in *crossings {
                let away = self.away(way);
                let closing = away.dot(&self.direction, zero).lt(zero);
                let outside = reach.lt(away.dot(&away, zero));
                let later = closing & outside & from.lt(way) & way.lt(self.length);
                from = R::select(later, way, from);
            }
        }
        let mut to = self.length;
        let mut away = self.start.add_scaled(&self.direction, from);
        let mut change = self.direction;
        for (k, [enter, leave]) in crossings.into_iter().enumerate() {
            for way in [enter, leave] {
                to = R::select(from.lt(way) & way.lt(to), way, to);
            }
            let (before, after) = (from.lt(enter), leave.le(from));
            let near = self.near_side(k);
            let beyond = away.along[k] - R::select(before, near, -near);
            away.along[k] = R::select(before | after, beyond, zero);
            change.along[k] = R::select(before | after, change.along[k], zero);
        }
        WayInterval { from, to, away, change }
    }

    /// Where the point comes into reach.
    #[inline(always)]
    pub(super) fn arrival(&self) -> Arrival<K, E, R> {
        let (zero, radius, slack) = (self.radius.of(0.0), self.radius, self.slack);
        let piece = self.last_piece();
        let closing = piece.away.dot(&piece.change, zero);
        let square = piece.change.dot(&piece.change, zero);
        let closes = closing.lt(zero);

        let to_closest = R::select(closes, -closing / square, zero);
        let limit = to_closest.min(piece.to - piece.from);
        let first = self.away(zero).length(zero) - radius;
        let closest = self.away(piece.from + limit).length(zero) - radius;

        // The smaller root of a quadratic polynomial, without cancellation: the larger one by the
        // usual formula, and their product. The distance of the line tells the discriminant.
        let distance = piece.away.length(zero);
        let line = piece.away.add_scaled(&piece.change, to_closest).length(zero);
        let within = ((radius - line) * (radius + line)).max(zero);
        let divisor = (square * within).sqrt() - closing;
        let root = (distance - radius) * (distance + radius) / divisor;
        // In this order a NaN gives the limit.
        let step = R::select(zero.lt(divisor), root, limit).min(limit).max(zero);
        let way = piece.from + step;

        // A direction from so small a radius would be noise.
        let rounded = (slack + slack).lt(radius);
        let away = self.away(way);
        let away = LocalPoint {
            along: select(rounded, away.along, piece.away.along),
            across: select(rounded, away.across, piece.away.across),
        };

        let apart = slack.lt(first);
        let (missed, met) = (slack.lt(closest), closest.lt(-slack));
        let slow = square.lt(zero.of(least::<R>())) & closes;
        let certain = first.lt(-slack) | (apart & (missed | met) & !slow);
        Arrival { overlapping: !apart, hit: !missed, unsure: !certain, way, away }
    }
}

/// A bound of the gap, or of the depth, at the time of a hit, in units of rounding of the sizes.
pub const GAP: f32 = 2.0 * PATH_ROUNDINGS;

/// Roundings in a distance, of the sum of all sizes.
///
/// The difference of the centers takes 1, its coordinates in the frame of a box 4, and as many for
/// the direction of the motion, which counts over a way of up to the sum of the sizes. A place on
/// the way takes 2 more, a distance from there 4; all of them in up to 3 coordinates. Doubled, and
/// rounded up.
const PATH_ROUNDINGS: f32 = 64.0;

/// Squares of `f32` up to here, and sums of some of them, do not overflow.
const LARGEST_SQUARE: f32 = 1e37;

/// The motion of a ball as seen by another shape.
pub(super) struct BallPath<const D: usize, R: Real> {
    /// From the center of the other shape to that of the ball.
    pub(super) from: [R; D],
    /// A unit vector, or zero at rest. No zero is negative.
    pub(super) direction: [R; D],
    /// How far per unit of time.
    speed: R,
    /// How far until the end.
    pub(super) length: R,
    /// The end.
    end: R,
    /// Whether the direction is well-defined.
    plain: R::Mask,
}

impl<const D: usize, R: Real> BallPath<D, R> {
    #[inline(always)]
    pub(super) fn new(
        from: [R; D],
        motion: &Displacement<D, R>,
        other: &Displacement<D, R>,
        end: R,
    ) -> Self {
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
    pub(super) fn impact<const K: usize, const E: usize>(
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

/// A bound of what rounding does to distances. As in a contact, what is smaller than normal numbers
/// is no length.
#[inline(always)]
pub(super) fn path_slack<R: Real>(sizes: R) -> R {
    let hidden = 4.0 * least::<R>().max(f32::MIN_POSITIVE);
    sizes * sizes.of(PATH_ROUNDINGS * R::UNIT) + sizes.of(hidden)
}

pub(super) type MovingBall<const D: usize, R> = MovingShape<Ball<D, R>, Displacement<D, R>>;
