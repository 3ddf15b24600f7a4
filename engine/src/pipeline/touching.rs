//! The pairs that touch, of this step and of the one before.

use crate::{Error, Pair, Pairs, events::Events, memory::reserve};

/// Pairs in canonical order and what became of them.
#[derive(Default)]
pub(crate) struct TouchingPairs {
    now: Pairs,
    last: Pairs,
    /// Whether `now` is of a step that came to its end.
    is_kept: bool,
    events: Events,
}

impl TouchingPairs {
    /// Begins a step.
    pub(super) fn begin(&mut self) {
        if self.is_kept {
            std::mem::swap(&mut self.now, &mut self.last);
        }
        self.discard();
    }

    /// Whether the last step came to its end.
    pub(super) fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Forgets what the step found.
    pub(super) fn discard(&mut self) {
        self.now.clear();
        self.events.clear();
        self.is_kept = false;
    }

    /// Makes these the pairs of a step that came to its end.
    pub(crate) fn restore(&mut self, pairs: &[Pair]) -> Result<(), Error> {
        self.now.clear();
        self.now.extend(pairs)?;
        self.is_kept = true;
        Ok(())
    }

    /// The list of the step, to be filled.
    pub(super) fn list(&mut self) -> &mut Pairs {
        &mut self.now
    }

    /// Takes pairs that are listed several times, one behind the other, for one, and lists for each
    /// at which place the first was.
    pub(super) fn number_contacts(&mut self, starts: &mut Vec<u32>) -> Result<(), Error> {
        reserve(starts, self.now.len(), "the contacts of pairs")?;
        let pairs = self.now.as_mut_slice();
        for place in 0..pairs.len() {
            if place == 0 || pairs[place] != pairs[starts.len() - 1] {
                pairs[starts.len()] = pairs[place];
                starts.push(place as u32);
            }
        }
        self.now.truncate(starts.len());
        Ok(())
    }

    /// Makes these the list of the step.
    pub(super) fn set(&mut self, pairs: impl ExactSizeIterator<Item = Pair>) -> Result<(), Error> {
        let len = pairs.len();
        let space = self.now.space(len)?;
        space.iter_mut().zip(pairs).for_each(|(to, pair)| *to = pair);
        self.now.commit(len);
        Ok(())
    }

    /// Adds pairs in canonical order that are not among those of the step. O(pairs).
    pub(super) fn add(&mut self, pairs: &[Pair]) -> Result<(), Error> {
        let (mut kept, mut added) = (self.now.len(), pairs.len());
        self.now.space(added)?;
        self.now.commit(added);
        let now = self.now.as_mut_slice();
        // From behind, as long as there are some to be added.
        while added > 0 {
            let free = kept + added - 1;
            if kept > 0 && now[kept - 1].key() > pairs[added - 1].key() {
                kept -= 1;
                now[free] = now[kept];
            } else {
                added -= 1;
                now[free] = pairs[added];
            }
        }
        Ok(())
    }

    /// Finds what became of the pairs of the last step, or of others.
    pub(super) fn compare(&mut self, before: Option<&[Pair]>) -> Result<(), Error> {
        // Those of the last step were checked in it, and others are made of them.
        self.events.update_after(before.unwrap_or(&self.last), &self.now)
    }

    /// Ends the step well.
    pub(super) fn keep(&mut self) {
        self.is_kept = true;
    }

    /// The pairs that the next step is compared with.
    pub(crate) fn latest(&self) -> &[Pair] {
        if self.is_kept { &self.now } else { &self.last }
    }

    /// The pairs of this step.
    pub(crate) fn now(&self) -> &[Pair] {
        &self.now
    }

    /// The pairs of the last step that came to its end, before this one.
    pub(crate) fn last(&self) -> &[Pair] {
        &self.last
    }

    pub(crate) fn events(&self) -> &Events {
        &self.events
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.now.capacity_bytes() + self.last.capacity_bytes() + self.events.memory_bytes()
    }
}
