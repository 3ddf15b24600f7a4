//! What became of pairs, as the user of a world sees it.

use std::ops::Range;

use super::{EventCounts, Events};
use crate::{Handle, Pair, unique_id::UniqueId};

/// What is known of the pairs of the last step, where shapes were renumbered or removed since.
#[derive(Clone, Copy)]
pub(crate) struct LastPairs<'a> {
    /// Names the list, in all steps.
    pub(crate) id: UniqueId,
    /// Pairs of the last step, in the indices of this one; in canonical order.
    pub(crate) pairs: &'a [Pair],
    /// Where they were in the last step: their places in the list, or, behind all of these, among
    /// those that were dormant. No places where the list is that of the last step.
    pub(crate) places: Option<PlacesBefore<'a>>,
    /// The same of the pairs that are dormant now; no places where they are those of the last step.
    pub(crate) dormant_places: Option<PlacesBefore<'a>>,
    /// Number of pairs in the list of the last step.
    pub(crate) listed: usize,
    /// Number of pairs that are dormant now.
    pub(crate) dormant: usize,
    /// Pairs of shapes that were removed or disabled.
    pub(crate) removed: &'a [[Handle; 2]],
}

/// Where the pairs of a list were, which was made of another by taking some out and putting others
/// in.
#[derive(Clone, Copy)]
pub(crate) struct PlacesBefore<'a> {
    /// The whole list, in order.
    pub(crate) runs: &'a [PairRun],
    /// The pairs that were put in, each with its place before.
    pub(crate) put_in: &'a [(Pair, u32)],
    /// The place before of the first pair that the other list had.
    pub(crate) first: usize,
}

/// Pairs that are put in, and a run of those that were there, which follows them.
pub(crate) struct PairRun {
    /// The place of the first.
    pub(crate) begin: usize,
    pub(crate) put_in: Range<usize>,
    pub(crate) kept: Range<usize>,
}

impl PairRun {
    pub(crate) fn len(&self) -> usize {
        self.put_in.len() + self.kept.len()
    }

    /// The place behind the last.
    pub(crate) fn end(&self) -> usize {
        self.begin + self.len()
    }
}

impl PlacesBefore<'_> {
    /// Where the pair at a place was. `near` is the number of the run of the last one that was
    /// asked for: it is fast where that is the same.
    fn of(&self, place: usize, near: &mut usize) -> usize {
        let is_in = |run: &PairRun| (run.begin..run.end()).contains(&place);
        if !self.runs.get(*near).is_some_and(is_in) {
            // Runs without pairs begin where the next one does.
            *near = self.runs.partition_point(|run| run.begin <= place) - 1;
        }
        let run = &self.runs[*near];
        let behind = place - run.begin;
        match self.put_in[run.put_in.clone()].get(behind) {
            Some((_, before)) => *before as usize,
            None => self.first + run.kept.start + behind - run.put_in.len(),
        }
    }
}

/// What became of the pairs of the last step: each of them persists or ended, unless its shapes
/// came to rest meanwhile; each of this step began or persists.
#[derive(Clone, Copy)]
pub struct PairChanges<'a> {
    events: &'a Events,
    now: &'a [Pair],
    last: LastPairs<'a>,
    handles: &'a [Handle],
    /// Number of the step, from 1 on; 0 where there was none, or it failed.
    step: u64,
}

impl<'a> PairChanges<'a> {
    pub(crate) fn new(
        events: &'a Events,
        now: &'a [Pair],
        last: LastPairs<'a>,
        handles: &'a [Handle],
        step: u64,
    ) -> Self {
        Self { events, now, last, handles, step }
    }

    /// The number of the step, from 1 on; 0 where there was none, or it failed.
    pub(super) fn step(&self) -> u64 {
        self.step
    }

    /// Names the list, in all steps.
    pub(super) fn list(&self) -> UniqueId {
        self.last.id
    }

    /// Number of pairs in the list, and of those that are dormant.
    pub(super) fn lens(&self) -> [usize; 2] {
        [self.now.len(), self.last.dormant]
    }

    /// Where among the values of the pairs of the last step that of a pair is, the listed ones
    /// first, by its place among those of this one; none if it began. It is fast for places in
    /// order that are asked for with the same `near`, which begins as 0.
    pub(super) fn value_before(&self, place: usize, near: &mut usize) -> Option<usize> {
        let LastPairs { places, dormant_places, listed, .. } = self.last;
        if let Some(dormant) = place.checked_sub(self.now.len()) {
            return Some(match dormant_places {
                Some(places) => places.of(dormant, near),
                None => listed + dormant,
            });
        }
        let before = self.events.place_before(place)?;
        Some(places.map_or(before, |places| places.of(before, near)))
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

    /// The place in the list of the last step of the pair at a place in that of this step. None if
    /// it began, was dormant until now, or if there is no such pair. [`PairData`] keeps a value
    /// with each pair, also while it is dormant.
    ///
    /// [`PairData`]: super::PairData
    #[must_use]
    pub fn place_before(&self, now: usize) -> Option<usize> {
        self.events.place_before(now)?;
        self.value_before(now, &mut 0).filter(|place| *place < self.last.listed)
    }
}
