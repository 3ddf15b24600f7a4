//! The shapes nearest to a shape, by true distance.

use std::slice;

use jostle_kernels::Lanes;

use super::{QueryFilter, ShapeQueries, shapes::check_each};
use crate::{
    Error, Shape,
    bvh::{DistanceHit, Lists},
    memory::{AddedTo, Failure},
    narrow::{Body, OfParts, closest, closest_points},
    shape::Features,
    tree::query::{
        by::{Around, nearest_by},
        check_distance,
        queries::{ListQuery, QueryMemory, TreeView},
    },
};

/// The shape that is closest to another, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestShape<const D: usize> {
    /// The index of the shape.
    pub index: u32,
    /// Which part of it, if it is a [composite](crate::shape::Composite) one, else 0.
    pub part: u32,
    /// The distance, 0 where the two touch.
    pub distance: f32,
    /// The point of what was asked about that is closest to the shape, in the world.
    pub on_query: [f32; D],
    /// The point of the shape that is closest, in the world. Where the two touch, both are a point
    /// that they have in common, within rounding.
    pub on_shape: [f32; D],
}

impl<const D: usize> ShapeQueries<'_, D> {
    /// The `k` shapes nearest to a shape, often a [point](Shape::point), that are not farther than
    /// `max_distance`: by distance and index, to the end of a list.
    ///
    /// Distances are those of the shapes, as by [`distance`](crate::narrow::distance), and not of
    /// their bounds; 0 where the two touch. Bounds say only which shapes are looked at.
    ///
    /// ```
    /// use jostle::{Shape, query::{QueryFilter, ShapeTree}, shape::{Columns, PreparedShapes}};
    ///
    /// let (x, y, radii) = ([3.0, 2.5], [0.0, 2.5], [1.0, 1.75]); // by bounds the second is nearer
    /// let mut prepared = PreparedShapes::<2>::new();
    /// prepared.update(Columns::default().with_balls([&x, &y], &radii)?)?;
    /// let mut tree = ShapeTree::new();
    /// let queries = tree.update(&prepared)?;
    /// let (origin, mut nearest) = (Shape::point([0.0, 0.0]), Vec::new());
    /// queries.nearest(&origin, 2, f32::INFINITY, QueryFilter::new(), &mut nearest)?;
    /// assert_eq!(nearest.iter().map(|near| near.id).collect::<Vec<_>>(), [1, 0]);
    /// assert_eq!(nearest[1].distance, 2.0);
    /// let closest = queries.closest(&origin, 5.0, QueryFilter::new().without(1))?;
    /// assert_eq!(closest.map(|found| found.on_shape), Some([2.0, 0.0]));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] when the shape is invalid, [`Error::Query`] when the distance is negative
    /// or NaN.
    pub fn nearest(
        &self,
        shape: &Shape<D>,
        k: usize,
        max_distance: f32,
        filter: QueryFilter<'_>,
        nearest: &mut Vec<DistanceHit>,
    ) -> Result<(), Error> {
        shape.packed()?;
        let shapes = slice::from_ref(shape);
        let query = self.nearest_shapes(shapes, k, max_distance, |_| filter)?;
        self.tree.list_one(&query, nearest)
    }

    /// [`nearest`](Self::nearest) for many shapes, in parallel: a list for each. The filter is that
    /// of the shape with a number.
    ///
    /// # Errors
    /// [`Error::Batch`] with the number of the first shape that is invalid, [`Error::Query`] when
    /// the distance is negative or NaN; when memory runs out.
    pub fn nearest_of<'f>(
        &self,
        shapes: &[Shape<D>],
        k: usize,
        max_distance: f32,
        filter: impl Fn(usize) -> QueryFilter<'f> + Sync,
        nearest: &mut Lists<DistanceHit>,
    ) -> Result<(), Error> {
        check_each(shapes, |shape| shape.packed().map(|_| ()))?;
        let query = self.nearest_shapes(shapes, k, max_distance, filter)?;
        self.tree.list_batch(shapes, Shape::center, &query, nearest)
    }

    /// The shape closest to a shape that is not farther than `max_distance`, and the points at
    /// which the two are closest; of several at the same distance the one with the lowest index.
    ///
    /// # Errors
    /// As [`nearest`](Self::nearest).
    pub fn closest(
        &self,
        shape: &Shape<D>,
        max_distance: f32,
        filter: QueryFilter<'_>,
    ) -> Result<Option<ClosestShape<D>>, Error> {
        let mut nearest = Vec::new();
        self.nearest(shape, 1, max_distance, filter, &mut nearest)?;
        let Some(DistanceHit { id, distance }) = nearest.pop() else { return Ok(None) };
        let (own, other) = (Body::of(shape)?, Body::of_set(self.shapes, id));
        let found = closest([&own, &other], f32::INFINITY)?;
        let Some(OfParts { found, parts: [_, part] }) = found else { return Ok(None) };
        let center = other.center().map(|x| x as f32);
        let at =
            |center: [f32; D], on: [f32; D]| std::array::from_fn(|axis| center[axis] + on[axis]);
        let (on_query, on_shape) = (at(shape.center(), found.on_a), at(center, found.on_b));
        Ok(Some(ClosestShape { index: id, part, distance, on_query, on_shape }))
    }

    fn nearest_shapes<'a, F>(
        &'a self,
        shapes: &'a [Shape<D>],
        k: usize,
        max_distance: f32,
        filter: F,
    ) -> Result<NearestShapes<'a, F, D>, Error> {
        check_distance(max_distance)?;
        let k = k.min(self.shapes.len());
        Ok(NearestShapes {
            queries: self,
            shapes,
            k,
            max_distance,
            filter,
            failure: Failure::default(),
        })
    }

    /// The distance of a shape from one of these, if the query is about it.
    fn distance(
        &self,
        (shape, features): (&Body<'_, D>, &Features<D>),
        filter: &QueryFilter<'_>,
        index: u32,
        failure: &Failure,
    ) -> Option<f32> {
        self.wanted(filter, index)?;
        if shape.has_parts() || self.shapes.is_composite(index) {
            let other = Body::of_set(self.shapes, index);
            let found = failure.note(closest([shape, &other], f32::INFINITY))?;
            return found.map(|found| found.found.distance);
        }
        if failure.note(shape.touches(self.shapes, index))? {
            return Some(0.0);
        }
        let row = self.shapes.row(index as usize);
        let other = &Features::of_row(row);
        // By kind, as in other pairs: the last bit may depend on the order.
        let [first, second] =
            if row.kind < shape.kind() { [other, features] } else { [features, other] };
        Some(closest_points(first, second, false).distance)
    }
}

