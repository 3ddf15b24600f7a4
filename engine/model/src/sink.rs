//! Batches of two pairs.

use std::ops::ControlFlow;

use crate::Pair;

#[derive(Debug, PartialEq)]
pub(crate) enum Interrupt {
    Error,
    Break,
}

pub(crate) trait Sink {
    fn put(&mut self, pair: Pair) -> Result<(), Interrupt>;
}

pub(crate) const BATCH: usize = 2;

pub(crate) struct Batches<'a, F> {
    buffer: &'a mut [Pair],
    len: usize,
    total: u64,
    callback: F,
}

impl<'a, F: FnMut(&[Pair]) -> ControlFlow<()>> Batches<'a, F> {
    pub(crate) fn new(buffer: &'a mut [Pair], callback: F) -> Self {
        Self { buffer, len: 0, total: 0, callback }
    }

    pub(crate) fn flush(&mut self) -> Result<(), Interrupt> {
        let batch = &self.buffer[..std::mem::take(&mut self.len)];
        self.total += batch.len() as u64;
        if batch.is_empty() || (self.callback)(batch).is_continue() {
            Ok(())
        } else {
            Err(Interrupt::Break)
        }
    }

    pub(crate) fn total(&self) -> u64 {
        self.total
    }
}

impl<F: FnMut(&[Pair]) -> ControlFlow<()>> Sink for Batches<'_, F> {
    fn put(&mut self, pair: Pair) -> Result<(), Interrupt> {
        self.buffer[self.len] = pair;
        self.len += 1;
        if self.len == self.buffer.len() { self.flush() } else { Ok(()) }
    }
}
