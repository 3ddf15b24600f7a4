//! Many queries at once.
//!
//! Queries are answered in the order of a curve through space, so that each finds most of its way
//! in the cache, on all threads, and answers are put where the caller expects them. They depend on
//! the boxes alone: not on the order, the threads or the tree.

use std::array;

use jostle_kernels::{Lanes, Pass, SimdLevel, sort::sort_by_high_half, sweep::AxisBins};

use super::queries::{ListQuery, QueryMemory, TreeQuery, TreeView};
use crate::{
    Error,
    exec::{
        disjoint_slice::DisjointSlice,
        threads::{self, Scratches},
    },
    memory::{AddedTo, grow, grow_filled, reserve},
    morton,
};

/// What memory is for.
const LISTS: &str = "the lists of a batch";

/// Queries that one thread answers one after the other.
const CHUNK: usize = 1024;

/// How many queries ahead one is announced.
const AHEAD: usize = 4;

/// The order of a batch, and what its threads need. Kept.
#[derive(Default)]
pub(crate) struct BatchBuffers {
    /// The place of each query on the curve in the high half, its number in the low half.
    keys: Vec<u64>,
    sorted: Vec<u64>,
    /// Number of queries.
    queries: usize,
    memories: Scratches<QueryMemory>,
}

impl BatchBuffers {
    /// Sorts queries along the Morton curve through the part of space where most boxes are, and
    /// prepares what every thread needs to answer them and keep the `best` boxes.
    pub(crate) fn prepare<Q: Sync, const D: usize>(
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
        let axes = ends.map(|(low, high)| AxisBins::new(0.5 * low, 0.5 * high, 1 << bits));
        threads::for_each_chunk(keys, CHUNK, |number, chunk| {
            for (offset, key) in chunk.iter_mut().enumerate() {
                let query = number * CHUNK + offset;
                let at = position(&queries[query]);
                let bins = array::from_fn(|axis| axes[axis].bin(at[axis]));
                *key = u64::from(morton::code::<D>(bins)) << 32 | query as u64;
            }
        });
        sort_by_high_half(keys, &mut self.sorted[..self.queries]);
        self.memories.prepare(threads::count(), |memory| memory.prepare(best))
    }
}

/// Answers all queries that were prepared for; answers in the order of the queries.
pub(crate) fn answer_all<const D: usize, A: TreeQuery<D>>(
    level: SimdLevel,
    tree: Option<TreeView<'_, D>>,
    query: &A,
    buffers: &mut BatchBuffers,
    answers: &mut Vec<A::Answer>,
) -> Result<(), Error> {
    let BatchBuffers { keys, queries, memories, .. } = buffers;
    // As many as before are written over.
    if answers.len() != *queries || tree.is_none() {
        answers.clear();
        grow_filled(answers, *queries, "the answers of a batch")?;
    }
    let Some(tree) = tree else { return Ok(()) };
    let answers = &DisjointSlice::new(answers);
    threads::for_each_chunk(&mut keys[..*queries], CHUNK, |_, chunk| {
        let mut memory = memories.take();
        level.run(QueryChunk { tree, query, chunk, memory: &mut memory, answers });
        memories.put(memory);
    });
    query.outcome()
}

struct QueryChunk<'a, A: TreeQuery<D>, const D: usize> {
    tree: TreeView<'a, D>,
    query: &'a A,
    chunk: &'a [u64],
    memory: &'a mut QueryMemory,
    answers: &'a DisjointSlice<'a, A::Answer>,
}

impl<A: TreeQuery<D>, const D: usize> Pass for QueryChunk<'_, A, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        self.memory.forget();
        let queries = self.chunk.iter().enumerate().map(|(place, key)| {
            if let Some(ahead) = self.chunk.get(place + AHEAD) {
                self.query.announce(*ahead as u32 as usize);
            }
            *key as u32 as usize
        });
        let each = |query, answer| {
            // SAFETY: the low halves of the keys are the numbers of the queries, each once.
            unsafe { self.answers.write(query, answer) };
        };
        self.query.answer_each(lanes, self.tree, queries, self.memory, each);
    }
}

/// Answers all queries that were prepared for; lists in the order of the queries.
pub(crate) fn list_all<const D: usize, A: ListQuery<D>>(
    level: SimdLevel,
    tree: Option<TreeView<'_, D>>,
    query: &A,
    buffers: &BatchBuffers,
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
    let chunks = queries.div_ceil(CHUNK);
    if found.len() < chunks {
        reserve(found, chunks, LISTS)?;
        found.resize_with(chunks, ChunkAnswers::default);
    }
    let (keys, memories) = (&buffers.keys[..queries], &buffers.memories);
    let chunk_of = |number: usize| &keys[number * CHUNK..queries.min((number + 1) * CHUNK)];
    let found = &mut found[..chunks];
    threads::try_for_each_chunk(found, 1, |number, found| {
        let (chunk, found) = (chunk_of(number), &mut found[0]);
        reserve(&mut found.counts, chunk.len(), LISTS)?;
        let mut memory = memories.take();
        let done = level.run(ListChunk { tree, query, chunk, memory: &mut memory, found });
        memories.put(memory);
        done
    })?;
    query.outcome()?;
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
    grow_filled(items, total, LISTS)?;
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
    query: &'a A,
    chunk: &'a [u64],
    memory: &'a mut QueryMemory,
    found: &'a mut ChunkAnswers<A::Item>,
}

impl<A: ListQuery<D>, const D: usize> Pass for ListChunk<'_, A, D> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<(), Error> {
        let ChunkAnswers { items, counts } = self.found;
        items.clear();
        counts.clear();
        let mut items = AddedTo::new(items, LISTS);
        self.memory.forget();
        for key in self.chunk {
            let before = items.list.len();
            self.query.answer(lanes, self.tree, *key as u32 as usize, self.memory, &mut items);
            counts.push((items.list.len() - before) as u32);
        }
        items.finish()
    }
}

/// Lists, one per query of a batch, one behind the other (compressed sparse rows). Keep it from
/// batch to batch, and nothing is allocated.
#[derive(Clone, Debug, Default)]
pub struct Lists<T> {
    pub(crate) offsets: Vec<usize>,
    pub(crate) items: Vec<T>,
    /// What the chunks of a batch found, before it is known where it goes.
    pub(crate) found: Vec<ChunkAnswers<T>>,
}

/// What a chunk of a batch found.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChunkAnswers<T> {
    pub(crate) items: Vec<T>,
    /// Number of items per query of the chunk.
    pub(crate) counts: Vec<u32>,
}

impl<T: PartialEq> PartialEq for Lists<T> {
    fn eq(&self, other: &Self) -> bool {
        self.offsets == other.offsets && self.items == other.items
    }
}

impl<T> Lists<T> {
    /// No lists.
    #[must_use]
    pub fn new() -> Self {
        Self { offsets: Vec::new(), items: Vec::new(), found: Vec::new() }
    }

    /// Number of lists.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Whether there are no lists.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The list of a query.
    ///
    /// # Panics
    /// When there is no such query.
    #[must_use]
    pub fn get(&self, query: usize) -> &[T] {
        &self.items[self.offsets[query]..self.offsets[query + 1]]
    }

    /// Where each list begins among the [`items`](Self::items), and where the last one ends.
    #[must_use]
    pub fn offsets(&self) -> &[usize] {
        &self.offsets
    }

    /// The items of all lists, one list behind the other.
    #[must_use]
    pub fn items(&self) -> &[T] {
        &self.items
    }
}
