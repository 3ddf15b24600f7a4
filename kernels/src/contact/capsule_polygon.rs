//! Capsules against convex polygons in 2D.

use super::{
    Contact, Found, PairTest, Point,
    closest::{Along, closest_on_segment},
    normal::first_axis,
    touch::{Touch, farther_end, is_number, lies_along},
};
use crate::{
    real::{
        Real,
        vector::{add, add_scaled, dot, neg, scale, select, sub, sum_abs},
    },
    sat::{
        deepest::Deepest,
        outline::{OfPolygon, Outline},
    },
    shape::{Capsule, MAX_VERTICES, Polygon},
};

/// A capsule and a polygon. The axis is, by number: 0 to 15 the edges of the polygon, edge `i` from
/// vertex `i` to the next; 16 across the segment; 17 from a closest point of the segment to one of
/// the polygon.
///
/// **Distance.** Where the capsule's segment and the polygon are apart it is theirs, minus the
/// radius: from the vertices to the segment or from its ends to the edges. Where they are not, it
/// is minus the radius and minus the way out along the axis that has the shortest.
///
/// **Points.** Where an edge decides and the segment lies along it, at an angle whose sine is at
/// most 1/32, both ends of its part before the edge, if neither is in front of it; else one. A
/// point's feature is `4 * axis + end`, where the end is 0 for that towards the first end of the
/// segment, 1 towards the second, and 2 where a vertex decides.
///
/// **Rounding.** Whatever points are met, their distance is no less than the true one; and the gap
/// between the projections in the direction that was met is no more than that. Only where both
/// agree that there is a gap it is certain. The axes are at right angles to given vectors, so that
/// they err by roundings only; if all overlap by more, the shapes touch.
pub struct CapsulePolygon;

/// Roundings in the distance, of the sum of all sizes, which is scaled to 1: 3 in a vertex, 4 in
/// the direction of an edge, 6 in a parameter, 8 in a vector and its length, 12 in a projection;
/// twice.
const ROUNDINGS: f32 = 64.0;

/// The number of the axis across the segment, and of that between closest points.
const ACROSS: usize = MAX_VERTICES;
const CLOSEST: usize = MAX_VERTICES + 1;

/// The two as the center of the capsule sees them, so small that no coordinate is above 1.
struct Relative<'a, R> {
    /// Half the segment.
    axis: [R; 2],
    radius: R,
    outline: OfPolygon<'a, R>,
    /// The vertices, and the edges from them to the next.
    vertices: [[R; 2]; MAX_VERTICES],
    edges: [[R; 2]; MAX_VERTICES],
    /// From the center of the capsule to that of the polygon.
    between: [R; 2],
    /// What the coordinates were divided by.
    size: R,
    inverse: R,
}

/// The closest points known.
struct Nearest<R> {
    square: R,
    /// From the segment to the polygon.
    between: [R; 2],
    /// Where on the segment.
    t: R,
}

impl<R: Real> Nearest<R> {
    #[inline(always)]
    fn add(&mut self, between: [R; 2], t: R) {
        let square = dot(between, between);
        let closer = square.lt(self.square);
        self.square = R::select(closer, square, self.square);
        self.between = select(closer, between, self.between);
        self.t = R::select(closer, t, self.t);
    }
}

impl<'a, R: Real> Relative<'a, R> {
    #[inline(always)]
    fn new(a: &Capsule<2, R>, b: &'a Polygon<R>) -> Self {
        let (between, outline) = (sub(b.center, a.center), OfPolygon::new(b));
        let size = sum_abs(between) + sum_abs(a.axis) + a.radius + outline.size();
        // Not 0, as the inverse has to be a number.
        let size = size.max(size.of(f32::MIN_POSITIVE));
        let inverse = size.of(1.0) / size;
        let (mut vertices, mut edges) = ([between; MAX_VERTICES], [between; MAX_VERTICES]);
        for i in 0..outline.edges() {
            let next = b.vertices[(i + 1) % MAX_VERTICES];
            vertices[i] = scale(add(between, b.vertices[i]), inverse);
            edges[i] = scale(sub(next, b.vertices[i]), inverse);
        }
        Self {
            axis: scale(a.axis, inverse),
            radius: a.radius * inverse,
            between: scale(between, inverse),
            outline,
            vertices,
            edges,
            size,
            inverse,
        }
    }

