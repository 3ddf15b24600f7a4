//! Candidates: the pairs of fat boxes that touch, each with when it has to be tested again.

use std::{iter, mem, ops::Range};

use jostle_kernels::{Record, SimdLevel};

use super::{
    era::Era,
    limited_pairs::{BLOCK, LimitedPairs},
    links::Links,
};
use crate::{
    Error, Join, Pair, Pairs,
    exec::{
        jobs::{Jobs, share},
        run::{Cost, Output, RunContext},
        sink::Interrupt,
        threads,
    },
    join::PairFilter,
};

/// Fewest candidates of a job.
const FEWEST_PER_JOB: usize = 1 << 12;

/// Candidates that a thread looks at in the time that it takes to look up those of one box.
const LINKS: usize = 256;

/// The candidates: those that were found at once, and the few that were added since.
#[derive(Default)]
pub(super) struct Candidates {
    first: LimitedPairs,
    added: LimitedPairs,
    /// Which of the first a box belongs to.
    links: Links,
    /// Where the next list is written to.
    merged: LimitedPairs,
    parts: Vec<CandidatePart>,
    jobs: Jobs<CandidatePart, ()>,
}

impl Candidates {
    /// Number of candidates.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.first.pairs.len() + self.added.pairs.len()
    }

    /// Whether a pair is one of them.
    pub(super) fn has(&self, pair: &Pair) -> bool {
        let Self { first, added, links, .. } = self;
        let near = links.firsts_of(pair.a as usize).unwrap_or(0..first.pairs.len());
        first.pairs[near].binary_search(pair).is_ok() || added.pairs.binary_search(pair).is_ok()
    }

    /// Makes ready to be asked for [many](Self::has) pairs of so many boxes.
    pub(super) fn link(&mut self, boxes: usize) -> Result<(), Error> {
        self.links.make(&self.first.pairs, boxes)
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

    /// Has the candidates of some boxes tested, whatever their limits are: of each list of them,
    /// and `has_changed` says which they are. O(their candidates and those that were added); where
    /// they are many, and the first time since the candidates were found, O(candidates), on all
    /// threads.
    pub(super) fn forget_limits(
        &mut self,
        changed: [&[u32]; 2],
        has_changed: &[bool],
    ) -> Result<(), Error> {
        let Self { first, added, links, .. } = self;
        added.forget_limits_of(has_changed);
        let looked_at = LINKS * threads::count() * changed.map(<[u32]>::len).iter().sum::<usize>();
        if looked_at > first.pairs.len() {
            first.forget_limits_of(has_changed);
            return Ok(());
        }
        links.make(&first.pairs, has_changed.len())?;
        for index in changed.into_iter().flatten() {
            links.of(*index as usize).for_each(|candidate| first.forget_limit(candidate));
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
        self.cut();
        let Self { first, added, jobs, parts, .. } = self;
        let (first, added) = (&*first, &*added);
        let total = parts.iter().map(|part| part.count).sum::<usize>();
        let filter = PairFilter::new(join);
        let are_all = filter.keeps_all() && total as u64 <= progress.most;
        match &mut progress.output {
            Output::Count if are_all => {}
            Output::Collect(pairs) if are_all => {
                let space = &mut pairs.space(total)?[..total];
                threads::for_each_piece(parts, space, &|part| part.count, &|part, to| {
                    let mut written = 0;
                    for (list, range) in part.pieces(first, added) {
                        written += list.write(range, &mut to[written..]);
                    }
                });
                pairs.commit(total);
            }
            _ => {
                jobs.clear();
                parts.iter().for_each(|part| jobs.push(part.clone()));
                return jobs.run(progress, &|part, (), sink| {
                    for (list, range) in part.pieces(first, added) {
                        list.emit(range, sink, &filter)?;
                    }
                    Ok(Cost::default())
                });
            }
        }
        progress.pairs += total as u64;
        Ok(())
    }

    /// Cuts both lists into parts that lie one behind the other.
    fn cut(&mut self) {
        let Self { first, added, parts, .. } = self;
        let (first, added) = (&*first, &*added);
        let len = first.pairs.len();
        let size = share(len, FEWEST_PER_JOB).next_multiple_of(BLOCK);
        parts.clear();
        let mut from = 0;
        for begin in (0..len.max(1)).step_by(size) {
            let end = len.min(begin + size);
            // What was added goes where it belongs; what is behind all, to the last part.
            let to = match first.pairs.get(end) {
                Some(next) => added.pairs.partition_point(|pair| pair.key() < next.key()),
                None => added.pairs.len(),
            };
            parts.push(CandidatePart { first: begin..end, added: from..to, count: 0 });
            from = to;
        }
        threads::for_each(parts, |_, part| {
            part.count = first.count(part.first.clone()) + added.count(part.added.clone());
        });
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        let lists = [&self.first, &self.added, &self.merged].map(LimitedPairs::memory_bytes);
        let parts = self.parts.capacity() * size_of::<CandidatePart>();
        lists.iter().sum::<usize>() + self.links.memory_bytes() + self.jobs.memory_bytes() + parts
    }
}

/// Some candidates of both lists, between which there is no other one.
#[derive(Clone)]
struct CandidatePart {
    first: Range<usize>,
    added: Range<usize>,
    /// Of how many it is known that they touch.
    count: usize,
}

impl CandidatePart {
    /// Pieces of both lists that lie one behind the other.
    fn pieces<'a>(
        &self,
        first: &'a LimitedPairs,
        added: &'a LimitedPairs,
    ) -> impl Iterator<Item = (&'a LimitedPairs, Range<usize>)> {
        let Range { start: mut begin, end } = self.first;
        let (mut places, mut is_done) = (self.added.clone(), false);
        let twos = iter::from_fn(move || {
            let Some(place) = places.next() else {
                let rest = (first, begin..end);
                return (!mem::replace(&mut is_done, true)).then_some([rest, (added, 0..0)]);
            };
            let key = added.pairs[place].key();
            let before = first.pairs[begin..end].partition_point(|pair| pair.key() < key);
            let piece = (first, begin..begin + before);
            begin += before;
            Some([piece, (added, place..place + 1)])
        });
        twos.flatten()
    }
}
