//! A list of pairs in a buffer that is kept from frame to frame.

use std::ops::Deref;

use jostle_kernels::Pair;

use crate::{Error, cancel::CancelToken, canonical::Sorter, exec::threads, memory::reserve};

/// Most that [`Pairs::estimate`] lets the list grow by.
const FORESIGHT: usize = 16;

/// A list of pairs. Filling it again reuses its memory.
pub struct Pairs {
    /// Initialized beyond `len`, so that a frame with as many pairs as the last one writes each of
    /// them once.
    buffer: Vec<Pair>,
    len: usize,
    sorter: Sorter,
    /// Pairs beyond which a run stops.
    most: u64,
    /// Bytes that a run may take for what it keeps for the next one.
    spare: u64,
    /// Ends runs.
    cancel: Option<CancelToken>,
}

impl Default for Pairs {
    fn default() -> Self {
        Self {
            buffer: Vec::new(),
            len: 0,
            sorter: Sorter::default(),
            most: u64::MAX,
            spare: u64::MAX,
            cancel: None,
        }
    }
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

    /// The pairs as a vector, without copying them.
    #[must_use]
    pub fn into_vec(mut self) -> Vec<Pair> {
        self.buffer.truncate(self.len);
        self.buffer
    }

    /// Appends pairs.
    ///
    /// # Errors
    /// When memory runs out; the list is then as it was.
    pub fn extend(&mut self, pairs: &[Pair]) -> Result<(), Error> {
        self.space(pairs.len())?[..pairs.len()].copy_from_slice(pairs);
        self.commit(pairs.len());
        Ok(())
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
        threads::enter(self.len, || self.sorter.sort(&mut self.buffer[..self.len]))
    }

    /// The same where all are pairs of so many boxes.
    pub(crate) fn sort_canonical_of(&mut self, boxes: usize) -> Result<(), Error> {
        let last = boxes.saturating_sub(1) as u32;
        self.sorter.sort_up_to(&mut self.buffer[..self.len], [last; 2])
    }

    /// Keeps the first of pairs that are the same and lie one behind the other.
    pub(crate) fn dedup(&mut self) {
        let pairs = &mut self.buffer[..self.len];
        let mut kept = 0;
        for index in 0..pairs.len() {
            if index == 0 || pairs[index] != pairs[kept - 1] {
                pairs[kept] = pairs[index];
                kept += 1;
            }
        }
        self.len = kept;
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

    /// Makes runs that collect into the list end when a token is set, or none: they are then
    /// [stopped](crate::broad::RunStats::stopped), and what was collected is not the whole answer.
    pub fn set_cancel(&mut self, token: Option<CancelToken>) {
        self.cancel = token;
    }

    /// What ends runs.
    pub(crate) fn cancel(&self) -> Option<&CancelToken> {
        self.cancel.as_ref()
    }

    /// Makes runs stop that find more than so many pairs.
    pub(crate) fn stop_beyond(&mut self, most: u64) {
        self.most = most;
    }

    /// Pairs beyond which a run stops.
    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    /// Says what memory runs may take that they can do without.
    pub(crate) fn set_spare(&mut self, bytes: u64) {
        self.spare = bytes;
    }

    /// Bytes that a run may take for what it keeps for the next one.
    pub(crate) fn spare(&self) -> u64 {
        self.spare
    }

    /// At least `room` free slots behind the pairs, growing geometrically.
    pub(crate) fn space(&mut self, room: usize) -> Result<&mut [Pair], Error> {
        let needed = self.len + room;
        if self.buffer.len() < needed {
            if self.buffer.capacity() < needed {
                reserve(&mut self.buffer, needed.max(self.len / 4 * 5), "the pairs")?;
            }
            // Memory that is reserved but not written to is not taken from the machine yet.
            let step = self.len + self.len / 8 + room;
            self.buffer.resize(step.min(self.buffer.capacity()), Pair::default());
        }
        Ok(&mut self.buffer[self.len..])
    }

    /// Makes room for the pairs of a whole run, of which a part is done and the first `before`
    /// pairs are not part of, at the rate so far, but for no more than `most`. Growing step by step
    /// would copy the pairs several times and need room for both copies. It is a guess, so it is
    /// bounded and may fail.
    pub(crate) fn estimate(&mut self, before: usize, done: f64, most: u64) {
        // Half as much again: the first cells lie at the edge of the scene, and memory that is not
        // written to costs nothing.
        let rest = (1.5 * (self.len - before) as f64 / done) as usize;
        let total = before.saturating_add(rest).min(FORESIGHT.saturating_mul(self.len));
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        // The error is for whoever really needs the room.
        let _ = reserve(&mut self.buffer, total.min(most), "the pairs");
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
