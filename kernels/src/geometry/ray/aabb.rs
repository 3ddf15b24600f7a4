//! Rays and boxes along the axes.

use std::cmp::Ordering::Less;

use super::{Ray, RayHit};
use crate::{Aabb, expansion::Expansion};

/// A time as a fraction: the way between two coordinates, in the direction of the ray, at a speed
/// above 0.
#[derive(Clone, Copy)]
struct Time {
    to: f64,
    from: f64,
    speed: f64,
}

impl Time {
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
    let (mut enter, mut face, mut exit) = (Time::of(ray.t_min), None, Time::of(ray.last()));
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
        let (begins, ends) = (Time { to: near, from, speed }, Time { to: far, from, speed });
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
