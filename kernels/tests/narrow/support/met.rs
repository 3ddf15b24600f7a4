//! Shapes that a moving ball may meet.

use std::fmt::Debug;

use jostle_kernels::shape::{Ball, Capsule, Obb};

use super::{Exact, exact, way::Way};

/// What is asked of a shape that a ball meets, without rounding.
pub(crate) trait Met<const D: usize>: Copy + Debug {
    fn center(&self) -> [f32; D];
    /// Whether a point on its way comes as close as `radius`.
    fn meets(&self, way: &Way<D>, radius: &Exact) -> bool;
    /// How far a place relative to the center is from the shape, and the direction from there.
    fn distance(&self, place: [f64; D]) -> (f64, [f64; D]);
    /// The sum of its sizes.
    fn sizes(&self) -> f64;
    /// A bound of what it may be taken to be larger or smaller than it is, of its sizes.
    fn skew(&self) -> f64 {
        0.0
    }
    /// A point of what it is but for its radius, relative to the center, that is farthest in a
    /// direction, and the radius.
    fn farthest(&self, direction: [f32; D]) -> ([f32; D], f32);
}

/// The dot product.
pub(crate) fn dot<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The length.
pub(crate) fn length<const D: usize>(v: [f64; D]) -> f64 {
    dot(v, v).sqrt()
}

impl<const D: usize> Met<D> for Ball<D> {
    fn center(&self) -> [f32; D] {
        self.center
    }
    fn meets(&self, way: &Way<D>, radius: &Exact) -> bool {
        way.meets_ball(&(radius.clone() + exact(self.radius)))
    }
    fn distance(&self, place: [f64; D]) -> (f64, [f64; D]) {
        (length(place) - f64::from(self.radius), place)
    }
    fn sizes(&self) -> f64 {
        f64::from(self.radius)
    }
    fn farthest(&self, _direction: [f32; D]) -> ([f32; D], f32) {
        ([0.0; D], self.radius)
    }
}

impl<const D: usize> Met<D> for Capsule<D> {
    fn center(&self) -> [f32; D] {
        self.center
    }
    fn meets(&self, way: &Way<D>, radius: &Exact) -> bool {
        way.meets_capsule(&self.axis.map(exact), &(radius.clone() + exact(self.radius)))
    }
    fn distance(&self, place: [f64; D]) -> (f64, [f64; D]) {
        let axis = self.axis.map(f64::from);
        let along = (dot(place, axis) / dot(axis, axis).max(1e-300)).clamp(-1.0, 1.0);
        let away = std::array::from_fn(|i| place[i] - axis[i] * along);
        (length(away) - f64::from(self.radius), away)
    }
    fn sizes(&self) -> f64 {
        f64::from(self.radius) + self.axis.iter().map(|x| f64::from(x.abs())).sum::<f64>()
    }
    fn farthest(&self, direction: [f32; D]) -> ([f32; D], f32) {
        let along: f32 = self.axis.iter().zip(direction).map(|(a, b)| a * b).sum();
        let sign = if along < 0.0 { -1.0 } else { 1.0 };
        (self.axis.map(|x| x * sign), self.radius)
    }
}

/// Boxes; exact for those whose axes are along those of the space, in any order.
impl<const D: usize> Met<D> for Obb<D> {
    fn center(&self) -> [f32; D] {
        self.center
    }
    fn meets(&self, way: &Way<D>, radius: &Exact) -> bool {
        let half = std::array::from_fn(|i| {
            let own = self.axes.iter().position(|axis| axis[i] != 0.0).expect("an axis");
            exact(self.half[own]) * exact(self.axes[own][i]).abs()
        });
        way.meets_rounded_box(&half, radius)
    }
    fn distance(&self, place: [f64; D]) -> (f64, [f64; D]) {
        let mut away = place;
        for (axis, half) in self.axes.iter().zip(self.half) {
            let axis = axis.map(f64::from);
            let inside = dot(axis, place).clamp(-f64::from(half), f64::from(half));
            for (away, axis) in away.iter_mut().zip(axis) {
                *away -= axis * inside;
            }
        }
        (length(away), away)
    }
    fn skew(&self) -> f64 {
        let off = |axis: &[f32; D]| (length(axis.map(f64::from)) - 1.0).abs();
        4.0 * self.axes.iter().map(off).sum::<f64>()
    }
    fn sizes(&self) -> f64 {
        self.half.iter().map(|x| f64::from(*x)).sum()
    }
    fn farthest(&self, direction: [f32; D]) -> ([f32; D], f32) {
        let mut point = [0.0; D];
        for (axis, half) in self.axes.iter().zip(self.half) {
            for i in 0..D {
                point[i] += axis[i].abs() * half * direction[i].signum();
            }
        }
        (point, 0.0)
    }
}
