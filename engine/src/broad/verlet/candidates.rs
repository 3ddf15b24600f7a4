//! Candidates: the pairs of fat boxes that touch, each with when it has to be tested again.

use std::{mem, ops::Range};

use jostle_kernels::{Record, SimdLevel};

use super::{era::Era, limited_pairs::LimitedPairs, links::Links};
use crate::{
    Error, Join, Pair, Pairs,
    exec::{
        jobs::{Jobs, share},
        run::{Cost, RunContext},
        sink::Interrupt,
    },
    join::PairFilter,
};

/// Fewest candidates of a job.
const FEWEST_PER_JOB: usize = 1 << 12;

/// The candidates: those that were found at once, and the few that were added since.
#[derive(Default)]
pub(super) struct Candidates {
    first: LimitedPairs,
    added: LimitedPairs,
    /// Which of the first a box belongs to.
    links: Links,
    /// Where the next list is written to.
    merged: LimitedPairs,
    jobs: Jobs<Range<usize>, ()>,
}

impl Candidates {
    /// Number of candidates.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.first.pairs.len() + self.added.pairs.len()
    }

    /// Whether a pair is one of them.
    pub(super) fn has(&self, pair: &Pair) -> bool {
        [&self.first, &self.added].iter().any(|of| of.pairs.binary_search(pair).is_ok())
    }

    /// The list of all candidates, to be filled before they [begin](Self::begin).
    pub(super) fn list(&mut self) -> &mut Pairs {
        self.added.clear();
        &mut self.first.pairs
    }

    /// Begins with the pairs that were put into the list, none of which was tested.
    pub(super) fn begin(&mut self, boxes: usize) -> Result<(), Error> {
        self.links.clear();
        self.first.pairs.sort_canonical_of(boxes)?;
        self.first.begin()
    }

    /// Adds pairs in canonical order, none of which is a candidate. O(pairs added so far).
    pub(super) fn add(&mut self, pairs: &[Pair]) -> Result<(), Error> {
        let Self { added, merged, .. } = self;
        merged.clear();
        let mut old = 0;
        for pair in pairs {
            while added.pairs.get(old).is_some_and(|old| old.key() < pair.key()) {
                merged.push_from(added, old)?;
                old += 1;
            }
            merged.push_unknown(*pair)?;
        }
        for old in old..added.pairs.len() {
            merged.push_from(added, old)?;
        }
        mem::swap(added, merged);
        Ok(())
    }

    /// Has the candidates of some boxes tested, whatever their limits are: `has_changed` says which
    /// they are. O(their candidates and those that were added); the first time since the candidates
    /// were found O(candidates), on all threads.
    pub(super) fn forget_limits(
        &mut self,
        changed: impl Iterator<Item = u32>,
        has_changed: &[bool],
    ) -> Result<(), Error> {
        let Self { first, added, links, .. } = self;
        links.make(&first.pairs, has_changed.len())?;
        for index in changed {
            links.of(index as usize).for_each(|candidate| first.forget_limit(candidate));
        }
        for candidate in 0..added.pairs.len() {
            let Pair { a, b } = added.pairs[candidate];
            if has_changed[a as usize] || has_changed[b as usize] {
                added.forget_limit(candidate);
            }
        }
        Ok(())
    }

    /// Tests those candidates whose limit is reached. Returns how many they are. O(pairs), on all
    /// threads.
    pub(super) fn test<const D: usize>(
        &mut self,
        level: SimdLevel,
        boxes: &[Record],
        era: &Era,
    ) -> u64 {
        let clock = era.clock();
        let Self { first, added, .. } = self;
        first.test::<D>(level, boxes, clock) + added.test::<D>(level, boxes, clock)
    }

    /// Hands out those that touch and that the filters of the join want.
    pub(super) fn emit<const D: usize>(
        &mut self,
        join: &Join<'_, D>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        let Self { first, added, jobs, .. } = self;
        let len = first.pairs.len();
        let size = share(len, FEWEST_PER_JOB);
        jobs.clear();
        for begin in (0..len).step_by(size) {
            jobs.push(begin..len.min(begin + size));
        }
        if len == 0 {
            jobs.push(0..0);
        }
        let filter = PairFilter::new(join);
        let statics = join.sets()[0].and_then(|set| set.filter.statics);
        let keeps_all = filter.keeps_all() && statics.is_none();
        let wants = |pair: &Pair| keeps_all || join.wants(pair.a, pair.b);
        let (first, added) = (&*first, &*added);
        jobs.run(progress, &|range, (), sink| {
            // What was added goes where it belongs; what is behind all, with the last job.
            let added_before = |place: usize| {
                let key = first.pairs[place].key();
                added.pairs.partition_point(|other| other.key() < key)
            };
            let from = if range.start == 0 { 0 } else { added_before(range.start) };
            let to = if range.end == len { added.pairs.len() } else { added_before(range.end) };
            let mut begin = range.start;
            for place in from..to {
                let key = added.pairs[place].key();
                let before = first.pairs[begin..range.end].partition_point(|pair| pair.key() < key);
                first.emit(begin..begin + before, sink, wants)?;
                added.emit(place..place + 1, sink, wants)?;
                begin += before;
            }
            first.emit(begin..range.end, sink, wants)?;
            Ok(Cost::default())
        })
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        let lists = [&self.first, &self.added, &self.merged].map(LimitedPairs::memory_bytes);
        lists.iter().sum::<usize>() + self.links.memory_bytes() + self.jobs.memory_bytes()
    }
}
