//! Columns of capsules.

use jostle_kernels::{
    Lanes,
    real::{Truth, Wide},
    shape::Capsule,
};

use super::{
    Shape, gate,
    rows::{Group, Rows},
    table::Table,
};
use crate::{Error, error::same_length, validate::InvalidReason};

/// Capsules, borrowed as columns.
#[derive(Clone, Copy, Debug)]
pub struct CapsuleColumns<'a, const D: usize> {
    centers: [&'a [f32]; D],
    axes: [&'a [f32]; D],
    radii: &'a [f32],
}

impl<'a, const D: usize> CapsuleColumns<'a, D> {
    /// Numbers in a row.
    pub(super) const WIDTH: usize = 2 * D + 1;
    /// The first column of the axes.
    pub(super) const AXES: usize = D;
    /// The column of the radii.
    pub(super) const RADII: usize = 2 * D;

    /// A slice of centers and one of axes (half vectors) for each axis, and the radii.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn new(
        centers: [&'a [f32]; D],
        axes: [&'a [f32]; D],
        radii: &'a [f32],
    ) -> Result<Self, Error> {
        same_length("centers", radii.len(), &centers)?;
        same_length("axes", radii.len(), &axes)?;
        Ok(Self { centers, axes, radii })
    }

    pub(super) fn of(table: &'a Table) -> Self {
        let columns = table.columns();
        Self {
            centers: std::array::from_fn(|axis| &columns[axis][..]),
            axes: std::array::from_fn(|axis| &columns[Self::AXES + axis][..]),
            radii: &columns[Self::RADII],
        }
    }

    /// The middles, a slice for each axis.
    #[must_use]
    pub fn centers(&self) -> [&'a [f32]; D] {
        self.centers
    }

    /// The vectors from the middle of the segment to its second end, a slice for each axis.
    #[must_use]
    pub fn axes(&self) -> [&'a [f32]; D] {
        self.axes
    }

    /// The radii.
    #[must_use]
    pub fn radii(&self) -> &'a [f32] {
        self.radii
    }

    /// The capsule in a row.
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    pub fn get(&self, row: usize) -> Capsule<D> {
        let at = |columns: [&[f32]; D]| columns.map(|column| column[row]);
        Capsule { center: at(self.centers), axis: at(self.axes), radius: self.radii[row] }
    }
}

impl<const D: usize> Default for CapsuleColumns<'_, D> {
    fn default() -> Self {
        Self { centers: [&[]; D], axes: [&[]; D], radii: &[] }
    }
}

impl<const D: usize> Rows<D> for CapsuleColumns<'_, D> {
    type Shape = Capsule<D>;

    fn len(&self) -> usize {
        self.radii.len()
    }

    #[inline(always)]
    fn load<L: Lanes>(&self, group: Group<L>) -> (Capsule<D, Wide<L>>, Truth<L>) {
        let (center, axis) = (group.load_all(&self.centers), group.load_all(&self.axes));
        let radius = group.load(self.radii);
        let valid = gate::finite(&center) & gate::finite(&axis) & gate::sizes(&[radius]);
        (Capsule { center, axis, radius }, valid)
    }

    fn check(&self, row: usize) -> Result<(), InvalidReason> {
        Shape::Capsule(self.get(row)).check()
    }
}
