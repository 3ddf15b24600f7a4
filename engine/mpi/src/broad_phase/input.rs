//! The boxes of a rank.

use bytemuck::Pod;
use jostle::{Aabb, broad::BoxSet};

use crate::{
    Error,
    error::check_length,
    mail::{extend, words_of, write},
};

/// The boxes that a rank holds, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct LocalBoxes<'a, const D: usize, R = ()> {
    pub(crate) ids: &'a [u64],
    pub(crate) set: BoxSet<'a, D>,
    pub(crate) records: Option<&'a [R]>,
}

impl<'a, const D: usize> LocalBoxes<'a, D> {
    /// Boxes, and the id of each: a number that no other box of any rank has.
    #[must_use]
    pub fn new(ids: &'a [u64], set: impl Into<BoxSet<'a, D>>) -> Self {
        Self { ids, set: set.into(), records: None }
    }

    /// The same with a record for each box, which goes along with it. All ranks give some, of the
    /// same type.
    #[must_use]
    pub fn with_records<R: Pod>(self, records: &'a [R]) -> LocalBoxes<'a, D, R> {
        LocalBoxes { ids: self.ids, set: self.set, records: Some(records) }
    }
}

impl<const D: usize, R: Pod> LocalBoxes<'_, D, R> {
    /// Checks that there is as much of everything as there are boxes.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let expected = self.set.bounds.len();
        check_length("ids", expected, self.ids.len())?;
        check_length("records", expected, self.records.map_or(expected, <[R]>::len))?;
        Ok(jostle::Join::within(self.set).check()?)
    }

    /// Whether there are filters, of which an entry goes along with each box.
    pub(super) fn is_filtered(&self) -> bool {
        !self.set.filter.wants_all()
    }

    /// The words of a filter's entry, if there are filters: category, mask, group, and whether the
    /// box is static.
    pub(crate) fn filter_words(&self) -> usize {
        if self.is_filtered() { 4 } else { 0 }
    }

    /// Words of what goes along with each box.
    pub(crate) fn body_words(&self) -> usize {
        2 * D + self.filter_words() + words_of::<R>()
    }

    /// Writes what goes along with a box, which is valid.
    pub(crate) fn write(&self, index: usize, words: &mut Vec<u32>) -> Result<(), Error> {
        const WHAT: &str = "boxes for other ranks";
        let Ok(Aabb { min, max }) = self.set.bounds.get(index) else { return Ok(()) };
        extend(words, bytemuck::cast_slice(&min), WHAT)?;
        extend(words, bytemuck::cast_slice(&max), WHAT)?;
        if self.is_filtered() {
            let filter = &self.set.filter;
            let [category, mask] = filter.categories_of(index);
            let group = filter.group_of(index).cast_unsigned();
            let is_static = u32::from(filter.is_static(index));
            extend(words, &[category, mask, group, is_static], WHAT)?;
        }
        if let Some(records) = self.records {
            write(words, &records[index], "records of boxes")?;
        }
        Ok(())
    }
}
