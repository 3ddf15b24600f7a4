//! The shapes of a frame in double precision.

use super::{
    LargeBoxColumns, Numbers,
    capsules::{Capsules, Segments},
    round::{Errors, grown, growth, length, slack},
    rounded::{LargeRows, Out, same_length},
};
use crate::Error;

/// The shapes of a frame in double precision, borrowed as columns.
///
/// They are numbered as in [`shape::Columns`](crate::shape::Columns): balls, boxes, capsules. There
/// are no polygons and triangles, see the [module](super).
#[derive(Clone, Copy, Debug, Default)]
pub struct LargeColumns<'a, const D: usize> {
    pub(super) balls: Balls<'a, D>,
    pub(super) boxes: LargeBoxColumns<'a, D>,
    pub(super) capsules: Capsules<'a, D>,
}

impl<'a, const D: usize> LargeColumns<'a, D> {
    /// The same with these balls: a slice of centers for each axis, and the radii.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn with_balls(
        self,
        centers: [&'a [f64]; D],
        radii: impl Into<Numbers<'a>>,
    ) -> Result<Self, Error> {
        Ok(Self { balls: Balls::new(centers, radii.into())?, ..self })
    }

    /// The same with these boxes along the coordinate axes.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn with_aligned_boxes(
        self,
        centers: [&'a [f64]; D],
        halves: [impl Into<Numbers<'a>>; D],
    ) -> Result<Self, Error> {
        Ok(Self { boxes: LargeBoxColumns::aligned(centers, halves)?, ..self })
    }

    /// The same with these boxes.
    #[must_use]
    pub fn with_boxes(self, boxes: LargeBoxColumns<'a, D>) -> Self {
        Self { boxes, ..self }
    }

    /// The same with these capsules: the middles of their segments, the vectors from there to the
    /// second ends, and the radii.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn with_capsules(
        self,
        centers: [&'a [f64]; D],
        axes: [impl Into<Numbers<'a>>; D],
        radii: impl Into<Numbers<'a>>,
    ) -> Result<Self, Error> {
        let segments = Segments::Axes(centers, axes.map(Into::into));
        Ok(Self { capsules: Capsules::new(segments, radii.into())?, ..self })
    }

    /// The same with these capsules: both ends of their segments, and the radii.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn with_capsules_between(
        self,
        from: [&'a [f64]; D],
        to: [&'a [f64]; D],
        radii: impl Into<Numbers<'a>>,
    ) -> Result<Self, Error> {
        let segments = Segments::Ends(from, to);
        Ok(Self { capsules: Capsules::new(segments, radii.into())?, ..self })
    }
}

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
