//! Two segments.

use super::segment::at;
use crate::{
    contact::closest::closest_between_segments,
    real::{
        Real,
        vector::{add, scale, sub},
    },
};

/// Points of two segments that are closest to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SegmentPair<const D: usize, R = f32> {
    /// The point of the first segment.
    pub on_first: [R; D],
    /// The point of the second segment.
    pub on_second: [R; D],
    /// Where on each segment it is, from 0 at its first end to 1 at its second.
    pub parameters: [R; 2],
}

/// Points of two segments that are closest to each other, in 2D and 3D. Either may have no length.
///
/// Of parallel segments that lie side by side it is some pair of points. The *distance* of the
/// points errs as little as said in the [module](super), whatever the angle; the points of segments
/// that are nearly parallel may be far from those of exact arithmetic.
///
/// C. Ericson, *Real-Time Collision Detection*, section 5.1.9.
#[inline(always)]
#[must_use]
pub fn segments<R: Real, const D: usize>(
    first: [[R; D]; 2],
    second: [[R; D]; 2],
) -> SegmentPair<D, R> {
    let ([a, b], [c, d]) = (first, second);
    let (one, half) = (a[0].of(1.0), a[0].of(0.5));
    let (axis_a, axis_b) = (scale(sub(b, a), half), scale(sub(d, c), half));
    let place = scale(add(sub(c, a), sub(d, b)), half);
    let found = closest_between_segments(axis_a, axis_b, place);
    SegmentPair {
        on_first: at(first, axis_a, one + found.s, one - found.s),
        on_second: at(second, axis_b, one + found.t, one - found.t),
        parameters: [(one + found.s) * half, (one + found.t) * half],
    }
}
