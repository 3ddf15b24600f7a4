//! Balls.

use super::{Contact, Found, PairTest, closest::slack, normal::Lifted};
use crate::{
    real::{
        Real,
        vector::{sub, sum_abs},
    },
    shape::Ball,
};

/// Two balls. There are no points: they follow from the normal and the radii. The axis is always 0.
///
/// Where the centers coincide the normal is the first axis, towards the larger ball.
pub struct BallBall;

/// Roundings in the distance, of the sum of all sizes: 1 in the vector between the centers, 2 in
/// its length, 1 in the sum of the radii, 1 in the distance. Doubled, and rounded down.
const ROUNDINGS: f32 = 8.0;

impl<const D: usize> PairTest<D, 0> for BallBall {
    type A = Ball<D>;
    type B = Ball<D>;

    /// The formula mirrors itself.
    const SAME: bool = false;

    const HOT: bool = true;

    #[inline(always)]
    fn contact<R: Real>(a: &Ball<D, R>, b: &Ball<D, R>) -> (Found<D, 0, R>, R) {
        let between = sub(b.center, a.center);
        let (radii, zero) = (a.radius + b.radius, a.radius.of(0.0));
        let mut otherwise = [zero; D];
        otherwise[0] = zero.of(1.0).with_sign_of(way(between, b.radius - a.radius));
        let lifted = Lifted::new(between);
        let (length, normal) = (lifted.length(), lifted.inverse_and_direction_or(otherwise).1);
        let contact =
            Contact { normal, distance: length - radii, axis: zero, count: zero, points: [] };
        (contact, slack(sum_abs(between) + radii, ROUNDINGS))
    }
}

/// A number that has the other sign where A and B trade places, unless they are the same ball.
#[inline(always)]
fn way<R: Real, const D: usize>(between: [R; D], radii: R) -> R {
    let mut way = radii;
    for component in between {
        let nothing = component.abs().le(component.of(0.0));
        way = R::select(nothing, way, component);
    }
    way
}
