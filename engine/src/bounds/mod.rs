//! Bounds of many boxes, borrowed from the user's own arrays.

mod changes;
mod moved;
mod source;

pub(crate) use changes::{BLOCK, Changes, Ledger, Version, Writing, Written};
pub(crate) use source::{BoxLanes, Source, Strided};

pub use moved::Moved;

use bytemuck::Pod;
use source::{AabbColumns, AabbRecords, BallColumns, BallRecords};

use crate::{Error, validate::InvalidReason};

/// The axis-aligned bounds of a set of boxes, borrowed without copying.
///
/// Boxes are minima and maxima and are **closed**: boxes that touch are a pair. `-0.0` and `+0.0`
/// are equal. Infinite bounds, boxes of zero size, denormals and values up to `f32::MAX` are
/// valid. A box with a NaN, with `min > max`, with a negative radius or with an infinite center is
/// left out of the frame: it is in no pair, it is [listed](crate::BroadPhase::invalid) with
/// its reason, and it changes nothing for the others.
#[derive(Clone, Copy, Debug)]
pub struct Bounds<'a, const D: usize> {
    pub(crate) repr: Repr<'a, D>,
    /// What is known of the frame before.
    pub(crate) changes: Option<Changes<'a>>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Repr<'a, const D: usize> {
    Columns(AabbColumns<'a, D>),
    Records(AabbRecords<'a, D>),
    Balls(BallColumns<'a, D>),
    BallRecords(BallRecords<'a, D>),
}

/// Evaluates an expression with the concrete source behind some bounds, so that a pass is compiled
/// once per layout instead of asking for the layout at each box.
macro_rules! with_source {
    ($bounds:expr, $source:ident => $body:expr) => {
        match $bounds.repr {
            $crate::bounds::Repr::Columns($source) => $body,
            $crate::bounds::Repr::Records($source) => $body,
            $crate::bounds::Repr::Balls($source) => $body,
            $crate::bounds::Repr::BallRecords($source) => $body,
        }
    };
}
pub(crate) use with_source;

impl<'a, const D: usize> Bounds<'a, D> {
    fn of(repr: Repr<'a, D>) -> Self {
        Self { repr, changes: None }
    }

    /// Structure of arrays: one slice of minima and one of maxima per axis.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn from_columns(min: [&'a [f32]; D], max: [&'a [f32]; D]) -> Result<Self, Error> {
        let len = min[0].len();
        for column in min {
            same_length("min", len, column.len())?;
        }
        for column in max {
            same_length("max", len, column.len())?;
        }
        Ok(Self::of(Repr::Columns(AabbColumns { min, max, len })))
    }

    /// Records of any plain type that hold `[f32; D]` minima and maxima at these byte offsets
    /// (see `std::mem::offset_of`).
    ///
    /// # Errors
    /// When a field does not lie in the record, or record or offset is not a multiple of 4 bytes.
    pub fn from_records<T: Pod>(
        records: &'a [T],
        min_offset: usize,
        max_offset: usize,
    ) -> Result<Self, Error> {
        let len = records.len();
        let min = Strided::of(records, "min", min_offset, D)?;
        let max = Strided::of(records, "max", max_offset, D)?;
        Ok(Self::of(Repr::Records(AabbRecords { min, max, len })))
    }

    /// Balls (circles in 2D) as columns: one slice of centers per axis, and the radii.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn from_balls(center: [&'a [f32]; D], radius: &'a [f32]) -> Result<Self, Error> {
        for column in center {
            same_length("center", radius.len(), column.len())?;
        }
        Ok(Self::of(Repr::Balls(BallColumns { center, radius })))
    }

    /// Balls (circles in 2D) as points and radii.
    ///
    /// # Errors
    /// When the slices differ in length.
    pub fn from_points(centers: &'a [[f32; D]], radius: &'a [f32]) -> Result<Self, Error> {
        same_length("radius", centers.len(), radius.len())?;
        let points = Strided { floats: centers.as_flattened(), offset: 0, stride: D };
        let radius = Strided { floats: radius, offset: 0, stride: 1 };
        Ok(Self::of(Repr::BallRecords(BallRecords { center: points, radius, len: centers.len() })))
    }

    /// Records whose size is known when the program runs, as those of an array of another language:
    /// minima and maxima are the first `D` of each stride of numbers. What lies behind those of the
    /// last one need not be there, and both may be of one array, the maxima some numbers later.
    ///
    /// ```
    /// use jostle::Bounds;
    ///
    /// let boxes = [0.0, 0.0, 1.0, 1.0, 7.0, 0.5, 0.5, 2.0, 2.0]; // min, max, mass
    /// let bounds = Bounds::<2>::from_strided((&boxes, 5), (&boxes[2..], 5))?;
    /// assert_eq!((bounds.len(), bounds.get(1).unwrap().max), (2, [2.0, 2.0]));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Layout`] when a stride is less than `D`, [`Error::Length`] when there is another
    /// number of maxima.
    pub fn from_strided(
        (min, min_stride): (&'a [f32], usize),
        (max, max_stride): (&'a [f32], usize),
    ) -> Result<Self, Error> {
        let (min, len) = Strided::of_numbers::<D>(min, "min", min_stride)?;
        let (max, found) = Strided::of_numbers::<D>(max, "max", max_stride)?;
        same_length("max", len, found)?;
        Ok(Self::of(Repr::Records(AabbRecords { min, max, len })))
    }

    /// Balls (circles in 2D) likewise: centers are the first `D` of each stride of numbers, and
    /// radii the first of each.
    ///
    /// # Errors
    /// As [`from_strided`](Self::from_strided).
    pub fn from_strided_balls(
        (center, center_stride): (&'a [f32], usize),
        (radius, radius_stride): (&'a [f32], usize),
    ) -> Result<Self, Error> {
        let (center, len) = Strided::of_numbers::<D>(center, "center", center_stride)?;
        let (radius, found) = Strided::of_numbers::<1>(radius, "radius", radius_stride)?;
        same_length("radius", len, found)?;
        Ok(Self::of(Repr::BallRecords(BallRecords { center, radius, len })))
    }

    /// Minima and maxima.
    pub(crate) fn from_corners(corners: &'a [[[f32; D]; 2]]) -> Self {
        let floats = corners.as_flattened().as_flattened();
        let [min, max] = [0, D].map(|offset| Strided { floats, offset, stride: 2 * D });
        Self::of(Repr::Records(AabbRecords { min, max, len: corners.len() }))
    }

    /// Records of any plain type that hold an `[f32; D]` center and an `f32` radius at these byte
    /// offsets.
    ///
    /// # Errors
    /// As [`from_records`](Self::from_records).
    pub fn from_ball_records<T: Pod>(
        records: &'a [T],
        center_offset: usize,
        radius_offset: usize,
    ) -> Result<Self, Error> {
        let len = records.len();
        let center = Strided::of(records, "center", center_offset, D)?;
        let radius = Strided::of(records, "radius", radius_offset, 1)?;
        Ok(Self::of(Repr::BallRecords(BallRecords { center, radius, len })))
    }

    /// Number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        with_source!(self, source => Source::<D>::len(&source))
    }

    /// Whether there are no boxes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The box at `index`, or why it is not valid.
    ///
    /// # Errors
    /// When the box is invalid.
    ///
    /// # Panics
    /// When `index` is out of range.
    pub fn get(&self, index: usize) -> Result<crate::Aabb<D>, InvalidReason> {
        with_source!(self, source => Source::<D>::get(&source, index))
    }
}

fn same_length(what: &'static str, expected: usize, found: usize) -> Result<(), Error> {
    if expected == found { Ok(()) } else { Err(Error::Length { what, expected, found }) }
}
