//! A circle and a segment.

use super::{
    super::{
        determinant::{ERROR, area, clear},
        finite,
        inside::power,
        rounded, wide,
    },
    CircleIntersection,
};
use crate::{
    expansion::Expansion,
    real::vector::{add_scaled, dot, sub},
    shape::Ball,
};

/// How close a segment is to pass a circle to touch it, in radii.
const GRAZING: f64 = 8.0 * ERROR;

/// The points that a segment has in common with a circle, from the first end on; a circle of radius
/// 0 is a point, and so is a segment of no length. None where a radius is negative or something is
/// not finite.
///
/// How many there are is decided without rounding, but for segments that begin and end outside and
/// pass the line of the circle, inside or outside, by no more than 2^-30 of its radius: these touch
/// it. There, and where a point is close to such a place, both of its distances, from circle and
/// segment, are bounded as those of other points are, not that from the point of exact arithmetic.
///
/// C. Ericson, *Real-Time Collision Detection*, section 5.3.2.
#[must_use]
pub fn circle_segment(circle: &Ball<2>, [a, b]: [[f32; 2]; 2]) -> CircleIntersection {
    use CircleIntersection::{None, Point, Points};
    let radius = circle.radius.is_finite() && circle.radius >= 0.0;
    if !finite(&[circle.center, a, b]) || !radius {
        return None;
    }
    let [from, to] = [a, b].map(|end| power(end, circle));
    if from == 0.0 && to == 0.0 {
        return if a == b { Point(a) } else { Points([a, b]) };
    }
    let there = Line::new(circle, a, b);
    let back = Line::new(circle, b, a);
    if from == 0.0 {
        let through = to > 0.0 && there.comes_closer();
        return if through { Points([a, there.opposite()]) } else { Point(a) };
    }
    if to == 0.0 {
        let through = from > 0.0 && back.comes_closer();
        return if through { Points([back.opposite(), b]) } else { Point(b) };
    }
    match (from > 0.0, to > 0.0) {
        (false, false) => None,
        (false, true) => Point(there.way_out(from)),
        (true, false) => Point(back.way_out(to)),
        (true, true) if there.comes_closer() && back.comes_closer() => there.pass(),
        (true, true) => None,
    }
}

/// A line through a circle, and two points of it.
struct Line<'a> {
    circle: &'a Ball<2>,
    from: [f32; 2],
    to: [f32; 2],
    side: [f64; 2],
    /// The square of the length of the side.
    square: f64,
    /// The way from the center to the first point along the side, times the length of that.
    along: f64,
}

impl<'a> Line<'a> {
    fn new(circle: &'a Ball<2>, from: [f32; 2], to: [f32; 2]) -> Self {
        let side = sub(wide(to), wide(from));
        let (square, along) = (dot(side, side), dot(sub(wide(from), wide(circle.center)), side));
        Self { circle, from, to, side, square, along }
    }

    fn at(&self, t: f64) -> [f32; 2] {
        rounded(add_scaled(wide(self.from), self.side, t))
    }

    /// Whether the line comes closer to the center after its first point, without rounding.
    fn comes_closer(&self) -> bool {
        let to_center = sub(wide(self.circle.center), wide(self.from));
        let [x, y] = [0, 1].map(|axis| self.side[axis] * to_center[axis]);
        let closer = clear(x + y, x.abs() + y.abs()).unwrap_or_else(|| {
            let mut sum = Expansion::default();
            for axis in 0..2 {
                let [from, to, center] =
                    [self.from, self.to, self.circle.center].map(|point| f64::from(point[axis]));
                for term in [to * center, -to * from, -from * center, from * from] {
                    sum.add(term);
                }
            }
            sum.value()
        });
        closer > 0.0
    }

    /// Where a line that begins on the circle meets it again.
    fn opposite(&self) -> [f32; 2] {
        self.at(-2.0 * self.along / self.square)
    }

    /// Where a line that begins within the circle leaves it, by the power of its first point.
    fn way_out(&self, power: f64) -> [f32; 2] {
        let root = (self.along * self.along - self.square * power).sqrt();
        // Not as a difference.
        self.at(if self.along > 0.0 {
            -power / (self.along + root)
        } else {
            (root - self.along) / self.square
        })
    }

    /// The points of a line that begins outside, comes closer, and ends outside.
    fn pass(&self) -> CircleIntersection {
        let reach = f64::from(self.circle.radius) * self.square.sqrt();
        let beside = area(self.from, self.to, self.circle.center).abs();
        let (within, middle) = (reach - beside, -self.along / self.square);
        if within < -GRAZING * reach {
            CircleIntersection::None
        } else if within <= GRAZING * reach {
            CircleIntersection::Point(self.at(middle))
        } else {
            let half = (within * (reach + beside)).sqrt() / self.square;
            CircleIntersection::Points([self.at(middle - half), self.at(middle + half)])
        }
    }
}
