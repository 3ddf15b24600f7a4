//! How shapes are numbered.

use std::ops::Range;

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

    /// Adds shapes of a kind.
    pub(super) fn add(&mut self, kind: ShapeKind, count: usize) {
        self.ends[kind as usize..].iter_mut().for_each(|end| *end += count);
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
