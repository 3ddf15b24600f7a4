//! A run: boxes as padded columns, ready to be swept.

use std::fmt;

use crate::simd::LANES;

/// Entries behind the last box of every column, so that eight can be read from any box.
pub const PADDING: usize = LANES;

/// Boxes as structure-of-arrays columns, borrowed.
///
/// The columns are `len` boxes followed by [`PADDING`] entries whose minimum on axis 0 is NaN:
/// such an entry touches nothing, not even a box of infinite size.
#[derive(Clone, Copy, Debug)]
pub struct BoxRun<'a, const D: usize> {
    pub(super) min: [&'a [f32]; D],
    pub(super) max: [&'a [f32]; D],
    pub(super) ids: &'a [u32],
    pub(super) exclusion: &'a [u32],
    pub(super) bytes: Option<[&'a [u32]; 2]>,
    len: usize,
}

/// A column of a run is shorter than its boxes and padding, or is not padded; or a `u32` does not
/// count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunError {
    /// Entries that every column needs.
    pub needed: usize,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a column of the run has fewer than {} entries, or more than 32 bits count, or its \
             padding is not NaN",
            self.needed
        )
    }
}

impl std::error::Error for RunError {}

impl<'a, const D: usize> BoxRun<'a, D> {
    /// A run of `len` boxes.
    ///
    /// # Errors
    /// When a column has fewer than `len + PADDING` entries, these are more than a `u32` counts, or
    /// the padding of `min[0]` is not NaN.
    pub fn new(
        min: [&'a [f32]; D],
        max: [&'a [f32]; D],
        ids: &'a [u32],
        exclusion: &'a [u32],
        len: usize,
    ) -> Result<Self, RunError> {
        let error = RunError { needed: len.saturating_add(PADDING) };
        let long = |column: usize| column >= error.needed;
        let all_long = min.iter().chain(&max).all(|column| long(column.len()))
            && long(ids.len())
            && long(exclusion.len())
            && u32::try_from(error.needed).is_ok();
        if all_long && min[0][len..len + PADDING].iter().all(|entry| entry.is_nan()) {
            Ok(Self { min, max, ids, exclusion, bytes: None, len })
        } else {
            Err(error)
        }
    }

    /// The run with its bounds in bytes: the columns of [`ByteBins::words`], padded as others.
    /// Where a word is that of another box, pairs of it may be missing.
    ///
    /// # Errors
    /// When a column has fewer than `len + PADDING` entries.
    ///
    /// [`ByteBins::words`]: super::ByteBins::words
    pub fn with_bytes(self, words: [&'a [u32]; 2]) -> Result<Self, RunError> {
        let needed = self.len + PADDING;
        if words.iter().all(|column| column.len() >= needed) {
            Ok(Self { bytes: Some(words.map(|column| &column[..needed])), ..self })
        } else {
            Err(RunError { needed })
        }
    }

    /// A copy of the run with all columns cut to the boxes and their padding.
    ///
    /// A pass makes one first. Through a reference the compiler would read the columns' addresses
    /// again after every pair written, and with a length per column check each on its own.
    #[inline(always)]
    pub(super) fn cut(&self) -> Self {
        let needed = self.len + PADDING;
        let mut cut =
            Self { ids: &self.ids[..needed], exclusion: &self.exclusion[..needed], ..*self };
        for axis in 0..D {
            cut.min[axis] = &self.min[axis][..needed];
            cut.max[axis] = &self.max[axis][..needed];
        }
        cut
    }

    /// Number of boxes, without the padding.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the run has no boxes.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}