    /// How near to the origin the polygon comes in a direction.
    #[inline(always)]
    fn start(&self, direction: [R; 2]) -> R {
        dot(direction, self.between) - self.outline.reach(neg(direction)) * self.inverse
    }

    /// The closest points, if the segment and the polygon are apart.
    #[inline(always)]
    fn nearest(&self) -> Nearest<R> {
        let (zero, half, one) = (self.size.of(0.0), self.size.of(0.5), self.size.of(1.0));
        let (far, infinite) = (self.vertices[0], one.of(f32::INFINITY));
        let mut nearest = Nearest { square: infinite, between: far, t: zero };
        for i in 0..self.outline.edges() {
            let vertex = closest_on_segment(self.vertices[i], self.axis);
            nearest.add(vertex.between, vertex.t);
            let half_edge = scale(self.edges[i], half);
            let middle = add(self.vertices[i], half_edge);
            let along = Along::new(half_edge);
            for t in [-one, one] {
                let to_middle = sub(middle, scale(self.axis, t));
                let on_edge = (-along.closest(to_middle)).clamp(-one, one);
                nearest.add(add_scaled(to_middle, half_edge, on_edge), t);
            }
        }
        nearest
    }

    /// The axis that separates polygon and segment most, or along which they overlap least.
    #[inline(always)]
    fn deepest(&self) -> Deepest<2, R> {
        let zero = self.size.of(0.0);
        let never = zero.of(f32::NEG_INFINITY);
        let mut best = Deepest::new(first_axis(zero), never);
        for i in 0..self.outline.edges() {
            let (normal, is_edge) = self.outline.normal(i);
            let way = neg(normal);
            let distance = self.start(way) - dot(way, self.axis).abs();
            best.add(i, way, R::select(is_edge, distance, never));
        }
        let along = Along::new(self.axis).direction;
        let across = [-along[1], along[0]];
        let (up, down) = (self.start(across), self.start(neg(across)));
        let is_axis = zero.lt(sum_abs(along));
        best.add(ACROSS, across, R::select(is_axis, up, never));
        best.add(ACROSS, neg(across), R::select(is_axis, down, never));
        best
    }
}

/// The edge of the polygon that decides.
struct Face<R> {
    vertex: [R; 2],
    edge: [R; 2],
    /// From the segment to the polygon.
    way: [R; 2],
}

impl<R: Real> Face<R> {
    /// The point of the segment before the edge.
    #[inline(always)]
    fn before(&self, two: &Relative<'_, R>, t: R, end: R) -> Touch<2, R> {
        let to_vertex = sub(self.vertex, scale(two.axis, t));
        let (zero, one) = (t.of(0.0), t.of(1.0));
        let part = dot(neg(to_vertex), self.edge) / dot(self.edge, self.edge);
        let on_other = add_scaled(self.vertex, self.edge, part.clamp(zero, one));
        Touch { t, on_other, distance: dot(self.way, to_vertex) - two.radius, end }
    }

    /// The parameters between which the segment lies before the edge: the first is larger than the
    /// second where it does nowhere.
    #[inline(always)]
    fn beside(&self, axis: [R; 2]) -> [R; 2] {
        let one = axis[0].of(1.0);
        let (start, length) = (dot(self.edge, self.vertex), dot(self.edge, self.edge));
        let along = dot(self.edge, axis);
        let (first, second) = (start / along, (start + length) / along);
        // Nearly at a right angle to the edge it is before it with both ends or none.
        let crosses = one.of(f32::MIN_POSITIVE).lt(along.abs());
        let (low, high) = (first.min(second).max(-one), first.max(second).min(one));
        [R::select(crosses, low, -one), R::select(crosses, high, one)]
    }
}

