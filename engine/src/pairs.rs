//! A list of pairs in a buffer that is kept from frame to frame.

use std::ops::Deref;

use jostle_kernels::Pair;

use crate::{Error, canonical::Sorter, error::reserve};

/// A list of pairs. Filling it again reuses its memory.
#[derive(Default)]
pub struct Pairs {
    /// Initialised beyond `len`, so that a frame with as many pairs as the last one writes each of
    /// them once.
    buffer: Vec<Pair>,
    len: usize,
    sorter: Sorter,
}

impl Pairs {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The pairs.
    #[must_use]
    pub fn as_slice(&self) -> &[Pair] {
        &self.buffer[..self.len]
    }

    /// The pairs, to reorder them.
    pub fn as_mut_slice(&mut self) -> &mut [Pair] {
        &mut self.buffer[..self.len]
    }

    /// Forgets the pairs behind the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Puts the pairs into canonical order, by `a` and then by `b`, on all threads.
    ///
    /// O(pairs). Takes as much memory again as the pairs, and keeps it.
    ///
    /// # Errors
    /// When that memory cannot be had; the pairs are then as they were.
    pub fn sort_canonical(&mut self) -> Result<(), Error> {
        self.sorter.sort(&mut self.buffer[..self.len])
    }

    /// Bytes held by the pairs themselves.
    #[must_use]
    pub fn capacity_bytes(&self) -> usize {
        self.buffer.capacity() * size_of::<Pair>()
    }

    /// Forgets the pairs and keeps the memory.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// At least `room` free slots behind the pairs, growing geometrically.
    pub(crate) fn space(&mut self, room: usize) -> Result<&mut [Pair], Error> {
        let needed = self.len + room;
        if self.buffer.len() < needed {
            if self.buffer.capacity() < needed {
                reserve(&mut self.buffer, needed.max(self.len / 2 * 3), "the pairs")?;
            }
            self.buffer.resize(self.buffer.capacity(), Pair::default());
        }
        Ok(&mut self.buffer[self.len..])
    }

    /// Counts the first `written` slots of [`space`](Self::space) to the pairs.
    pub(crate) fn commit(&mut self, written: usize) {
        self.len += written;
        debug_assert!(self.len <= self.buffer.len());
    }
}

impl Deref for Pairs {
    type Target = [Pair];
    fn deref(&self) -> &[Pair] {
        self.as_slice()
    }
}
