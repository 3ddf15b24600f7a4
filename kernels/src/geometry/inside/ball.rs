//! Balls.

use super::super::{determinant::clear, finite, wide};
use crate::{
    expansion::Expansion,
    real::vector::{dot, sub},
    shape::Ball,
};

/// Whether a point is in a ball, decided without rounding. A ball whose radius is negative or not
/// finite holds nothing.
#[must_use]
pub fn ball<const D: usize>(point: [f32; D], ball: &Ball<D>) -> bool {
    let numbers = finite(&[point, ball.center]) && ball.radius.is_finite();
    numbers && ball.radius >= 0.0 && power(point, ball) <= 0.0
}

/// The square of the distance from the center less that of the radius, with its exact sign.
pub(in super::super) fn power<const D: usize>(point: [f32; D], ball: &Ball<D>) -> f64 {
    let (point, center, radius) = (wide(point), wide(ball.center), f64::from(ball.radius));
    let from = sub(point, center);
    let (square, limit) = (dot(from, from), radius * radius);
    clear(square - limit, square + limit).unwrap_or_else(|| {
        let mut sum = Expansion::of([-limit]);
        for (p, c) in point.into_iter().zip(center) {
            sum.add(p * p);
            sum.add(-2.0 * p * c);
            sum.add(c * c);
        }
        sum.value()
    })
}
