//! The gate: what is let in, and why the rest is not.

use std::fmt;

use crate::{Aabb, Error, error::reserve_one};

/// Why a box or a shape is not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum InvalidReason {
    /// A number is NaN.
    NotANumber,
    /// A minimum is greater than the maximum on the same axis.
    Inverted,
    /// The radius is negative.
    NegativeRadius,
    /// The center of a ball or of another shape is infinite.
    InfiniteCenter,
    /// The radius or another number of a shape is infinite.
    Infinite,
    /// Half an extent of a box that may be turned is negative.
    NegativeExtent,
    /// The squares of the numbers of a rotation do not sum up to 0.9 to 1.1.
    NotARotation,
}

impl fmt::Display for InvalidReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotANumber => "not a number",
            Self::Inverted => "minimum greater than maximum",
            Self::NegativeRadius => "negative radius",
            Self::InfiniteCenter => "infinite center",
            Self::Infinite => "infinite number",
            Self::NegativeExtent => "negative extent",
            Self::NotARotation => "not a rotation",
        })
    }
}

/// One of the sets of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum JoinSide {
    /// The only set, or the first of two.
    First,
    /// The second of two sets.
    Second,
}

/// A box that was left out of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InvalidShape {
    /// The set it is in.
    pub side: JoinSide,
    /// Its index in that set.
    pub index: u32,
    /// Why it is not valid.
    pub reason: InvalidReason,
}

impl InvalidShape {
    /// One of the first, or the only, set.
    pub(crate) fn of_first(index: usize, reason: InvalidReason) -> Self {
        Self { side: JoinSide::First, index: index as u32, reason }
    }

    /// Joins the others.
    pub(crate) fn push_to(self, list: &mut Vec<Self>) -> Result<(), Error> {
        reserve_one(list, "the list of invalid boxes")?;
        list.push(self);
        Ok(())
    }
}

/// Checks a box that comes alone.
pub(crate) fn check_box<const D: usize>(aabb: &Aabb<D>) -> Result<(), Error> {
    check_bounds(aabb.min, aabb.max).map_err(|reason| Error::Box { reason })
}

/// Checks bounds. A comparison with NaN is false, so "not less or equal" alone would call a NaN
/// inverted.
pub(super) fn check_bounds<const D: usize>(
    min: [f32; D],
    max: [f32; D],
) -> Result<(), InvalidReason> {
    if min.iter().chain(&max).any(|x| x.is_nan()) {
        Err(InvalidReason::NotANumber)
    } else if min.iter().zip(&max).any(|(min, max)| min > max) {
        Err(InvalidReason::Inverted)
    } else {
        Ok(())
    }
}

/// Checks a ball.
pub(super) fn check_ball<const D: usize>(
    center: [f32; D],
    radius: f32,
) -> Result<(), InvalidReason> {
    if radius.is_nan() || center.iter().any(|x| x.is_nan()) {
        Err(InvalidReason::NotANumber)
    } else if radius < 0.0 {
        Err(InvalidReason::NegativeRadius)
    } else if center.iter().any(|x| x.is_infinite()) {
        Err(InvalidReason::InfiniteCenter)
    } else {
        Ok(())
    }
}
