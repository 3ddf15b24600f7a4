//! Points at which the segment of a capsule touches another shape.

use crate::real::{
    Real,
    vector::{dot, select},
};

/// A point of the segment, and one of the other shape.
#[derive(Clone, Copy)]
pub(super) struct Touch<const D: usize, R> {
    /// Where on the segment, in -1..=1.
    pub(super) t: R,
    pub(super) on_other: [R; D],
    /// The distance of the two shapes there.
    pub(super) distance: R,
    /// Which of the points over a face it is: 0 towards the first end of the segment, 1 towards the
    /// second; 2 for a point that is alone.
    pub(super) end: R,
}

impl<const D: usize, R: Real> Touch<D, R> {
    /// `if mask { yes } else { no }`.
    #[inline(always)]
    pub(super) fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        Self {
            t: R::select(mask, yes.t, no.t),
            on_other: select(mask, yes.on_other, no.on_other),
            distance: R::select(mask, yes.distance, no.distance),
            end: R::select(mask, yes.end, no.end),
        }
    }

    /// Both ends of the part of the segment that lies over a face, if that is `along` the face and
    /// has a length, and neither is in front of it by more than `level`; else the one that is
    /// alone. And how many count.
    #[inline(always)]
    pub(super) fn or_both(
        self,
        [low, high]: [Self; 2],
        along: R::Mask,
        level: R,
    ) -> ([Self; 2], R) {
        let both = along & low.t.lt(high.t) & low.distance.max(high.distance).le(level);
        let one = level.of(1.0);
        ([Self::select(both, low, self), high], R::select(both, one + one, one))
    }
}

/// The sine of the largest angle at which a segment lies along a face.
const ALONG: f32 = 1.0 / 32.0;

/// Whether a segment lies along a face, given half of it and the face's normal.
#[inline(always)]
pub(super) fn lies_along<const D: usize, R: Real>(axis: [R; D], normal: [R; D]) -> R::Mask {
    let (across, square) = (dot(axis, normal), dot(axis, axis));
    (across * across).lt(square * square.of(ALONG * ALONG))
}

/// The end of a segment, given half of it, that is farther in a direction: -1 or 1, and 0 or 1 to
/// number it.
#[inline(always)]
pub(super) fn farther_end<const D: usize, R: Real>(axis: [R; D], direction: [R; D]) -> (R, R) {
    let one = axis[0].of(1.0);
    let end = one.with_sign_of(dot(axis, direction));
    (end, (end + one) * one.of(0.5))
}

/// Whether a whole number is this one.
#[inline(always)]
pub(super) fn is_number<R: Real>(value: R, number: usize) -> R::Mask {
    (value - value.of(number as f32)).abs().lt(value.of(0.5))
}
