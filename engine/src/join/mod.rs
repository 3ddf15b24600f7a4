//! The input of a broad phase: which boxes to test, and which of their pairs are wanted.
//!
//! [`part`] has the same as broad phases read it: boxes with ids and exclusion bits.

pub(crate) mod part;

use crate::{Bounds, Error, Filter, Pair, filter::FilterDecision};

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

/// Which boxes are to be tested against which.
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