impl PairTest<2, 2> for CapsulePolygon {
    type A = Capsule<2>;
    type B = Polygon;

    const SAME: bool = false;

    #[inline(always)]
    fn contact<R: Real>(a: &Capsule<2, R>, b: &Polygon<R>) -> (Found<2, 2, R>, R) {
        let two = Relative::new(a, b);
        let (zero, one) = (two.size.of(0.0), two.size.of(1.0));
        let (nearest, deepest) = (two.nearest(), two.deepest());
        let length = nearest.square.sqrt();
        let is_long = zero.of(f32::MIN_POSITIVE).lt(nearest.square);
        let direction = scale(nearest.between, R::select(is_long, one / length, zero));
        let at_least = two.start(direction) - dot(direction, two.axis).abs();

        let slack = one.of(ROUNDINGS * R::UNIT) + one.of(f32::MIN_POSITIVE);
        // An axis is as good as the closest points, or better because the direction from one to
        // the other is nothing but rounding.
        let is_apart = slack.lt(at_least);
        let by_axis = !is_apart | (length - slack).le(deepest.distance);
        let axis = R::select(by_axis, deepest.axis, one.of(CLOSEST as f32));
        let normal = select(by_axis, deepest.direction, direction);
        let distance = R::select(by_axis, deepest.distance, length) - two.radius;

        let together = (length - two.radius).lt(-slack) | deepest.distance.lt(-slack);
        let doubt = (length - at_least).max(zero);
        let doubt = R::select(is_apart, slack + doubt, one.of(f32::INFINITY));
        let slack = R::select(together, slack, doubt) * two.size;

        let found = Touch {
            t: nearest.t,
            on_other: add_scaled(scale(two.axis, nearest.t), nearest.between, one),
            distance,
            end: one + one,
        };
        let (points, count) = two.points(axis, normal, found);
        let distance = distance * two.size;
        let mut contact =
            Contact { normal, distance, axis, count, points: [Point::splat(zero); 2] };
        for (point, found) in contact.points.iter_mut().zip(points) {
            *point = Point {
                on_a: add_scaled(scale(a.axis, found.t), normal, a.radius),
                on_b: scale(sub(found.on_other, two.between), two.size),
                distance: found.distance * two.size,
                feature: axis * one.of(4.0) + found.end,
            };
        }
        (contact, slack)
    }
}

impl<R: Real> Relative<'_, R> {
    /// The points, and how many of them count.
    #[inline(always)]
    fn points(&self, axis: R, normal: [R; 2], nearest: Touch<2, R>) -> ([Touch<2, R>; 2], R) {
        let (zero, one) = (axis.of(0.0), axis.of(1.0));
        let mut face = Face { vertex: self.vertices[0], edge: self.edges[0], way: normal };
        let mut corner = self.vertices[0];
        let mut start = dot(normal, corner);
        for i in 1..self.outline.edges() {
            let is_this = is_number(axis, i);
            face.vertex = select(is_this, self.vertices[i], face.vertex);
            face.edge = select(is_this, self.edges[i], face.edge);
            let place = dot(normal, self.vertices[i]);
            let nearer = place.lt(start);
            start = R::select(nearer, place, start);
            corner = select(nearer, self.vertices[i], corner);
        }
        // Across the segment the corner decides that lies deepest.
        let t = closest_on_segment(corner, self.axis).t;
        let at_corner = Touch { t, on_other: corner, ..nearest };
        let alone = Touch::select(is_number(axis, ACROSS), at_corner, nearest);

        let is_edge = axis.lt(axis.of(ACROSS as f32));
        let (end, number) = farther_end(self.axis, normal);
        let alone = Touch::select(is_edge, face.before(self, end, number), alone);
        let [from, to] = face.beside(self.axis);
        let both = [face.before(self, from, zero), face.before(self, to, one)];
        let along = is_edge & lies_along(self.axis, normal);
        alone.or_both(both, along, one.of(ROUNDINGS * R::UNIT))
    }
}
