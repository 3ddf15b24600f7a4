//! Two segments in the plane.

use crate::{
    Aabb,
    geometry::{
        closest,
        determinant::area,
        points::{finite, rounded, wide},
    },
    real::vector::{add_scaled, sub},
};

/// What two segments have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SegmentIntersection {
    /// Nothing.
    None,
    /// A point.
    Point([f32; 2]),
    /// The segment between two points, each an end of one of the segments, in the order of their
    /// coordinates.
    Overlap([[f32; 2]; 2]),
}

/// What two segments in the plane have in common, decided without rounding. Either may have no
/// length. Nothing where something is not finite.
///
/// Where an end of one is on the other, that is the point, as it is; any other point is within the
/// boxes of both.
///
/// C. Ericson, *Real-Time Collision Detection*, section 5.1.9.1, with J. R. Shewchuk's exact signs.
#[must_use]
pub fn segments(first: [[f32; 2]; 2], second: [[f32; 2]; 2]) -> SegmentIntersection {
    let ([a, b], [c, d]) = (first, second);
    if !finite(&[a, b, c, d]) {
        return SegmentIntersection::None;
    }
    let [of_a, of_b] = [area(c, d, a), area(c, d, b)];
    let [of_c, of_d] = [area(a, b, c), area(a, b, d)];
    let one_side = |p: f64, q: f64| (p > 0.0 && q > 0.0) || (p < 0.0 && q < 0.0);
    if one_side(of_a, of_b) || one_side(of_c, of_d) {
        return SegmentIntersection::None;
    }
    if [of_a, of_b, of_c, of_d] == [0.0; 4] {
        return on_a_line(first, second);
    }
    let ends = [(of_a, a), (of_b, b), (of_c, c), (of_d, d)];
    let point = match ends.iter().find(|(side, _)| *side == 0.0) {
        Some((_, end)) => *end,
        None => crossing(first, second, of_a / (of_a - of_b)),
    };
    SegmentIntersection::Point(point)
}

/// What two segments on one line have in common. Along a line points are in the order of their
/// coordinates.
fn on_a_line(first: [[f32; 2]; 2], second: [[f32; 2]; 2]) -> SegmentIntersection {
    let ordered = |[p, q]: [[f32; 2]; 2]| if q < p { [q, p] } else { [p, q] };
    let ([a, b], [c, d]) = (ordered(first), ordered(second));
    let (low, high) = (if a < c { c } else { a }, if d < b { d } else { b });
    if high < low {
        SegmentIntersection::None
    } else if low == high {
        SegmentIntersection::Point(low)
    } else {
        SegmentIntersection::Overlap([low, high])
    }
}

/// The point at `t` on the first segment, rounded, within the boxes of both.
fn crossing(first: [[f32; 2]; 2], second: [[f32; 2]; 2], t: f64) -> [f32; 2] {
    let [a, b] = first.map(wide);
    let boxes = [first, second].map(|[p, q]| Aabb::point(p).including(q));
    let point = rounded(add_scaled(a, sub(b, a), t));
    boxes.iter().fold(point, closest::aabb)
}
