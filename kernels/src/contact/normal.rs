//! Normals where distances tell them, and where they do not.

use super::closest::tells_angle;
use crate::real::{
    Mask, Real,
    vector::{add_scaled, cross, dot, neg, scale, select, sum_abs},
};

/// The first axis: the normal where nothing else tells one.
#[inline(always)]
pub(crate) fn first_axis<R: Real, const D: usize>(like: R) -> [R; D] {
    let mut axis = [like.of(0.0); D];
    axis[0] = like.of(1.0);
    axis
}

/// A power of two that lifts small numbers to where squares do not vanish.
const LIFT: f32 = (1_u128 << 100) as f32;

/// Numbers whose squares neither vanish nor overflow, up to this and down to its inverse.
const MODEST: f32 = (1_u64 << 50) as f32;

/// A vector of any length, times a power of two that makes its square a number.
pub(crate) struct Lifted<const D: usize, R> {
    vector: [R; D],
    length: R,
    lift: R,
    /// One by the lift.
    back: R,
}

impl<R: Real, const D: usize> Lifted<D, R> {
    #[inline(always)]
    pub(crate) fn new(vector: [R; D]) -> Self {
        let size = sum_abs(vector);
        let one = size.of(1.0);
        let (small, large) = (size.lt(one.of(1.0 / MODEST)), one.of(MODEST).lt(size));
        let (up, down) = (one.of(LIFT), one.of(1.0 / LIFT));
        let lift = R::select(small, up, R::select(large, down, one));
        let back = R::select(small, down, R::select(large, up, one));
        let vector = scale(vector, lift);
        Self { vector, length: dot(vector, vector).sqrt(), lift, back }
    }

    /// The length.
    #[inline(always)]
    pub(crate) fn length(&self) -> R {
        self.length * self.back
    }

    /// One by the length and the direction, or an inverse of 0 and another direction where there is
    /// no length, or none that is a number.
    #[inline(always)]
    pub(crate) fn inverse_and_direction_or(&self, otherwise: [R; D]) -> (R, [R; D]) {
        let (zero, one) = (self.length.of(0.0), self.length.of(1.0));
        let tells = zero.lt(self.length) & self.length.le(one.of(f32::MAX));
        let inverse = one / self.length;
        let direction = select(tells, scale(self.vector, inverse), otherwise);
        (R::select(tells, inverse * self.lift, zero), direction)
    }
}

/// The length and the direction of a vector of any length, the [first axis](first_axis) for a zero
/// vector.
#[inline(always)]
pub(crate) fn measured<R: Real, const D: usize>(vector: [R; D]) -> (R, [R; D]) {
    let lifted = Lifted::new(vector);
    (lifted.length(), lifted.inverse_and_direction_or(first_axis(lifted.length)).1)
}

/// Whether there is less of a distance along a direction than there should be, by more than
/// rounding makes of the sum of all sizes.
///
/// So it is where shapes are as good as in touch, and the direction from one to the other is but
/// rounding: then another direction may be better.
#[inline(always)]
pub(crate) fn falls_short<R: Real>(along: R, distance: R, size: R) -> R::Mask {
    (along + size * size.of(16.0 * R::UNIT)).lt(distance)
}

/// A direction at a right angle to another one, or the [first axis](first_axis) for a zero vector.
///
/// In 2D it is the one to the left, in 3D the cross product with the coordinate axis that is
/// farthest from it.
#[inline(always)]
pub(crate) fn perpendicular<R: Real, const D: usize>(direction: [R; D]) -> [R; D] {
    let zero = direction[0].of(0.0);
    let mut across = [zero; D];
    if D == 2 {
        (across[0], across[1]) = (-direction[1], direction[0]);
    } else {
        let [x, y, z] = [direction[0].abs(), direction[1].abs(), direction[2].abs()];
        let (one, first) = (zero.of(1.0), x.le(y) & x.le(z));
        let (second, third) = (!first & y.le(z), !first & !y.le(z));
        let farthest = [
            R::select(first, one, zero),
            R::select(second, one, zero),
            R::select(third, one, zero),
        ];
        let direction = [direction[0], direction[1], direction[2]];
        across.copy_from_slice(&cross(direction, farthest));
    }
    measured(across).1
}

/// The direction across two others, given their cross product and its square; where that does not
/// tell, one at a right angle to the first.
///
/// Between nearly parallel directions the cross product is at a right angle to neither. Made so to
/// the first, it is to the second as well, as much nearer as the two are to each other.
#[inline(always)]
pub(crate) fn across_or_perpendicular<R: Real>(
    across: [R; 3],
    sine_square: R,
    first: [R; 3],
) -> [R; 3] {
    let (_, direction) = measured(add_scaled(across, first, -dot(across, first)));
    let tells = tells_angle(sine_square);
    if tells.all() {
        return direction;
    }
    select(tells, direction, perpendicular(first))
}

/// A direction, turned around if it does not point the way another vector does.
#[inline(always)]
pub(crate) fn toward<R: Real, const D: usize>(direction: [R; D], way: [R; D]) -> [R; D] {
    let along = dot(direction, way);
    select(along.lt(along.of(0.0)), neg(direction), direction)
}
