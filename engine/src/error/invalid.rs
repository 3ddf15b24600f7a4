//! Why a shape is invalid: the words for it. The rules are in [`validate`](crate::validate).

use std::fmt;

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
    /// The radius or another number of a shape is infinite, or parts of it may leave the range of
    /// numbers where it is.
    Infinite,
    /// Half an extent of a box that may be turned is negative.
    NegativeExtent,
    /// The squares of the numbers of a rotation do not sum up to 0.9 to 1.1.
    NotARotation,
    /// The squares of the numbers of a normal do not sum up to 0.9 to 1.1.
    NotANormal,
    /// A point that is too many lengths outside of a periodic cell to tell how many.
    FarFromCell,
    /// The number of shared geometry that is not there.
    NoGeometry,
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
            Self::NotANormal => "not a normal of length 1",
            Self::FarFromCell => "too far from the periodic cell",
            Self::NoGeometry => "number of no geometry",
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
