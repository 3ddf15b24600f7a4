//! Rays and balls, capsules and oriented boxes: a ray is a ball of no size that moves.

use super::{
    super::{finite, rounded, wide},
    Ray, RayHit,
};
use crate::{
    real::vector::{add_scaled, sub},
    shape::{Ball, Capsule, Obb},
    swept::{Displacement, Impact, Moving, SweptTest, ball as swept},
};

/// A shape that does not move.
fn resting<S, const D: usize>(shape: S) -> Moving<S, Displacement<D, f64>> {
    Moving { shape, motion: Displacement { by: [0.0; D] } }
}

/// The ray as a ball of no size, from `t_min` on, and how long it goes on.
fn moving<const D: usize>(ray: &Ray<D>) -> (Moving<Ball<D, f64>, Displacement<D, f64>>, f64) {
    let (by, first) = (wide(ray.direction), f64::from(ray.t_min));
    let center = add_scaled(wide(ray.origin), by, first);
    let shape = Ball { center, radius: 0.0 };
    (Moving { shape, motion: Displacement { by } }, f64::from(ray.last()) - first)
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
    hit(ray, &swept::Balls::impact(&point, &resting(shape), end).0)
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
    hit(ray, &swept::BallCapsule::impact(&point, &resting(shape), end).0)
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
    hit(ray, &swept::ball_and_box(&point, &resting(shape), end).0)
}

fn is_size(size: f32) -> bool {
    size.is_finite() && size >= 0.0
}
