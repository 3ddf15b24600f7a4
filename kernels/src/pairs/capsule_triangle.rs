//! A capsule and a triangle.

use super::{
    axes::{CertainSign, Deepest, Interval, is_number, project},
    contact::{Contact, ContactPoint, RawContact},
    normal::{across_or_perpendicular, measured},
    pair_test::PairTest,
    segments::{
        CLEAR_ROUNDINGS, Touch, UnitLine, closest_between_segments, closest_on_segment,
        is_small_angle, lies_along,
    },
};
use crate::{
    real::{
        Real,
        vector::{add, add_scaled, cross, dot, scale, select, sub, sum_abs},
    },
    shape::{Capsule, Triangle},
};

/// A capsule and a triangle. The axis is, by number: 0 the normal of the triangle; `1 + i` across
/// the segment and edge `i`, from vertex `i` to the next, where the two are parallel any axis at a
/// right angle to them; 4 from a closest point of the segment to one of the triangle. A direction
/// whose angle to the normal has a sine of at most 1/32 has number 0.
///
/// **Distance.** Where the capsule's segment and the triangle are apart it is theirs, minus the
/// radius: from the segment to the edges or from its ends to the face. Where the segment pierces
/// the triangle, it is minus the radius and minus the way out along the axis that has the shortest.
///
/// **Points.** Where the segment lies along the face, at an angle whose sine is at most 1/32, both
/// ends of its part over the face; where it lies along an edge in the same way, and not over the
/// face, both ends of its part beside that; if neither is in front. Else one. The point of the
/// triangle is relative to its first vertex. A point's feature is `4 * axis + end`, where the end
/// is 0 for that towards the first end of the segment, 1 towards the second, and 2 for a point that
/// is alone.
///
/// **Rounding.** Whatever points are met, their distance is no less than the true one; and the gap
/// between the projections in the direction that was met is no more than that. *Apart* is claimed
/// only where both agree that there is a gap; *together* only where the points that were met are
/// closer than the radius, or the segment certainly pierces the triangle.
pub struct CapsuleTriangle;

/// Roundings in the distance, of the sum of all sizes: 4 in a vertex, 12 in a
/// parameter, 8 in a vector and its length, 12 in a projection; twice.
const ROUNDINGS: f32 = 72.0;

/// The number of the axis between closest points.
const CLOSEST: usize = 4;

/// The two as the center of the capsule sees them, so small that no coordinate is above 2.
struct SegmentAndTriangle<R> {
    /// Half the segment.
    axis: [R; 3],
    vertices: [[R; 3]; 3],
    edges: [[R; 3]; 3],
    normal: [R; 3],
}

/// One by the squares of two edges and of the normal, 0 where they have none.
struct FaceInverse<R> {
    first: R,
    last: R,
    normal: R,
}

/// One by the square of a vector, 0 for one whose square is no normal number.
#[inline(always)]
fn inverse_square<R: Real>(vector: [R; 3]) -> R {
    let square = dot(vector, vector);
    let is_long = square.of(f32::MIN_POSITIVE).lt(square);
    R::select(is_long, square.of(1.0) / square, square.of(0.0))
}

/// A point of the segment and one of the triangle.
#[derive(Clone, Copy)]
struct ClosestPair<R> {
    /// Where on the segment.
    t: R,
    /// From there to the point of the triangle.
    between: [R; 3],
}

impl<R: Real> ClosestPair<R> {
    #[inline(always)]
    fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        Self { t: R::select(mask, yes.t, no.t), between: select(mask, yes.between, no.between) }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        let closer = dot(other.between, other.between).lt(dot(self.between, self.between));
        Self::select(closer, other, self)
    }
}

impl<R: Real> SegmentAndTriangle<R> {
    #[inline(always)]
    fn new(a: &Capsule<3, R>, b: &Triangle<R>, inverse: R) -> Self {
        let [p, q, r] = b.vertices;
        let (mut vertices, mut edges) = (b.vertices, [sub(q, p), sub(r, q), sub(p, r)]);
        for i in 0..3 {
            vertices[i] = scale(sub(vertices[i], a.center), inverse);
            edges[i] = scale(edges[i], inverse);
        }
        let normal = cross(edges[0], edges[1]);
        Self { axis: scale(a.axis, inverse), vertices, edges, normal }
    }

