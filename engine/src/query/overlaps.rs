//! Shapes at a place against shapes: what they touch.

use std::slice;

use jostle_kernels::Lanes;

use super::{QueryFilter, ShapeQueries, shapes::check_each};
use crate::{
    Error, Shape,
    bvh::Lists,
    memory::{AddedTo, Failure},
    narrow::Body,
    tree::query::queries::{AnyTouching, ListQuery, Overlapping, QueryMemory, TreeQuery, TreeView},
};

impl<const D: usize> ShapeQueries<'_, D> {
    /// All shapes that touch a shape, by index, to the end of a list. Any kind will do: ask about a
    /// [point](Shape::point) what contains it, about a [box](Shape::aligned_box) what is in a part
    /// of space.
    ///
    /// Touching counts; a shape is left out only where the two are certainly apart, as by
    /// [`overlap`](crate::narrow::overlap).
    ///
    /// ```
    /// use jostle::{Shape, query::{QueryFilter, ShapeTree}, shape::{Columns, PreparedShapes}};
    ///
    /// let (x, y, radii) = ([0.0, 2.0, 4.0], [0.0; 3], [1.0; 3]);
    /// let mut prepared = PreparedShapes::<2>::new();
    /// prepared.update(Columns::default().with_balls([&x, &y], &radii)?)?;
    /// let mut tree = ShapeTree::new();
    /// let queries = tree.update(&prepared)?;
    /// let mut touched = Vec::new();
    /// queries.overlapping(&Shape::point([1.0, 0.0]), QueryFilter::new(), &mut touched)?;
    /// assert_eq!(touched, [0, 1]);
    /// assert!(!queries.any_overlap(&Shape::ball([2.0, 3.0], 1.75), QueryFilter::new())?);
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] when the shape is invalid.
    pub fn overlapping(
        &self,
        shape: &Shape<D>,
        filter: QueryFilter<'_>,
        indices: &mut Vec<u32>,
    ) -> Result<(), Error> {
        shape.packed()?;
        let shapes = slice::from_ref(shape);
        self.tree.list_one(&OverlappingShapes::new(self, shapes, |_| filter), indices)
    }

    /// Whether any shape touches a shape: faster than finding all.
    ///
    /// # Errors
    /// As [`overlapping`](Self::overlapping).
    pub fn any_overlap(&self, shape: &Shape<D>, filter: QueryFilter<'_>) -> Result<bool, Error> {
        shape.packed()?;
        let shapes = slice::from_ref(shape);
        self.tree.answer_one(&OverlappingShapes::new(self, shapes, |_| filter))
    }

    /// [`overlapping`](Self::overlapping) for many shapes, in parallel: a list for each. The filter
    /// is that of the shape with a number.
    ///
    /// # Errors
    /// [`Error::Batch`] with the number of the first shape that is invalid; when memory runs out.
    pub fn overlapping_of<'f>(
        &self,
        shapes: &[Shape<D>],
        filter: impl Fn(usize) -> QueryFilter<'f> + Sync,
        indices: &mut Lists<u32>,
    ) -> Result<(), Error> {
        check_each(shapes, |shape| shape.packed().map(|_| ()))?;
        let query = OverlappingShapes::new(self, shapes, filter);
        self.tree.list_batch(shapes, Shape::center, &query, indices)
    }

    /// [`any_overlap`](Self::any_overlap) for many shapes, in parallel, as
    /// [`overlapping_of`](Self::overlapping_of).
    ///
    /// # Errors
    /// As [`overlapping_of`](Self::overlapping_of).
    pub fn any_overlaps<'f>(
        &self,
        shapes: &[Shape<D>],
        filter: impl Fn(usize) -> QueryFilter<'f> + Sync,
        touching: &mut Vec<bool>,
    ) -> Result<(), Error> {
        check_each(shapes, |shape| shape.packed().map(|_| ()))?;
        let query = OverlappingShapes::new(self, shapes, filter);
        self.tree.answer_batch(shapes, Shape::center, &query, touching)
    }
}

/// What touches each of some shapes, all of which are valid.
struct OverlappingShapes<'a, F, const D: usize> {
    queries: &'a ShapeQueries<'a, D>,
    shapes: &'a [Shape<D>],
    filter: F,
    failure: Failure,
}

impl<'a, F, const D: usize> OverlappingShapes<'a, F, D> {
    fn new(queries: &'a ShapeQueries<'a, D>, shapes: &'a [Shape<D>], filter: F) -> Self {
        Self { queries, shapes, filter, failure: Failure::default() }
    }

    /// Whether a shape touches one of these that the query is about.
    fn is_touched(&self, shape: &Body<'_, D>, filter: &QueryFilter<'_>, index: u32) -> bool {
        let Self { queries, failure, .. } = self;
        queries.wanted(filter, index).is_some()
            && failure.note(shape.touches(queries.shapes, index)) == Some(true)
    }
}

impl<'f, F: Fn(usize) -> QueryFilter<'f> + Sync, const D: usize> TreeQuery<D>
    for OverlappingShapes<'_, F, D>
{
    type Answer = bool;

    #[inline(always)]
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        index: usize,
        memory: &mut QueryMemory,
    ) -> bool {
        let Ok(shape) = Body::of(&self.shapes[index]) else { return false };
        let (bounds, filter) = (shape.bounds(), (self.filter)(index));
        let accept = |id| self.is_touched(&shape, &filter, id);
        AnyTouching { aabb: &bounds, accept }.answer(lanes, tree, memory)
    }

    fn outcome(&self) -> Result<(), Error> {
        self.failure.outcome()
    }
}

impl<'f, F: Fn(usize) -> QueryFilter<'f> + Sync, const D: usize> ListQuery<D>
    for OverlappingShapes<'_, F, D>
{
    type Item = u32;

    #[inline(always)]
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        index: usize,
        memory: &mut QueryMemory,
        list: &mut AddedTo<'_, u32>,
    ) {
        let Ok(shape) = Body::of(&self.shapes[index]) else { return };
        let (bounds, filter) = (shape.bounds(), (self.filter)(index));
        let accept = |_, id| self.is_touched(&shape, &filter, id);
        let query = Overlapping { regions: slice::from_ref(&bounds), accept };
        query.answer(lanes, tree, 0, memory, list);
    }

    fn outcome(&self) -> Result<(), Error> {
        self.failure.outcome()
    }
}
