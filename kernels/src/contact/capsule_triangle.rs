//! Capsules against triangles.

use super::{
    Contact, Found, PairTest, Point,
    closest::{Along, closest_between_segments, closest_on_segment},
    normal::{across_or_perpendicular, measured},
    touch::is_number,
};
use crate::{
    real::{
        Real,
        vector::{add, add_scaled, cross, dot, scale, select, sub, sum_abs},
    },
    sat::{
        deepest::Deepest,
        interval::{Interval, project},
        side::Side,
    },
    shape::{Capsule, Triangle},
};

/// A capsule and a triangle. The axis, which is the feature of the point as well, is by number: 0
/// the normal of the triangle; `1 + i` across the segment and edge `i`, from vertex `i` to the
/// next, where the two are parallel any axis at a right angle to them; 4 from a closest point of
/// the segment to one of the triangle. The point of the triangle is relative to its first vertex.
///
/// **Distance.** Where the capsule's segment and the triangle are apart it is theirs, minus the
/// radius: from the segment to the edges or from its ends to the face. Where the segment pierces
/// the triangle, it is minus the radius and minus the way out along the axis that has the shortest.
///
/// **Rounding.** Whatever points are met, their distance is no less than the true one; and the gap
/// between the projections in the direction that was met is no more than that. *Apart* is claimed
/// only where both agree that there is a gap; *together* only where the points that were met are
/// closer than the radius, or the segment certainly pierces the triangle.
pub struct CapsuleTriangle;

/// Roundings in the distance, of the sum of all sizes, which is scaled to 1: 4 in a vertex, 12 in a
/// parameter, 8 in a vector and its length, 12 in a projection; twice.
const ROUNDINGS: f32 = 72.0;

/// The number of the axis between closest points.
const CLOSEST: usize = 4;

/// The two as the center of the capsule sees them, so small that no coordinate is above 1.
struct Relative<R> {
    /// Half the segment.
    axis: [R; 3],
    vertices: [[R; 3]; 3],
    edges: [[R; 3]; 3],
    normal: [R; 3],
}

/// A point of the segment and one of the triangle.
#[derive(Clone, Copy)]
struct Met<R> {
    /// Where on the segment.
    t: R,
    /// From there to the point of the triangle.
    between: [R; 3],
}

impl<R: Real> Met<R> {
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

impl<R: Real> Relative<R> {
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

    /// The points of the segment and an edge that are closest.
    #[inline(always)]
    fn at_edge(&self, i: usize) -> Met<R> {
        let half = scale(self.edges[i], self.axis[0].of(0.5));
        let found = closest_between_segments(self.axis, half, add(self.vertices[i], half));
        Met { t: found.s, between: found.between }
    }

