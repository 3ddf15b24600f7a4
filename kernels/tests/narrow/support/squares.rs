//! Squares of distances, as quotients without rounding.

use std::cmp::Ordering;

use super::{Exact, cross, dot, exact, sub};

/// The squares of distances to points of a shape, one of them to the closest: each a quotient of
/// a numerator and a denominator above zero.
#[derive(Default)]
pub(crate) struct Squares(Vec<[Exact; 2]>);

impl Squares {
    /// Whether the least distance is less than, equal to or greater than another one.
    pub(crate) fn compare(&self, distance: &Exact) -> Ordering {
        let square = distance.clone() * distance.clone();
        let compare = |[over, under]: &[Exact; 2]| over.cmp(&(square.clone() * under.clone()));
        self.0.iter().map(compare).min().expect("a shape has points")
    }

    /// The square of a length.
    pub(crate) fn vector<const D: usize>(&mut self, vector: &[Exact; D]) {
        self.0.push([dot(vector, vector), exact(1.0)]);
    }

    /// No distance at all.
    pub(crate) fn zero(&mut self) {
        self.0.push([exact(0.0), exact(1.0)]);
    }

    /// From a point to the closest of an edge.
    pub(crate) fn edge<const D: usize>(
        &mut self,
        point: &[Exact; D],
        [from, to]: [&[Exact; D]; 2],
    ) {
        let (edge, way) = (sub(to, from), sub(point, from));
        let (along, length) = (dot(&way, &edge), dot(&edge, &edge));
        if along.signum() <= 0 {
            self.vector(&way);
        } else if along >= length {
            self.vector(&sub(point, to));
        } else {
            let over = dot(&way, &way) * length.clone() - along.clone() * along;
            self.0.push([over, length]);
        }
    }

    /// From a point to a triangle: its edges, and its face where the point is above it.
    pub(crate) fn triangle(&mut self, point: &[Exact; 3], corners: [&[Exact; 3]; 3]) {
        let [a, b, c] = corners;
        let normal = cross(&sub(b, a), &sub(c, a));
        let mut is_above = normal.iter().any(|component| component.signum() != 0);
        for [from, to] in [[a, b], [b, c], [c, a]] {
            self.edge(point, [from, to]);
            let left = cross(&sub(to, from), &sub(point, from));
            is_above &= dot(&left, &normal).signum() >= 0;
        }
        if is_above {
            let height = dot(&normal, &sub(point, a));
            self.0.push([height.clone() * height, dot(&normal, &normal)]);
        }
    }

    /// Between the segments from `-a` to `a` and from `place - b` to `place + b`: from each end to
    /// the other segment, and between the lines where their closest points are on the segments.
    pub(crate) fn segments<const D: usize>(
        &mut self,
        place: &[Exact; D],
        a: &[Exact; D],
        b: &[Exact; D],
    ) {
        let plus = |x: &[Exact; D], y: &[Exact; D]| sub(x, &negated(y));
        let ([a0, a1], [b0, b1]) = ([&negated(a), a], [&sub(place, b), &plus(place, b)]);
        for end in [a0, a1] {
            self.edge(end, [b0, b1]);
        }
        for end in [b0, b1] {
            self.edge(end, [a0, a1]);
        }
        let (aa, ab, bb) = (dot(a, a), dot(a, b), dot(b, b));
        let (ap, bp, pp) = (dot(a, place), dot(b, place), dot(place, place));
        let times = |x: &Exact, y: &Exact| x.clone() * y.clone();
        let under = times(&aa, &bb) - times(&ab, &ab);
        let s = times(&ap, &bb) - times(&ab, &bp);
        let t = times(&ab, &ap) - times(&aa, &bp);
        if under.signum() > 0 && s.clone().abs() <= under && t.clone().abs() <= under {
            // The determinant of all products of `a`, `b` and `place`.
            let over = times(&pp, &under) - times(&ap, &s) + times(&bp, &t);
            self.0.push([over, under]);
        }
    }
}

/// `-a`.
pub(crate) fn negated<const D: usize>(a: &[Exact; D]) -> [Exact; D] {
    a.each_ref().map(|component| -component.clone())
}
