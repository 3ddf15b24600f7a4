//! What became of pairs, as the user of a world sees it.

use super::{EventCounts, Events};
use crate::{Handle, Pair};

/// What is known of the pairs of the last step, where shapes were renumbered or removed since.
#[derive(Clone, Copy)]
pub(crate) struct LastPairs<'a> {
    /// Pairs of the last step, in the indices of this one; in canonical order.
    pub(crate) pairs: &'a [Pair],
    /// Their places in the list of the last step; [`NONE`](Self::NONE) if they were not in it. No
    /// places where the list is that of the last step.
    pub(crate) places: Option<&'a [u32]>,
    /// Pairs of shapes that were removed or disabled.
    pub(crate) removed: &'a [[Handle; 2]],
}

impl LastPairs<'_> {
    /// The place of a pair that was not in the list of the last step.
    pub(crate) const NONE: u32 = u32::MAX;
}

/// What became of the pairs of the last step: each of them persists or ended, unless its shapes
/// came to rest meanwhile; each of this step began or persists.
#[derive(Clone, Copy)]
pub struct PairChanges<'a> {
    events: &'a Events,
    now: &'a [Pair],
    last: LastPairs<'a>,
    handles: &'a [Handle],
}

impl<'a> PairChanges<'a> {
    pub(crate) fn new(
        events: &'a Events,
        now: &'a [Pair],
        last: LastPairs<'a>,
        handles: &'a [Handle],
    ) -> Self {
        Self { events, now, last, handles }
    }

    /// How many pairs began, persist and ended.
    #[must_use]
    pub fn counts(&self) -> EventCounts {
        let counts = self.events.counts();
        EventCounts { ended: counts.ended + self.last.removed.len(), ..counts }
    }

    /// The pairs that began, in canonical order.
    pub fn begun(&self) -> impl Iterator<Item = Pair> + use<'a> {
        let now = self.now;
        self.events.begun().map(|place| now[place])
    }

    /// The handles of the pairs that [began](Self::begun), in the same order.
    pub fn begun_handles(&self) -> impl Iterator<Item = [Handle; 2]> + use<'a> {
        let handles = self.handles;
        self.begun().map(move |Pair { a, b }| [a, b].map(|index| handles[index as usize]))
    }

    /// The pairs that persist, in canonical order, those that were dormant until now among them.
    pub fn persisted(&self) -> impl Iterator<Item = Pair> + use<'a> {
        let now = self.now;
        self.events.persisted().map(|(place, _)| now[place])
    }

    /// The handles of the pairs that ended: first those of shapes that were removed or disabled, in
    /// the order of the last step, then those of shapes that came apart or do not want each other
    /// any more, in canonical order.
    pub fn ended(&self) -> impl Iterator<Item = [Handle; 2]> + use<'a> {
        let (handles, before) = (self.handles, self.last.pairs);
        let apart = self.events.ended().map(move |place| {
            let Pair { a, b } = before[place];
            [a, b].map(|index| handles[index as usize])
        });
        self.last.removed.iter().copied().chain(apart)
    }

    /// The place in the list of the last step of the pair at a place in that of this step: for what
    /// the caller keeps with each pair. None if it began, was dormant until now, or if there is no
    /// such pair.
    #[must_use]
    pub fn place_before(&self, now: usize) -> Option<usize> {
        let before = self.events.place_before(now)?;
        let Some(places) = self.last.places else { return Some(before) };
        (places[before] != LastPairs::NONE).then_some(places[before] as usize)
    }
}
