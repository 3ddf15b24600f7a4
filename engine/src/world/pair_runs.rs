//! Pairs in canonical order of which some are taken out and others put in.

use super::index_remap::IndexRemap;
use crate::{
    Error, Pair,
    events::{PairRun, PlacesBefore},
    exec::threads,
    memory::{reserve, reserve_one},
};

/// What memory is for.
const WHAT: &str = "the pairs of the step before";

/// Pairs that one thread reads one after the other.
const CHUNK: usize = 1 << 13;

/// Pairs of which it is asked at once whether they have a listed shape.
const BLOCK: usize = 1 << 8;

/// A list of pairs, cut into runs between those of shapes that are
/// [listed](IndexRemap::is_listed), with others put in between. Kept for its memory.
#[derive(Default)]
pub(super) struct PairRuns {
    chunks: Vec<PairChunk>,
    used: usize,
    runs: Vec<PairRun>,
}

/// Some pairs of the list.
#[derive(Default)]
struct PairChunk {
    /// The places of those with a listed shape.
    listed: Vec<u32>,
    outcome: Option<Error>,
}

impl PairChunk {
    /// Adds the places of those pairs that have a listed shape, the first of which has a place.
    fn add_listed(
        &mut self,
        pairs: &[Pair],
        first: usize,
        remap: &IndexRemap,
    ) -> Result<(), Error> {
        for (pair, place) in pairs.iter().zip(first as u32..) {
            if remap.is_listed(pair.a) | remap.is_listed(pair.b) {
                reserve_one(&mut self.listed, WHAT)?;
                self.listed.push(place);
            }
        }
        Ok(())
    }
}

impl PairRuns {
    /// Finds the pairs of a list that have a listed shape. O(pairs), on all threads.
    pub(super) fn find_listed(&mut self, list: &[Pair], remap: &IndexRemap) -> Result<(), Error> {
        self.used = list.len().div_ceil(CHUNK);
        if self.chunks.len() < self.used {
            reserve(&mut self.chunks, self.used, WHAT)?;
            self.chunks.resize_with(self.used, PairChunk::default);
        }
        let chunks = &mut self.chunks[..self.used];
        threads::for_each(chunks, |number, chunk| {
            chunk.listed.clear();
            let first = number * CHUNK;
            let pairs = &list[first..list.len().min(first + CHUNK)];
            for (pairs, first) in pairs.chunks(BLOCK).zip((first..).step_by(BLOCK)) {
                if remap.may_concern(pairs) {
                    chunk.outcome = chunk.add_listed(pairs, first, remap).err();
                    if chunk.outcome.is_some() {
                        return;
                    }
                }
            }
        });
        chunks.iter_mut().find_map(|chunk| chunk.outcome.take()).map_or(Ok(()), Err)
    }

    /// The places of the pairs that were found, in order.
    pub(super) fn listed(&self) -> impl Iterator<Item = u32> + '_ {
        self.chunks[..self.used].iter().flat_map(|chunk| chunk.listed.iter().copied())
    }

    /// Takes out the pairs that were found, and puts in others, which are in canonical order.
    /// O(changes log pairs).
    pub(super) fn cut(
        &mut self,
        list: &[Pair],
        remap: &IndexRemap,
        put_in: &[(Pair, u32)],
    ) -> Result<(), Error> {
        let Self { chunks, used, runs } = self;
        runs.clear();
        let (mut begin, mut placed) = (0, 0);
        let listed = chunks[..*used].iter().flat_map(|chunk| &chunk.listed);
        let ends = listed.map(|place| *place as usize).chain([list.len()]);
        for end in ends {
            while begin < end {
                let key_of = |place: usize| moved(&list[place], remap).key();
                let first = placed;
                while placed < put_in.len() && put_in[placed].0.key() < key_of(begin) {
                    placed += 1;
                }
                // Up to where the next one belongs; in parts for several threads.
                let most = end.min(begin + CHUNK);
                let next = put_in.get(placed).map(|(pair, _)| pair.key());
                let is_before =
                    |pair: &Pair| next.is_none_or(|next| moved(pair, remap).key() < next);
                let kept = list[begin..most].partition_point(is_before);
                reserve_one(runs, WHAT)?;
                let (put_in, kept) = (first..placed, begin..begin + kept);
                begin = kept.end;
                runs.push(PairRun { begin: end_of(runs), put_in, kept });
            }
            begin = end + 1;
        }
        reserve_one(runs, WHAT)?;
        runs.push(PairRun { begin: end_of(runs), put_in: placed..put_in.len(), kept: 0..0 });
        Ok(())
    }

    /// Number of pairs as they were cut.
    pub(super) fn len(&self) -> usize {
        end_of(&self.runs)
    }

    /// Writes the pairs as they were cut, on all threads.
    pub(super) fn write_pairs(
        &mut self,
        list: &[Pair],
        remap: &IndexRemap,
        put_in: &[(Pair, u32)],
        to: &mut [Pair],
    ) {
        threads::for_each_piece(&mut self.runs, to, &PairRun::len, &|run, to| {
            let (first, rest) = to.split_at_mut(run.put_in.len());
            for (to, (pair, _)) in first.iter_mut().zip(&put_in[run.put_in.clone()]) {
                *to = *pair;
            }
            let kept = &list[run.kept.clone()];
            if remap.moves() {
                rest.iter_mut().zip(kept).for_each(|(to, pair)| *to = moved(pair, remap));
            } else {
                rest.copy_from_slice(kept);
            }
        });
    }

    /// Where the pairs as they were cut were, of which those that were put in say it themselves,
    /// and the first of the list was at `first`.
    pub(super) fn places_before<'a>(
        &'a self,
        put_in: &'a [(Pair, u32)],
        first: usize,
    ) -> PlacesBefore<'a> {
        PlacesBefore { runs: &self.runs, put_in, first }
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.chunks.iter().map(|chunk| 4 * chunk.listed.capacity()).sum::<usize>()
            + self.chunks.capacity() * size_of::<PairChunk>()
            + self.runs.capacity() * size_of::<PairRun>()
    }
}

/// The place behind the last pair of runs.
fn end_of(runs: &[PairRun]) -> usize {
    runs.last().map_or(0, PairRun::end)
}

/// A pair of two shapes that kept their rows, as it is now.
fn moved(pair: &Pair, remap: &IndexRemap) -> Pair {
    Pair { a: remap.moved(pair.a), b: remap.moved(pair.b) }
}
