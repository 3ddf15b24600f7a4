//! Bounds of shapes.
//!
//! Rounded to nearest, a sum of two floats is at most half a step away from the true sum. So the
//! next float after it is a bound.

use super::pack::Pack;
use crate::real::Real;

/// Most roundings by which bounds exceed the exact shape, of the sizes of the center's coordinate
/// and of the extent on that axis: for a turned box ten in its extent, one in the sum with the
/// center and two for the step after it. Below `f32::MIN_POSITIVE`, where steps no longer shrink,
/// add that.
pub const TIGHT: f32 = 14.0;

/// A shape that has bounds. They are conservative: the exact shape, the stored numbers taken as
/// they are, never sticks out. And they are tight, see [`TIGHT`].
pub trait Bounded<const D: usize>: Pack {
    /// The minima and maxima. Where a sum overflows they are infinite. The numbers of the shape
    /// must be finite and its sizes not negative. Must be `#[inline(always)]`.
    fn bounds<R: Real>(shape: &Self::Of<R>) -> ([R; D], [R; D]);
}

/// A shape that has a size.
pub trait Extent: Pack {
    /// How large the shape is, wherever it is: its largest extent, but for a factor of a few. It is
    /// what errors are to be small against. Must be `#[inline(always)]`.
    fn extent<R: Real>(shape: &Self::Of<R>) -> R;
}

/// The smallest number there is.
pub(super) const TINY: f32 = f32::from_bits(1);

/// At least the distance to the next number, and so little more that adding it gives the next
/// number: S. Rump, P. Zimmermann, S. Boldo, G. Melquiond, *Computing predecessor and successor in
/// rounding to nearest*, BIT 49 (2009), algorithm 2.
#[inline(always)]
pub(super) fn step<R: Real>(x: R) -> R {
    x.abs() * x.of(R::UNIT * (1.0 + f32::EPSILON)) + x.of(TINY)
}

/// What lies `reach` to both sides of `center`, at least.
#[inline(always)]
pub(super) fn around<R: Real, const D: usize>(center: [R; D], reach: [R; D]) -> ([R; D], [R; D]) {
    let (mut min, mut max) = (center, center);
    for axis in 0..D {
        let (low, high) = (center[axis] - reach[axis], center[axis] + reach[axis]);
        min[axis] = low - step(low);
        max[axis] = high + step(high);
    }
    (min, max)
}

/// The minima and maxima of points, exactly.
#[inline(always)]
pub(super) fn hull<R: Real, const D: usize, const N: usize>(
    points: &[[R; D]; N],
) -> ([R; D], [R; D]) {
    let (mut min, mut max) = (points[0], points[0]);
    for point in &points[1..] {
        for axis in 0..D {
            min[axis] = min[axis].min(point[axis]);
            max[axis] = max[axis].max(point[axis]);
        }
    }
    (min, max)
}
