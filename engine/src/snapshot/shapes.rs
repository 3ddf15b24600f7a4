//! The shapes of a snapshot.

use super::Tables;
use crate::shape::Attributes;

/// Shapes, their handles and attributes.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct ShapesState {
    /// By kind and column.
    pub(crate) columns: Tables,
    /// The slots of the handles of the rows of each kind.
    pub(crate) slots: Vec<Vec<u32>>,
    /// By slot.
    pub(crate) generations: Vec<u32>,
    /// Free slots, that which is given out next first.
    pub(crate) free: Vec<u32>,
    /// The generation of new slots.
    pub(crate) first_generation: u32,
    /// By slot; those behind the last are the default.
    pub(crate) attributes: Vec<Attributes>,
}

impl ShapesState {
    /// Number of shapes.
    pub(super) fn len(&self) -> usize {
        self.slots.iter().map(Vec::len).sum()
    }
}
