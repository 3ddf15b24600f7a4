//! The merge of two sorted lists.

use super::NONE;
use crate::Pair;

/// Pairs that are compared at once where none changed.
const BLOCK: usize = 8;

/// Writes for each pair of `now` its place before, which for the first of `before` is `first`, or
/// [`NONE`], and lists the places of those of `before` that are not there any more, for which there
/// is room.
pub(super) fn merge(
    first: u32,
    before: &[Pair],
    now: &[Pair],
    places: &mut [u32],
    ended: &mut Vec<u32>,
) {
    let places = &mut places[..now.len()];
    let (mut old, mut new) = (0, 0);
    while old < before.len() && new < now.len() {
        if let (Some(some), Some(others)) =
            (before[old..].first_chunk::<BLOCK>(), now[new..].first_chunk::<BLOCK>())
            && some == others
        {
            for (step, place) in places[new..new + BLOCK].iter_mut().enumerate() {
                *place = first + (old + step) as u32;
            }
            (old, new) = (old + BLOCK, new + BLOCK);
            continue;
        }
        for _ in 0..BLOCK {
            let (Some(was), Some(is)) = (before.get(old), now.get(new)) else { break };
            let (was, is) = (was.key(), is.key());
            places[new] = if was == is { first + old as u32 } else { NONE };
            if was < is {
                ended.push(first + old as u32);
            }
            (old, new) = (old + usize::from(was <= is), new + usize::from(is <= was));
        }
    }
    places[new..].fill(NONE);
    ended.extend((old..before.len()).map(|old| first + old as u32));
}
