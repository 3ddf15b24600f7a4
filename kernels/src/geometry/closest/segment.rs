//! Segments.

use crate::{
    contact::closest::Along,
    real::{
        Real,
        vector::{add_scaled, scale, select, sub},
    },
};

/// The point of the segment from `a` to `b` that is closest to a point; exactly `a` or `b` where
/// that is an end. A segment of no length is a point.
///
/// C. Ericson, *Real-Time Collision Detection*, section 5.1.2.
#[inline(always)]
#[must_use]
pub fn segment<R: Real, const D: usize>(point: [R; D], [a, b]: [[R; D]; 2]) -> [R; D] {
    let (side, zero, one) = (sub(b, a), a[0].of(0.0), a[0].of(1.0));
    let t = Along::new(side).closest(sub(point, a)).clamp(zero, one);
    at([a, b], side, t, one - t)
}

/// The point that is `t` times `side` from `a` and `rest` times from `b`, reckoned from the nearer.
#[inline(always)]
pub(super) fn at<R: Real, const D: usize>(
    [a, b]: [[R; D]; 2],
    side: [R; D],
    t: R,
    rest: R,
) -> [R; D] {
    select(t.le(rest), add_scaled(a, side, t), sub(b, scale(side, rest)))
}
