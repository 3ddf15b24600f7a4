//! Rays against shapes.

use std::slice;

use jostle_kernels::{Lanes, dispatch::ray_entry, geometry::ray::PreparedRay, simd::prefetch};

use super::{QueryFilter, ShapeQueries};
use crate::{
    Error,
    bvh::{Hit, Lists},
    error::QueryFault,
    tree::query::{
        Ray,
        by::{self, Within},
        check,
        kinds::sealed::Moving as _,
        queries::{ListQuery, QueryMemory, TreeQuery, TreeView},
    },
};

/// Where a ray meets a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeHit<const D: usize> {
    /// The index of the shape.
    pub index: u32,
    /// When: `t_min` if the ray begins in the shape. The place is [`Ray::at`] that.
    pub t: f32,
    /// A unit vector out of the shape where it is met, against the ray; zero where the ray begins
    /// in the shape.
    pub normal: [f32; D],
    /// The part of the surface that is met. Of a box, two numbers for each of its axes: the side of
    /// the minimum, then the other. Of a capsule, 0 for the side, 1 and 2 for the first and the
    /// second end. Of a polygon, the vertex at which the edge begins. Of a triangle, 0 for the side
    /// from which its corners go counter-clockwise, 1 for the other. Of a ball, 0. It means nothing
    /// where the normal is zero.
    pub feature: u32,
}

impl<const D: usize> Default for ShapeHit<D> {
    fn default() -> Self {
        Self { index: 0, t: 0.0, normal: [0.0; D], feature: 0 }
    }
}

impl<const D: usize> ShapeQueries<'_, D> {
    /// The shape that a ray meets first; of several at the same `t` the one with the lowest index.
    /// Triangles are met from both sides.
    ///
    /// Each shape is met as [`geometry::ray`](crate::geometry::ray) says of its kind: none is missed
    /// that is certainly met. Where its `t` would be before that of its bounds by more than
    /// rounding, it is that of the bounds.
    ///
    /// # Errors
    /// [`Error::Query`] when the ray has a NaN, an infinite origin or direction, no direction, or
    /// times out of order.
    pub fn closest_hit(
        &self,
        ray: &Ray<D>,
        filter: QueryFilter<'_>,
    ) -> Result<Option<ShapeHit<D>>, Error> {
        let rays = slice::from_ref(ray);
        check(rays, fault)?;
        Ok(self.tree.answer_one(&ClosestShape { queries: self, rays, filter: |_| filter }))
    }

    /// Whether a ray meets any shape: faster than finding the first.
    ///
    /// # Errors
    /// As [`closest_hit`](Self::closest_hit).
    pub fn any_hit(&self, ray: &Ray<D>, filter: QueryFilter<'_>) -> Result<bool, Error> {
        let rays = slice::from_ref(ray);
        check(rays, fault)?;
        Ok(self.tree.answer_one(&AnyShape { queries: self, rays, filter: |_| filter }))
    }

    /// All shapes that a ray meets, by `t` and index, to the end of a list.
    ///
    /// # Errors
    /// As [`closest_hit`](Self::closest_hit).
    pub fn all_hits(
        &self,
        ray: &Ray<D>,
        filter: QueryFilter<'_>,
        hits: &mut Vec<ShapeHit<D>>,
    ) -> Result<(), Error> {
        let rays = slice::from_ref(ray);
        check(rays, fault)?;
        self.tree.list_one(&AllShapes { queries: self, rays, filter: |_| filter }, hits);
        Ok(())
    }

    /// [`closest_hit`](Self::closest_hit) for many rays, in parallel: an answer for each. The filter
    /// is that of the ray with a number.
    ///
    /// # Errors
    /// As for one ray, with the number of the first that is wrong; when memory runs out.
    pub fn closest_hits<'f>(
        &self,
        rays: &[Ray<D>],
        filter: impl Fn(usize) -> QueryFilter<'f> + Sync,
        hits: &mut Vec<Option<ShapeHit<D>>>,
    ) -> Result<(), Error> {
        check(rays, fault)?;
        let query = ClosestShape { queries: self, rays, filter };
        self.tree.answer_batch(rays, |ray| ray.origin, &query, hits)
    }

    /// [`any_hit`](Self::any_hit) for many rays, in parallel, as
    /// [`closest_hits`](Self::closest_hits).
    ///
    /// # Errors
    /// As [`closest_hits`](Self::closest_hits).
    pub fn any_hits<'f>(
        &self,
        rays: &[Ray<D>],
        filter: impl Fn(usize) -> QueryFilter<'f> + Sync,
        hits: &mut Vec<bool>,
    ) -> Result<(), Error> {
        check(rays, fault)?;
        let query = AnyShape { queries: self, rays, filter };
        self.tree.answer_batch(rays, |ray| ray.origin, &query, hits)
    }

    /// [`all_hits`](Self::all_hits) for many rays, in parallel, as
    /// [`closest_hits`](Self::closest_hits): a list for each.
    ///
    /// # Errors
    /// As [`closest_hits`](Self::closest_hits).
    pub fn all_hits_of<'f>(
        &self,
        rays: &[Ray<D>],
        filter: impl Fn(usize) -> QueryFilter<'f> + Sync,
        hits: &mut Lists<ShapeHit<D>>,
    ) -> Result<(), Error> {
        check(rays, fault)?;
        let query = AllShapes { queries: self, rays, filter };
        self.tree.list_batch(rays, |ray| ray.origin, &query, hits)
    }

    /// When a ray meets a shape, if it does and the query is about it.
    #[inline(always)]
    fn time(&self, line: &PreparedRay<D>, filter: &QueryFilter<'_>, index: u32) -> Option<f32> {
        let (kind, quads) = self.wanted(filter, index)?;
        (ray_entry(kind).time)(line, quads)
    }

    /// What there is to know of a shape that a ray meets.
    fn describe(&self, line: &PreparedRay<D>, Hit { id, t }: Hit) -> ShapeHit<D> {
        let (kind, quads) = self.shapes.record(id as usize);
        let entry = ray_entry(kind);
        let normal = (entry.hit)(line, quads).map_or([0.0; D], |hit| hit.normal);
        let feature = (entry.feature)(quads, line.ray().at(t), normal);
        ShapeHit { index: id, t, normal, feature }
    }
}

