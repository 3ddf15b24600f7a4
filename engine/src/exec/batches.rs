//! A sink that hands pairs to a callback.

use std::ops::ControlFlow;

use super::sink::{Interrupt, ROOM, Sink};
use crate::Pair;

/// Hands full batches to a callback.
pub(crate) struct Batches<'a, F> {
    buffer: &'a mut [Pair],
    len: usize,
    total: u64,
    callback: F,
}

impl<'a, F: FnMut(&[Pair]) -> ControlFlow<()>> Batches<'a, F> {
    /// A sink with this buffer of more than [`ROOM`] slots.
    pub(crate) fn new(buffer: &'a mut [Pair], callback: F) -> Self {
        debug_assert!(buffer.len() > ROOM);
        Self { buffer, len: 0, total: 0, callback }
    }

    /// Hands over what is left.
    pub(crate) fn flush(&mut self) -> Result<(), Interrupt> {
        let batch = &self.buffer[..std::mem::take(&mut self.len)];
        self.total += batch.len() as u64;
        if batch.is_empty() || (self.callback)(batch).is_continue() {
            Ok(())
        } else {
            Err(Interrupt::Break)
        }
    }
}

impl<F> Batches<'_, F> {
    /// Pairs handed over so far.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }
}

impl<F: FnMut(&[Pair]) -> ControlFlow<()>> Sink for Batches<'_, F> {
    fn space(&mut self) -> Result<&mut [Pair], Interrupt> {
        Ok(&mut self.buffer[self.len..])
    }

    fn commit(&mut self, written: usize) -> Result<(), Interrupt> {
        self.len += written;
        if self.buffer.len() - self.len < ROOM { self.flush() } else { Ok(()) }
    }
}
