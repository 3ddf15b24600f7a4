//! Shapes that move along a path.

use super::{CastHit, QueryFilter, ShapeCast, ShapeQueries};
use crate::{Error, Shape, narrow::Motion};

/// Where a shape on a path meets a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathHit<const D: usize> {
    /// The number of the segment: that from the point of the path with this number.
    pub segment: usize,
    /// What is met there. Its `t` goes from 0 at the beginning of the segment to 1 at its end.
    pub hit: CastHit<D>,
}

impl<const D: usize> ShapeQueries<'_, D> {
    /// What a shape meets first whose center goes along a path, without turning: a
    /// [`closest_cast`](Self::closest_cast) on each segment until one meets something. The other
    /// corners of a triangle, whose center is the first, are rounded once for each segment.
    ///
    /// ```
    /// use jostle::{Shape, query::{QueryFilter, ShapeTree}, shape::{Columns, PreparedShapes}};
    ///
    /// let mut prepared = PreparedShapes::<2>::new();
    /// prepared.update(Columns::default().with_balls([&[4.0], &[9.0]], &[1.0])?)?;
    /// let mut tree = ShapeTree::new();
    /// let queries = tree.update(&prepared)?;
    /// let path = [[0.0, 0.0], [4.0, 0.0], [4.0, 14.0]];
    /// let probe = Shape::ball([0.0, 0.0], 1.0);
    /// let found = queries.closest_on_path(&probe, &path, QueryFilter::new())?;
    /// assert_eq!(found.map(|found| (found.segment, found.hit.t)), Some((1, 0.5)));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`closest_cast`](Self::closest_cast), as [`Error::Batch`] with the number of the first
    /// segment that is wrong. None is asked then.
    pub fn closest_on_path(
        &self,
        shape: &Shape<D>,
        path: &[[f32; D]],
        filter: QueryFilter<'_>,
    ) -> Result<Option<PathHit<D>>, Error> {
        let casts = || path.windows(2).map(|ends| on_segment(shape, ends[0], ends[1]));
        for (index, cast) in casts().enumerate() {
            cast.check().map_err(|error| Error::Batch { index, error: Box::new(error) })?;
        }
        for (segment, cast) in casts().enumerate() {
            if let Some(hit) = self.closest_cast(&cast, filter)? {
                return Ok(Some(PathHit { segment, hit }));
            }
        }
        Ok(None)
    }
}

/// A shape that goes from one place to another.
fn on_segment<const D: usize>(shape: &Shape<D>, from: [f32; D], to: [f32; D]) -> ShapeCast<D> {
    let by: [f32; D] = std::array::from_fn(|axis| to[axis] - from[axis]);
    ShapeCast::new(shape.at(from), Motion::straight(by))
}
