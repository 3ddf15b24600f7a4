//! What a job finds before it is known where it goes: pairs in chunks of fixed size.
//!
//! A list of its own per job would grow by copying, and leave behind memory of every size it had.
//! Chunks are handed out from a pool that all jobs share and go back to it.

use super::emit::{Interrupt, ROOM, Sink};
use crate::{Error, Pair, threads::Scratches};

/// Pairs in a chunk: 32 KiB.
const CHUNK: usize = 4 * ROOM;

/// Some pairs in a buffer of fixed size.
#[derive(Default)]
pub(super) struct Chunk {
    buffer: Box<[Pair]>,
    len: usize,
}

impl Chunk {
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
pub(super) struct Chunks<'a> {
    pool: &'a Scratches<Chunk>,
    filled: &'a mut Vec<Chunk>,
}

impl<'a> Chunks<'a> {
    /// A sink that appends to `filled`.
    pub(super) fn new(pool: &'a Scratches<Chunk>, filled: &'a mut Vec<Chunk>) -> Self {
        Self { pool, filled }
    }
}

impl Sink for Chunks<'_> {
    fn space(&mut self) -> Result<&mut [Pair], Interrupt> {
        if self.filled.last().is_none_or(|chunk| CHUNK - chunk.len < ROOM) {
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
pub(super) fn spare(pool: &Scratches<Chunk>, needed: usize) -> Result<(), Error> {
    for _ in pool.len()..needed + needed / 16 + 1 {
        let mut chunk = Chunk::default();
        chunk.allocate()?;
        pool.put(chunk);
    }
    Ok(())
}

/// Number of pairs in all chunks.
pub(super) fn count(chunks: &[Chunk]) -> usize {
    chunks.iter().map(|chunk| chunk.len).sum()
}

/// Moves the pairs to `to`, which has room for just these, and gives the chunks back.
pub(super) fn drain(chunks: &mut Vec<Chunk>, pool: &Scratches<Chunk>, to: &mut [Pair]) {
    let mut place = 0;
    for chunk in chunks.drain(..) {
        to[place..place + chunk.len].copy_from_slice(&chunk.buffer[..chunk.len]);
        place += chunk.len;
        pool.put(chunk);
    }
}

/// Bytes held by a pool of chunks.
pub(super) fn memory_bytes(pool: &Scratches<Chunk>) -> usize {
    pool.sum(|chunk| chunk.buffer.len() * size_of::<Pair>())
}
