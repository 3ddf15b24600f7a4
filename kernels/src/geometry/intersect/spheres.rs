//! Two spheres.

use super::{super::rounded, chord::Chord};
use crate::shape::Ball;

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
