//! What is left out, and why.

use jostle::validate::{InvalidReason, InvalidShape, JoinSide};

/// Why something is left out.
pub type jst_invalid_reason = i32;
/// A number is none.
pub const JST_INVALID_NOT_A_NUMBER: jst_invalid_reason = 0;
/// A minimum is greater than its maximum.
pub const JST_INVALID_INVERTED: jst_invalid_reason = 1;
/// A radius is negative.
pub const JST_INVALID_NEGATIVE_RADIUS: jst_invalid_reason = 2;
/// A center is infinite.
pub const JST_INVALID_INFINITE_CENTER: jst_invalid_reason = 3;
/// Another number is infinite.
pub const JST_INVALID_INFINITE: jst_invalid_reason = 4;
/// A half extent is negative.
pub const JST_INVALID_NEGATIVE_EXTENT: jst_invalid_reason = 5;
/// The squares of a rotation do not sum up to 0.9 to 1.1.
pub const JST_INVALID_NOT_A_ROTATION: jst_invalid_reason = 6;
/// The squares of a normal do not sum up to 0.9 to 1.1.
pub const JST_INVALID_NOT_A_NORMAL: jst_invalid_reason = 7;
/// A point is too far from the periodic cell.
pub const JST_INVALID_FAR_FROM_CELL: jst_invalid_reason = 8;
/// The number of a geometry is none.
pub const JST_INVALID_NO_GEOMETRY: jst_invalid_reason = 9;

/// Something that is left out, as its numbers mean nothing.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct jst_invalid {
    /// Of which set: 0, or 1 for the second.
    pub set: u32,
    /// Its index there.
    pub index: u32,
    /// Why.
    pub reason: jst_invalid_reason,
}

impl jst_invalid {
    pub(crate) fn of(invalid: &InvalidShape) -> Self {
        Self {
            set: u32::from(invalid.side == JoinSide::Second),
            index: invalid.index,
            reason: match invalid.reason {
                InvalidReason::NotANumber => JST_INVALID_NOT_A_NUMBER,
                InvalidReason::Inverted => JST_INVALID_INVERTED,
                InvalidReason::NegativeRadius => JST_INVALID_NEGATIVE_RADIUS,
                InvalidReason::InfiniteCenter => JST_INVALID_INFINITE_CENTER,
                InvalidReason::Infinite => JST_INVALID_INFINITE,
                InvalidReason::NegativeExtent => JST_INVALID_NEGATIVE_EXTENT,
                InvalidReason::NotARotation => JST_INVALID_NOT_A_ROTATION,
                InvalidReason::NotANormal => JST_INVALID_NOT_A_NORMAL,
                InvalidReason::FarFromCell => JST_INVALID_FAR_FROM_CELL,
                InvalidReason::NoGeometry => JST_INVALID_NO_GEOMETRY,
                _ => -1,
            },
        }
    }
}
