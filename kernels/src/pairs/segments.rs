//! Closest points of segments (C. Ericson, *Real-Time Collision Detection*, 2005, sections 5.1.2
//! and 5.1.9), and the points at which the segment of a capsule touches another shape.
//!
//! A segment is given by half its length as a vector, its axis; a point of it by a parameter in
//! -1..=1. A point of each segment is found whatever rounding does, so the distance is at least the
//! true one. It is larger by at most [`SEGMENT_ROUNDINGS`] of the sum of the sizes of all
//! components that go in.

use super::normal::{Lifted, tells_angle};
use crate::real::{
    Real,
    vector::{add_scaled, cross, dot, scale, select, sub},
};

/// Roundings in the distance of closest points, of the sum of all sizes: 4 in the vector between
/// the places, 8 in a parameter, 4 in the vector between the points, 4 in its length, and for
/// two segments twice those of a parameter.
pub(crate) const SEGMENT_ROUNDINGS: f32 = 32.0;

/// How much a distance errs, where all that went into it sums up to `size`, and where the formula
/// rounds as often as `roundings` says. What is smaller than normal numbers is no length here.
#[inline(always)]
pub(crate) fn slack<R: Real>(size: R, roundings: f32) -> R {
    size * size.of(roundings * R::UNIT) + size.of(4.0 * f32::MIN_POSITIVE)
}

/// How much more a distance errs that is the least of several by their squares, which hide
/// lengths below 1e-22 in `f32` and none in `f64`. Not a number if a square overflows.
#[inline(always)]
pub(crate) fn hidden_in_squares<R: Real>(size: R) -> R {
    size * size * size.of(0.0) + size.of(R::UNIT * R::UNIT * R::UNIT)
}

/// As many roundings of the sum of all sizes turn a vector between closest points by less than a
/// 32nd: it errs by 4.
pub(super) const CLEAR_ROUNDINGS: f32 = 128.0;

/// The point of a segment that is closest to a point.
pub(crate) struct OnSegment<const D: usize, R> {
    /// Where on the segment it is, in -1..=1: exactly one of these at an end.
    pub(crate) t: R,
    /// From there to the point: at a right angle to the segment up to the rounding of its own
    /// length, unless at an end.
    pub(crate) between: [R; D],
}

/// The point closest to `point` on the segment from `-axis` to `axis`, which may have no length.
#[inline(always)]
pub(crate) fn closest_on_segment<R: Real, const D: usize>(
    point: [R; D],
    axis: [R; D],
) -> OnSegment<D, R> {
    let (one, along) = (point[0].of(1.0), UnitLine::new(axis));
    let t = along.closest(point).clamp(-one, one);
    let between = sub(point, scale(axis, t));
    // Close to the segment the rounding of `t` would be most of the direction.
    let step = along.closest(between).clamp(-one - t, one - t);
    OnSegment { t: t + step, between: sub(between, scale(axis, step)) }
}

/// The points of two segments that are closest to each other.
pub(crate) struct BetweenSegments<const D: usize, R> {
    /// Where on the first segment, in -1..=1: exactly one of these at an end.
    pub(crate) s: R,
    /// Where on the second.
    pub(crate) t: R,
    /// From the first point to the second.
    pub(crate) between: [R; D],
    /// The cross product of the directions of both, in 2D its only component.
    pub(crate) across: [R; 3],
    /// The square of the sine of the angle between them, 0 where one has no length.
    pub(crate) sine_square: R,
}

/// The closest points of the segments from `-a` to `a` and from `place - b` to `place + b`, either
/// of which may have no length.
///
/// The parameter of the first point is the ratio of two products of cross products, where the
/// common formula has differences of products of dot products that nearly cancel for segments
/// that are nearly parallel. Then the second point is the one closest to the first, which leaves of
/// the first parameter's error only as much as the sine of the angle lets through, so the distance
/// errs no more for one angle than for another.
#[inline(always)]
pub(crate) fn closest_between_segments<R: Real, const D: usize>(
    a: [R; D],
    b: [R; D],
    place: [R; D],
) -> BetweenSegments<D, R> {
    let (one, zero) = (place[0].of(1.0), place[0].of(0.0));
    let (along_a, along_b) = (UnitLine::new(a), UnitLine::new(b));
    let across = wedge(along_a.direction, along_b.direction);
    let sine_square = dot(across, across);
    // Where it does not tell, any point will do.
    let tells = tells_angle(sine_square);
    let s = dot(across, wedge(place, along_b.direction)) / sine_square * along_a.inverse;
    let s = R::select(tells, s, zero).clamp(-one, one);
    let t = along_b.closest(sub(scale(a, s), place)).clamp(-one, one);
    let to_b = add_scaled(place, b, t);
    // Only if the end of B is closest: else rounding would take `s` away from an end of A.
    let of_end = along_a.closest(to_b).clamp(-one, one);
    let s = R::select(one.le(t.abs()) | !tells, of_end, s);
    let between = sub(to_b, scale(a, s));
    // Once more, for the direction's sake, as close to a single segment.
    let step_b = (-along_b.closest(between)).clamp(-one - t, one - t);
    let between = add_scaled(between, b, step_b);
    let step_a = along_a.closest(between).clamp(-one - s, one - s);
    BetweenSegments {
        s: s + step_a,
        t: t + step_b,
        between: sub(between, scale(a, step_a)),
        across,
        sine_square,
    }
}