/// What is wrong with a ray, if anything is.
fn fault<const D: usize>(ray: &Ray<D>) -> Result<(), QueryFault> {
    ray.check()?;
    if ray.direction == [0.0; D] { Err(QueryFault::NoDirection) } else { Ok(()) }
}

/// When a ray meets shapes. Their records come from all over memory: they are fetched ahead.
struct RayTimes<'a, const D: usize> {
    queries: &'a ShapeQueries<'a, D>,
    line: &'a PreparedRay<D>,
    filter: QueryFilter<'a>,
}

impl<const D: usize> Within for RayTimes<'_, D> {
    #[inline(always)]
    fn measure(&self, id: u32) -> Option<f32> {
        self.queries.time(self.line, &self.filter, id)
    }

    #[inline(always)]
    fn announce(&self, id: u32) {
        if (id as usize) < self.queries.shapes.len() {
            let (_, quads) = self.queries.shapes.record(id as usize);
            prefetch::for_reading(quads, 0);
        }
    }
}

/// The first shape that each ray meets.
struct ClosestShape<'a, F, const D: usize> {
    queries: &'a ShapeQueries<'a, D>,
    rays: &'a [Ray<D>],
    filter: F,
}

impl<'f, F: Fn(usize) -> QueryFilter<'f> + Sync, const D: usize> TreeQuery<D>
    for ClosestShape<'_, F, D>
{
    type Answer = Option<ShapeHit<D>>;

    #[inline(always)]
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        index: usize,
        memory: &mut QueryMemory,
    ) -> Option<ShapeHit<D>> {
        let (ray, filter) = (&self.rays[index], (self.filter)(index));
        let line = PreparedRay::new(ray)?;
        let time = RayTimes { queries: self.queries, line: &line, filter };
        let hit = by::closest_by(lanes, tree, &ray.cast(), &time, memory);
        hit.map(|hit| self.queries.describe(&line, hit))
    }
}

/// Whether each ray meets any shape.
struct AnyShape<'a, F, const D: usize> {
    queries: &'a ShapeQueries<'a, D>,
    rays: &'a [Ray<D>],
    filter: F,
}

impl<'f, F: Fn(usize) -> QueryFilter<'f> + Sync, const D: usize> TreeQuery<D>
    for AnyShape<'_, F, D>
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
        let (ray, filter) = (&self.rays[index], (self.filter)(index));
        let Some(line) = PreparedRay::new(ray) else { return false };
        let accept = |id| self.queries.time(&line, &filter, id).is_some();
        by::any_by(lanes, tree, &ray.cast(), accept, memory)
    }
}

/// All shapes that each ray meets.
struct AllShapes<'a, F, const D: usize> {
    queries: &'a ShapeQueries<'a, D>,
    rays: &'a [Ray<D>],
    filter: F,
}

impl<'f, F: Fn(usize) -> QueryFilter<'f> + Sync, const D: usize> ListQuery<D>
    for AllShapes<'_, F, D>
{
    type Item = ShapeHit<D>;

    #[inline(always)]
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        index: usize,
        memory: &mut QueryMemory,
        list: &mut Vec<ShapeHit<D>>,
    ) {
        let (ray, filter) = (&self.rays[index], (self.filter)(index));
        let Some(line) = PreparedRay::new(ray) else { return };
        let time = |id| self.queries.time(&line, &filter, id);
        let begin = list.len();
        let each = |Hit { id, t }| list.push(ShapeHit { index: id, t, ..ShapeHit::default() });
        by::all_by(lanes, tree, &ray.cast(), time, each, memory);
        list[begin..].sort_unstable_by(|a, b| a.t.total_cmp(&b.t).then(a.index.cmp(&b.index)));
        for hit in &mut list[begin..] {
            *hit = self.queries.describe(&line, Hit { id: hit.index, t: hit.t });
        }
    }
}
