//! Endpoints: where boxes begin and end on an axis, as integers that sort like them.
//!
//! From above: the sorting key of the coordinate, one bit for maxima, the id of the box. So at one
//! coordinate minima come before maxima, which makes boxes closed, and no two endpoints are equal.

/// The bit of maxima.
const MAXIMUM: u64 = 1 << 31;

/// Ids are less than this.
pub(super) const MOST_IDS: usize = 1 << 31;

/// Where a box begins.
#[inline(always)]
pub(super) fn minimum(key: u32, id: usize) -> u64 {
    u64::from(key) << 32 | id as u64
}

/// Where a box ends.
#[inline(always)]
pub(super) fn maximum(key: u32, id: usize) -> u64 {
    minimum(key, id) | MAXIMUM
}

/// 0 where the box begins, 1 where it ends.
#[inline(always)]
pub(super) fn side(endpoint: u64) -> usize {
    usize::from(endpoint & MAXIMUM != 0)
}

/// The id of the box.
#[inline(always)]
pub(super) fn id(endpoint: u64) -> usize {
    (endpoint & (MAXIMUM - 1)) as usize
}

/// The same end of the same box, elsewhere.
#[inline(always)]
pub(super) fn moved(endpoint: u64, key: u32) -> u64 {
    u64::from(key) << 32 | endpoint & u64::from(u32::MAX)
}
