//! Candidates: the pairs of fat boxes that touch, each with when it has to be tested again.

use std::{
    mem,
    ops::Range,
    sync::atomic::{AtomicU64, Ordering},
};

use jostle_kernels::{Record, SimdLevel};

use super::{era::Era, limits::Test};
use crate::{
    Error, Join, Pair, Pairs,
    exec::{
        jobs::{Jobs, share},
        run::{Cost, RunContext},
        sink::{Interrupt, ROOM, Sink},
        threads,
    },
    join::PairFilter,
    memory::{reserve, resize},
};

/// Candidates that one thread tests one after the other.
const CHUNK: usize = 1 << 13;

/// Fewest candidates of a job.
const FEWEST_PER_JOB: usize = 1 << 12;

/// What memory is for.
const WHAT: &str = "the candidate pairs that are kept";

/// Pairs in canonical order, each with its limit: once the clock of the era says so much, the pair
/// has to be tested again. It is negative where the two touch, and NaN where they were not tested.
#[derive(Default)]
struct LimitedPairs {
    pairs: Pairs,
    limits: Vec<f32>,
}

/// The candidates: those that were found at once, and the few that were added since.
#[derive(Default)]
pub(super) struct Candidates {
    first: LimitedPairs,
    added: LimitedPairs,
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
        let LimitedPairs { pairs, limits } = &mut self.first;
        pairs.sort_canonical_of(boxes)?;
        limits.clear();
        resize(limits, pairs.len(), f32::NAN, WHAT)
    }

    /// Adds pairs in canonical order, none of which is a candidate. O(pairs added so far).
    pub(super) fn add(&mut self, pairs: &[Pair]) -> Result<(), Error> {
        let Self { added, merged, .. } = self;
        merged.clear();
        let len = added.pairs.len() + pairs.len();
        let space = merged.pairs.space(len)?;
        reserve(&mut merged.limits, len, WHAT)?;
        let (mut old, mut new) = (0, 0);
        for place in &mut space[..len] {
            let takes_new = match (added.pairs.get(old), pairs.get(new)) {
                (Some(old), Some(new)) => new.key() < old.key(),
                (old, _) => old.is_none(),
            };
            if takes_new {
                *place = pairs[new];
                merged.limits.push(f32::NAN);
                new += 1;
            } else {
                *place = added.pairs[old];
                merged.limits.push(added.limits[old]);
                old += 1;
            }
        }
        merged.pairs.commit(len);
        mem::swap(added, merged);
        Ok(())
    }

    /// Tests those candidates whose limit is reached, and those of boxes that jumped or turned, if
    /// some did. Returns how many they are. O(pairs), on all threads.
    pub(super) fn test<const D: usize>(
        &mut self,
        level: SimdLevel,
        boxes: &[Record],
        era: &Era,
        jumped: Option<&[bool]>,
    ) -> u64 {
        let tested = AtomicU64::new(0);
        let clock = era.clock();
        for LimitedPairs { pairs, limits } in [&mut self.first, &mut self.added] {
            let pairs = pairs.as_slice();
            threads::for_each_chunk(limits, CHUNK, |number, limits| {
                let pairs = &pairs[number * CHUNK..][..limits.len()];
                if let Some(jumped) = jumped {
                    for (pair, limit) in pairs.iter().zip(&mut *limits) {
                        let has_jumped = jumped[pair.a as usize] | jumped[pair.b as usize];
                        *limit = if has_jumped { f32::NAN } else { *limit };
                    }
                }
                let count = level.run(Test::<D> { pairs, limits, boxes, clock });
                tested.fetch_add(count, Ordering::Relaxed);
            });
        }
        tested.into_inner()
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
        [&self.first, &self.added, &self.merged]
            .map(LimitedPairs::memory_bytes)
            .iter()
            .sum::<usize>()
            + self.jobs.memory_bytes()
    }
}

impl LimitedPairs {
    fn clear(&mut self) {
        self.pairs.clear();
        self.limits.clear();
    }

    /// Hands out those of some pairs that touch and are wanted.
    fn emit(
        &self,
        range: Range<usize>,
        sink: &mut dyn Sink,
        wants: impl Fn(&Pair) -> bool,
    ) -> Result<(), Interrupt> {
        let (pairs, limits) = (&self.pairs[range.clone()], &self.limits[range]);
        for (pairs, limits) in pairs.chunks(ROOM).zip(limits.chunks(ROOM)) {
            let space = &mut sink.space()?[..ROOM];
            let mut count = 0;
            for (pair, limit) in pairs.iter().zip(limits) {
                // Without a branch: which of them touch is unpredictable.
                space[count] = *pair;
                count += usize::from(limit.is_sign_negative() && wants(pair));
            }
            sink.commit(count)?;
        }
        Ok(())
    }

    fn memory_bytes(&self) -> usize {
        self.pairs.capacity_bytes() + 4 * self.limits.capacity()
    }
}
