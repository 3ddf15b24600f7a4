//! parry: its tree over the boxes of the shapes, and its own test of each kind at the leaves.

use jostle::{
    Shape,
    geometry::ray::Ray,
    query::ShapeHit,
    shape::{Ball, Capsule, OrientedBox},
};
use rapier3d::parry::{
    bounding_volume::Aabb,
    math::{Pose, Rot3, Vector},
    partitioning::{Bvh, BvhBuildStrategy},
    query::{self, RayCast, RayIntersection},
    shape,
};

use crate::{contender::Contender, scene::Kind};

/// The tree over shapes of one kind, known to the compiler.
struct Parry<S> {
    bvh: Bvh,
    shapes: Vec<S>,
}

/// A shape in its place.
trait Placed: Sync {
    fn aabb(&self) -> Aabb;
    fn time(&self, ray: &query::Ray, t_max: f32) -> Option<f32>;
    fn hit(&self, ray: &query::Ray) -> Option<RayIntersection>;
}

/// A shape that is not turned: the ray is moved and keeps its direction.
struct Shifted<S>(Vector, S);

impl<S: RayCast + shape::Shape> Placed for Shifted<S> {
    fn aabb(&self) -> Aabb {
        self.1.compute_aabb(&Pose::from_translation(self.0))
    }

    fn time(&self, ray: &query::Ray, t_max: f32) -> Option<f32> {
        self.1.cast_local_ray(&ray.translate_by(-self.0), t_max, true)
    }

    fn hit(&self, ray: &query::Ray) -> Option<RayIntersection> {
        self.1.cast_local_ray_and_get_normal(&ray.translate_by(-self.0), f32::MAX, true)
    }
}

/// A shape that is turned and moved.
struct Posed<S>(Pose, S);

impl<S: RayCast + shape::Shape> Placed for Posed<S> {
    fn aabb(&self) -> Aabb {
        self.1.compute_aabb(&self.0)
    }

    fn time(&self, ray: &query::Ray, t_max: f32) -> Option<f32> {
        self.1.cast_ray(&self.0, ray, t_max, true)
    }

    fn hit(&self, ray: &query::Ray) -> Option<RayIntersection> {
        self.1.cast_ray_and_get_normal(&self.0, ray, f32::MAX, true)
    }
}

impl<S: Placed + 'static> Parry<S> {
    fn build(shapes: impl Iterator<Item = S>) -> Box<dyn Contender> {
        let shapes: Vec<S> = shapes.collect();
        let aabbs: Vec<Aabb> = shapes.iter().map(Placed::aabb).collect();
        Box::new(Self { bvh: Bvh::from_leaves(BvhBuildStrategy::Binned, &aabbs), shapes })
    }
}

impl<S: Placed> Contender for Parry<S> {
    fn name(&self) -> &'static str {
        "parry"
    }

    /// First the shape and the time, then the normal of that shape alone: only this search of the
    /// tree computes with SIMD.
    fn closest_hit(&self, ray: &Ray<3>) -> Option<ShapeHit<3>> {
        let ray = query::Ray::new(ray.origin.into(), ray.direction.into());
        let time = |index: u32, t_max| self.shapes[index as usize].time(&ray, t_max);
        let (index, t) = self.bvh.cast_ray(&ray, f32::MAX, time)?;
        let normal = self.shapes[index as usize].hit(&ray)?.normal.into();
        Some(ShapeHit { index, t, normal, ..ShapeHit::default() })
    }
}

/// The tree over shapes that are all of this kind.
pub(crate) fn build(shapes: &[Shape<3>], kind: Kind) -> Box<dyn Contender> {
    let shapes = shapes.iter();
    match kind {
        Kind::Ball => Parry::build(shapes.filter_map(|shape| match shape {
            Shape::Ball(ball) => Some(Shifted(ball.center.into(), sphere(ball))),
            _ => None,
        })),
        Kind::Aligned => Parry::build(shapes.filter_map(|shape| match shape {
            Shape::Box(cuboid) => Some(Shifted(cuboid.center.into(), block(cuboid))),
            _ => None,
        })),
        Kind::Turned => Parry::build(shapes.filter_map(|shape| match shape {
            Shape::Box(cuboid) => Some(Posed(pose(cuboid), block(cuboid))),
            _ => None,
        })),
        Kind::Capsule => Parry::build(shapes.filter_map(|shape| match shape {
            Shape::Capsule(capsule) => Some(Shifted(capsule.center.into(), pill(capsule))),
            _ => None,
        })),
    }
}

pub(crate) fn sphere(ball: &Ball<3>) -> shape::Ball {
    shape::Ball::new(ball.radius)
}

pub(crate) fn block(cuboid: &OrientedBox<3>) -> shape::Cuboid {
    shape::Cuboid::new(cuboid.half.into())
}

pub(crate) fn pose(cuboid: &OrientedBox<3>) -> Pose {
    let [x, y, z, w] = cuboid.rotation.quaternion();
    Pose::from_parts(cuboid.center.into(), Rot3::from_xyzw(x, y, z, w))
}

pub(crate) fn pill(capsule: &Capsule<3>) -> shape::Capsule {
    let along = Vector::from(capsule.axis);
    shape::Capsule::new(-along, along, capsule.radius)
}
