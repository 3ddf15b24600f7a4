//! Sinks: where jobs put the pairs they find.
//!
//! A sink gives out a buffer, and takes as many pairs as were written to it. There is one for
//! lists, one for callbacks ([`Batches`](super::batches::Batches)), one that counts, and one for pairs whose place is not known yet: it
//! takes chunks of fixed size from a pool that all jobs share. A list per job would grow by
//! copying, and leave behind memory of every size it had.

use std::sync::atomic::{AtomicU64, Ordering};

use super::threads::Scratches;
use crate::{Error, Pair, Pairs, cancel::CancelToken, memory::reserve_one};

/// Why a run ends early.
pub(crate) enum Interrupt {
    /// Something failed.
    Error(Error),
    /// The callback broke.
    Break,
}

impl From<Error> for Interrupt {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// Takes pairs by the buffer.
pub(crate) trait Sink {
    /// A buffer of at least [`ROOM`] slots to write pairs to.
    fn space(&mut self) -> Result<&mut [Pair], Interrupt>;
    /// Takes the first `written` pairs of that buffer.
    fn commit(&mut self, written: usize) -> Result<(), Interrupt>;
    /// Where to count instead, if only the number of pairs is wanted.
    fn counter(&mut self) -> Option<&mut u64> {
        None
    }
}

/// Slots that a sink always has.
pub(crate) const ROOM: usize = 1024;

/// Pairs in a batch that is handed to a callback: 128 KiB, which stays in the second-level cache.
pub(crate) const BATCH: usize = 16 * 1024;

/// Appends to a list.
impl Sink for Pairs {
    fn space(&mut self) -> Result<&mut [Pair], Interrupt> {
        Ok(Pairs::space(self, ROOM)?)
    }

    fn commit(&mut self, written: usize) -> Result<(), Interrupt> {
        Pairs::commit(self, written);
        Ok(())
    }
}

/// Counts.
pub(crate) struct Counter<'a> {
    buffer: &'a mut [Pair],
    total: u64,
}

impl<'a> Counter<'a> {
    /// A counter that lets pairs be written to this buffer where they must be seen to be counted.
    pub(crate) fn new(buffer: &'a mut [Pair]) -> Self {
        debug_assert!(buffer.len() >= ROOM);
        Self { buffer, total: 0 }
    }

    /// Pairs counted so far.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }
}

impl Sink for Counter<'_> {
    fn space(&mut self) -> Result<&mut [Pair], Interrupt> {
        Ok(self.buffer)
    }

    fn commit(&mut self, written: usize) -> Result<(), Interrupt> {
        self.total += written as u64;
        Ok(())
    }

    fn counter(&mut self) -> Option<&mut u64> {
        Some(&mut self.total)
    }
}

/// How many pairs all threads together may find, and what ends them before.
pub(crate) struct Limit {
    total: AtomicU64,
    most: u64,
    cancel: Option<CancelToken>,
}

impl Limit {
    /// A limit of so many pairs, of which some have been found.
    pub(crate) fn new(found: u64, most: u64, cancel: Option<CancelToken>) -> Self {
        Self { total: AtomicU64::new(found), most, cancel }
    }

    /// A sink that passes pairs on to another one, and breaks beyond the limit.
    pub(crate) fn before<'a>(&'a self, sink: &'a mut dyn Sink) -> Limited<'a> {
        Limited { sink, limit: self }
    }
}

/// A sink with a [`Limit`].
pub(crate) struct Limited<'a> {
    sink: &'a mut dyn Sink,
    limit: &'a Limit,
}

impl Sink for Limited<'_> {
    fn space(&mut self) -> Result<&mut [Pair], Interrupt> {
        // Little at a time, so that threads hardly go beyond it.
        let space = self.sink.space()?;
        Ok(&mut space[..ROOM])
    }

    fn commit(&mut self, written: usize) -> Result<(), Interrupt> {
        self.sink.commit(written)?;
        let before = self.limit.total.fetch_add(written as u64, Ordering::Relaxed);
        let is_too_many = before + written as u64 > self.limit.most;
        let is_cancelled = self.limit.cancel.as_ref().is_some_and(CancelToken::is_set);
        if is_too_many || is_cancelled { Err(Interrupt::Break) } else { Ok(()) }
    }
}

/// Pairs in a chunk: 32 KiB.
const CHUNK: usize = 4 * ROOM;

/// Some pairs in a buffer of fixed size.
#[derive(Default)]
pub(super) struct PairChunk {
    buffer: Box<[Pair]>,
    len: usize,
}

impl PairChunk {
    /// Makes sure of the buffer. What is never written to is not taken from the machine.
    fn allocate(&mut self) -> Result<(), Error> {
        if self.buffer.is_empty() {
            let (what, bytes) = ("the pairs of a job", CHUNK * size_of::<Pair>());
            self.buffer = bytemuck::allocation::try_zeroed_slice_box(CHUNK)
                .map_err(|()| Error::OutOfMemory { what, bytes })?;
        }
        Ok(())
    }
}

/// A sink that takes chunks from a pool as it needs them.
pub(super) struct ChunkSink<'a> {
    pool: &'a Scratches<PairChunk>,
    filled: &'a mut Vec<PairChunk>,
}

impl<'a> ChunkSink<'a> {
    /// A sink that appends to `filled`.
    pub(super) fn new(pool: &'a Scratches<PairChunk>, filled: &'a mut Vec<PairChunk>) -> Self {
        Self { pool, filled }
    }
}

impl Sink for ChunkSink<'_> {
    fn space(&mut self) -> Result<&mut [Pair], Interrupt> {
        if self.filled.last().is_none_or(|chunk| CHUNK - chunk.len < ROOM) {
            reserve_one(self.filled, "the pairs of a job")?;
            let mut chunk = self.pool.take();
            chunk.allocate()?;
            chunk.len = 0;
            self.filled.push(chunk);
        }
        let chunk = self.filled.last_mut().expect("a chunk was just made sure of");
        Ok(&mut chunk.buffer[chunk.len..])
    }

    fn commit(&mut self, written: usize) -> Result<(), Interrupt> {
        if let Some(chunk) = self.filled.last_mut() {
            chunk.len += written;
        }
        Ok(())
    }
}

/// Makes the pool a sixteenth larger than what a run has needed, so that runs whose counts waver
/// stop allocating.
pub(super) fn keep_spare(pool: &Scratches<PairChunk>, needed: usize) -> Result<(), Error> {
    for _ in pool.len()..needed + needed / 16 + 1 {
        let mut chunk = PairChunk::default();
        chunk.allocate()?;
        pool.put(chunk);
    }
    Ok(())
}

/// Number of pairs in all chunks.
pub(super) fn count_pairs(chunks: &[PairChunk]) -> usize {
    chunks.iter().map(|chunk| chunk.len).sum()
}

/// Moves the pairs to `to`, which has room for just these, and gives the chunks back.
pub(super) fn drain_chunks(
    chunks: &mut Vec<PairChunk>,
    pool: &Scratches<PairChunk>,
    to: &mut [Pair],
) {
    let mut place = 0;
    for chunk in chunks.drain(..) {
        to[place..place + chunk.len].copy_from_slice(&chunk.buffer[..chunk.len]);
        place += chunk.len;
        pool.put(chunk);
    }
}

/// Bytes held by a pool of chunks.
pub(super) fn pool_bytes(pool: &Scratches<PairChunk>) -> usize {
    pool.sum(|chunk| chunk.buffer.len() * size_of::<Pair>())
}
