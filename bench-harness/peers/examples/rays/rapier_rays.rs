//! Rapier: its query pipeline over colliders without bodies.

use jostle::{Shape, geometry::ray::Ray, query::ShapeHit};
use rapier3d::{
    dynamics::{IntegrationParameters, RigidBodySet},
    geometry::{BroadPhaseBvh, ColliderBuilder, ColliderHandle, ColliderSet, SharedShape},
    math::{Pose, Vector},
    parry::query::{self, DefaultQueryDispatcher},
    pipeline::{QueryFilter, QueryPipeline},
};

use crate::{
    contender::Contender,
    parry_rays::{block, pill, pose, sphere},
};

/// Colliders, and the tree over them.
pub(crate) struct Rapier {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    phase: BroadPhaseBvh,
}

impl Rapier {
    /// Inserts a collider for each shape, in order, and lets the broad phase take them in.
    pub(crate) fn build(shapes: &[Shape<3>]) -> Self {
        let (bodies, mut colliders) = (RigidBodySet::new(), ColliderSet::new());
        let handles: Vec<_> = shapes
            .iter()
            .map(|shape| {
                let (shape, pose) = placed(shape);
                colliders.insert(ColliderBuilder::new(shape).position(pose))
            })
            .collect();
        let (parameters, mut events) = (IntegrationParameters::default(), Vec::new());
        let mut phase = BroadPhaseBvh::new();
        phase.update(&parameters, &colliders, &bodies, &handles, &[], &mut events);
        Self { bodies, colliders, phase }
    }

    fn pipeline(&self) -> QueryPipeline<'_> {
        let Self { bodies, colliders, phase } = self;
        let filter = QueryFilter::default();
        phase.as_query_pipeline(&DefaultQueryDispatcher, bodies, colliders, filter)
    }
}

fn placed(shape: &Shape<3>) -> (SharedShape, Pose) {
    let at = |center: [f32; 3]| Pose::from_translation(center.into());
    match shape {
        Shape::Ball(ball) => (SharedShape::new(sphere(ball)), at(ball.center)),
        Shape::Box(cuboid) => (SharedShape::new(block(cuboid)), pose(cuboid)),
        Shape::Capsule(capsule) => (SharedShape::new(pill(capsule)), at(capsule.center)),
        _ => unreachable!("the scene is of no other kind"),
    }
}

impl Contender for Rapier {
    fn name(&self) -> &'static str {
        "Rapier"
    }

    fn closest_hit(&self, ray: &Ray<3>) -> Option<ShapeHit<3>> {
        let ray = query::Ray::new(ray.origin.into(), ray.direction.into());
        let (handle, hit) = self.pipeline().cast_ray_and_get_normal(&ray, f32::MAX, true)?;
        Some(answer(handle, hit.time_of_impact, hit.normal))
    }
}

/// The same in two calls: only the search for the time alone computes with SIMD.
pub(crate) struct InTwo<'a>(pub(crate) &'a Rapier);

impl Contender for InTwo<'_> {
    fn name(&self) -> &'static str {
        "Rapier, in two calls"
    }

    fn closest_hit(&self, ray: &Ray<3>) -> Option<ShapeHit<3>> {
        let ray = query::Ray::new(ray.origin.into(), ray.direction.into());
        let (handle, t) = self.0.pipeline().cast_ray(&ray, f32::MAX, true)?;
        let collider = self.0.colliders.get(handle)?;
        let (shape, pose) = (collider.shape(), collider.position());
        let hit = shape.cast_ray_and_get_normal(pose, &ray, f32::MAX, true)?;
        Some(answer(handle, t, hit.normal))
    }
}

/// Nothing was removed, so colliders are numbered as they were inserted.
fn answer(handle: ColliderHandle, t: f32, normal: Vector) -> ShapeHit<3> {
    let (index, _) = handle.into_raw_parts();
    ShapeHit { index, t, normal: normal.into(), ..ShapeHit::default() }
}
