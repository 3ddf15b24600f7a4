//! Projections on an axis.

use crate::real::{Real, vector::dot};

/// What a shape covers on an axis: closed, from `low` to `high`.
#[derive(Clone, Copy)]
pub(crate) struct Interval<R> {
    pub(crate) low: R,
    pub(crate) high: R,
}

impl<R: Real> Interval<R> {
    /// Of three points by their places on the axis.
    #[inline(always)]
    pub(crate) fn of([a, b, c]: [R; 3]) -> Self {
        Self { low: a.min(b).min(c), high: a.max(b).max(c) }
    }

    /// Of what reaches equally far from zero both ways.
    #[inline(always)]
    pub(crate) fn around_zero(reach: R) -> Self {
        Self { low: -reach, high: reach }
    }

    /// The distance to another interval, negative where they overlap: minus the length of the
    /// shorter of the two ways out. And a number that is negative where that way is down.
    #[inline(always)]
    pub(crate) fn to(self, other: Self) -> (R, R) {
        let (up, down) = (other.low - self.high, self.low - other.high);
        (up.max(down), up - down)
    }
}

/// The places of three points on an axis.
#[inline(always)]
pub(crate) fn project<R: Real>(points: &[[R; 3]; 3], axis: [R; 3]) -> [R; 3] {
    [dot(points[0], axis), dot(points[1], axis), dot(points[2], axis)]
}
