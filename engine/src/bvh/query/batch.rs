//! Many queries at once.
//!
//! Queries are asked in the order of a curve through space, so that each finds most of its way in
//! the cache, on all threads, and answers are put where the caller expects them. They depend on
//! the boxes alone: not on the order, the threads or the tree.

use jostle_kernels::{Lanes, Pass, SimdLevel, sort::sort_by_high_half, sweep::AxisBins};

use super::{
    ask::{ListQuery, Memory, TreeQuery, TreeView},
    lists::{Found, Lists},
};
use crate::{
    Error,
    exec::{
        disjoint_slice::DisjointSlice,
        threads::{self, Scratches},
    },
    memory::grow,
};

/// Queries that are asked one after the other by one thread.
const CHUNK: usize = 1024;

/// The order of a batch, and what its threads need. Kept.
#[derive(Default)]
pub(crate) struct Buffers {
    /// The place of each query on the curve in the high half, its number in the low half.
    keys: Vec<u64>,
    sorted: Vec<u64>,
    /// Number of queries.
    queries: usize,
    memories: Scratches<Memory>,
}

impl Buffers {
    /// Sorts queries along the Morton curve through the part of space where most boxes are, and
    /// prepares what every thread needs to ask them and keep the `best` boxes.
    pub(super) fn prepare<Q: Sync, const D: usize>(
        &mut self,
        ends: &[(f32, f32); D],
        queries: &[Q],
        position: impl Fn(&Q) -> [f32; D] + Sync,
        best: usize,
    ) -> Result<(), Error> {
        let what = "the order of a batch";
        self.queries = queries.len();
        grow(&mut self.keys, self.queries, what)?;
        grow(&mut self.sorted, self.queries, what)?;
        let keys = &mut self.keys[..self.queries];
        // A radix pass per eight bits: no more than it takes to tell a few queries apart.
        let bits = if queries.len() > 1 << 14 { 24 } else { 16 } / D as u32;
        let rulers = ends.map(|(low, high)| AxisBins::new(0.5 * low, 0.5 * high, 1 << bits));
        threads::for_each_chunk(keys, CHUNK, |number, chunk| {
            for (offset, key) in chunk.iter_mut().enumerate() {
                let query = number * CHUNK + offset;
                let at = position(&queries[query]);
                let mut code = 0;
                for axis in 0..D {
                    code |= spread::<D>(rulers[axis].bin(at[axis]), bits) << axis;
                }
                *key = u64::from(code) << 32 | query as u64;
            }
        });
        sort_by_high_half(keys, &mut self.sorted[..self.queries]);
        self.memories.prepare(threads::count(), |memory| memory.prepare(best))
    }
}

/// Puts `D - 1` zeros behind each of the lowest bits.
fn spread<const D: usize>(strip: u32, bits: u32) -> u32 {
    (0..bits).fold(0, |spread, bit| spread | (strip >> bit & 1) << (bit * D as u32))
}

/// Asks all queries that were prepared for; answers in the order of the queries.
pub(super) fn ask_all<const D: usize, A: TreeQuery<D>>(
    level: SimdLevel,
    tree: Option<TreeView<'_, D>>,
    ask: &A,
    buffers: &mut Buffers,
    answers: &mut Vec<A::Answer>,
) -> Result<(), Error> {
    let Buffers { keys, queries, memories, .. } = buffers;
    answers.clear();
    grow(answers, *queries, "the answers of a batch")?;
    let Some(tree) = tree else { return Ok(()) };
    let answers = &DisjointSlice::new(answers);
    threads::for_each_chunk(&mut keys[..*queries], CHUNK, |_, chunk| {
        let mut memory = memories.take();
        level.run(QueryChunk { tree, ask, chunk, memory: &mut memory, answers });
        memories.put(memory);
    });
    Ok(())
}

struct QueryChunk<'a, A: TreeQuery<D>, const D: usize> {
    tree: TreeView<'a, D>,
    ask: &'a A,
    chunk: &'a [u64],
    memory: &'a mut Memory,
    answers: &'a DisjointSlice<'a, A::Answer>,
}

impl<A: TreeQuery<D>, const D: usize> Pass for QueryChunk<'_, A, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        self.memory.forget();
        for key in self.chunk {
            let query = *key as u32 as usize;
            let answer = self.ask.ask(lanes, self.tree, query, self.memory);
            // SAFETY: the low halves of the keys are the numbers of the queries, each once.
            unsafe { self.answers.write(query, answer) };
        }
    }
}

/// Asks all queries that were prepared for; lists in the order of the queries.
pub(super) fn list_all<const D: usize, A: ListQuery<D>>(
    level: SimdLevel,
    tree: Option<TreeView<'_, D>>,
    ask: &A,
    buffers: &Buffers,
    lists: &mut Lists<A::Item>,
) -> Result<(), Error> {
    let queries = buffers.queries;
    let Lists { offsets, items, found } = lists;
    offsets.clear();
    grow(offsets, queries + 1, "the offsets of a batch")?;
    let Some(tree) = tree else {
        items.clear();
        return Ok(());
    };
    let (keys, memories) = (&buffers.keys[..queries], &buffers.memories);
    let chunk_of = |number: usize| &keys[number * CHUNK..queries.min((number + 1) * CHUNK)];
    let chunks = queries.div_ceil(CHUNK);
    found.resize_with(chunks.max(found.len()), Found::default);
    let found = &mut found[..chunks];
    threads::for_each(found, |number, found| {
        let mut memory = memories.take();
        level.run(ListChunk { tree, ask, chunk: chunk_of(number), memory: &mut memory, found });
        memories.put(memory);
    });
    for (number, found) in found.iter().enumerate() {
        for (key, count) in chunk_of(number).iter().zip(&found.counts) {
            offsets[*key as u32 as usize + 1] = *count as usize;
        }
    }
    let mut total = 0;
    for offset in &mut *offsets {
        total += *offset;
        *offset = total;
    }
    items.truncate(total);
    grow(items, total, "the lists of a batch")?;
    let items = DisjointSlice::new(items);
    threads::for_each(found, |number, found| {
        let mut from = found.items.iter();
        for (key, count) in chunk_of(number).iter().zip(&found.counts) {
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

struct ListChunk<'a, A: ListQuery<D>, const D: usize> {
    tree: TreeView<'a, D>,
    ask: &'a A,
    chunk: &'a [u64],
    memory: &'a mut Memory,
    found: &'a mut Found<A::Item>,
}

impl<A: ListQuery<D>, const D: usize> Pass for ListChunk<'_, A, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Found { items, counts } = self.found;
        items.clear();
        counts.clear();
        self.memory.forget();
        for key in self.chunk {
            let before = items.len();
            self.ask.ask(lanes, self.tree, *key as u32 as usize, self.memory, items);
            counts.push((items.len() - before) as u32);
        }
    }
}
