//! The tree and the shapes, borrowed to ask.

use jostle_kernels::shape::Rows;

use super::QueryFilter;
use crate::{Error, Filter, bvh::Bvh, shape::PreparedShapes};

/// A tree over the bounds of shapes, and the shapes, borrowed to ask.
///
/// `Copy`, and may be asked by many threads at a time.
#[derive(Clone, Copy)]
pub struct ShapeQueries<'a, const D: usize> {
    pub(super) tree: &'a Bvh<D>,
    pub(super) shapes: &'a PreparedShapes<D>,
    filter: Filter<'a>,
    sensors: Option<&'a [bool]>,
}

impl<'a, const D: usize> ShapeQueries<'a, D> {
    /// Asks a tree whose ids are the indices of the shapes and whose boxes are their
    /// [bounds](PreparedShapes::bounds), or contain them. Shapes whose bounds are not in it are not
    /// found, and ids of no shape are no answer.
    ///
    /// ```
    /// use jostle::{broad::DynamicTree, geometry::ray::Ray, query::{QueryFilter, ShapeQueries}};
    /// use jostle::shape::{Columns, PreparedShapes};
    ///
    /// let (x, y, radii) = ([2.0, 5.0], [1.0, 0.0], [1.25, 1.0]);
    /// let mut prepared = PreparedShapes::<2>::new();
    /// prepared.update(Columns::default().with_balls([&x, &y], &radii)?)?;
    /// let (mut tree, mut handles) = (DynamicTree::new(), Vec::new());
    /// tree.load(prepared.bounds(), &mut handles)?; // slots are given out in order
    /// let queries = ShapeQueries::new(tree.queries(), &prepared);
    /// let ray = Ray::new([0.0, -0.5], [1.0, 0.0]);
    /// let hit = queries.closest_hit(&ray, QueryFilter::new())?;
    /// assert_eq!(hit.map(|hit| hit.index), Some(1));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    #[must_use]
    pub fn new(tree: &'a Bvh<D>, shapes: &'a PreparedShapes<D>) -> Self {
        Self { tree, shapes, filter: Filter::default(), sensors: None }
    }

    /// The same, where this is known of the shapes, by their indices: what a [`QueryFilter`] asks
    /// of categories, groups and what is static is held against it.
    ///
    /// # Errors
    /// [`Error::Length`] when it is not as long as there are shapes.
    pub fn with_filter(self, filter: Filter<'a>) -> Result<Self, Error> {
        filter.check(self.shapes.len())?;
        Ok(Self { filter, ..self })
    }

    /// The same, where these shapes only sense, by their indices.
    ///
    /// # Errors
    /// [`Error::Length`] when they are not as many as there are shapes.
    pub fn with_sensors(self, sensors: &'a [bool]) -> Result<Self, Error> {
        let (expected, found) = (self.shapes.len(), sensors.len());
        if found != expected {
            return Err(Error::Length { what: "sensors", expected, found });
        }
        Ok(Self { sensors: Some(sensors), ..self })
    }

    /// A shape as the only row of its kind, if there is one and the query is about it.
    #[inline(always)]
    pub(super) fn wanted(&self, filter: &QueryFilter<'_>, index: u32) -> Option<Rows<'a>> {
        let is_wanted =
            (index as usize) < self.shapes.len() && filter.wants(&self.filter, self.sensors, index);
        is_wanted.then(|| self.shapes.row(index as usize))
    }
}

/// Checks each entry of a batch before any is answered.
pub(super) fn check_each<T>(
    entries: &[T],
    check: impl Fn(&T) -> Result<(), Error>,
) -> Result<(), Error> {
    if entries.len() > u32::MAX as usize {
        return Err(Error::TooManyQueries { queries: entries.len() });
    }
    for (index, entry) in entries.iter().enumerate() {
        check(entry).map_err(|error| Error::Batch { index, error: Box::new(error) })?;
    }
    Ok(())
}
