//! What it means for two boxes when their endpoints change places.

use super::{
    body::Body,
    endpoint::{id, side},
};
use crate::{Error, error::reserve_one};

/// Two boxes, by id, that began or ceased to be a pair.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) ids: [u32; 2],
    pub(super) begins: bool,
}

/// Adds a change to a list.
pub(super) fn push(changes: &mut Vec<Change>, change: Change) -> Result<(), Error> {
    reserve_one(changes, "the pairs that change")?;
    changes.push(change);
    Ok(())
}

/// The change of a pair when an endpoint came to lie before another one.
///
/// A pair begins where a minimum comes to lie before a maximum and ends where it is the other way
/// round. That can happen on several axes: it is told on the first of them.
#[inline(always)]
pub(super) fn change<const D: usize>(
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
