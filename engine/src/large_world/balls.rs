//! Balls.

use super::{
    Numbers,
    kept::Out,
    round::{Errors, grown, growth, length, slack},
    rows::{LargeRows, same_length},
};
use crate::Error;

/// Balls in double precision, borrowed as columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Balls<'a, const D: usize> {
    pub(super) centers: [&'a [f64]; D],
    pub(super) radii: Numbers<'a>,
}

impl<'a, const D: usize> Balls<'a, D> {
    pub(super) fn new(centers: [&'a [f64]; D], radii: Numbers<'a>) -> Result<Self, Error> {
        same_length("centers", radii.len(), centers.map(<[f64]>::len))?;
        Ok(Self { centers, radii })
    }
}

impl<const D: usize> Default for Balls<'_, D> {
    fn default() -> Self {
        Self { centers: [&[]; D], radii: Numbers::default() }
    }
}

impl<const D: usize> LargeRows<D> for Balls<'_, D> {
    const RADII: bool = true;

    fn len(&self) -> usize {
        self.radii.len()
    }

    fn center(&self, row: usize) -> [f64; D] {
        self.centers.map(|column| column[row])
    }

    /// A ball about the true center lies in one about the rounded center whose radius is larger by
    /// their distance.
    #[inline(always)]
    fn round(&self, first: usize, origin: &[f64; D], out: Out<'_, D>) {
        let mut errors = Errors::<D>::none();
        for (axis, centers) in out.centers.into_iter().enumerate() {
            errors.round(axis, &self.centers[axis][first..], origin[axis], centers);
        }
        let radii = self.radii.block(first);
        for (row, (to, beyond)) in out.radii.iter_mut().zip(out.slacks).enumerate() {
            let error = length(errors.of(row));
            *to = grown(radii[row], error);
            *beyond = slack(error + growth(radii[row], *to));
        }
    }
}
