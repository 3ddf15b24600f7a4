//! Bounds of shapes. Rounded to nearest, a sum of two floats is at most half a step away from what
//! it should be, so the next float after it will do.

use super::{Ball, Capsule, Obb, Pack, Polygon, Triangle};
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

/// The smallest number there is.
const TINY: f32 = f32::from_bits(1);

/// At least the distance to the next number, and so little more that adding it gives the next
/// number: S. Rump, P. Zimmermann, S. Boldo, G. Melquiond, *Computing predecessor and successor in
/// rounding to nearest*, BIT 49 (2009), algorithm 2.
#[inline(always)]
fn step<R: Real>(x: R) -> R {
    x.abs() * x.of(R::UNIT * (1.0 + f32::EPSILON)) + x.of(TINY)
}

/// What lies `reach` to both sides of `center`, at least.
#[inline(always)]
fn around<R: Real, const D: usize>(center: [R; D], reach: [R; D]) -> ([R; D], [R; D]) {
    let (mut min, mut max) = (center, center);
    for axis in 0..D {
        let (low, high) = (center[axis] - reach[axis], center[axis] + reach[axis]);
        min[axis] = low - step(low);
        max[axis] = high + step(high);
    }
    (min, max)
}

impl<const D: usize> Bounded<D> for Ball<D> {
    #[inline(always)]
    fn bounds<R: Real>(ball: &Ball<D, R>) -> ([R; D], [R; D]) {
        around(ball.center, [ball.radius; D])
    }
}

impl<const D: usize> Bounded<D> for Capsule<D> {
    #[inline(always)]
    fn bounds<R: Real>(capsule: &Capsule<D, R>) -> ([R; D], [R; D]) {
        let mut reach = capsule.axis;
        for along in &mut reach {
            let sum = along.abs() + capsule.radius;
            *along = sum + step(sum);
        }
        around(capsule.center, reach)
    }
}

/// The projection of a box on each coordinate axis, from its middle, at least.
///
/// A product, and up to `D - 1` sums, each of positive numbers, err by `D` roundings of the result.
/// Six make up for that, and for the rounding of their own sum. Products that are too small to keep
/// all digits err by half of the smallest number each.
#[inline(always)]
fn reach<R: Real, const D: usize>(obb: &Obb<D, R>) -> [R; D] {
    let mut reach = obb.half;
    for (axis, reach) in reach.iter_mut().enumerate() {
        let mut sum = obb.half[0] * obb.axes[0][axis].abs();
        for own in 1..D {
            sum = sum + obb.half[own] * obb.axes[own][axis].abs();
        }
        *reach = sum + (sum * sum.of(6.0 * R::UNIT) + sum.of(4.0 * TINY));
    }
    reach
}

impl Bounded<2> for Obb<2> {
    #[inline(always)]
    fn bounds<R: Real>(obb: &Obb<2, R>) -> ([R; 2], [R; 2]) {
        around(obb.center, reach(obb))
    }
}

impl Bounded<3> for Obb<3> {
    #[inline(always)]
    fn bounds<R: Real>(obb: &Obb<3, R>) -> ([R; 3], [R; 3]) {
        around(obb.center, reach(obb))
    }
}

impl Bounded<2> for Polygon {
    #[inline(always)]
    fn bounds<R: Real>(polygon: &Polygon<R>) -> ([R; 2], [R; 2]) {
        let (mut min, mut max) = hull(&polygon.vertices);
        for axis in 0..2 {
            let (low, high) = (polygon.center[axis] + min[axis], polygon.center[axis] + max[axis]);
            min[axis] = low - step(low);
            max[axis] = high + step(high);
        }
        (min, max)
    }
}

impl Bounded<3> for Triangle {
    /// Exact.
    #[inline(always)]
    fn bounds<R: Real>(triangle: &Triangle<R>) -> ([R; 3], [R; 3]) {
        hull(&triangle.vertices)
    }
}

/// The minima and maxima of points, exactly.
#[inline(always)]
fn hull<R: Real, const D: usize, const N: usize>(points: &[[R; D]; N]) -> ([R; D], [R; D]) {
    let (mut min, mut max) = (points[0], points[0]);
    for point in &points[1..] {
        for axis in 0..D {
            min[axis] = min[axis].min(point[axis]);
            max[axis] = max[axis].max(point[axis]);
        }
    }
    (min, max)
}