/// The nearest to each of some shapes, all of which are valid.
struct NearestShapes<'a, F, const D: usize> {
    queries: &'a ShapeQueries<'a, D>,
    shapes: &'a [Shape<D>],
    k: usize,
    max_distance: f32,
    filter: F,
    failure: Failure,
}

impl<'f, F: Fn(usize) -> QueryFilter<'f> + Sync, const D: usize> ListQuery<D>
    for NearestShapes<'_, F, D>
{
    type Item = DistanceHit;

    fn best(&self) -> usize {
        self.k
    }

    #[inline(always)]
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        index: usize,
        memory: &mut QueryMemory,
        list: &mut AddedTo<'_, DistanceHit>,
    ) {
        let Ok(shape) = Body::of(&self.shapes[index]) else { return };
        let filter = (self.filter)(index);
        let center = self.shapes[index].center();
        let around = Around { center, reach: shape.reach(), most: self.max_distance };
        let features = shape.features(0);
        let distance = |id| self.queries.distance((&shape, &features), &filter, id, &self.failure);
        let each = |id, distance| list.push(DistanceHit { id, distance });
        nearest_by(lanes, tree, &around, self.k, distance, memory, each);
    }

    fn outcome(&self) -> Result<(), Error> {
        self.failure.outcome()
    }
}