    #[inline(always)]
    fn face_inverse(&self) -> FaceInverse<R> {
        let [first, _, last] = self.edges;
        FaceInverse {
            first: inverse_square(first),
            last: inverse_square(last),
            normal: inverse_square(self.normal),
        }
    }

    /// The points of the segment and an edge that are closest.
    #[inline(always)]
    fn at_edge(&self, i: usize) -> ClosestPair<R> {
        let half = scale(self.edges[i], self.axis[0].of(0.5));
        let found = closest_between_segments(self.axis, half, add(self.vertices[i], half));
        ClosestPair { t: found.s, between: found.between }
    }

    /// An end of the segment and a point of the face: the closest one, unless that is on an edge.
    #[inline(always)]
    fn at_face(&self, t: R, inverse: &FaceInverse<R>) -> ClosestPair<R> {
        let (zero, one) = (t.of(0.0), t.of(1.0));
        let [first, _, last] = self.edges;
        let to_vertex = sub(self.vertices[0], scale(self.axis, t));
        // What the vertex lacks, as a sum of two edges: of a needle any other point will do.
        let v = dot(cross(to_vertex, last), self.normal) * inverse.normal;
        let w = dot(cross(to_vertex, first), self.normal) * inverse.normal;
        let v = v.clamp(zero, one);
        let w = w.clamp(zero, one - v);
        let mut between = sub(add_scaled(to_vertex, first, v), scale(last, w));
        // Once and again along each, for the direction's sake.
        let (mut v, mut w) = (v, w);
        for _ in 0..2 {
            let step = (dot(between, last) * inverse.last).clamp(-w, one - v - w);
            (between, w) = (sub(between, scale(last, step)), w + step);
            let step = (-dot(between, first) * inverse.first).clamp(-v, one - w - v);
            (between, v) = (add_scaled(between, first, step), v + step);
        }
        ClosestPair { t, between }
    }

    /// How near to the origin the triangle comes in a direction.
    #[inline(always)]
    fn start(&self, direction: [R; 3]) -> R {
        Interval::of(project(&self.vertices, direction)).low
    }

    /// The axis that separates triangle and segment most, or along which they overlap least.
    #[inline(always)]
    fn deepest(&self) -> Deepest<3, R> {
        let (distance, direction) = self.along(measured(self.normal).1);
        let mut best = Deepest::new(direction, distance);
        let segment = UnitLine::new(self.axis).direction;
        for i in 0..3 {
            let UnitLine { direction: edge, inverse, .. } = UnitLine::new(self.edges[i]);
            let across = cross(segment, edge);
            let is_edge = inverse.of(0.0).lt(inverse);
            let first = select(is_edge, edge, segment);
            let axis = across_or_perpendicular(across, dot(across, across), first);
            let (distance, direction) = self.along(axis);
            best.add(1 + i, direction, distance);
        }
        best
    }

    /// The distance along an axis, and the axis towards the triangle.
    #[inline(always)]
    fn along(&self, axis: [R; 3]) -> (R, [R; 3]) {
        let segment = Interval::around_zero(dot(axis, self.axis).abs());
        let (distance, way) = segment.to(Interval::of(project(&self.vertices, axis)));
        (distance, scale(axis, way.of(1.0).with_sign_of(way)))
    }

    /// Points of a segment that pierces the triangle that are deepest along an axis.
    #[inline(always)]
    fn deepest_points(
        &self,
        axis: R,
        normal: [R; 3],
        met: ClosestPair<R>,
        face: &FaceInverse<R>,
    ) -> ClosestPair<R> {
        let one = axis.of(1.0);
        // The end that has gone through; where in the plane the other point is does not matter.
        let end = one.with_sign_of(dot(normal, self.axis));
        let mut deepest = ClosestPair::select(is_number(axis, 0), self.at_face(end, face), met);
        for i in 0..3 {
            // The edge, or the vertex that is not on it.
            let opposite = self.vertices[(i + 2) % 3];
            let to_vertex = closest_on_segment(opposite, self.axis);
            let at_vertex = ClosestPair { t: to_vertex.t, between: to_vertex.between };
            let is_vertex = dot(normal, opposite).lt(dot(normal, self.vertices[i]));
            let at = ClosestPair::select(is_vertex, at_vertex, self.at_edge(i));
            deepest = ClosestPair::select(is_number(axis, 1 + i), at, deepest);
        }
        deepest
    }

