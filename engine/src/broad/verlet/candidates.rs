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
    memory::{reserve, reserve_more},
};

/// Fewest candidates of a job.
const FEWEST_PER_JOB: usize = 1 << 12;

/// Candidates that a thread looks at in the time that it takes to look up those of one box.
const LINKS: usize = 256;

/// What memory is for.
const WHAT: &str = "the candidate pairs that were added";

/// The candidates: those that were found at once, and the few that were added since.
#[derive(Default)]
pub(super) struct Candidates {
    first: LimitedPairs,
    added: LimitedPairs,
    /// For each that was added, before which of the first it comes.
    places: Vec<u32>,
    /// Which of the first a box belongs to.
    links: Links,
    /// Where the next list is written to.
    merged: LimitedPairs,
    merged_places: Vec<u32>,
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
        self.place_of(pair).is_ok() || self.added.pairs.binary_search(pair).is_ok()
    }

    /// Where a pair is among the first, or else before which of them it comes.
    fn place_of(&self, pair: &Pair) -> Result<usize, usize> {
        let Self { first, links, .. } = self;
        let near = links.firsts_of(pair.a as usize).unwrap_or(0..first.pairs.len());
        let found = first.pairs[near.clone()].binary_search(pair);
        found.map(|place| near.start + place).map_err(|place| near.start + place)
    }

    /// Makes ready to be asked for [many](Self::has) pairs of so many boxes.
    pub(super) fn link(&mut self, boxes: usize) -> Result<(), Error> {
        self.links.make(&self.first.pairs, boxes)
    }

    /// The list of all candidates, to be filled before they [begin](Self::begin).
    pub(super) fn list(&mut self) -> &mut Pairs {
        self.added.clear();
        self.places.clear();
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
        self.merged.clear();
        self.merged_places.clear();
        reserve_more(&mut self.merged_places, self.places.len() + pairs.len(), WHAT)?;
        let mut old = 0;
        for pair in pairs {
            let before = |old: &Pair| old.key() < pair.key();
            let end = old + self.added.pairs[old..].partition_point(before);
            self.keep_added(old..end)?;
            old = end;
            self.merged.push_unknown(*pair)?;
            let place = self.place_of(pair).unwrap_or_else(|before| before);
            self.merged_places.push(place as u32);
        }
        self.keep_added(old..self.added.pairs.len())?;
        mem::swap(&mut self.added, &mut self.merged);
        mem::swap(&mut self.places, &mut self.merged_places);
        Ok(())
    }

    /// Takes some of those that were added over into the next list.
    fn keep_added(&mut self, range: Range<usize>) -> Result<(), Error> {
        let Self { added, places, merged, merged_places, .. } = self;
        merged_places.extend_from_slice(&places[range.clone()]);
        range.into_iter().try_for_each(|old| merged.push_from(added, old))
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
        self.cut()?;
        let Self { first, added, places, jobs, parts, .. } = self;
        let lists = (&*first, &*added, &places[..]);
        let total = parts.iter().map(|part| part.count).sum::<usize>();
        let filter = PairFilter::new(join);
        let are_all = filter.keeps_all() && total as u64 <= progress.most;
        match &mut progress.output {
            Output::Count if are_all => {}
            Output::Collect(pairs) if are_all => {
                let space = &mut pairs.space(total)?[..total];
                threads::for_each_piece(parts, space, &|part| part.count, &|part, to| {
                    let mut written = 0;
                    for (list, range) in part.pieces(lists) {
                        written += list.write(range, &mut to[written..]);
                    }
                });
                pairs.commit(total);
            }
            _ => {
                jobs.clear();
                parts.iter().try_for_each(|part| jobs.push(part.clone()))?;
                return jobs.run(progress, &|part, (), sink| {
                    for (list, range) in part.pieces(lists) {
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
    fn cut(&mut self) -> Result<(), Error> {
        let Self { first, added, places, parts, .. } = self;
        let (first, added) = (&*first, &*added);
        let len = first.pairs.len();
        let size = share(len, FEWEST_PER_JOB).next_multiple_of(BLOCK);
        parts.clear();
        reserve(parts, len.max(1).div_ceil(size), WHAT)?;
        let mut from = 0;
        for begin in (0..len.max(1)).step_by(size) {
            let end = len.min(begin + size);
            // What was added goes where it belongs; what is behind all, to the last part.
            let to = places.partition_point(|place| *place as usize <= end);
            parts.push(CandidatePart { first: begin..end, added: from..to, count: 0 });
            from = to;
        }
        threads::for_each(parts, |_, part| {
            part.count = first.count(part.first.clone()) + added.count(part.added.clone());
        });
        Ok(())
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        let lists = [&self.first, &self.added, &self.merged].map(LimitedPairs::memory_bytes);
        let parts = self.parts.capacity() * size_of::<CandidatePart>();
        let places = 4 * (self.places.capacity() + self.merged_places.capacity());
        lists.iter().sum::<usize>()
            + places
            + self.links.memory_bytes()
            + self.jobs.memory_bytes()
            + parts
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
    /// Pieces of both lists that lie one behind the other, by the places of what was added.
    fn pieces<'a>(
        &self,
        (first, added, places): (&'a LimitedPairs, &'a LimitedPairs, &'a [u32]),
    ) -> impl Iterator<Item = (&'a LimitedPairs, Range<usize>)> {
        let Range { start: mut begin, end } = self.first;
        let mut numbers = self.added.clone();
        let added_pieces = iter::from_fn(move || {
            let number = numbers.next()?;
            let place = places[number] as usize;
            Some([(first, mem::replace(&mut begin, place)..place), (added, number..number + 1)])
        });
        let last = self
            .added
            .clone()
            .next_back()
            .map_or(self.first.start, |number| places[number] as usize);
        added_pieces.flatten().chain(iter::once((first, last..end)))
    }
}
