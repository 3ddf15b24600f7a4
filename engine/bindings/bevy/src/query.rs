//! Rays, moving shapes, overlaps and what is nearest, answered with entities.

use bevy_ecs::{
    entity::Entity,
    system::{Res, SystemParam},
};
use jostle::{
    Error, Shape,
    geometry::ray::Ray,
    narrow::Motion,
    query::{QueryFilter, ShapeCast, ShapeQueries},
};

use crate::world::CollisionWorld;

/// Asks about the shapes as they were in the last step.
///
/// The first question after a step makes a tree, in O(shapes log shapes), on all threads of the
/// world; a question then takes O(log shapes + answers), on the thread that asks. Answers do not
/// depend on the order in which Bevy stores entities: of several at one distance the one that is
/// first in the world is the answer.
///
/// Before the first step there are no shapes to ask about, and nothing is found.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_jostle::{SpatialFilter, SpatialQuery};
///
/// fn aim(query: SpatialQuery<3>) -> Result {
///     let filter = SpatialFilter::new().without_sensors();
///     if let Some(hit) = query.cast_ray([0.0; 3], [0.0, 0.0, -1.0], 100.0, &filter)? {
///         println!("{} is {} away", hit.entity, hit.t);
///     }
///     Ok(())
/// }
/// # bevy_app::App::new().add_systems(bevy_app::Update, aim);
/// ```
#[derive(SystemParam)]
pub struct SpatialQuery<'w, const D: usize> {
    world: Res<'w, CollisionWorld<D>>,
}

/// Which shapes a question is about: all, less what each method leaves out.
#[derive(Clone, Copy, Default)]
pub struct SpatialFilter<'a> {
    inner: QueryFilter<'a>,
    without: &'a [Entity],
    accept: Option<&'a (dyn Fn(Entity) -> bool + Sync)>,
}

impl<'a> SpatialFilter<'a> {
    /// All shapes.
    #[must_use]
    pub const fn new() -> Self {
        Self { inner: QueryFilter::new(), without: &[], accept: None }
    }

    /// As if the question were a shape that touches these categories.
    #[must_use]
    pub fn with_mask(self, mask: u32) -> Self {
        Self { inner: self.inner.with_mask(mask), ..self }
    }

    /// As if the question were a shape of these categories.
    #[must_use]
    pub fn with_category(self, category: u32) -> Self {
        Self { inner: self.inner.with_category(category), ..self }
    }

    /// As if the question were a shape of this group.
    #[must_use]
    pub fn with_group(self, group: i32) -> Self {
        Self { inner: self.inner.with_group(group), ..self }
    }

    /// No [sensors](crate::Sensor).
    #[must_use]
    pub fn without_sensors(self) -> Self {
        Self { inner: self.inner.without_sensors(), ..self }
    }

    /// Only what is [static](crate::Static).
    #[must_use]
    pub fn only_static(self) -> Self {
        Self { inner: self.inner.only_static(), ..self }
    }

    /// Only what is not static.
    #[must_use]
    pub fn only_moving(self) -> Self {
        Self { inner: self.inner.only_moving(), ..self }
    }

    /// All but these entities. They are looked through for each candidate: of many, a function of
    /// [`accepting`](Self::accepting) knows more quickly.
    #[must_use]
    pub fn without(self, entities: &'a [Entity]) -> Self {
        Self { without: entities, ..self }
    }

    /// Only entities that this accepts. It is asked about candidates, in any order.
    #[must_use]
    pub fn accepting(self, accept: &'a (dyn Fn(Entity) -> bool + Sync)) -> Self {
        Self { accept: Some(accept), ..self }
    }
}

/// Where a ray meets a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit<const D: usize> {
    /// The entity.
    pub entity: Entity,
    /// When, in lengths of the direction: 0 if the ray begins in the shape.
    pub t: f32,
    /// Where.
    pub point: [f32; D],
    /// A unit vector out of the shape; zero where the ray begins in it.
    pub normal: [f32; D],
    /// Which part, of a composite shape; else 0.
    pub part: u32,
}

