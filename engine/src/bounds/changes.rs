//! Which bounds were written since the frame before: what looks at all of them each frame leaves
//! the others out.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use jostle_kernels::lane::LANES;

use crate::{Error, error::reserve};

/// The next number of a ledger.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// Whose bounds they are, and of which of its frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Version {
    keeper: u64,
    frame: u64,
}

/// Keeps account of what is written, for one who keeps bounds from frame to frame.
#[derive(Debug)]
pub(crate) struct Ledger {
    version: Version,
    /// By groups of eight bounds, whether one of them was written in this frame.
    written: Vec<AtomicBool>,
}

impl Ledger {
    pub(crate) fn new() -> Self {
        Self {
            version: Version { keeper: NEXT.fetch_add(1, Relaxed), frame: 0 },
            written: Vec::new(),
        }
    }

    /// Begins a frame of `len` bounds, of which none is written yet, or all are as good as written.
    pub(crate) fn begin(&mut self, len: usize, all_written: bool) -> Result<(), Error> {
        self.version.frame += 1;
        let groups = len.div_ceil(LANES);
        self.written.clear();
        reserve(&mut self.written, groups, "the account of changes")?;
        self.written.resize_with(groups, || AtomicBool::new(all_written));
        Ok(())
    }

    /// To note what is written of the bounds from `first` on.
    pub(crate) fn from(&self, first: usize) -> Writing<'_> {
        Writing { written: &self.written, first }
    }

    pub(crate) fn changes(&self) -> Changes<'_> {
        Changes { version: self.version, written: &self.written }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.written.capacity()
    }
}

/// Notes what is written, from several threads.
#[derive(Clone, Copy)]
pub(crate) struct Writing<'a> {
    written: &'a [AtomicBool],
    first: usize,
}

impl Writing<'_> {
    /// Notes that one or more of `count` bounds from `row` on are written, eight at most.
    #[inline(always)]
    pub(crate) fn note(&self, row: usize, count: usize) {
        let first = self.first + row;
        // Relaxed: all threads that write are joined before one reads.
        self.written[first / LANES].store(true, Relaxed);
        self.written[(first + count - 1) / LANES].store(true, Relaxed);
    }
}

/// What was written in a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Changes<'a> {
    version: Version,
    written: &'a [AtomicBool],
}

impl<'a> Changes<'a> {
    pub(crate) fn version(&self) -> Version {
        self.version
    }

    /// By groups of eight, whether one was written since `seen`, where that can be told: in the
    /// frame before, or in this one, where more counts as written than was.
    pub(crate) fn since(&self, seen: Option<Version>) -> Option<&'a [AtomicBool]> {
        let Version { keeper, frame } = seen?;
        let is_near = frame == self.version.frame || frame + 1 == self.version.frame;
        (keeper == self.version.keeper && is_near).then_some(self.written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(changes: Option<&[AtomicBool]>) -> Option<Vec<bool>> {
        changes.map(|changes| changes.iter().map(|written| written.load(Relaxed)).collect())
    }

    #[test]
    fn only_groups_with_something_written_are_noted() {
        let mut ledger = Ledger::new();
        ledger.begin(40, true).expect("there is memory");
        let seen = Some(ledger.changes().version());
        assert_eq!(written(ledger.changes().since(seen)), Some(vec![true; 5]));
        ledger.begin(40, false).expect("there is memory");
        assert_eq!(written(ledger.changes().since(seen)), Some(vec![false; 5]));
        // Rows of a kind that begins at 12: 12..20 are in the second and the third group.
        ledger.from(12).note(0, 8);
        ledger.from(12).note(24, 4);
        assert_eq!(
            written(ledger.changes().since(seen)),
            Some(vec![false, true, true, false, true])
        );
    }

    #[test]
    fn what_was_not_seen_a_frame_ago_cannot_be_told() {
        let (mut ledger, mut other) = (Ledger::new(), Ledger::new());
        ledger.begin(8, true).expect("there is memory");
        other.begin(8, true).expect("there is memory");
        let seen = Some(ledger.changes().version());
        assert!(ledger.changes().since(None).is_none());
        assert!(other.changes().since(seen).is_none());
        assert!(ledger.changes().since(seen).is_some());
        ledger.begin(8, false).expect("there is memory");
        assert!(ledger.changes().since(seen).is_some());
        ledger.begin(8, false).expect("there is memory");
        assert!(ledger.changes().since(seen).is_none());
    }
}
