//! Which pairs are wanted at all.

use crate::Error;

/// What the filter says about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FilterDecision {
    /// It wants the pair.
    Wanted,
    /// One of them is [disabled](crate::shape::Attributes::enabled).
    Disabled {
        /// Whether it is the first of the pair.
        of_first: bool,
    },
    /// The pair is [excluded](crate::World::set_pair_excluded).
    Excluded,
    /// The user's own [function](crate::step::PipelineInput::with_pair_filter) does not want it.
    LeftOut,
    /// Both are static, or rest.
    BothStatic,
    /// Both are of one group, whose number is negative.
    Group {
        /// The group.
        group: i32,
    },
    /// The category of one has no bit in common with the mask of the other.
    Categories {
        /// The category of the one.
        category: u32,
        /// The mask of the other.
        mask: u32,
        /// Whether the one is the first of the pair.
        of_first: bool,
    },
}

/// Per-box filters of a set, borrowed. The default wants every pair.
///
/// Filters act where a pair is emitted: a pair that is filtered out never exists.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter<'a> {
    pub(crate) categories: Option<&'a [u32]>,
    pub(crate) masks: Option<&'a [u32]>,
    pub(crate) groups: Option<&'a [i32]>,
    pub(crate) statics: Option<&'a [bool]>,
    /// How many are static, where that is known.
    pub(crate) count: Option<usize>,
}

impl<'a> Filter<'a> {
    /// Wants every pair.
    pub(crate) const NONE: Self =
        Self { categories: None, masks: None, groups: None, statics: None, count: None };

    /// Categories a box belongs to and categories it may touch, as bits.
    ///
    /// A pair is wanted when the category of each has a bit in common with the mask of the other.
    /// A set without categories belongs to all of them and may touch all of them.
    #[must_use]
    pub fn with_categories(mut self, categories: &'a [u32], masks: &'a [u32]) -> Self {
        self.categories = Some(categories);
        self.masks = Some(masks);
        self
    }

    /// The group of each box, which goes before its categories: two boxes of one group are always a
    /// pair where its number is positive, and never where it is negative. Where the groups differ,
    /// or are 0, categories decide.
    ///
    /// A set without groups is of group 0.
    #[must_use]
    pub fn with_groups(mut self, groups: &'a [i32]) -> Self {
        self.groups = Some(groups);
        self
    }

    /// Marks the boxes that do not move. Two static boxes are never a pair, and are not tested.
    #[must_use]
    pub fn with_statics(mut self, statics: &'a [bool]) -> Self {
        (self.statics, self.count) = (Some(statics), None);
        self
    }

    /// The same, where it is known how many are static.
    pub(crate) fn with_counted_statics(self, statics: &'a [bool], count: usize) -> Self {
        Self { count: Some(count), ..self.with_statics(statics) }
    }

    /// Checks that there is one entry per box.
    pub(crate) fn check(&self, boxes: usize) -> Result<(), Error> {
        let length = |what, found| {
            if found == boxes {
                Ok(())
            } else {
                Err(Error::Length { what, expected: boxes, found })
            }
        };
        self.categories.map_or(Ok(()), |slice| length("categories", slice.len()))?;
        self.masks.map_or(Ok(()), |slice| length("masks", slice.len()))?;
        self.groups.map_or(Ok(()), |slice| length("groups", slice.len()))?;
        self.statics.map_or(Ok(()), |slice| length("statics", slice.len()))
    }

    /// Whether nothing was said of any box, so that every pair is wanted.
    #[must_use]
    pub fn wants_all(&self) -> bool {
        !self.is_checked() && self.statics.is_none()
    }

    /// Whether box `index` was marked as static.
    ///
    /// # Panics
    /// When there are entries, but none of that index.
    #[inline]
    #[must_use]
    pub fn is_static(&self, index: usize) -> bool {
        self.statics.is_some_and(|statics| statics[index])
    }

    /// Number of static boxes.
    pub(crate) fn count_statics(&self) -> usize {
        if let Some(count) = self.count {
            return count;
        }
        // In bytes, as long as they cannot overflow, so that a vector holds many: nine times as
        // fast.
        let count = |few: &[bool]| {
            usize::from(few.iter().map(|is_static| u8::from(*is_static)).sum::<u8>())
        };
        self.statics.map_or(0, |statics| statics.chunks(128).map(count).sum())
    }

    /// The category and mask of box `index`.
    ///
    /// # Panics
    /// As [`is_static`](Self::is_static).
    #[inline]
    #[must_use]
    pub fn categories_of(&self, index: usize) -> [u32; 2] {
        [self.categories, self.masks].map(|slice| slice.map_or(u32::MAX, |slice| slice[index]))
    }

    /// The group of box `index`.
    ///
    /// # Panics
    /// As [`is_static`](Self::is_static).
    #[inline]
    #[must_use]
    pub fn group_of(&self, index: usize) -> i32 {
        self.groups.map_or(0, |groups| groups[index])
    }

    /// Whether box `a` of this set and box `b` of `other` want each other, by groups and
    /// categories.
    #[inline]
    pub(crate) fn wants(&self, a: u32, other: &Filter<'_>, b: u32) -> bool {
        let [category_a, mask_a] = self.categories_of(a as usize);
        let [category_b, mask_b] = other.categories_of(b as usize);
        let by_category = category_a & mask_b != 0 && category_b & mask_a != 0;
        let (group_a, group_b) = (self.group_of(a as usize), other.group_of(b as usize));
        if group_a == group_b && group_a != 0 { group_a > 0 } else { by_category }
    }

    /// Why box `a` of this set and box `b` of `other` are wanted, or are not.
    pub(crate) fn decide(&self, a: u32, other: &Filter<'_>, b: u32) -> FilterDecision {
        if self.is_static(a as usize) && other.is_static(b as usize) {
            return FilterDecision::BothStatic;
        }
        let group = self.group_of(a as usize);
        if group == other.group_of(b as usize) && group != 0 {
            let excluded = FilterDecision::Group { group };
            return if group > 0 { FilterDecision::Wanted } else { excluded };
        }
        let [category_a, mask_a] = self.categories_of(a as usize);
        let [category_b, mask_b] = other.categories_of(b as usize);
        for (category, mask, of_first) in [(category_a, mask_b, true), (category_b, mask_a, false)]
        {
            if category & mask == 0 {
                return FilterDecision::Categories { category, mask, of_first };
            }
        }
        FilterDecision::Wanted
    }

    /// Whether there is anything to check at emission.
    pub(crate) fn is_checked(&self) -> bool {
        self.categories.is_some() || self.groups.is_some()
    }
}