/// Where a moving shape meets a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeHit<const D: usize> {
    /// The entity that is met.
    pub entity: Entity,
    /// When, in parts of the motion: 0 if the two touch at the start.
    pub t: f32,
    /// A point of the shape that is met at which the two are closest then.
    pub point: [f32; D],
    /// A unit vector out of the shape that is met; zero where they touch at the start.
    pub normal: [f32; D],
    /// Which part of it, of a composite shape; else 0.
    pub part: u32,
}

/// A shape that is near.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// The entity.
    pub entity: Entity,
    /// Its distance; 0 where the two touch.
    pub distance: f32,
}

/// The closest shape, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest<const D: usize> {
    /// The entity.
    pub entity: Entity,
    /// Its distance; 0 where the two touch.
    pub distance: f32,
    /// The point of what was asked about that is closest to it.
    pub on_query: [f32; D],
    /// The point of the shape that is closest.
    pub on_shape: [f32; D],
}

impl<const D: usize> SpatialQuery<'_, D> {
    /// The first shape on the way from a point, along a direction of any length but 0, until `t` is
    /// `t_max`.
    ///
    /// # Errors
    /// [`Error::Query`] for a direction of length 0 or numbers that are none,
    /// [`Error::OutOfMemory`].
    pub fn cast_ray(
        &self,
        origin: impl Into<[f32; D]>,
        direction: impl Into<[f32; D]>,
        t_max: f32,
        filter: &SpatialFilter<'_>,
    ) -> Result<Option<RayHit<D>>, Error> {
        let ray = Ray::new(origin.into(), direction.into()).between(0.0, t_max);
        let hit = self.ask(filter, None, |queries, filter| queries.closest_hit(&ray, filter))?;
        Ok(hit.and_then(|hit| self.ray_hit(&ray, hit)))
    }

    /// All shapes on the way, by `t`.
    ///
    /// # Errors
    /// As [`cast_ray`](Self::cast_ray).
    pub fn cast_ray_all(
        &self,
        origin: impl Into<[f32; D]>,
        direction: impl Into<[f32; D]>,
        t_max: f32,
        filter: &SpatialFilter<'_>,
    ) -> Result<Vec<RayHit<D>>, Error> {
        let ray = Ray::new(origin.into(), direction.into()).between(0.0, t_max);
        let hits = self.ask(filter, Vec::new(), |queries, filter| {
            let mut hits = Vec::new();
            queries.all_hits(&ray, filter, &mut hits).map(|()| hits)
        })?;
        Ok(hits.into_iter().filter_map(|hit| self.ray_hit(&ray, hit)).collect())
    }

    /// Whether anything is on the way: faster than finding the first.
    ///
    /// # Errors
    /// As [`cast_ray`](Self::cast_ray).
    pub fn is_blocked(
        &self,
        origin: impl Into<[f32; D]>,
        direction: impl Into<[f32; D]>,
        t_max: f32,
        filter: &SpatialFilter<'_>,
    ) -> Result<bool, Error> {
        let ray = Ray::new(origin.into(), direction.into()).between(0.0, t_max);
        self.ask(filter, false, |queries, filter| queries.any_hit(&ray, filter))
    }

    /// The first shape that a shape meets that is moved by a vector, without turning.
    ///
    /// # Errors
    /// [`Error::Shape`] when the shape is invalid, [`Error::Motion`] when the vector is not finite,
    /// [`Error::OutOfMemory`].
    pub fn cast_shape(
        &self,
        shape: impl Into<Shape<D>>,
        by: impl Into<[f32; D]>,
        filter: &SpatialFilter<'_>,
    ) -> Result<Option<ShapeHit<D>>, Error> {
        let cast = ShapeCast::new(shape, Motion::straight(by));
        let hit = self.ask(filter, None, |queries, filter| queries.closest_cast(&cast, filter))?;
        Ok(hit.and_then(|hit| {
            let entity = self.world.entity_at(hit.index)?;
            let jostle::query::CastHit { t, point, normal, part, .. } = hit;
            Some(ShapeHit { entity, t, point, normal, part })
        }))
    }

    /// All that touches a shape, in the order of the world: ask about a
    /// [point](Shape::point) what contains it, about a [box](Shape::aligned_box) what is in a part of
    /// space.
    ///
    /// # Errors
    /// [`Error::Shape`] when the shape is invalid, [`Error::OutOfMemory`].
    pub fn overlapping(
        &self,
        shape: impl Into<Shape<D>>,
        filter: &SpatialFilter<'_>,
    ) -> Result<Vec<Entity>, Error> {
        let shape = shape.into();
        let touched = self.ask(filter, Vec::new(), |queries, filter| {
            let mut touched = Vec::new();
            queries.overlapping(&shape, filter, &mut touched).map(|()| touched)
        })?;
        Ok(touched.into_iter().filter_map(|index| self.world.entity_at(index)).collect())
    }

    /// The `k` shapes that are nearest to a shape and not farther than `max_distance`, by distance.
    ///
    /// # Errors
    /// [`Error::Shape`] when the shape is invalid, [`Error::Query`] when the distance is negative
    /// or NaN, [`Error::OutOfMemory`].
    pub fn nearest(
        &self,
        shape: impl Into<Shape<D>>,
        k: usize,
        max_distance: f32,
        filter: &SpatialFilter<'_>,
    ) -> Result<Vec<Near>, Error> {
        let shape = shape.into();
        let near = self.ask(filter, Vec::new(), |queries, filter| {
            let mut near = Vec::new();
            queries.nearest(&shape, k, max_distance, filter, &mut near).map(|()| near)
        })?;
        let of = |id| self.world.entity_at(id);
        let near = near
            .into_iter()
            .filter_map(|near| Some(Near { entity: of(near.id)?, distance: near.distance }));
        Ok(near.collect())
    }

    /// The shape that is closest to a shape and not farther than `max_distance`, and where.
    ///
    /// # Errors
    /// As [`nearest`](Self::nearest).
    pub fn closest(
        &self,
        shape: impl Into<Shape<D>>,
        max_distance: f32,
        filter: &SpatialFilter<'_>,
    ) -> Result<Option<Closest<D>>, Error> {
        let shape = shape.into();
        let found = self
            .ask(filter, None, |queries, filter| queries.closest(&shape, max_distance, filter))?;
        Ok(found.and_then(|found| {
            let entity = self.world.entity_at(found.index)?;
            let jostle::query::ClosestShape { distance, on_query, on_shape, .. } = found;
            Some(Closest { entity, distance, on_query, on_shape })
        }))
    }

    /// The world, for questions that are not here: in batches, along paths, and by index.
    #[must_use]
    pub fn world(&self) -> &CollisionWorld<D> {
        &self.world
    }

    fn ray_hit(&self, ray: &Ray<D>, hit: jostle::query::ShapeHit<D>) -> Option<RayHit<D>> {
        let jostle::query::ShapeHit { index, t, normal, part, .. } = hit;
        let entity = self.world.entity_at(index)?;
        Some(RayHit { entity, t, point: ray.at(t), normal, part })
    }

    /// Asks with a filter of the engine that does what a filter says; `none` before the first step.
    fn ask<T>(
        &self,
        filter: &SpatialFilter<'_>,
        none: T,
        ask: impl FnOnce(ShapeQueries<'_, D>, QueryFilter<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let world = &*self.world;
        let queries = match world.queries() {
            Err(Error::NoStep) => return Ok(none),
            queries => queries?,
        };
        let SpatialFilter { inner, without, accept } = *filter;
        let inner = match without {
            [one] => world.index(*one).map_or(inner, |index| inner.without(index)),
            _ => inner,
        };
        if without.len() < 2 && accept.is_none() {
            return ask(queries, inner);
        }
        let wants = |index: u32| {
            world.entity_at(index).is_some_and(|entity| {
                !without.contains(&entity) && accept.is_none_or(|accept| accept(entity))
            })
        };
        ask(queries, inner.accepting(&wants))
    }
}
