//! Queries for the shapes of the last step.

use super::World;
use crate::{
    Error,
    query::{ShapeQueries, ShapeTree},
};

impl<const D: usize> World<D> {
    /// Asks about the shapes as they were in the last step, by the indices that they had in it;
    /// [`handle`](Self::handle) tells whose they are. What a
    /// [`QueryFilter`](crate::query::QueryFilter) asks of categories, groups, sensors and what is
    /// static is held against the attributes of that step.
    ///
    /// The first call after a step builds a tree, in O(shapes log shapes), on all threads and in
    /// memory that is kept from step to step; others take O(1).
    ///
    /// ```
    /// use jostle::{Shape, World, geometry::ray::Ray, query::QueryFilter, shape::Attributes};
    ///
    /// let mut world = World::<2>::new();
    /// let zone = Attributes::new().with_sensor(true);
    /// world.shapes_mut().insert_with(Shape::ball([3.0, 0.0], 1.0), zone)?;
    /// let wall = world.shapes_mut().insert(Shape::aligned_box([6.0, 0.0], [1.0, 4.0]))?;
    /// world.step()?;
    /// let ray = Ray::new([0.0, 0.0], [1.0, 0.0]);
    /// let solid = QueryFilter::new().without_sensors();
    /// let hit = world.queries()?.closest_hit(&ray, solid)?.expect("the wall is in the way");
    /// assert_eq!((world.handle(hit.index), hit.t), (Some(wall), 5.0));
    /// let others = solid.without(world.index(wall)?);
    /// assert_eq!(world.queries()?.closest_hit(&ray, others)?, None);
    /// # Ok::<(), jostle::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoStep`] before the first step and after one that failed, unless there are no
    /// shapes; [`Error::OutOfMemory`].
    pub fn queries(&self) -> Result<ShapeQueries<'_, D>, Error> {
        let (prepared, columns) = (self.pipeline.prepared(), &self.attribute_columns[0]);
        let found = self.stats().shapes;
        if found != prepared.len() || found == 0 && !self.shapes.is_empty() {
            return Err(Error::NoStep);
        }
        // Not built by the lock: a thread that waits for others may be given work that asks, too.
        if self.query_tree.get().is_none() {
            let mut tree = self.spare_tree.take();
            tree.set_level(self.pipeline.level());
            tree.update(prepared).map(|_| ())?;
            if let Err(second) = self.query_tree.set(tree) {
                self.spare_tree.put(second);
            }
        }
        let tree = self.query_tree.get().ok_or(Error::NoStep)?;
        let queries = tree.queries(prepared).with_filter(columns.query_filter())?;
        columns.sensors().map_or(Ok(queries), |sensors| queries.with_sensors(sensors))
    }

    /// Bytes of the trees.
    pub(super) fn query_tree_bytes(&self) -> usize {
        let bytes = ShapeTree::memory_bytes;
        self.query_tree.get().map_or(0, bytes) + self.spare_tree.sum(bytes)
    }
}