/// The line along a vector.
pub(crate) struct UnitLine<const D: usize, R> {
    /// Its direction, zero for a zero vector.
    pub(crate) direction: [R; D],
    /// One by the length of the vector, 0 for a zero vector.
    pub(crate) inverse: R,
}

impl<R: Real, const D: usize> UnitLine<D, R> {
    #[inline(always)]
    pub(crate) fn new(vector: [R; D]) -> Self {
        let otherwise = [vector[0].of(0.0); D];
        let (inverse, direction) = Lifted::new(vector).inverse_and_direction_or(otherwise);
        // Of the inverse of a length that is no normal number: none of its multiples is far away.
        let inverse = inverse.min(inverse.of(1.0 / f32::MIN_POSITIVE));
        Self { direction, inverse }
    }

    /// Which multiple of the vector is closest to a point.
    #[inline(always)]
    pub(crate) fn closest(&self, point: [R; D]) -> R {
        dot(point, self.direction) * self.inverse
    }
}

/// The cross product, in 2D its only component.
#[inline(always)]
pub(crate) fn wedge<R: Real, const D: usize>(a: [R; D], b: [R; D]) -> [R; 3] {
    if D == 2 {
        let zero = a[0].of(0.0);
        [a[0] * b[1] - a[1] * b[0], zero, zero]
    } else {
        cross([a[0], a[1], a[2]], [b[0], b[1], b[2]])
    }
}

/// A point of the segment, and one of the other shape.
#[derive(Clone, Copy)]
pub(super) struct Touch<const D: usize, R> {
    /// Where on the segment, in -1..=1.
    pub(super) t: R,
    pub(super) on_other: [R; D],
    /// The distance of the two shapes there.
    pub(super) distance: R,
    /// Which of the points over a face it is: 0 towards the first end of the segment, 1 towards the
    /// second; 2 for a point that is alone.
    pub(super) end: R,
}

impl<const D: usize, R: Real> Touch<D, R> {
    /// `if mask { yes } else { no }`.
    #[inline(always)]
    pub(super) fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        Self {
            t: R::select(mask, yes.t, no.t),
            on_other: select(mask, yes.on_other, no.on_other),
            distance: R::select(mask, yes.distance, no.distance),
            end: R::select(mask, yes.end, no.end),
        }
    }

    /// Both ends of the part of the segment that lies over a face, if that is `along` the face and
    /// has a length, and neither is in front of it by more than `level`; else the one that is
    /// alone. And how many count.
    #[inline(always)]
    pub(super) fn or_both(
        self,
        [low, high]: [Self; 2],
        along: R::Mask,
        level: R,
    ) -> ([Self; 2], R) {
        let both = along & low.t.lt(high.t) & low.distance.max(high.distance).le(level);
        let one = level.of(1.0);
        ([Self::select(both, low, self), high], R::select(both, one + one, one))
    }
}

/// The sine of the largest angle at which a segment lies along a face.
pub(super) const LARGEST_SINE: f32 = 1.0 / 32.0;

/// Whether the sine of an angle is at most that, given its square times a square.
#[inline(always)]
pub(super) fn is_small_angle<R: Real>(sine_square: R, square: R) -> R::Mask {
    sine_square.lt(square * square.of(LARGEST_SINE * LARGEST_SINE))
}

/// Whether a segment lies along a face, given half of it and the face's normal.
#[inline(always)]
pub(super) fn lies_along<const D: usize, R: Real>(axis: [R; D], normal: [R; D]) -> R::Mask {
    let (across, square) = (dot(axis, normal), dot(axis, axis));
    is_small_angle(across * across, square)
}

/// Whether a vector, given its square, lies along a coordinate axis by the same measure.
#[inline(always)]
pub(super) fn is_along_axis<const D: usize, R: Real>(
    vector: [R; D],
    axis: usize,
    square: R,
) -> R::Mask {
    let mut off = vector;
    off[axis] = square.of(0.0);
    is_small_angle(dot(off, off), square)
}

/// The end of a segment, given half of it, that is farther in a direction: -1 or 1, and 0 or 1 to
/// number it.
#[inline(always)]
pub(super) fn farther_end<const D: usize, R: Real>(axis: [R; D], direction: [R; D]) -> (R, R) {
    let one = axis[0].of(1.0);
    let end = one.with_sign_of(dot(axis, direction));
    (end, (end + one) * one.of(0.5))
}
