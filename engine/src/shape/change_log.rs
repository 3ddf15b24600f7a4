//! Which rows of a table were changed lately.

use crate::{memory::reserve_one, unique_id::UniqueId};

/// One row in so many is remembered, and of few rows some: who has to look at more of them looks at
/// all.
const SHARE: usize = 8;
const FEWEST: usize = 64;

/// A place in a [`ChangeLog`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    log: UniqueId,
    place: u64,
}

/// The rows of a table that were changed, in the order of the changes, each as often as it was.
///
/// Whoever derives something of the table notes a [mark](Self::mark), and asks later what was
/// changed [since](Self::since). The log does not know who asks. So it remembers the latest changes
/// only, and whoever asks for older ones is told that all may have changed.
#[derive(Debug)]
pub(super) struct ChangeLog {
    log: UniqueId,
    /// Changes that are not remembered.
    forgotten: u64,
    rows: Vec<u32>,
}

impl ChangeLog {
    /// Notes that a row of a table of so many was changed, or added.
    pub(super) fn note(&mut self, row: usize, rows: usize) {
        if self.rows.len() >= (rows / SHARE).max(FEWEST) {
            let old = self.rows.len().div_ceil(2);
            self.rows.drain(..old);
            self.forgotten += old as u64;
        }
        match reserve_one(&mut self.rows, "the log of changes") {
            Ok(()) => self.rows.push(row as u32),
            // It is a matter of speed alone.
            Err(_) => self.note_all(),
        }
    }

    /// Notes that any row may have changed.
    pub(super) fn note_all(&mut self) {
        self.forgotten += self.rows.len() as u64 + 1;
        self.rows.clear();
    }

    /// The place behind the last change.
    pub(super) fn mark(&self) -> Mark {
        Mark { log: self.log, place: self.forgotten + self.rows.len() as u64 }
    }

    /// The rows that were changed since a mark, of which some may have been removed meanwhile; none
    /// where any row may have been changed.
    pub(super) fn since(&self, mark: Option<Mark>) -> Option<&[u32]> {
        let Mark { log, place } = mark?;
        let remembered = place.checked_sub(self.forgotten)?;
        (log == self.log).then(|| &self.rows[remembered as usize..])
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.rows.capacity() * size_of::<u32>()
    }
}

impl Default for ChangeLog {
    fn default() -> Self {
        Self { log: UniqueId::new(), forgotten: 0, rows: Vec::new() }
    }
}

/// A copied table is another one: both may be changed.
impl Clone for ChangeLog {
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_those_since_a_mark() {
        let mut log = ChangeLog::default();
        let first = Some(log.mark());
        log.note(7, 1000);
        let second = Some(log.mark());
        log.note(3, 1000);
        log.note(7, 1000);
        assert_eq!(log.since(first), Some(&[7, 3, 7][..]));
        assert_eq!(log.since(second), Some(&[3, 7][..]));
        assert_eq!(log.since(Some(log.mark())), Some(&[][..]));
        assert_eq!(log.since(None), None);
        log.note_all();
        assert_eq!((log.since(first), log.since(second)), (None, None));
        assert_eq!(log.since(Some(log.mark())), Some(&[][..]));
    }

    #[test]
    fn another_log_knows_nothing_of_a_mark() {
        let mut log = ChangeLog::default();
        let mark = Some(log.mark());
        let other = log.clone();
        log.note(0, 1);
        assert_eq!((other.since(mark), log.since(Some(other.mark()))), (None, None));
    }

    #[test]
    fn late_changes_are_remembered_and_early_ones_are_not() {
        let mut log = ChangeLog::default();
        let mut marks = Vec::new();
        for row in 0..10_000 {
            marks.push(log.mark());
            log.note(row, 10_000);
        }
        let known = |mark: &&Mark| log.since(Some(**mark)).is_some();
        let remembered = marks.iter().filter(known).count();
        assert!((10_000 / SHARE / 2..=10_000 / SHARE).contains(&remembered), "{remembered}");
        for (row, mark) in marks.iter().enumerate() {
            if let Some(rows) = log.since(Some(*mark)) {
                assert!(rows.iter().copied().eq(row as u32..10_000), "{row}");
            }
        }
    }
}
