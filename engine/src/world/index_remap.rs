//! What changed about the shapes since the last step.

use super::attribute_columns::AttributeColumns;
use crate::{Error, Shapes, error::reserve};

/// The index of a shape that is gone.
const GONE: u32 = u32::MAX;

/// What changed since the last step.
#[derive(Default)]
pub(super) struct IndexRemap {
    is_renumbered: bool,
    rests_differ: bool,
    /// By index in the last step the index now, or [`GONE`], where shapes were renumbered.
    indices: Vec<u32>,
}

impl IndexRemap {
    /// Finds out what changed.
    pub(super) fn update<const D: usize>(
        &mut self,
        last: &AttributeColumns,
        now: &AttributeColumns,
        shapes: &Shapes<D>,
    ) -> Result<(), Error> {
        (self.is_renumbered, self.rests_differ) = (false, false);
        if !now.is_new() {
            return Ok(());
        }
        self.is_renumbered = !now.is_numbered_like(last);
        self.rests_differ = !now.rests_like(last);
        if self.is_renumbered {
            self.indices.clear();
            reserve(&mut self.indices, last.handles().len(), "the indices of shapes")?;
            let ranges = shapes.ranges();
            let index_of = |handle| shapes.index_in(&ranges, handle);
            let indices = last.handles().iter().map(|handle| index_of(*handle));
            self.indices.extend(indices.map(|index| index.map_or(GONE, |index| index as u32)));
        }
        Ok(())
    }

    /// Whether shapes have other indices.
    pub(super) fn is_renumbered(&self) -> bool {
        self.is_renumbered
    }

    /// Whether pairs of the last step are to be looked at anew.
    pub(super) fn concerns_pairs(&self) -> bool {
        self.is_renumbered || self.rests_differ
    }

    /// The index now of a shape by that of the last step; none if it was removed.
    pub(super) fn index(&self, last: u32) -> Option<u32> {
        let now = if self.is_renumbered { self.indices[last as usize] } else { last };
        (now != GONE).then_some(now)
    }

    pub(super) fn memory_bytes(&self) -> usize {
        4 * self.indices.capacity()
    }
}