    /// An end of the segment and a point of the face: the closest one, unless that is on an edge.
    #[inline(always)]
    fn at_face(&self, t: R) -> Met<R> {
        let (zero, one) = (t.of(0.0), t.of(1.0));
        let [first, _, last] = self.edges;
        let to_vertex = sub(self.vertices[0], scale(self.axis, t));
        // What the vertex lacks, as a sum of two edges: of a needle any other point will do.
        let square = dot(self.normal, self.normal);
        let v = dot(cross(to_vertex, last), self.normal) / square;
        let w = dot(cross(to_vertex, first), self.normal) / square;
        let is_face = zero.of(f32::MIN_POSITIVE).lt(square);
        let v = R::select(is_face, v, zero).clamp(zero, one);
        let w = R::select(is_face, w, zero).clamp(zero, one - v);
        Met { t, between: sub(add_scaled(to_vertex, first, v), scale(last, w)) }
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
        let segment = Along::new(self.axis).direction;
        for i in 0..3 {
            let Along { direction: edge, inverse, .. } = Along::new(self.edges[i]);
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
    fn deepest_points(&self, axis: R, normal: [R; 3], met: Met<R>) -> Met<R> {
        let one = axis.of(1.0);
        // The end that has gone through; where in the plane the other point is does not matter.
        let end = one.with_sign_of(dot(normal, self.axis));
        let mut deepest = Met::select(is_number(axis, 0), self.at_face(end), met);
        for i in 0..3 {
            // The edge, or the vertex that is not on it.
            let opposite = self.vertices[(i + 2) % 3];
            let to_vertex = closest_on_segment(opposite, self.axis);
            let at_vertex = Met { t: to_vertex.t, between: to_vertex.between };
            let is_vertex = dot(normal, opposite).lt(dot(normal, self.vertices[i]));
            let at = Met::select(is_vertex, at_vertex, self.at_edge(i));
            deepest = Met::select(is_number(axis, 1 + i), at, deepest);
        }
        deepest
    }

    /// Whether the segment certainly pierces the triangle.
    #[inline(always)]
    fn is_pierced(&self) -> R::Mask {
        let size = sum_abs(self.edges[0]) * sum_abs(self.edges[1]);
        let (along, plane) = (dot(self.normal, self.axis), dot(self.normal, self.vertices[0]));
        let (from, to) = (Side::of(-along - plane, size), Side::of(along - plane, size));
        let mut side = Side::any(size);
        for i in 0..3 {
            let axis = cross(self.axis, self.edges[i]);
            let size = sum_abs(self.axis) * sum_abs(self.edges[i]);
            side = side.and(Side::of(dot(axis, self.vertices[i]), size));
        }
        from.is_opposite(to) & side.is_known()
    }
}

impl PairTest<3, 1> for CapsuleTriangle {
    type A = Capsule<3>;
    type B = Triangle;

    const SAME: bool = false;

    #[inline(always)]
    fn contact<R: Real>(a: &Capsule<3, R>, b: &Triangle<R>) -> (Found<3, 1, R>, R) {
        let (zero, one) = (a.radius.of(0.0), a.radius.of(1.0));
        let [p, q, r] = b.vertices;
        let reach = sum_abs(sub(p, a.center)).max(sum_abs(sub(q, a.center)));
        let reach = reach.max(sum_abs(sub(r, a.center)));
        // Not 0, as the inverse has to be a number.
        let size = (sum_abs(a.axis) + reach + a.radius).max(one.of(f32::MIN_POSITIVE));
        let inverse = one / size;
        let (two, radius) = (Relative::new(a, b, inverse), a.radius * inverse);

        let edges = [two.at_edge(0), two.at_edge(1), two.at_edge(2)];
        let faces = two.at_face(-one).or(two.at_face(one));
        let met = edges[0].or(edges[1]).or(edges[2]).or(faces);
        let square = dot(met.between, met.between);
        let length = square.sqrt();
        let is_long = zero.of(f32::MIN_POSITIVE).lt(square);
        let direction = scale(met.between, R::select(is_long, one / length, zero));
        let at_least = two.start(direction) - dot(direction, two.axis).abs();
        let deepest = two.deepest();

        let slack = one.of(ROUNDINGS * R::UNIT) + one.of(f32::MIN_POSITIVE);
        // An axis is as good as the closest points, or better because the direction from one to
        // the other is nothing but rounding.
        let is_apart = slack.lt(at_least);
        let by_axis = !is_apart | (length - slack).le(deepest.distance);
        let axis = R::select(by_axis, deepest.axis, one.of(CLOSEST as f32));
        let normal = select(by_axis, deepest.direction, direction);
        let core = R::select(by_axis, deepest.distance, length);
        let distance = (core - radius) * size;

        let pierced = two.is_pierced();
        let together = (length - radius).lt(-slack) | pierced;
        let doubt = (length - at_least).max(zero);
        let doubt = R::select(is_apart, slack + doubt, one.of(f32::INFINITY));
        let slack = R::select(together, slack, doubt) * size;

        let level = one.of(ROUNDINGS * R::UNIT);
        let is_in = !is_apart & (level.lt(length) | deepest.distance.lt(-level));
        let at = Met::select(is_in, two.deepest_points(axis, normal, met), met);
        let core = scale(two.axis, at.t);
        let point = Point {
            on_a: add_scaled(scale(a.axis, at.t), normal, a.radius),
            on_b: scale(add(core, sub(at.between, two.vertices[0])), size),
            distance,
            feature: axis,
        };
        (Contact { normal, distance, axis, count: one, points: [point] }, slack)
    }
}