    /// Whether the segment certainly pierces the triangle.
    #[inline(always)]
    fn is_pierced(&self) -> R::Mask {
        let size = sum_abs(self.edges[0]) * sum_abs(self.edges[1]);
        let (along, plane) = (dot(self.normal, self.axis), dot(self.normal, self.vertices[0]));
        let (from, to) =
            (CertainSign::of(-along - plane, size), CertainSign::of(along - plane, size));
        let mut side = CertainSign::any(size);
        for i in 0..3 {
            let axis = cross(self.axis, self.edges[i]);
            let size = sum_abs(self.axis) * sum_abs(self.edges[i]);
            side = side.and(CertainSign::of(dot(axis, self.vertices[i]), size));
        }
        from.is_opposite(to) & side.is_known()
    }
}

/// What is known of the two.
struct Found<'a, R: Real> {
    two: &'a SegmentAndTriangle<R>,
    /// From the segment to the triangle.
    normal: [R; 3],
    distance: R,
    radius: R,
}

/// The parameters between which something holds of the segment: none if the first is not less.
#[derive(Clone, Copy)]
struct Part<R> {
    low: R,
    high: R,
}

impl<R: Real> Part<R> {
    /// Where `offset + slope * t` is not negative.
    #[inline(always)]
    fn clip(&mut self, offset: R, slope: R) {
        let (zero, t) = (slope.of(0.0), -offset / slope);
        self.low = R::select(zero.lt(slope), self.low.max(t), self.low);
        self.high = R::select(slope.lt(zero), self.high.min(t), self.high);
    }

    #[inline(always)]
    fn is_some(&self) -> R::Mask {
        self.low.lt(self.high)
    }
}

impl<R: Real> Found<'_, R> {
    /// The number of what decides, the points, and how many of them count.
    #[inline(always)]
    fn points(&self, axis: R, met: ClosestPair<R>, level: R) -> (R, [Touch<3, R>; 2], R) {
        let (zero, one, two) = (axis.of(0.0), axis.of(1.0), self.two);
        let (_, up) = measured(two.normal);
        let across = cross(self.normal, up);
        let faces = is_small_angle(dot(across, across), one);
        // A needle has no face: its normal is nothing but rounding.
        let noise = sum_abs(two.edges[0]) * sum_abs(two.edges[1]) * one.of(ROUNDINGS * R::UNIT);
        let faces = faces & (noise * noise).lt(dot(two.normal, two.normal));
        let along = lies_along(two.axis, self.normal);
        let whole = Part { low: -one, high: one };
        let (mut over, on_other) = (whole, add(scale(two.axis, met.t), met.between));
        let (mut beside, mut edge, mut start) = (whole, two.edges[0], two.vertices[0]);
        let mut parallel = zero.lt(zero);
        for i in 0..3 {
            let (vertex, way) = (two.vertices[i], two.edges[i]);
            let inward = cross(up, way);
            over.clip(-dot(inward, vertex), dot(inward, two.axis));
            let sine = cross(way, two.axis);
            let squares = dot(way, way) * dot(two.axis, two.axis);
            let this = is_small_angle(dot(sine, sine), squares);
            let (offset, slope) = (dot(way, vertex), dot(way, two.axis));
            let mut part = whole;
            part.clip(-offset, slope);
            part.clip(offset + dot(way, way), -slope);
            // Beside an edge is what is closest to a point of it.
            let off = cross(way, sub(on_other, vertex));
            let this = this & dot(off, off).le(dot(way, way) * (level * level)) & !parallel;
            beside.low = R::select(this, part.low, beside.low);
            beside.high = R::select(this, part.high, beside.high);
            (edge, start) = (select(this, way, edge), select(this, vertex, start));
            parallel = parallel | this;
        }
        let is_over = faces & over.is_some();
        let has_part = along & (is_over | parallel);
        let low = R::select(is_over, over.low, beside.low);
        let high = R::select(is_over, over.high, beside.high);
        let line = Line { start, edge, up, is_over };
        let both = [self.at(&line, low, zero), self.at(&line, high, one)];
        let number = R::select(faces, zero, axis);
        let alone = Touch { t: met.t, on_other, distance: self.distance, end: one + one };
        let (points, count) = alone.or_both(both, has_part, level);
        (number, points, count)
    }

    /// A point of the segment, and that of the triangle before it: on the face or on an edge.
    #[inline(always)]
    fn at(&self, line: &Line<R>, t: R, end: R) -> Touch<3, R> {
        let (zero, one) = (t.of(0.0), t.of(1.0));
        let point = scale(self.two.axis, t);
        let height = dot(line.up, sub(self.two.vertices[0], point));
        let on_face = add_scaled(point, line.up, height);
        let part = dot(sub(point, line.start), line.edge) / dot(line.edge, line.edge);
        let on_edge = add_scaled(line.start, line.edge, part.clamp(zero, one));
        let on_other = select(line.is_over, on_face, on_edge);
        let distance = dot(self.normal, sub(on_other, point)) - self.radius;
        Touch { t, on_other, distance, end }
    }
}

