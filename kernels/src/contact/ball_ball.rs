//! Balls.

use super::{Contact, Found, PairTest, closest::slack, normal::measured};
use crate::{
    real::{
        Real,
        vector::{sub, sum_abs},
    },
    shape::Ball,
};

/// Two balls. There are no points: they follow from the normal and the radii. The axis is always 0.
///
/// Where the centres coincide the normal is the first axis.
pub struct BallBall;

/// Roundings in the distance, of the sum of all sizes: 1 in the vector between the centres, 2 in
/// its length, 1 in the sum of the radii, 1 in the distance. Doubled, and rounded down.
const ROUNDINGS: f32 = 8.0;

impl<const D: usize> PairTest<D, 0> for BallBall {
    type A = Ball<D>;
    type B = Ball<D>;

    const SAME: bool = true;

    const HOT: bool = true;

    #[inline(always)]
    fn contact<R: Real>(a: &Ball<D, R>, b: &Ball<D, R>) -> (Found<D, 0, R>, R) {
        let between = sub(b.centre, a.centre);
        let (length, normal) = measured(between);
        let (radii, zero) = (a.radius + b.radius, length.of(0.0));
        let contact =
            Contact { normal, distance: length - radii, axis: zero, count: zero, points: [] };
        (contact, slack(sum_abs(between) + radii, ROUNDINGS))
    }
}
