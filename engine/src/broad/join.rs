//! What is asked of a broad phase.

use crate::{Bounds, Error, Filter, filter::FilterDecision};

/// A set of boxes with the filters on them, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct BoxSet<'a, const D: usize> {
    /// The boxes.
    pub bounds: Bounds<'a, D>,
    /// Which of their pairs are wanted.
    pub filter: Filter<'a>,
}

impl<'a, const D: usize> From<Bounds<'a, D>> for BoxSet<'a, D> {
    fn from(bounds: Bounds<'a, D>) -> Self {
        Self { bounds, filter: Filter::default() }
    }
}

/// Which boxes are to be held against which.
#[derive(Clone, Copy, Debug)]
pub enum Join<'a, const D: usize> {
    /// All pairs within one set, `a < b`.
    Within(BoxSet<'a, D>),
    /// All pairs of a box of the first set with a box of the second.
    Between(BoxSet<'a, D>, BoxSet<'a, D>),
}

impl<'a, const D: usize> Join<'a, D> {
    /// All pairs within a set.
    #[must_use]
    pub fn within(set: impl Into<BoxSet<'a, D>>) -> Self {
        Self::Within(set.into())
    }

    /// All pairs between two sets.
    #[must_use]
    pub fn between(first: impl Into<BoxSet<'a, D>>, second: impl Into<BoxSet<'a, D>>) -> Self {
        Self::Between(first.into(), second.into())
    }

    /// The sets, one or two.
    #[must_use]
    pub fn sets(&self) -> [Option<&BoxSet<'a, D>>; 2] {
        match self {
            Self::Within(set) => [Some(set), None],
            Self::Between(first, second) => [Some(first), Some(second)],
        }
    }

    /// Boxes in all sets.
    #[must_use]
    pub fn boxes(&self) -> usize {
        self.sets().into_iter().flatten().map(|set| set.bounds.len()).sum()
    }

    /// Whether the filters want a pair: `a` of the first set, `b` of the second, or both of the
    /// only one. Two static boxes are never wanted.
    ///
    /// # Panics
    /// When a set has no box of that index.
    #[must_use]
    pub fn wants(&self, a: u32, b: u32) -> bool {
        let (first, second) = match self {
            Self::Within(set) => (set.filter, set.filter),
            Self::Between(first, second) => (first.filter, second.filter),
        };
        let both_static = first.is_static(a as usize) && second.is_static(b as usize);
        !both_static && first.wants(a, &second, b)
    }

    /// What the filters say about a pair that [`wants`](Self::wants) is asked about.
    pub(crate) fn decide(&self, a: u32, b: u32) -> FilterDecision {
        match self {
            Self::Within(set) => set.filter.decide(a, &set.filter, b),
            Self::Between(first, second) => first.filter.decide(a, &second.filter, b),
        }
    }

    /// What to add to an index of the second set to tell it from those of the first.
    pub(crate) fn second_offset(&self) -> u32 {
        match self {
            Self::Within(_) => 0,
            Self::Between(first, _) => first.bounds.len() as u32,
        }
    }

    /// Most boxes in one call: ids and places are `u32`, and some are left to round up to.
    pub const MAX_BOXES: usize = u32::MAX as usize - 1024;

    /// Checks that each filter has an entry for each box, and that ids suffice.
    ///
    /// # Errors
    /// [`Error::Length`] and [`Error::TooMany`].
    pub fn check(&self) -> Result<(), Error> {
        for set in self.sets().into_iter().flatten() {
            set.filter.check(set.bounds.len())?;
        }
        if self.boxes() > Self::MAX_BOXES {
            return Err(Error::TooMany { boxes: self.boxes(), limit: Self::MAX_BOXES });
        }
        Ok(())
    }
}
