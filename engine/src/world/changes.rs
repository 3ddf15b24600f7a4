//! What became of pairs, as the user of a world sees it.

use super::pair_cache::PairCache;
use crate::{
    Handle, Pair,
    events::{EventCounts, Events},
};

/// What became of the pairs of the last step: each of them persists or ended, unless its shapes
/// came to rest meanwhile; each of this step began or persists.
#[derive(Clone, Copy)]
pub struct PairChanges<'a> {
    events: &'a Events,
    now: &'a [Pair],
    last: &'a [Pair],
    pair_cache: &'a PairCache,
    handles: &'a [Handle],
}

impl<'a> PairChanges<'a> {
    pub(super) fn new(
        events: &'a Events,
        [now, last]: [&'a [Pair]; 2],
        pair_cache: &'a PairCache,
        handles: &'a [Handle],
    ) -> Self {
        Self { events, now, last, pair_cache, handles }
    }

    /// How many pairs began, persist and ended.
    #[must_use]
    pub fn counts(&self) -> EventCounts {
        let counts = self.events.counts();
        EventCounts { ended: counts.ended + self.pair_cache.removed().len(), ..counts }
    }

    /// The pairs that began, in canonical order.
    pub fn begun(&self) -> impl Iterator<Item = Pair> + use<'a> {
        let now = self.now;
        self.events.begun().map(|place| now[place])
    }

    /// The pairs that persist, in canonical order, those that were dormant until now among them.
    pub fn persisted(&self) -> impl Iterator<Item = Pair> + use<'a> {
        let now = self.now;
        self.events.persisted().map(|(place, _)| now[place])
    }

    /// The handles of the pairs that ended: first those of shapes that were removed, in the order
    /// of the last step, then those of shapes that came apart or do not want each other any more,
    /// in canonical order.
    pub fn ended(&self) -> impl Iterator<Item = [Handle; 2]> + use<'a> {
        let (handles, before) = (self.handles, self.pair_cache.before().unwrap_or(self.last));
        let apart = self.events.ended().map(move |place| {
            let Pair { a, b } = before[place];
            [a, b].map(|index| handles[index as usize])
        });
        self.pair_cache.removed().iter().copied().chain(apart)
    }

    /// The place in the list of the last step of the pair at a place in that of this step: for what
    /// the caller keeps with each pair. None if it began, was dormant until now, or if there is no
    /// such pair.
    #[must_use]
    pub fn place_before(&self, now: usize) -> Option<usize> {
        self.events.place_before(now).and_then(|before| self.pair_cache.place(before))
    }
}
