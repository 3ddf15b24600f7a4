//! Rays against shapes.

use std::{cell::Cell, slice};

use jostle_kernels::{
    dispatch::ray_entry,
    geometry::ray::{Entry, PreparedRay},
    node::Cast,
    simd::prefetch,
};

use super::{
    QueryFilter, ShapeQueries,
    timed::{All, Any, First, TimedHit, TimedQuery},
};
use crate::{
    Error,
    bvh::{Hit, Lists},
    error::QueryFault,
    memory::Failure,
    narrow::{ray_hit, ray_time},
    shape::ShapeKind,
    tree::query::{Ray, by::Within, check, kinds::sealed::Moving as _},
};

/// Where a ray meets a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeHit<const D: usize> {
    /// The index of the shape.
    pub index: u32,
    /// Which part of it, if it is a [composite](crate::shape::Composite) one, else 0.
    pub part: u32,
    /// When: `t_min` if the ray begins in the shape. The place is [`Ray::at`] that.
    pub t: f32,
    /// A unit vector out of the shape where it is met, against the ray; zero where the ray begins
    /// in the shape.
    pub normal: [f32; D],
    /// The part of the surface that is met. Of a box, two numbers for each of its axes: the side of
    /// the minimum, then the other. Of a capsule, 0 for the side, 1 and 2 for the first and the
    /// second end. Of a polygon, the vertex at which the edge begins. Of a triangle, 0 for the side
    /// from which its corners go counter-clockwise, 1 for the other. Of a solid, 0 and 1 for the
    /// lower and the upper lid, 2 for the rest. Of a hull, the face of its polyhedron. Of a ball,
    /// 0. It means nothing where the normal is zero.
    pub feature: u32,
}

impl<const D: usize> Default for ShapeHit<D> {
    fn default() -> Self {
        Self { index: 0, part: 0, t: 0.0, normal: [0.0; D], feature: 0 }
    }
}

impl<const D: usize> TimedHit for ShapeHit<D> {
    fn of(Hit { id, t }: Hit) -> Self {
        Self { index: id, t, ..Self::default() }
    }

    fn hit(&self) -> Hit {
        Hit { id: self.index, t: self.t }
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
        self.tree.answer_one(&First(Rays::new(self, rays, |_| filter)))
    }

    /// Whether a ray meets any shape: faster than finding the first.
    ///
    /// # Errors
    /// As [`closest_hit`](Self::closest_hit).
    pub fn any_hit(&self, ray: &Ray<D>, filter: QueryFilter<'_>) -> Result<bool, Error> {
        let rays = slice::from_ref(ray);
        check(rays, fault)?;
        self.tree.answer_one(&Any(Rays::new(self, rays, |_| filter)))
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
        self.tree.list_one(&All(Rays::new(self, rays, |_| filter)), hits)
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
        let query = First(Rays::new(self, rays, filter));
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
        let query = Any(Rays::new(self, rays, filter));
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
        let query = All(Rays::new(self, rays, filter));
        self.tree.list_batch(rays, |ray| ray.origin, &query, hits)
    }
}

/// What is wrong with a ray, if anything is.
fn fault<const D: usize>(ray: &Ray<D>) -> Result<(), QueryFault> {
    ray.check()?;
    if ray.direction == [0.0; D] { Err(QueryFault::NoDirection) } else { Ok(()) }
}

/// Some rays, all of which are valid, and what they are held against.
struct Rays<'a, F, const D: usize> {
    queries: &'a ShapeQueries<'a, D>,
    rays: &'a [Ray<D>],
    filter: F,
    failure: Failure,
}

impl<'a, F, const D: usize> Rays<'a, F, D> {
    fn new(queries: &'a ShapeQueries<'a, D>, rays: &'a [Ray<D>], filter: F) -> Self {
        Self { queries, rays, filter, failure: Failure::default() }
    }
}

impl<'f, F: Fn(usize) -> QueryFilter<'f> + Sync, const D: usize> TimedQuery<D> for Rays<'_, F, D> {
    type Mover<'a>
        = RayMover<'a, 'f, D>
    where
        Self: 'a;
    type Answer = ShapeHit<D>;

    #[inline(always)]
    fn mover(&self, index: usize) -> Option<(RayMover<'_, 'f, D>, Cast<D>)> {
        let (ray, filter) = (&self.rays[index], (self.filter)(index));
        let line = PreparedRay::new(ray)?;
        let nearest = Cell::new(None);
        let Self { queries, failure, .. } = self;
        Some((RayMover { queries, line, filter, nearest, failure }, ray.cast()))
    }

    #[inline(always)]
    fn announce(&self, index: usize) {
        prefetch::for_reading(self.rays, index);
    }

    fn outcome(&self) -> Result<(), Error> {
        self.failure.outcome()
    }

    fn describe(&self, mover: &RayMover<'_, 'f, D>, Hit { id, t }: Hit) -> ShapeHit<D> {
        let (shapes, line) = (self.queries.shapes, &mover.line);
        let shape = shapes.row(id as usize);
        if shape.kind == ShapeKind::Composite {
            let found = shapes.placed_parts(id as usize).and_then(|parts| {
                let (_, part) = mover.failure.note(ray_time(line, &parts))??;
                ray_hit(line, &parts, part, t).map(|(normal, feature)| (part, normal, feature))
            });
            let (part, normal, feature) = found.unwrap_or((0, [0.0; D], 0));
            return ShapeHit { index: id, part, t, normal, feature };
        }
        let of_kind = ray_entry(shape.kind);
        let entry = match mover.nearest.get() {
            Some(nearest) if nearest.id == id => Some(nearest.entry),
            _ => (of_kind.enter)(line, shape),
        };
        let normal = entry.map_or([0.0; D], |entry| line.normal(&entry));
        let feature = (of_kind.feature)(shape, line.ray().at(t), normal);
        ShapeHit { index: id, part: 0, t, normal, feature }
    }
}

/// A ray. The records of shapes come from all over memory: they are fetched ahead.
struct RayMover<'a, 'f, const D: usize> {
    queries: &'a ShapeQueries<'a, D>,
    line: PreparedRay<D>,
    filter: QueryFilter<'f>,
    /// The nearest shape so far: of the last one the normal is wanted.
    nearest: Cell<Option<Entered<D>>>,
    failure: &'a Failure,
}

/// Where a ray enters a shape without parts.
#[derive(Clone, Copy)]
struct Entered<const D: usize> {
    id: u32,
    t: f32,
    entry: Entry<D>,
}

impl<const D: usize> Within for RayMover<'_, '_, D> {
    #[inline(always)]
    fn measure(&self, id: u32) -> Option<f32> {
        let shape = self.queries.wanted(&self.filter, id)?;
        if shape.kind == ShapeKind::Composite {
            let parts = self.queries.shapes.placed_parts(id as usize)?;
            return self.failure.note(ray_time(&self.line, &parts))?.map(|(t, _)| t);
        }
        let entry = (ray_entry(shape.kind).enter)(&self.line, shape)?;
        let t = self.line.time(&entry)?;
        if self.nearest.get().is_none_or(|nearest| t < nearest.t) {
            self.nearest.set(Some(Entered { id, t, entry }));
        }
        Some(t)
    }

    #[inline(always)]
    fn announce(&self, id: u32) {
        if (id as usize) < self.queries.shapes.len() {
            prefetch::for_reading(self.queries.shapes.row(id as usize).quads, 0);
        }
    }
}
