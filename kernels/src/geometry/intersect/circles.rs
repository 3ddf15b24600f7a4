//! Two circles.

use super::{super::rounded, chord::Chord};
use crate::{real::vector::add_scaled, shape::Ball};

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
