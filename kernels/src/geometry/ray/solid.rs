//! Rays against solid shapes: boxes, balls, capsules and oriented boxes.

use super::line::{Ray, RayHit};
use crate::{
    Aabb,
    geometry::{
        points::{finite, rounded, wide},
        slab::first_contact,
    },
    pairs::{Impact, MovingShape, SweptBallBall, SweptBallCapsule, SweptTest, ball_and_box},
    real::vector::{add_scaled, sub},
    shape::{Ball, Capsule, Displacement, Obb},
};

/// Where a ray meets a box, decided without rounding; `t` is that of exact arithmetic, rounded to
/// nearest but for a last digit in some 2^28 cases. Bounds may be infinite. A ray in the plane of a
/// face meets it, and one that passes an edge or a corner. There the normal is that of the first
/// axis.
///
/// The one rule of all rays and boxes: those of a tree of boxes meet what is met here. Their `t`
/// may be off by three roundings of `f32`, so that none is before that of a box around it.
#[must_use]
pub fn aabb<const D: usize>(ray: &Ray<D>, aabb: &Aabb<D>) -> Option<RayHit<D>> {
    if !ray.is_valid() || !aabb.is_valid() {
        return None;
    }
    let (point, times) = (Aabb::point(ray.origin), [ray.t_min, ray.last()]);
    let (enter, face) = first_contact(&point, &ray.direction, times, aabb)?;
    let mut hit = RayHit::at_start(ray);
    if let Some(axis) = face {
        hit.t = (enter.value() as f32).max(ray.t_min).min(ray.last()) + 0.0;
        hit.normal[axis] = if ray.direction[axis] > 0.0 { -1.0 } else { 1.0 };
    }
    Some(hit)
}

/// A shape that does not move.
fn resting<S, const D: usize>(shape: S) -> MovingShape<S, Displacement<D, f64>> {
    MovingShape { shape, motion: Displacement { by: [0.0; D] } }
}

/// The ray as a ball of no size, from `t_min` on, and how long it goes on.
fn moving<const D: usize>(ray: &Ray<D>) -> (MovingShape<Ball<D, f64>, Displacement<D, f64>>, f64) {
    let (by, first) = (wide(ray.direction), f64::from(ray.t_min));
    let center = add_scaled(wide(ray.origin), by, first);
    let shape = Ball { center, radius: 0.0 };
    (MovingShape { shape, motion: Displacement { by } }, f64::from(ray.last()) - first)
}

/// The hit that an impact of the ray on a shape is.
fn hit<const D: usize>(ray: &Ray<D>, impact: &Impact<D, f64>) -> Option<RayHit<D>> {
    let t = ray.time(f64::from(ray.t_min) + impact.time)?;
    Some(RayHit { t, normal: rounded(sub([0.0; D], impact.normal)) })
}

/// Where a ray meets a ball. At `t` it is on the sphere but for 2^-43 of the sum of the sizes,
/// which are those of the offset, the radius and the way until then, and half a step of `t`; so it
/// is for the other shapes here. What is missed by no more than 2^-45 of these counts as met.
///
/// C. Ericson, *Real-Time Collision Detection*, section 5.3.2.
#[must_use]
pub fn ball<const D: usize>(ray: &Ray<D>, ball: &Ball<D>) -> Option<RayHit<D>> {
    if !ray.is_valid() || !finite(&[ball.center]) || !is_size(ball.radius) {
        return None;
    }
    let (point, end) = moving(ray);
    let shape = Ball { center: wide(ball.center), radius: f64::from(ball.radius) };
    hit(ray, &SweptBallBall::impact(&point, &resting(shape), end).0)
}

/// Where a ray meets a capsule; exact as for a [`ball()`].
///
/// C. Ericson, *Real-Time Collision Detection*, section 5.3.7.
#[must_use]
pub fn capsule<const D: usize>(ray: &Ray<D>, capsule: &Capsule<D>) -> Option<RayHit<D>> {
    let Capsule { center, axis, radius } = *capsule;
    if !ray.is_valid() || !finite(&[center, axis]) || !is_size(radius) {
        return None;
    }
    let (point, end) = moving(ray);
    let radius = f64::from(radius);
    let shape = Capsule { center: wide(center), axis: wide(axis), radius };
    hit(ray, &SweptBallCapsule::impact(&point, &resting(shape), end).0)
}

/// Where a ray meets an oriented box; exact as for a [`ball()`]. It also meets what it misses by no
/// more than the axes are off from right angles and from length 1, times the sizes.
///
/// C. Ericson, *Real-Time Collision Detection*, section 5.3.3.
#[must_use]
pub fn obb<const D: usize>(ray: &Ray<D>, obb: &Obb<D>) -> Option<RayHit<D>> {
    let numbers = finite(&[obb.center, obb.half]) && finite(&obb.axes);
    if !ray.is_valid() || !numbers || !obb.half.iter().all(|half| is_size(*half)) {
        return None;
    }
    let (point, end) = moving(ray);
    let (center, half) = (wide(obb.center), wide(obb.half));
    let shape = Obb { center, half, axes: obb.axes.map(wide) };
    hit(ray, &ball_and_box(&point, &resting(shape), end).0)
}

fn is_size(size: f32) -> bool {
    size.is_finite() && size >= 0.0
}
