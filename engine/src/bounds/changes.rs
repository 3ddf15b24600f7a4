//! Which bounds were written since the frame before: what looks at all of them each frame leaves
//! the others out.

use std::{
    ops::Range,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

use jostle_kernels::simd::LANES;

use crate::{Error, memory::reserve};

/// The next number of a ledger.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// Whose bounds they are, and of which of its frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Version {
    keeper: u64,
    frame: u64,
}

/// Groups of eight bounds in a block, of which it is known at once that none was written.
const GROUPS_PER_BLOCK: usize = 64;

/// Bounds in a block.
pub(crate) const BLOCK: usize = GROUPS_PER_BLOCK * LANES;

/// Keeps account of what is written, for one who keeps bounds from frame to frame.
#[derive(Debug)]
pub(crate) struct Ledger {
    version: Version,
    /// By groups of eight bounds, whether one of them was written in this frame.
    groups: Vec<AtomicBool>,
    /// The same by blocks of groups.
    blocks: Vec<AtomicBool>,
}

impl Ledger {
    pub(crate) fn new() -> Self {
        Self {
            version: Version { keeper: NEXT.fetch_add(1, Relaxed), frame: 0 },
            groups: Vec::new(),
            blocks: Vec::new(),
        }
    }

    /// Begins a frame of `len` bounds, of which none is written yet.
    pub(crate) fn begin(&mut self, len: usize) -> Result<(), Error> {
        self.version.frame += 1;
        for (account, size) in [(&mut self.groups, LANES), (&mut self.blocks, BLOCK)] {
            account.clear();
            reserve(account, len.div_ceil(size), "the account of changes")?;
            account.resize_with(len.div_ceil(size), || AtomicBool::new(false));
        }
        Ok(())
    }

    /// Counts some bounds as written.
    pub(crate) fn note_all(&self, bounds: Range<usize>) {
        for (account, size) in [(&self.groups, LANES), (&self.blocks, BLOCK)] {
            let written = &account[bounds.start / size..bounds.end.div_ceil(size)];
            written.iter().for_each(|written| written.store(true, Relaxed));
        }
    }

    /// To note what is written of the bounds from `first` on.
    pub(crate) fn from(&self, first: usize) -> Writing<'_> {
        Writing { ledger: self, first }
    }

    pub(crate) fn changes(&self) -> Changes<'_> {
        Changes(self)
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.groups.capacity() + self.blocks.capacity()
    }
}

/// Notes what is written, from several threads.
#[derive(Clone, Copy)]
pub(crate) struct Writing<'a> {
    ledger: &'a Ledger,
    first: usize,
}

impl Writing<'_> {
    /// Notes that one or more of `count` bounds from `row` on are written, eight at most. Their
    /// [blocks](Self::note_blocks) are to be noted as well.
    #[inline(always)]
    pub(crate) fn note(&self, row: usize, count: usize) {
        let first = self.first + row;
        // Relaxed: all threads that write are joined before one reads.
        self.ledger.groups[first / LANES].store(true, Relaxed);
        self.ledger.groups[(first + count - 1) / LANES].store(true, Relaxed);
    }

    /// Notes that one or more of `count` bounds from `row` on are written, as blocks.
    pub(crate) fn note_blocks(&self, row: usize, count: usize) {
        let first = self.first + row;
        let blocks = &self.ledger.blocks[first / BLOCK..(first + count).div_ceil(BLOCK)];
        blocks.iter().for_each(|written| written.store(true, Relaxed));
    }
}

/// What was written in a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Changes<'a>(&'a Ledger);

impl<'a> Changes<'a> {
    pub(crate) fn version(&self) -> Version {
        self.0.version
    }

    /// What was written since `seen`, where that can be told: from the frame before to this one.
    pub(crate) fn since(&self, seen: Option<Version>) -> Option<Written<'a>> {
        let Version { keeper, frame } = seen?;
        let now = self.0.version;
        (keeper == now.keeper && frame + 1 == now.frame).then_some(Written(self.0))
    }
}

/// What was written since some frame.
#[derive(Clone, Copy)]
pub(crate) struct Written<'a>(&'a Ledger);

impl Written<'_> {
    /// Whether one of the eight bounds around one was written.
    #[inline(always)]
    pub(crate) fn has_group_of(&self, bound: usize) -> bool {
        self.0.groups[bound / LANES].load(Relaxed)
    }

    /// Whether one of the [`BLOCK`] of bounds around one was written.
    #[inline(always)]
    pub(crate) fn has_block_of(&self, bound: usize) -> bool {
        self.0.blocks[bound / BLOCK].load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(written: Option<Written<'_>>, len: usize) -> Option<Vec<bool>> {
        written.map(|written| {
            (0..len).step_by(LANES).map(|bound| written.has_group_of(bound)).collect()
        })
    }

    #[test]
    fn only_groups_with_something_written_are_noted() {
        let mut ledger = Ledger::new();
        let seen = Some(ledger.changes().version());
        ledger.begin(40).expect("there is memory");
        ledger.note_all(0..40);
        assert_eq!(written(ledger.changes().since(seen), 40), Some(vec![true; 5]));
        let seen = Some(ledger.changes().version());
        ledger.begin(40).expect("there is memory");
        assert_eq!(written(ledger.changes().since(seen), 40), Some(vec![false; 5]));
        // Rows of a kind that begins at 12: 12..20 are in the second and the third group.
        ledger.from(12).note(0, 8);
        ledger.from(12).note(24, 4);
        let expected = vec![false, true, true, false, true];
        assert_eq!(written(ledger.changes().since(seen), 40), Some(expected));
        let seen = Some(ledger.changes().version());
        ledger.begin(40).expect("there is memory");
        ledger.note_all(8..17);
        let expected = vec![false, true, true, false, false];
        assert_eq!(written(ledger.changes().since(seen), 40), Some(expected));
    }

    #[test]
    fn a_block_is_written_where_one_of_its_groups_is() {
        let (len, mut ledger) = (5 * BLOCK + 3, Ledger::new());
        let seen = Some(ledger.changes().version());
        ledger.begin(len).expect("there is memory");
        ledger.from(0).note_blocks(BLOCK - 4, LANES);
        ledger.note_all(4 * BLOCK - 1..4 * BLOCK);
        ledger.from(5 * BLOCK).note_blocks(0, 3);
        let written = ledger.changes().since(seen).expect("that was the frame before");
        let blocks: Vec<_> =
            (0..len).step_by(BLOCK).map(|bound| written.has_block_of(bound)).collect();
        assert_eq!(blocks, [true, true, false, true, false, true]);
    }

    #[test]
    fn what_was_not_seen_a_frame_ago_cannot_be_told() {
        let (mut ledger, mut other) = (Ledger::new(), Ledger::new());
        ledger.begin(8).expect("there is memory");
        other.begin(8).expect("there is memory");
        let seen = Some(ledger.changes().version());
        assert!(ledger.changes().since(None).is_none());
        assert!(other.changes().since(seen).is_none());
        // Of this frame, it may have seen something that was not told.
        assert!(ledger.changes().since(seen).is_none());
        ledger.begin(8).expect("there is memory");
        assert!(ledger.changes().since(seen).is_some());
        ledger.begin(8).expect("there is memory");
        assert!(ledger.changes().since(seen).is_none());
    }
}
