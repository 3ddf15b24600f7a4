//! Capsules.

use super::super::finite;
use crate::{
    contact::{self, BallCapsule},
    shape::{Ball, Capsule},
};

/// Whether a point is in a capsule: false only where it certainly is not. True where it is missed
/// by no more than 2^-45 of the sum of the sizes, or 1e-37.
#[must_use]
pub fn capsule<const D: usize>(point: [f32; D], capsule: &Capsule<D>) -> bool {
    let point = Ball { center: point, radius: 0.0 };
    let numbers = finite(&[point.center, capsule.center, capsule.axis]);
    let radius = capsule.radius.is_finite() && capsule.radius >= 0.0;
    numbers && radius && contact::touches::<BallCapsule, D, 1>(&point, capsule)
}
