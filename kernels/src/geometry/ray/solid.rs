//! Rays against solid shapes: boxes, balls, capsules and oriented boxes.

use std::cmp::Ordering::Less;

use super::line::{Ray, RayHit};
use crate::{
    Aabb,
    geometry::{
        expansion::Expansion,
        points::{finite, rounded, wide},
    },
    pairs::{Impact, MovingShape, SweptBallBall, SweptBallCapsule, SweptTest, ball_and_box},
    real::vector::{add_scaled, sub},
    shape::{Ball, Capsule, Displacement, Obb},
};

/// A time as a fraction: the way between two coordinates, in the direction of the ray, at a speed
/// above 0.
#[derive(Clone, Copy)]
struct RayTime {
    to: f64,
    from: f64,
    speed: f64,
}

impl RayTime {
    fn of(t: f32) -> Self {
        Self { to: f64::from(t), from: 0.0, speed: 1.0 }
    }

    fn value(self) -> f64 {
        (self.to - self.from) / self.speed
    }

    /// Whether it is not after another, without rounding.
    fn le(self, other: Self) -> bool {
        let (a, b) = ((self.to - self.from) * other.speed, (other.to - other.from) * self.speed);
        if (b - a).abs() > (a.abs() + b.abs()) * (4.0 * f64::EPSILON) {
            return a < b;
        }
        let terms = [
            other.to * self.speed,
            -other.from * self.speed,
            -self.to * other.speed,
            self.from * other.speed,
        ];
        Expansion::of(terms).sign() != Less
    }
}

/// Where a ray meets a box, decided without rounding; `t` is that of exact arithmetic, rounded to
/// nearest but for a last digit in some 2^28 cases. Bounds may be infinite. A ray in the plane of a
/// face meets it, and one that passes an edge or a corner. There the normal is that of the first
/// axis.
///
/// The slab test of T. L. Kay and J. T. Kajiya, *Ray Tracing Complex Scenes* (1986), without a
/// division before all is decided.
#[must_use]
pub fn aabb<const D: usize>(ray: &Ray<D>, aabb: &Aabb<D>) -> Option<RayHit<D>> {
    if !ray.is_valid() || !aabb.is_valid() {
        return None;
    }
    let (mut enter, mut face, mut exit) = (RayTime::of(ray.t_min), None, RayTime::of(ray.last()));
    for axis in 0..D {
        let (low, high) = (aabb.min[axis], aabb.max[axis]);
        let (from, speed) = (ray.origin[axis], ray.direction[axis]);
        if speed == 0.0 {
            if from < low || high < from {
                return None;
            }
            continue;
        }
        let [near, far, from] =
            if speed > 0.0 { [low, high, from] } else { [-high, -low, -from] }.map(f64::from);
        let speed = f64::from(speed.abs());
        if near == f64::INFINITY || far == f64::NEG_INFINITY {
            return None;
        }
        let (begins, ends) = (RayTime { to: near, from, speed }, RayTime { to: far, from, speed });
        if near.is_finite() && !begins.le(enter) {
            (enter, face) = (begins, Some(axis));
        }
        if far.is_finite() && ends.le(exit) {
            exit = ends;
        }
    }
    enter.le(exit).then(|| match face {
        Some(axis) => {
            let mut hit = RayHit::at_start(ray);
            hit.t = (enter.value() as f32).max(ray.t_min).min(ray.last()) + 0.0;
            hit.normal[axis] = if ray.direction[axis] > 0.0 { -1.0 } else { 1.0 };
            hit
        }
        None => RayHit::at_start(ray),
    })
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
