//! Where points come from.

use bytemuck::Pod;

use crate::{Error, bounds::Strided, error::same_length};

/// Points, borrowed from the user's own arrays without copying.
///
/// ```
/// use jostle::neighbors::Points;
///
/// let (x, y) = ([0.0, 1.0], [2.0, 3.0]);
/// assert_eq!(Points::from_columns([&x, &y])?.get(1), [1.0, 3.0]);
/// assert_eq!(Points::from(&[[0.0, 2.0], [1.0, 3.0]]).get(1), [1.0, 3.0]);
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Points<'a, const D: usize> {
    layout: Layout<'a, D>,
    radii: Option<&'a [f32]>,
}

#[derive(Clone, Copy, Debug)]
enum Layout<'a, const D: usize> {
    Columns([&'a [f32]; D]),
    Records { at: Strided<'a>, len: usize },
}

impl<'a, const D: usize> Points<'a, D> {
    /// Structure of arrays: one slice of coordinates per axis.
    ///
    /// # Errors
    /// [`Error::Length`] when the slices differ in length.
    pub fn from_columns(columns: [&'a [f32]; D]) -> Result<Self, Error> {
        same_length("points", columns[0].len(), &columns)?;
        Ok(Self { layout: Layout::Columns(columns), radii: None })
    }

    /// Records of any plain type that hold `[f32; D]` at this byte offset (see
    /// `std::mem::offset_of`).
    ///
    /// # Errors
    /// [`Error::Layout`] when the field does not lie in the record, or record or offset is not a
    /// multiple of 4 bytes.
    pub fn from_records<T: Pod>(records: &'a [T], offset: usize) -> Result<Self, Error> {
        let at = Strided::of(records, "points", offset, D)?;
        Ok(Self { layout: Layout::Records { at, len: records.len() }, radii: None })
    }

    /// Records whose size is known when the program runs, as those of an array of another language:
    /// the first `D` of each `stride` numbers. What lies behind those of the last one need not be
    /// there.
    ///
    /// ```
    /// use jostle::neighbors::Points;
    ///
    /// let with_masses = [0.0, 2.0, 70.0, 1.0, 3.0];
    /// let points = Points::<2>::from_strided(&with_masses, 3)?;
    /// assert_eq!((points.len(), points.get(1)), (2, [1.0, 3.0]));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Layout`] when the stride is less than `D`.
    pub fn from_strided(numbers: &'a [f32], stride: usize) -> Result<Self, Error> {
        let (at, len) = Strided::of_numbers::<D>(numbers, "points", stride)?;
        Ok(Self { layout: Layout::Records { at, len }, radii: None })
    }

    /// With a radius for each point, in units of the coordinates; a [rule](super::RadiusRule) makes
    /// one of those of a pair. Points without have radii of 0.
    ///
    /// # Errors
    /// [`Error::Length`] when there are more radii than points, or fewer.
    pub fn with_radii(self, radii: &'a [f32]) -> Result<Self, Error> {
        same_length("radii", self.len(), &[radii])?;
        Ok(Self { radii: Some(radii), ..self })
    }

    /// Number of points.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.layout {
            Layout::Columns(columns) => columns[0].len(),
            Layout::Records { len, .. } => *len,
        }
    }

    /// Whether there are no points.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The point at `index`.
    ///
    /// # Panics
    /// When there is none.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> [f32; D] {
        match &self.layout {
            Layout::Columns(columns) => columns.map(|column| column[index]),
            Layout::Records { at, .. } => *at.at(index),
        }
    }

    /// The radius of the point at `index`; 0 where points have none.
    ///
    /// # Panics
    /// When there is no such point.
    #[inline]
    #[must_use]
    pub fn radius(&self, index: usize) -> f32 {
        self.radii.map_or(0.0, |radii| radii[index])
    }

    /// The radii, where points have some.
    pub(super) fn radii(&self) -> Option<&'a [f32]> {
        self.radii
    }
}

impl<'a, const D: usize> From<&'a [[f32; D]]> for Points<'a, D> {
    fn from(points: &'a [[f32; D]]) -> Self {
        let at = Strided { floats: points.as_flattened(), offset: 0, stride: D };
        Self { layout: Layout::Records { at, len: points.len() }, radii: None }
    }
}

impl<'a, const D: usize, const N: usize> From<&'a [[f32; D]; N]> for Points<'a, D> {
    fn from(points: &'a [[f32; D]; N]) -> Self {
        Self::from(points.as_slice())
    }
}

impl<'a, const D: usize> From<&'a Vec<[f32; D]>> for Points<'a, D> {
    fn from(points: &'a Vec<[f32; D]>) -> Self {
        Self::from(points.as_slice())
    }
}
