//! The shapes of a frame in double precision.

use super::{
    BoxColumns, Numbers,
    balls::Balls,
    capsules::{Capsules, Segments},
};
use crate::Error;

/// The shapes of a frame in double precision, borrowed as columns.
///
/// They are numbered as in [`shape::Columns`](crate::shape::Columns): balls, boxes, capsules. There
/// are no polygons and triangles, see the [module](super).
#[derive(Clone, Copy, Debug, Default)]
pub struct Columns<'a, const D: usize> {
    pub(super) balls: Balls<'a, D>,
    pub(super) boxes: BoxColumns<'a, D>,
    pub(super) capsules: Capsules<'a, D>,
}

impl<'a, const D: usize> Columns<'a, D> {
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
        Ok(Self { boxes: BoxColumns::aligned(centers, halves)?, ..self })
    }

    /// The same with these boxes.
    #[must_use]
    pub fn with_boxes(self, boxes: BoxColumns<'a, D>) -> Self {
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
