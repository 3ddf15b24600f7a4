//! Circles and spheres.

use super::{Columns, MAX_QUADS, One, Pack};
use crate::real::Real;

/// A circle or a sphere: all points at most `radius` from `center`. A point is one of radius 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball<const D: usize, R = f32> {
    /// The center.
    pub center: [R; D],
    /// The radius, at least 0.
    pub radius: R,
}

impl<const D: usize> Pack for Ball<D> {
    type Quads = One;
    type Of<R: Real> = Ball<D, R>;

    #[inline(always)]
    fn columns<R: Real>(ball: &Ball<D, R>) -> Columns<R> {
        let mut columns = [[ball.radius.of(0.0); 4]; MAX_QUADS];
        columns[0][..D].copy_from_slice(&ball.center);
        columns[0][3] = ball.radius;
        columns
    }

    #[inline(always)]
    fn unpack<R: Real>(columns: &Columns<R>) -> Ball<D, R> {
        let [x, y, z, radius] = columns[0];
        let mut center = [z; D];
        (center[0], center[1]) = (x, y);
        Ball { center, radius }
    }
}

/// A radius that is at least the root of a square, which may be off by 2 roundings or have
/// vanished.
#[inline(always)]
pub(crate) fn radius_of<R: Real>(square: R) -> R {
    // The root and the product take one more each; 1e-19 is more than the root of what vanishes.
    square.sqrt() * square.of(1.0 + 4.0 * f32::UNIT) + square.of(1e-19)
}
