//! Columns of balls.

use jostle_kernels::{
    Lanes,
    real::{Truth, Wide},
    shape::Ball,
};

use super::{
    Shape, gate,
    rows::{Group, Rows},
    table::Table,
};
use crate::{Error, error::same_length, validate::InvalidReason};

/// Balls, borrowed as columns.
#[derive(Clone, Copy, Debug)]
pub struct BallColumns<'a, const D: usize> {
    centers: [&'a [f32]; D],
    radii: &'a [f32],
}

/// Balls, borrowed as columns to be changed in place. Whatever is written there, invalid balls are
/// quarantined by the next step.
#[derive(Debug)]
pub struct BallColumnsMut<'a, const D: usize> {
    /// The centers, a slice for each axis.
    pub centers: [&'a mut [f32]; D],
    /// The radii.
    pub radii: &'a mut [f32],
}

impl<'a, const D: usize> BallColumnsMut<'a, D> {
    pub(super) fn of(table: &'a mut Table) -> Self {
        let (centers, rest) = table.columns_mut().split_at_mut(D);
        let mut centers = centers.iter_mut();
        let center = |_| centers.next().expect("there is a column for each axis").as_mut_slice();
        Self { centers: std::array::from_fn(center), radii: &mut rest[0] }
    }
}

impl<'a, const D: usize> BallColumns<'a, D> {
    /// Numbers in a row.
    pub(super) const WIDTH: usize = D + 1;
    /// The column of the radii.
    pub(super) const RADII: usize = D;

    /// A slice of centers for each axis, and the radii.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn new(centers: [&'a [f32]; D], radii: &'a [f32]) -> Result<Self, Error> {
        same_length("centers", radii.len(), &centers)?;
        Ok(Self { centers, radii })
    }

    pub(super) fn of(table: &'a Table) -> Self {
        let columns = table.columns();
        Self {
            centers: std::array::from_fn(|axis| &columns[axis][..]),
            radii: &columns[Self::RADII],
        }
    }

    /// The centers, a slice for each axis.
    #[must_use]
    pub fn centers(&self) -> [&'a [f32]; D] {
        self.centers
    }

    /// The radii.
    #[must_use]
    pub fn radii(&self) -> &'a [f32] {
        self.radii
    }

    /// The ball in a row.
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    pub fn get(&self, row: usize) -> Ball<D> {
        Ball { center: self.centers.map(|axis| axis[row]), radius: self.radii[row] }
    }
}

impl<const D: usize> Default for BallColumns<'_, D> {
    fn default() -> Self {
        Self { centers: [&[]; D], radii: &[] }
    }
}

impl<const D: usize> Rows<D> for BallColumns<'_, D> {
    type Shape = Ball<D>;

    fn len(&self) -> usize {
        self.radii.len()
    }

    #[inline(always)]
    fn load<L: Lanes>(&self, group: Group<L>) -> (Ball<D, Wide<L>>, Truth<L>) {
        let center = group.load_all(&self.centers);
        let radius = group.load(self.radii);
        (Ball { center, radius }, gate::finite(&center) & gate::sizes(&[radius]))
    }

    fn check(&self, row: usize) -> Result<(), InvalidReason> {
        Shape::Ball(self.get(row)).check()
    }
}
