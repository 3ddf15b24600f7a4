//! Batches of two pairs.

use crate::Pair;

#[derive(Debug, PartialEq)]
pub(crate) enum Interrupt {
    Error,
    Break,
}

pub(crate) trait Sink {
    fn space(&mut self) -> Result<&mut [Pair], Interrupt>;
    fn commit(&mut self, written: usize) -> Result<(), Interrupt>;
}

pub(crate) const ROOM: usize = 1;

pub(crate) const BATCH: usize = 2;
