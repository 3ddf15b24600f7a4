//! What became of the pairs of a frame: which began, which went on and which ended.
//!
//! Two lists of pairs in canonical order, of the frame before and of this one, are merged; see
//! [`Events`].

mod changes;
mod pair_data;

use crate::{
    Error, Pair,
    exec::threads,
    memory::{grow, reserve},
};
pub use changes::PairChanges;
pub(crate) use changes::{LastPairs, PairRun, PlacesBefore};
use jostle_kernels::simd::prefetch::for_reading;
pub use pair_data::PairData;
use std::ops::Range;

/// Pairs that one thread merges one after the other.
const CHUNK: usize = 1 << 14;

/// Pairs whose order is looked at between requests for memory.
const BLOCK: usize = 64;

/// Pairs that are asked for so many ahead: each page of memory anew takes the processor as long as
/// some hundred pairs, and it asks for none by itself.
const AHEAD: usize = 512;

const PAIRS_PER_LINE: usize = 64 / size_of::<Pair>();

/// The place of a pair that was not there before.
const NONE: u32 = u32::MAX;

/// The difference between the pairs of two frames.
///
/// A pair of this frame *began* if it was not there before, else it *persists*, and its place in
/// the list of the frame before is known, so that what the caller keeps with each pair can be taken
/// along. A pair of the frame before that is not there any more *ended*. Each pair is exactly one
/// of these, whatever was done to the shapes meanwhile; what their indices mean has to be the same
/// in both frames.
///
/// Keep it from frame to frame: it reuses its memory.
///
/// ```
/// use jostle::{Pair, events::Events};
///
/// let pair = |a, b| Pair { a, b };
/// let before = [pair(0, 1), pair(1, 2), pair(4, 7)];
/// let now = [pair(0, 1), pair(0, 5), pair(4, 7)];
/// let mut events = Events::new();
/// events.update(&before, &now)?;
/// assert_eq!(events.begun().collect::<Vec<_>>(), [1]);
/// assert_eq!(events.persisted().collect::<Vec<_>>(), [(0, 0), (2, 2)]);
/// assert_eq!(events.ended().collect::<Vec<_>>(), [1]);
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Events {
    /// For each pair of this frame its place in the frame before, or [`NONE`].
    places: Vec<u32>,
    /// Pairs of this frame; the places behind them are of no meaning.
    len: usize,
    chunks: Vec<EventChunk>,
    used: usize,
    persisted: usize,
}

/// Parts of both lists that hold the same range of pairs.
#[derive(Debug, Default)]
struct EventChunk {
    before: Range<usize>,
    now: Range<usize>,
    /// Places of those that ended.
    ended: Vec<u32>,
    /// What is wrong with them.
    fault: Option<Error>,
}

impl Events {
    /// No pairs.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets all events and keeps the memory.
    pub fn clear(&mut self) {
        (self.len, self.used, self.persisted) = (0, 0, 0);
    }

    /// Compares the pairs of two frames, each in canonical order (see
    /// [`Pairs::sort_canonical`](crate::Pairs::sort_canonical)).
    ///
    /// O(pairs), on all threads.
    ///
    /// # Errors
    /// [`Error::NotCanonical`] when a list is not in order or has a pair twice,
    /// [`Error::TooManyPairs`] and [`Error::OutOfMemory`]. Then there are no events.
    pub fn update(&mut self, before: &[Pair], now: &[Pair]) -> Result<(), Error> {
        self.compare(before, now, true)
    }

    /// The same with pairs of the frame before that are known to be in order.
    pub(crate) fn update_after(&mut self, before: &[Pair], now: &[Pair]) -> Result<(), Error> {
        self.compare(before, now, false)
    }

    fn compare(&mut self, before: &[Pair], now: &[Pair], checks: bool) -> Result<(), Error> {
        self.clear();
        let pairs = before.len().max(now.len());
        if pairs >= NONE as usize {
            return Err(Error::TooManyPairs { pairs });
        }
        grow(&mut self.places, now.len(), "the events of pairs")?;
        self.cut(before, now)?;
        let places = &mut self.places[..now.len()];
        let chunks = &mut self.chunks[..self.used];
        threads::for_each_piece(chunks, places, &|chunk| chunk.now.len(), &|chunk, places| {
            chunk.fault = chunk.merge(before, now, places, checks).err();
        });
        if let Some(fault) = chunks.iter_mut().find_map(|chunk| chunk.fault.take()) {
            self.used = 0;
            return Err(fault);
        }
        self.len = now.len();
        self.persisted = before.len() - self.count_ended();
        Ok(())
    }

    /// Cuts both lists where the longer one is cut evenly.
    fn cut(&mut self, before: &[Pair], now: &[Pair]) -> Result<(), Error> {
        let by_now = now.len() >= before.len();
        let (long, short) = if by_now { (now, before) } else { (before, now) };
        let used = long.len().div_ceil(CHUNK);
        if self.chunks.len() < used {
            reserve(&mut self.chunks, used, "the events of pairs")?;
            self.chunks.resize_with(used, EventChunk::default);
        }
        let mut first = 0;
        for (number, chunk) in self.chunks[..used].iter_mut().enumerate() {
            let of_long = number * CHUNK..long.len().min((number + 1) * CHUNK);
            // Not before the first one, whatever the order is.
            let last = match long.get(of_long.end) {
                Some(next) => {
                    first + short[first..].partition_point(|pair| pair.key() < next.key())
                }
                None => short.len(),
            };
            let of_short = first..last;
            first = last;
            (chunk.now, chunk.before) =
                if by_now { (of_long, of_short) } else { (of_short, of_long) };
            // For all of them, so that later frames need no memory.
            let room = chunk.before.len().next_multiple_of(CHUNK);
            chunk.ended.clear();
            reserve(&mut chunk.ended, room, "the events of pairs")?;
        }
        self.used = used;
        Ok(())
    }

