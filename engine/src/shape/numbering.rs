//! How shapes are numbered, and whether that has changed.

use std::{
    fmt,
    ops::Range,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use jostle_kernels::shape::ShapeKind;

/// How the shapes of a set are numbered: all balls, then all boxes, and so on, each kind in the
/// order of its rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranges {
    /// The index behind the last shape of each kind.
    ends: [usize; ShapeKind::COUNT],
}

impl Ranges {
    /// The numbering of so many shapes of each kind.
    #[must_use]
    pub fn of_counts(counts: [usize; ShapeKind::COUNT]) -> Self {
        let mut end = 0;
        Self {
            ends: counts.map(|count| {
                end += count;
                end
            }),
        }
    }

    /// Number of shapes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends[ShapeKind::COUNT - 1]
    }

    /// Whether there are no shapes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The indices of a kind.
    #[must_use]
    pub fn of(&self, kind: ShapeKind) -> Range<usize> {
        let kind = kind as usize;
        let begin = if kind == 0 { 0 } else { self.ends[kind - 1] };
        begin..self.ends[kind]
    }

    /// The kind of a shape, and its row among those of its kind.
    ///
    /// # Panics
    /// When there is no shape of this index.
    #[inline]
    #[must_use]
    pub fn kind_of(&self, index: usize) -> (ShapeKind, usize) {
        assert!(index < self.len(), "shape {index} of {}", self.len());
        let mut kind = 0;
        let mut begin = 0;
        for end in &self.ends[..ShapeKind::COUNT - 1] {
            if *end <= index {
                kind += 1;
                begin = *end;
            }
        }
        (ShapeKind::ALL[kind], index - begin)
    }
}

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
