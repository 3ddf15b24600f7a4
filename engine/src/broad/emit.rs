//! Emission: what happens to pairs between the kernel and the user.

use std::{
    ops::{ControlFlow, Range},
    sync::atomic::{AtomicU64, Ordering},
};

use jostle_kernels::{
    SimdLevel,
    sweep::{self, Cursor, Ranges, Run},
};

use super::Join;
use crate::{Error, Filter, Pair, Pairs};

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
    /// Where to count instead, if only the number of pairs is asked for.
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

/// How many pairs all threads together may find.
pub(crate) struct Limit {
    total: AtomicU64,
    most: u64,
}

impl Limit {
    /// A limit of so many pairs, of which some have been found.
    pub(crate) fn new(found: u64, most: u64) -> Self {
        Self { total: AtomicU64::new(found), most }
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
        if before + written as u64 > self.limit.most { Err(Interrupt::Break) } else { Ok(()) }
    }
}

/// The last step on pairs the kernel wrote: categories and groups, and ids back to indices of the
/// second set.
#[derive(Clone, Copy)]
pub(crate) struct PairFilter<'a> {
    first: Filter<'a>,
    second: Filter<'a>,
    offset: u32,
}

impl<'a> PairFilter<'a> {
    /// Keeps all pairs within one set.
    pub(crate) const ALL: Self = Self { first: Filter::NONE, second: Filter::NONE, offset: 0 };

    pub(crate) fn new<const D: usize>(join: &Join<'a, D>) -> Self {
        let offset = join.second_offset();
        match join {
            Join::Within(set) => Self { first: set.filter, second: set.filter, offset },
            Join::Between(a, b) => Self { first: a.filter, second: b.filter, offset },
        }
    }

    /// For pairs that have indices of the second set already.
    pub(crate) fn indexed<const D: usize>(join: &Join<'a, D>) -> Self {
        Self { offset: 0, ..Self::new(join) }
    }

    /// Whether the kernel's pairs are final as they are, so that counting needs no list.
    pub(crate) fn keeps_all(&self) -> bool {
        !self.first.is_checked() && !self.second.is_checked()
    }

    /// Finishes pairs in place and returns how many are left, at the front and in order.
    pub(crate) fn apply(&self, pairs: &mut [Pair]) -> usize {
        if self.offset > 0 {
            for pair in &mut *pairs {
                pair.b -= self.offset;
            }
        }
        if self.keeps_all() {
            return pairs.len();
        }
        let mut kept = 0;
        for index in 0..pairs.len() {
            let pair = pairs[index];
            pairs[kept] = pair;
            kept += usize::from(self.first.wants(pair.a, &self.second, pair.b));
        }
        kept
    }
}

/// Sweeps some queries against targets and hands the finished pairs to a sink. Returns the number
/// of boxes that were compared with another one.
pub(crate) fn sweep_into<const D: usize>(
    level: SimdLevel,
    queries: &Run<'_, D>,
    targets: &Run<'_, D>,
    ranges: Ranges<'_>,
    range: Range<usize>,
    finish: &PairFilter<'_>,
    sink: &mut dyn Sink,
) -> Result<u64, Interrupt> {
    if finish.keeps_all()
        && let Some(total) = sink.counter()
    {
        let (pairs, compared) =
            sweep::count(level, queries, targets, ranges, range.start, range.end);
        *total += pairs;
        return Ok(compared);
    }
    let mut cursor = Cursor::at(range.start);
    while cursor.query < range.end {
        let space = sink.space()?;
        let written = sweep::sweep(level, queries, targets, ranges, range.end, &mut cursor, space);
        let kept = finish.apply(&mut space[..written]);
        sink.commit(kept)?;
    }
    Ok(cursor.compared)
}
