//! Endpoints: where boxes begin and end on an axis, as integers that sort like them; and what it
//! means for two boxes when their endpoints change places.
//!
//! From above: the sorting key of the coordinate, one bit for maxima, the id of the box. So at one
//! coordinate minima come before maxima, which makes boxes closed, and no two endpoints are equal.

use super::body::Body;
use crate::{Error, memory::reserve_one};

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

/// Two boxes, by id, that began or ceased to be a pair.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) ids: [u32; 2],
    pub(super) begins: bool,
}

/// Adds a change to a list.
pub(super) fn push_change(changes: &mut Vec<Change>, change: Change) -> Result<(), Error> {
    reserve_one(changes, "the pairs that change")?;
    changes.push(change);
    Ok(())
}

/// The change of a pair when an endpoint came to lie before another one.
///
/// A pair begins where a minimum comes to lie before a maximum and ends where it is the other way
/// round. That can happen on several axes: it is told on the first of them.
#[inline(always)]
pub(super) fn change_of<const D: usize>(
    bodies: &[Body<D>],
    axis: usize,
    passing: u64,
    passed: u64,
) -> Option<Change> {
    if side(passing) == side(passed) {
        return None;
    }
    let begins = side(passed) == 1;
    let (a, b) = (&bodies[id(passing)], &bodies[id(passed)]);
    let now = |axes| a.now.touch(&b.now, axes);
    let before = |axes| a.before.touch(&b.before, axes);
    let told = if begins { now(D) && before(axis) } else { before(D) && now(axis) };
    let ids = [id(passing) as u32, id(passed) as u32];
    (told && a.exclusion & b.exclusion == 0).then_some(Change { ids, begins })
}
