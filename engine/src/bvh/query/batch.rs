//! Many queries at once.
//!
//! Queries are asked in the order of a curve through space, so that each finds most of its way in
//! the cache, on all threads, and answers are put where the caller expects them. They depend on
//! the boxes alone: not on the order, the threads or the tree.

use jostle_kernels::{Lanes, Level, Pass, grid::Ruler, sort::sort_by_high_half};

use super::{
    Lists,
    ask::{Ask, AskList, Asked, Memory},
};
use crate::{
    Error,
    error::{grow, reserve},
    threads::{self, Scattered},
};

/// Queries that are asked one after the other by one thread.
const CHUNK: usize = 1024;

/// Buffers of a batch. Kept.
#[derive(Default)]
pub(crate) struct Buffers {
    /// The place of each query on the curve in the high half, its number in the low half.
    keys: Vec<u64>,
    sorted: Vec<u64>,
}

/// Sorts queries along the Morton curve through the part of space where most boxes are.
fn sort_along_curve<const D: usize>(
    buffers: &mut Buffers,
    ends: &[(f32, f32); D],
    queries: usize,
    position: impl Fn(usize) -> [f32; D] + Sync,
) -> Result<(), Error> {
    let what = "the order of a batch";
    grow(&mut buffers.keys, queries, what)?;
    grow(&mut buffers.sorted, queries, what)?;
    let keys = &mut buffers.keys[..queries];
    let bits = 30 / D as u32;
    let rulers = ends.map(|(low, high)| Ruler::new(0.5 * low, 0.5 * high, 1 << bits));
    let mut chunks: Vec<&mut [u64]> = keys.chunks_mut(CHUNK).collect();
    threads::for_each(&mut chunks, |number, chunk| {
        for (offset, key) in chunk.iter_mut().enumerate() {
            let query = number * CHUNK + offset;
            let at = position(query);
            let mut code = 0;
            for axis in 0..D {
                code |= spread::<D>(rulers[axis].strip(at[axis])) << axis;
            }
            *key = u64::from(code) << 32 | query as u64;
        }
    });
    sort_by_high_half(keys, &mut buffers.sorted[..queries]);
    Ok(())
}

/// Puts `D - 1` zeros behind each bit.
fn spread<const D: usize>(bits: u32) -> u32 {
    let mut spread = 0;
    for bit in 0..30 / D {
        spread |= (bits >> bit & 1) << (bit * D);
    }
    spread
}

/// Asks all queries; answers in the order of the queries.
pub(super) fn ask_all<const D: usize, A: Ask<D>>(
    level: Level,
    tree: Option<Asked<'_, D>>,
    ends: &[(f32, f32); D],
    queries: usize,
    ask: &A,
    buffers: &mut Buffers,
    answers: &mut Vec<A::Answer>,
) -> Result<(), Error> {
    answers.clear();
    grow(answers, queries, "the answers of a batch")?;
    let Some(tree) = tree else { return Ok(()) };
    sort_along_curve(buffers, ends, queries, |query| ask.position(query))?;
    let answers = Scattered::new(answers);
    let mut chunks: Vec<&[u64]> = buffers.keys[..queries].chunks(CHUNK).collect();
    threads::for_each(&mut chunks, |_, chunk| {
        level.run(AskChunk { tree, ask, chunk, answers: &answers });
    });
    Ok(())
}

struct AskChunk<'a, A: Ask<D>, const D: usize> {
    tree: Asked<'a, D>,
    ask: &'a A,
    chunk: &'a [u64],
    answers: &'a Scattered<'a, A::Answer>,
}

impl<A: Ask<D>, const D: usize> Pass for AskChunk<'_, A, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let mut memory = Memory::default();
        for key in self.chunk {
            let query = *key as u32 as usize;
            let answer = self.ask.ask(lanes, self.tree, query, &mut memory);
            // SAFETY: the low halves of the keys are the numbers of the queries, each once.
            unsafe { self.answers.write(query, answer) };
        }
    }
}

/// A chunk of queries and what they found.
struct Found<'a, T> {
    chunk: &'a [u64],
    items: Vec<T>,
    /// Number of items per query of the chunk.
    counts: Vec<u32>,
}

/// Asks all queries; lists in the order of the queries.
pub(super) fn list_all<const D: usize, A: AskList<D>>(
    level: Level,
    tree: Option<Asked<'_, D>>,
    ends: &[(f32, f32); D],
    queries: usize,
    ask: &A,
    buffers: &mut Buffers,
    lists: &mut Lists<A::Item>,
) -> Result<(), Error> {
    lists.offsets.clear();
    lists.items.clear();
    grow(&mut lists.offsets, queries + 1, "the offsets of a batch")?;
    let Some(tree) = tree else { return Ok(()) };
    sort_along_curve(buffers, ends, queries, |query| ask.position(query))?;
    let chunks = buffers.keys[..queries].chunks(CHUNK);
    let mut found: Vec<Found<'_, A::Item>> =
        chunks.map(|chunk| Found { chunk, items: Vec::new(), counts: Vec::new() }).collect();
    threads::for_each(&mut found, |_, found| {
        level.run(ListChunk { tree, ask, found });
    });
    for found in &found {
        for (key, count) in found.chunk.iter().zip(&found.counts) {
            lists.offsets[*key as u32 as usize + 1] = *count as usize;
        }
    }
    let mut total = 0;
    for offset in &mut lists.offsets {
        total += *offset;
        *offset = total;
    }
    reserve(&mut lists.items, total, "the lists of a batch")?;
    lists.items.resize(total, A::Item::default());
    let (offsets, items) = (&lists.offsets, Scattered::new(&mut lists.items));
    threads::for_each(&mut found, |_, found| {
        let mut from = found.items.iter();
        for (key, count) in found.chunk.iter().zip(&found.counts) {
            let begin = offsets[*key as u32 as usize];
            for (place, item) in (begin..begin + *count as usize).zip(&mut from) {
                // SAFETY: the offsets give each query as many places as it has items, and each
                // query is in one chunk.
                unsafe { items.write(place, *item) };
            }
        }
    });
    Ok(())
}

struct ListChunk<'a, 'f, A: AskList<D>, const D: usize> {
    tree: Asked<'a, D>,
    ask: &'a A,
    found: &'a mut Found<'f, A::Item>,
}

impl<A: AskList<D>, const D: usize> Pass for ListChunk<'_, '_, A, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Found { chunk, items, counts } = self.found;
        let mut memory = Memory::default();
        counts.reserve(chunk.len());
        for key in *chunk {
            let before = items.len();
            self.ask.ask(lanes, self.tree, *key as u32 as usize, &mut memory, items);
            counts.push((items.len() - before) as u32);
        }
    }
}
