//! When a box that moves along a line, or a point of a ray, first touches another box: decided
//! without rounding.
//!
//! The slab test of T. L. Kay and J. T. Kajiya, *Ray Tracing Complex Scenes* (1986), without a
//! division before all is decided.

use std::cmp::Ordering::Less;

use super::expansion::Expansion;
use crate::Aabb;

/// A time as a fraction: the way between two coordinates, in the direction of the motion, at a
/// speed above 0.
#[derive(Clone, Copy)]
pub(crate) struct MotionTime {
    to: f64,
    from: f64,
    speed: f64,
}

impl MotionTime {
    fn of(t: f32) -> Self {
        Self { to: f64::from(t), from: 0.0, speed: 1.0 }
    }

    /// Infinite or NaN where a coordinate is infinite.
    fn way(self) -> f64 {
        self.to - self.from
    }

    pub(crate) fn value(self) -> f64 {
        self.way() / self.speed
    }

    /// Whether it is not after another, without rounding.
    fn le(self, other: Self) -> bool {
        let (a, b) = (self.way() * other.speed, other.way() * self.speed);
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

/// When a box that moves by `direction` per unit of time first touches another, and on which axis;
/// on none where they touch at the first of the `times`. Nothing after the last of these counts.
/// Where both boxes are infinite the same way they touch all the time.
pub(crate) fn first_contact<const D: usize>(
    moving: &Aabb<D>,
    direction: &[f32; D],
    [first, last]: [f32; 2],
    other: &Aabb<D>,
) -> Option<(MotionTime, Option<usize>)> {
    let (mut enter, mut face, mut exit) = (MotionTime::of(first), None, MotionTime::of(last));
    for (axis, speed) in direction.iter().copied().enumerate() {
        let (low, high) = (other.min[axis], other.max[axis]);
        let (min, max) = (moving.min[axis], moving.max[axis]);
        if speed == 0.0 {
            if max < low || high < min {
                return None;
            }
            continue;
        }
        let forward = speed > 0.0;
        let sides = if forward { [low, max, high, min] } else { [-high, -min, -low, -max] };
        let ([near, front, far, back], speed) = (sides.map(f64::from), f64::from(speed.abs()));
        let begins = MotionTime { to: near, from: front, speed };
        let ends = MotionTime { to: far, from: back, speed };
        if begins.way() == f64::INFINITY || ends.way() == f64::NEG_INFINITY {
            return None;
        }
        if begins.way().is_finite() && !begins.le(enter) {
            (enter, face) = (begins, Some(axis));
        }
        if ends.way().is_finite() && ends.le(exit) {
            exit = ends;
        }
    }
    enter.le(exit).then_some((enter, face))
}
