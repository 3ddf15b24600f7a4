//! The pairs of a frame in canonical order, and how they become those of the next.

use super::{bodies::Bodies, endpoint::Change};
use crate::{Error, Pair, Pairs, memory::reserve};

/// Pairs in canonical order.
#[derive(Default)]
pub(super) struct PairSet {
    pub(super) pairs: Pairs,
    spare: Pairs,
    changes: Vec<(Pair, bool)>,
}

impl PairSet {
    /// Forgets the pairs of boxes that went, or that may be in others now.
    pub(super) fn remove_gone<const D: usize>(&mut self, bodies: &Bodies<D>) {
        if bodies.total.went == 0 {
            return;
        }
        let pairs = self.pairs.as_mut_slice();
        let mut kept = 0;
        for index in 0..pairs.len() {
            let pair = pairs[index];
            pairs[kept] = pair;
            kept += usize::from(bodies.of_pair(pair).iter().all(|body| !body.state.is_gone()));
        }
        self.pairs.truncate(kept);
    }

    /// Applies changes, each pair of which is in one of them at most. O(changes log changes +
    /// pairs).
    pub(super) fn apply<'a, const D: usize>(
        &mut self,
        bodies: &Bodies<D>,
        changes: impl Iterator<Item = &'a [Change]> + Clone,
    ) -> Result<(), Error> {
        self.changes.clear();
        reserve(&mut self.changes, changes.clone().map(<[_]>::len).sum(), "the pairs that change")?;
        for Change { ids: [a, b], begins } in changes.flatten() {
            self.changes.push((bodies.pair(*a as usize, *b as usize), *begins));
        }
        if self.changes.is_empty() {
            return Ok(());
        }
        self.changes.sort_unstable_by_key(|(pair, _)| pair.key());
        self.spare.clear();
        let room = self.pairs.len() + self.changes.len();
        let written = merge(&self.pairs, &self.changes, self.spare.space(room)?);
        self.spare.commit(written);
        std::mem::swap(&mut self.pairs, &mut self.spare);
        Ok(())
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.pairs.capacity_bytes()
            + self.spare.capacity_bytes()
            + self.changes.capacity() * size_of::<(Pair, bool)>()
    }
}

/// Writes the pairs with changes applied, and returns how many those are.
fn merge(pairs: &[Pair], changes: &[(Pair, bool)], to: &mut [Pair]) -> usize {
    let (mut rest, mut written) = (pairs, 0);
    for (pair, begins) in changes {
        let (before, from) = rest.split_at(count_below(rest, *pair));
        to[written..written + before.len()].copy_from_slice(before);
        written += before.len();
        rest = from;
        if *begins {
            debug_assert!(rest.first() != Some(pair), "{pair:?} begins again");
            to[written] = *pair;
            written += 1;
        } else {
            debug_assert!(rest.first() == Some(pair), "{pair:?} ends again");
            rest = &rest[1..];
        }
    }
    to[written..written + rest.len()].copy_from_slice(rest);
    written + rest.len()
}

/// How many of some pairs in order come before a pair, which is mostly few.
fn count_below(pairs: &[Pair], pair: Pair) -> usize {
    let mut end = 1;
    while end < pairs.len() && pairs[end].key() < pair.key() {
        end *= 2;
    }
    let (first, last) = (end / 2, pairs.len().min(end));
    first + pairs[first..last].partition_point(|other| other.key() < pair.key())
}
