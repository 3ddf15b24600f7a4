//! Turning as shapes move.

use super::{RigidMotion2, RigidMotion3};
use crate::{
    real::{
        Real,
        vector::{add, cross, dot, scale, select},
    },
    shape::Pack,
};

/// Motion along a line while turning about the center, as fast all the time.
pub trait RigidMotion<const D: usize>: Pack {
    /// How far the center moves per unit of time.
    fn by<R: Real>(motion: &Self::Of<R>) -> [R; D];
    /// By how much the shape turns per unit of time, in radians.
    fn speed<R: Real>(motion: &Self::Of<R>) -> R;
    /// A bound of how fast a point at distance 1 from the center moves along a unit vector because
    /// the shape turns, at any time.
    fn speed_along<R: Real>(motion: &Self::Of<R>, direction: [R; D]) -> R;
    /// Vectors as they have turned after some time.
    fn turn<R: Real, const N: usize>(
        motion: &Self::Of<R>,
        time: R,
        vectors: [[R; D]; N],
    ) -> [[R; D]; N];
}

/// A shape that can turn as it moves.
pub trait Turn<const D: usize>: Pack {
    /// How it moves.
    type Motion: RigidMotion<D>;

    /// Whether it is round. What is round is separated by the direction between closest points, of
    /// which rounding leaves little where these are close, so that the gap has to be measured along
    /// it; what is not by one of a few axes, along which the gap is known.
    const ROUND: bool;

    /// What it turns about.
    fn center<R: Real>(shape: &Self::Of<R>) -> [R; D];
    /// A bound of the distance of its points from the center.
    fn radius<R: Real>(shape: &Self::Of<R>) -> R;
    /// A bound of how far from the center turning still moves the surface: what is round about the
    /// center looks the same however it has turned.
    #[inline(always)]
    fn arm<R: Real>(shape: &Self::Of<R>) -> R {
        Self::radius(shape)
    }
    /// How far it reaches from its center along a unit vector.
    fn reach<R: Real>(shape: &Self::Of<R>, direction: [R; D]) -> R;
    /// The shape as it has turned after some time, its center at a place.
    fn turned<R: Real>(
        shape: &Self::Of<R>,
        motion: &<Self::Motion as Pack>::Of<R>,
        time: R,
        center: [R; D],
    ) -> Self::Of<R>;
}

/// The circle constant in parts of few digits, so that their products with whole numbers up to
/// 2^13 are exact: W. Cody and W. Waite, *Software Manual for the Elementary Functions* (1980).
const PI: [f32; 4] = [3.140625, 0.000_967_502_6, 1.509_958e-7, -3.430_249e-15];

/// Terms of the series of sine and cosine: what is left out is less than 2^-53 at a quarter turn.
const TERMS: usize = 11;

/// Sine and cosine of half an angle, or minus both: as a rotation, the two are the same. Within 2
/// roundings of 1, and of the angle.
#[inline(always)]
fn half_angle<R: Real>(angle: R) -> (R, R) {
    let (zero, one, two) = (angle.of(0.0), angle.of(1.0), angle.of(2.0));
    let half = angle * zero.of(0.5);
    // Adding a number this large leaves a whole number.
    let large = zero.of(0.75 / R::UNIT);
    let turns = (half * zero.of(std::f32::consts::FRAC_1_PI) + large) - large;
    let mut rest = half;
    for part in PI {
        rest = rest - turns * zero.of(part);
    }
    // So large an angle that nothing is known of it must still be some rotation.
    let rest = rest.clamp(-two, two);
    let square = rest * rest;
    let (mut sine, mut cosine) = (one, one);
    for term in (1..TERMS).rev() {
        let n = 2.0 * term as f32;
        cosine = one - cosine * (square * (one / zero.of(n * (n - 1.0))));
        sine = one - sine * (square * (one / zero.of(n * (n + 1.0))));
    }
    (sine * rest, cosine)
}

impl RigidMotion<2> for RigidMotion2 {
    #[inline(always)]
    fn by<R: Real>(motion: &RigidMotion2<R>) -> [R; 2] {
        motion.by
    }

    #[inline(always)]
    fn speed<R: Real>(motion: &RigidMotion2<R>) -> R {
        motion.angle.abs()
    }

    #[inline(always)]
    fn speed_along<R: Real>(motion: &RigidMotion2<R>, _direction: [R; 2]) -> R {
        motion.angle.abs()
    }

    #[inline(always)]
    fn turn<R: Real, const N: usize>(
        motion: &RigidMotion2<R>,
        time: R,
        mut vectors: [[R; 2]; N],
    ) -> [[R; 2]; N] {
        let (sine, cosine) = half_angle(motion.angle * time);
        let twice = sine + sine;
        let (sine, cosine) = (twice * cosine, sine.of(1.0) - twice * sine);
        for vector in &mut vectors {
            let [x, y] = *vector;
            *vector = [x * cosine - y * sine, x * sine + y * cosine];
        }
        vectors
    }
}

impl RigidMotion<3> for RigidMotion3 {
    #[inline(always)]
    fn by<R: Real>(motion: &RigidMotion3<R>) -> [R; 3] {
        motion.by
    }

    #[inline(always)]
    fn speed<R: Real>(motion: &RigidMotion3<R>) -> R {
        dot(motion.rotation, motion.rotation).sqrt()
    }

    #[inline(always)]
    fn speed_along<R: Real>(motion: &RigidMotion3<R>, direction: [R; 3]) -> R {
        let across = cross(motion.rotation, direction);
        dot(across, across).sqrt()
    }

    /// By a unit quaternion `[q, cosine]`.
    #[inline(always)]
    fn turn<R: Real, const N: usize>(
        motion: &RigidMotion3<R>,
        time: R,
        mut vectors: [[R; 3]; N],
    ) -> [[R; 3]; N] {
        let zero = time.of(0.0);
        let speed = Self::speed(motion);
        let (sine, cosine) = half_angle(speed * time);
        let q = scale(motion.rotation, sine / speed);
        let q = select(zero.lt(speed), q, [zero; 3]);
        for vector in &mut vectors {
            let once = cross(q, *vector);
            let change = add(scale(once, cosine), cross(q, once));
            *vector = add(*vector, add(change, change));
        }
        vectors
    }
}
