//! Balls and capsules.

use crate::{
    contact::{closest::closest_on_segment, normal::Lifted},
    real::{
        Real,
        vector::{scale, select, sub},
    },
    shape::{Ball, Capsule},
};

/// The point of a ball that is closest to a point.
#[inline(always)]
#[must_use]
pub fn ball<R: Real, const D: usize>(point: [R; D], ball: &Ball<D, R>) -> [R; D] {
    pulled(point, sub(point, ball.center), ball.radius)
}

/// The point of a capsule that is closest to a point.
#[inline(always)]
#[must_use]
pub fn capsule<R: Real, const D: usize>(point: [R; D], capsule: &Capsule<D, R>) -> [R; D] {
    let found = closest_on_segment(sub(point, capsule.center), capsule.axis);
    pulled(point, found.between, capsule.radius)
}

/// A point, brought closer to where it is `between` away from until it is at most `radius` away.
#[inline(always)]
fn pulled<R: Real, const D: usize>(point: [R; D], between: [R; D], radius: R) -> [R; D] {
    let (lifted, none) = (Lifted::new(between), [radius.of(0.0); D]);
    let (length, direction) = (lifted.length(), lifted.inverse_and_direction_or(none).1);
    let beyond = length - radius;
    select(length.le(radius), point, sub(point, scale(direction, beyond)))
}
