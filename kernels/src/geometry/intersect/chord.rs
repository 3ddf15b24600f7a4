//! Where two spheres, or circles, have common points: on a plane across the line of their centers.

use super::super::{determinant::clear, finite, wide};
use crate::{
    expansion::Expansion,
    real::vector::{add_scaled, dot, scale, sub},
    shape::Ball,
};

/// How the surfaces of two balls lie to each other.
pub(super) enum Chord<const D: usize> {
    /// They have no common point.
    Apart,
    /// They are the same surface, with a radius above 0.
    Same,
    /// They touch in a point.
    Touch([f64; D]),
    /// They cross: in all points at a distance from a center, across a unit vector.
    Cross {
        /// The center.
        center: [f64; D],
        /// From the first center to the second.
        direction: [f64; D],
        /// The distance from the center.
        radius: f64,
    },
}

impl<const D: usize> Chord<D> {
    /// How the surfaces of two balls lie to each other, decided without rounding.
    pub(super) fn new(first: &Ball<D>, second: &Ball<D>) -> Self {
        let radii = [first.radius, second.radius];
        if !finite(&[first.center, second.center])
            || !radii.iter().all(|r| *r >= 0.0 && r.is_finite())
        {
            return Self::Apart;
        }
        let [r, s] = radii.map(f64::from);
        let (center, between) = (wide(first.center), sub(wide(second.center), wide(first.center)));
        let distance = dot(between, between).sqrt();
        if distance == 0.0 {
            return match (r == s, r == 0.0) {
                (true, true) => Self::Touch(center),
                (true, false) => Self::Same,
                _ => Self::Apart,
            };
        }
        // Squares of the distance less those of the largest and the smallest for touching.
        let (outer, inner) =
            (gap(first, second, [1.0, 1.0, 2.0]), gap(first, second, [1.0, 1.0, -2.0]));
        if outer > 0.0 || inner < 0.0 {
            return Self::Apart;
        }
        let direction = scale(between, 1.0 / distance);
        let along = gap(first, second, [-1.0, 1.0, 0.0]) / (2.0 * distance);
        let center = add_scaled(center, direction, along);
        if outer == 0.0 || inner == 0.0 {
            return Self::Touch(center);
        }
        let radius = (-outer).sqrt() * inner.sqrt() / (2.0 * distance);
        Self::Cross { center, direction, radius }
    }
}

/// The square of the distance of the centers, less `u` and `v` times the squares of the radii and
/// `w` times their product.
fn gap<const D: usize>(first: &Ball<D>, second: &Ball<D>, [u, v, w]: [f64; 3]) -> f64 {
    let [r, s] = [first.radius, second.radius].map(f64::from);
    let of_radii = [-u * r * r, -v * s * s, -w * r * s];
    let between = sub(wide(second.center), wide(first.center));
    let square = dot(between, between);
    let sizes = of_radii.iter().fold(square, |sum, x| sum + x.abs());
    clear(of_radii.iter().fold(square, |sum, x| sum + x), sizes).unwrap_or_else(|| {
        let mut sum = Expansion::of(of_radii);
        for (p, q) in wide(first.center).into_iter().zip(wide(second.center)) {
            sum.add(p * p);
            sum.add(-2.0 * p * q);
            sum.add(q * q);
        }
        sum.value()
    })
}
