//! How one tells whether a set of shapes has changed.

use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

/// The next number of a set.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// Which set it is, and how often it was changed: what was derived from it is good while its stamp
/// is the same.
#[derive(PartialEq, Eq)]
pub(crate) struct Stamp {
    set: u64,
    numbering: u64,
    attributes: u64,
}

impl Stamp {
    /// That of a new set.
    pub(super) fn new() -> Self {
        Self { set: NEXT.fetch_add(1, Relaxed), numbering: 0, attributes: 0 }
    }

    /// Notes that shapes were put in or taken out.
    pub(super) fn renumber(&mut self) {
        self.numbering += 1;
    }

    /// Notes that attributes were changed, other than the user's numbers.
    pub(super) fn redescribe(&mut self) {
        self.attributes += 1;
    }

    /// Whether the shapes of both have the same indices.
    pub(crate) fn is_numbered_like(&self, other: &Self) -> bool {
        (self.set, self.numbering) == (other.set, other.numbering)
    }

    /// The same stamp, to be compared with later ones.
    pub(crate) fn copy(&self) -> Self {
        Self { ..*self }
    }
}

/// Its numbers tell nothing about the shapes.
impl fmt::Debug for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stamp").finish_non_exhaustive()
    }
}

/// A copied set is another one: both may be changed.
impl Clone for Stamp {
    fn clone(&self) -> Self {
        Self::new()
    }
}