    fn count_ended(&self) -> usize {
        self.chunks[..self.used].iter().map(|chunk| chunk.ended.len()).sum()
    }

    /// How many pairs began, persist and ended.
    #[must_use]
    pub fn counts(&self) -> EventCounts {
        EventCounts {
            begun: self.len - self.persisted,
            persisted: self.persisted,
            ended: self.count_ended(),
        }
    }

    /// The place in the list before of a pair by its place in the list now; none if it began, or if
    /// there is no such pair.
    #[must_use]
    pub fn place_before(&self, now: usize) -> Option<usize> {
        let place = self.places[..self.len].get(now)?;
        (*place != NONE).then_some(*place as usize)
    }

    /// Places in the list now of the pairs that began, in order.
    pub fn begun(&self) -> impl Iterator<Item = usize> + '_ {
        let places = self.places[..self.len].iter().enumerate();
        places.filter(|(_, place)| **place == NONE).map(|(now, _)| now)
    }

    /// Places in the list now and in the list before of the pairs that are in both, in order.
    pub fn persisted(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let places = self.places[..self.len].iter().enumerate();
        places.filter(|(_, place)| **place != NONE).map(|(now, place)| (now, *place as usize))
    }

    /// Places in the list before of the pairs that ended, in order.
    pub fn ended(&self) -> impl Iterator<Item = usize> + '_ {
        let ended = self.chunks[..self.used].iter().flat_map(|chunk| &chunk.ended);
        ended.map(|place| *place as usize)
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let ended: usize = self.chunks.iter().map(|chunk| chunk.ended.capacity()).sum();
        4 * (self.places.capacity() + ended) + self.chunks.capacity() * size_of::<EventChunk>()
    }
}

/// How many pairs became what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EventCounts {
    /// Pairs that are there now and were not before.
    pub begun: usize,
    /// Pairs that are there now and were before.
    pub persisted: usize,
    /// Pairs that were there before and are not now.
    pub ended: usize,
}

impl EventChunk {
    /// Checks the order of both parts, of what was before if asked for, and merges them.
    fn merge(
        &mut self,
        before: &[Pair],
        now: &[Pair],
        places: &mut [u32],
        checks: bool,
    ) -> Result<(), Error> {
        if checks {
            check_order(before, &self.before, "the pairs of the frame before")?;
        }
        check_order(now, &self.now, "the pairs of this frame")?;
        let (first, of_before) = (self.before.start as u32, &before[self.before.clone()]);
        merge(first, of_before, &now[self.now.clone()], places, &mut self.ended);
        Ok(())
    }
}

/// Checks that pairs are in strictly ascending order, also behind the one before them.
fn check_order(pairs: &[Pair], range: &Range<usize>, what: &'static str) -> Result<(), Error> {
    let from = range.start.saturating_sub(1);
    let ascends = |pairs: &[Pair]| pairs[0].key() < pairs[1].key();
    let last = range.end.saturating_sub(1);
    let in_order = (from..last).step_by(BLOCK).fold(true, |all, first| {
        for line in (0..BLOCK).step_by(PAIRS_PER_LINE) {
            for_reading(pairs, first + AHEAD + line);
        }
        // Without a way out, which takes several pairs at a time.
        let block = &pairs[first..=last.min(first + BLOCK)];
        block.windows(2).fold(all, |all, pairs| all & ascends(pairs))
    });
    if in_order {
        return Ok(());
    }
    let place = pairs[from..range.end].windows(2).position(|pairs| !ascends(pairs));
    Err(Error::NotCanonical { what, index: from + place.unwrap_or(0) + 1 })
}

/// Pairs that are compared at once where none changed.
const COMPARED: usize = 8;

/// Writes for each pair of `now` its place before, which for the first of `before` is `first`, or
/// [`NONE`], and lists the places of those of `before` that are not there any more, for which there
/// is room.
fn merge(first: u32, before: &[Pair], now: &[Pair], places: &mut [u32], ended: &mut Vec<u32>) {
    let places = &mut places[..now.len()];
    let (mut old, mut new) = (0, 0);
    while old < before.len() && new < now.len() {
        for_reading(before, old + AHEAD);
        if let (Some(some), Some(others)) =
            (before[old..].first_chunk::<COMPARED>(), now[new..].first_chunk::<COMPARED>())
            && some == others
        {
            for (step, place) in places[new..new + COMPARED].iter_mut().enumerate() {
                *place = first + (old + step) as u32;
            }
            (old, new) = (old + COMPARED, new + COMPARED);
            continue;
        }
        for _ in 0..COMPARED {
            let (Some(was), Some(is)) = (before.get(old), now.get(new)) else { break };
            let (was, is) = (was.key(), is.key());
            places[new] = if was == is { first + old as u32 } else { NONE };
            if was < is {
                ended.push(first + old as u32);
            }
            (old, new) = (old + usize::from(was <= is), new + usize::from(is <= was));
        }
    }
    places[new..].fill(NONE);
    ended.extend((old..before.len()).map(|old| first + old as u32));
}
