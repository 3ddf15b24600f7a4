//! Where two circles, or two spheres, cross.

use crate::{
    geometry::{
        determinant::clear,
        expansion::Expansion,
        points::{finite, rounded, wide},
    },
    real::vector::{add_scaled, dot, scale, sub},
    shape::Ball,
};

/// A bound of the error of a point in units of the sum of the sizes, rounding to `f32` apart.
pub const ERROR: f64 = 8.0 * crate::geometry::determinant::ERROR;

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

/// What two circles, or a circle and a segment, have in common: points of the lines, not of the
/// discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CircleIntersection {
    /// Nothing: they are apart, or one is within the other.
    None,
    /// They touch, or a segment ends within the circle.
    Point([f32; 2]),
    /// They cross.
    Points([[f32; 2]; 2]),
    /// They are the same circle, of a radius above 0.
    Same,
}

/// The common points of two circles; a circle of radius 0 is a point. How many there are is decided
/// without rounding. Of two points the first is on the left, seen from the first center. None where
/// a radius is negative or something is not finite.
#[must_use]
pub fn circles(first: &Ball<2>, second: &Ball<2>) -> CircleIntersection {
    match Chord::new(first, second) {
        Chord::Apart => CircleIntersection::None,
        Chord::Same => CircleIntersection::Same,
        Chord::Touch(point) => CircleIntersection::Point(rounded(point)),
        Chord::Cross { center, direction: [x, y], radius } => {
            let at = |by| rounded(add_scaled(center, [-y, x], by));
            CircleIntersection::Points([at(radius), at(-radius)])
        }
    }
}

/// What two spheres have in common: points of the surfaces, not of the balls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SphereIntersection {
    /// Nothing: they are apart, or one is within the other.
    None,
    /// They touch.
    Point([f32; 3]),
    /// They cross in a circle.
    Circle {
        /// Its center.
        center: [f32; 3],
        /// A unit vector across it, from the first sphere's center to the second's.
        normal: [f32; 3],
        /// Its radius; 0 only where it is too small for an `f32`.
        radius: f32,
    },
    /// They are the same sphere, of a radius above 0.
    Same,
}

/// The common points of two spheres; a sphere of radius 0 is a point. What they are is decided
/// without rounding. None where a radius is negative or something is not finite.
///
/// ```
/// use jostle_kernels::geometry::intersect::{self, SphereIntersection};
/// use jostle_kernels::shape::Ball;
///
/// let low = Ball { center: [0.0, 0.0, 1.0], radius: 5.0 };
/// let high = Ball { center: [0.0, 0.0, 7.0], radius: 5.0 };
/// let (center, normal) = ([0.0, 0.0, 4.0], [0.0, 0.0, 1.0]);
/// let circle = SphereIntersection::Circle { center, normal, radius: 4.0 };
/// assert_eq!(intersect::spheres(&low, &high), circle);
/// ```
#[must_use]
pub fn spheres(first: &Ball<3>, second: &Ball<3>) -> SphereIntersection {
    match Chord::new(first, second) {
        Chord::Apart => SphereIntersection::None,
        Chord::Same => SphereIntersection::Same,
        Chord::Touch(point) => SphereIntersection::Point(rounded(point)),
        Chord::Cross { center, direction, radius } => SphereIntersection::Circle {
            center: rounded(center),
            normal: rounded(direction),
            radius: radius as f32,
        },
    }
}
