//! The points of a rank.

use bytemuck::Pod;
use jostle::{Error as EngineError, neighbors::Points};

use crate::{
    Error,
    error::check_length,
    mail::{extend, words_of, write},
};

/// The points that a rank holds, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct LocalPoints<'a, const D: usize, R = ()> {
    pub(super) ids: &'a [u64],
    pub(super) points: Points<'a, D>,
    pub(super) records: Option<&'a [R]>,
}

impl<'a, const D: usize> LocalPoints<'a, D> {
    /// Points, and the id of each: a number that no other point of any rank has. Ids ascend.
    #[must_use]
    pub fn new(ids: &'a [u64], points: impl Into<Points<'a, D>>) -> Self {
        Self { ids, points: points.into(), records: None }
    }

    /// The same with a record for each point, which goes along with it to where it is copied, as
    /// its charge or its velocity. All ranks give some, of the same type.
    #[must_use]
    pub fn with_records<R: Pod>(self, records: &'a [R]) -> LocalPoints<'a, D, R> {
        LocalPoints { ids: self.ids, points: self.points, records: Some(records) }
    }
}

impl<const D: usize, R: Pod> LocalPoints<'_, D, R> {
    /// Checks that there is as much of everything as there are points, in order.
    pub(super) fn check(&self) -> Result<(), Error> {
        let expected = self.points.len();
        check_length("ids", expected, self.ids.len())?;
        check_length("records", expected, self.records.map_or(expected, <[R]>::len))?;
        if !self.ids.is_sorted() {
            let (what, found) = ("ids of points", "in another order".into());
            return Err(EngineError::Setting { what, found, range: "in ascending order" }.into());
        }
        Ok(())
    }

    /// The record of a point.
    pub(super) fn record(&self, index: usize) -> R {
        self.records.map_or_else(R::zeroed, |records| records[index])
    }

    /// Words of what goes along with each point.
    pub(super) const fn body_words(has_radii: bool) -> usize {
        D + has_radii as usize + words_of::<R>()
    }

    /// Writes what goes along with a point.
    pub(super) fn write(
        &self,
        index: usize,
        has_radii: bool,
        words: &mut Vec<u32>,
    ) -> Result<(), Error> {
        const WHAT: &str = "points for other ranks";
        extend(words, bytemuck::cast_slice(&self.points.get(index)), WHAT)?;
        let radius = [self.points.radius(index).to_bits()];
        extend(words, if has_radii { &radius } else { &[] }, WHAT)?;
        write(words, &self.record(index), WHAT)
    }
}
