//! Filters of boxes and shapes, and what they want in plain words.

use arbitrary::Arbitrary;
use jostle::Filter;

/// What a filter knows of one of them.
#[derive(Arbitrary, Clone, Copy, Debug, Default)]
pub struct Flags {
    category: u8,
    mask: u8,
    group: i8,
    is_static: bool,
}

/// Which columns a filter has.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct FilterColumns {
    categories: bool,
    groups: bool,
    statics: bool,
}

/// Columns of flags.
pub struct Flagged {
    categories: Vec<u32>,
    masks: Vec<u32>,
    groups: Vec<i32>,
    statics: Vec<bool>,
}

impl Flagged {
    /// Columns of these.
    pub fn new(flags: impl Iterator<Item = Flags> + Clone) -> Self {
        Self {
            categories: flags.clone().map(|of| u32::from(of.category)).collect(),
            masks: flags.clone().map(|of| u32::from(of.mask)).collect(),
            groups: flags.clone().map(|of| i32::from(of.group % 3)).collect(),
            statics: flags.map(|of| of.is_static).collect(),
        }
    }

    /// A filter of some of the columns.
    #[must_use]
    pub fn filter(&self, columns: FilterColumns) -> Filter<'_> {
        let mut filter = Filter::default();
        if columns.categories {
            filter = filter.with_categories(&self.categories, &self.masks);
        }
        if columns.groups {
            filter = filter.with_groups(&self.groups);
        }
        if columns.statics {
            filter = filter.with_statics(&self.statics);
        }
        filter
    }
}

/// Whether a filter with these columns lets a pair through, in plain words.
#[must_use]
pub fn wants(a: (&Flagged, u32), b: (&Flagged, u32), columns: FilterColumns) -> bool {
    let [(a, i), (b, j)] = [a, b].map(|(set, index)| (set, index as usize));
    if columns.statics && a.statics[i] && b.statics[j] {
        return false;
    }
    let (group, other) = (a.groups[i], b.groups[j]);
    if columns.groups && group != 0 && group == other {
        return group > 0;
    }
    !columns.categories || a.categories[i] & b.masks[j] != 0 && b.categories[j] & a.masks[i] != 0
}