/// The edge that the segment lies beside, or the face that it lies over.
struct Line<R: Real> {
    start: [R; 3],
    edge: [R; 3],
    up: [R; 3],
    is_over: R::Mask,
}

impl PairTest<3, 2> for CapsuleTriangle {
    type A = Capsule<3>;
    type B = Triangle;

    const SAME: bool = false;

    #[inline(always)]
    fn contact<R: Real>(a: &Capsule<3, R>, b: &Triangle<R>) -> (RawContact<3, 2, R>, R) {
        let (zero, one) = (a.radius.of(0.0), a.radius.of(1.0));
        let [p, q, r] = b.vertices;
        let reach = sum_abs(sub(p, a.center)).max(sum_abs(sub(q, a.center)));
        let reach = reach.max(sum_abs(sub(r, a.center)));
        // Not 0, as the inverse has to be a number.
        let size = (sum_abs(a.axis) + reach + a.radius).max(one.of(f32::MIN_POSITIVE));
        let inverse = size.inverse_exponent();
        let (two, radius) = (SegmentAndTriangle::new(a, b, inverse), a.radius * inverse);
        let (sizes, size) = (size * inverse, one / inverse);

        let edges = [two.at_edge(0), two.at_edge(1), two.at_edge(2)];
        let face = two.face_inverse();
        let faces = two.at_face(-one, &face).or(two.at_face(one, &face));
        let met = edges[0].or(edges[1]).or(edges[2]).or(faces);
        let square = dot(met.between, met.between);
        let length = square.sqrt();
        let is_long = zero.of(f32::MIN_POSITIVE).lt(square);
        let direction = scale(met.between, R::select(is_long, one / length, zero));
        let at_least = two.start(direction) - dot(direction, two.axis).abs();
        let deepest = two.deepest();

        // Where the two are apart, and clear of rounding, no axis is better than the direction from
        // one closest point to the other.
        let is_clear = (sizes * one.of(CLEAR_ROUNDINGS * R::UNIT)).lt(length);
        let is_closest = is_clear & zero.lt(deepest.distance.max(at_least));
        let by_axis = !(is_closest | deepest.distance.max(zero).lt(at_least));
        let axis = R::select(by_axis, deepest.axis, one.of(CLOSEST as f32));
        let normal = select(by_axis, deepest.direction, direction);
        let core = R::select(by_axis, deepest.distance, length);
        let distance = core - radius;

        let level = sizes * one.of(ROUNDINGS * R::UNIT) + one.of(f32::MIN_POSITIVE);
        let is_apart = level.lt(at_least);
        let together = (length - radius).lt(-level) | two.is_pierced();
        let doubt = (length - at_least).max(zero);
        let doubt = R::select(is_apart, level + doubt, one.of(f32::INFINITY));
        let slack = R::select(together, level, doubt) * size;

        let is_in = by_axis & (level.lt(length) | deepest.distance.lt(-level));
        let at = ClosestPair::select(is_in, two.deepest_points(axis, normal, met, &face), met);
        let found = Found { two: &two, normal, distance, radius };
        let (axis, points, count) = found.points(axis, at, level);
        let mut contact = Contact {
            normal,
            distance: distance * size,
            axis,
            count,
            points: [ContactPoint::splat(zero); 2],
        };
        for (point, found) in contact.points.iter_mut().zip(points) {
            *point = ContactPoint {
                on_a: add_scaled(scale(a.axis, found.t), normal, a.radius),
                on_b: scale(sub(found.on_other, two.vertices[0]), size),
                distance: found.distance * size,
                feature: axis * one.of(4.0) + found.end,
            };
        }
        (contact, slack)
    }
}
