//! A capsule and a convex polygon in 2D.

use super::{
    axes::{Deepest, is_number},
    contact::{Contact, ContactPoint, RawContact},
    hull::{EdgeNormals, Hull, PolygonHull},
    normal::first_axis,
    pair_test::PairTest,
    segments::{
        CLEAR_ROUNDINGS, Touch, UnitLine, closest_on_segment, farther_end, is_small_angle,
        lies_along,
    },
};
use crate::{
    real::{
        Real,
        vector::{add, add_scaled, dot, neg, scale, select, sub, sum_abs},
    },
    shape::{Capsule, MAX_VERTICES, Polygon},
};

/// A capsule and a polygon. The axis is, by number: 0 to 15 the edges of the polygon, edge `i` from
/// vertex `i` to the next; 16 across the segment; 17 from a closest point of the segment to one of
/// the polygon. A direction whose angle to the normal of an edge has a sine of at most 1/32 has the
/// number of that edge.
///
/// **Distance.** Where the capsule's segment and the polygon are apart it is theirs, minus the
/// radius: from the vertices to the segment or from its ends to the edges. Where they are not, it
/// is minus the radius and minus the way out along the axis that has the shortest.
///
/// **Points.** Where an edge decides and the segment lies along it, at an angle whose sine is at
/// most 1/32, both ends of its part before the edge, if neither is in front of it; else one. A
/// point's feature is `4 * axis + end`, where the end is 0 for that towards the first end of the
/// segment, 1 towards the second, and 2 where it is neither or a vertex decides.
///
/// **Rounding.** Whatever points are met, their distance is no less than the true one; and the gap
/// between the projections in the direction that was met is no more than that. Only where both
/// agree that there is a gap it is certain. The axes are at right angles to given vectors, so that
/// they err by roundings only; if all overlap by more, the shapes touch.
pub struct CapsulePolygon;

/// Roundings in the distance, of the sum of all sizes: 3 in a vertex, 4 in the direction of an
/// edge, 6 in a parameter, 8 in a vector and its length, 12 in a projection; twice.
const ROUNDINGS: f32 = 64.0;

/// The number of the axis across the segment, and of that between closest points.
const ACROSS: usize = MAX_VERTICES;
const CLOSEST: usize = MAX_VERTICES + 1;

/// The two as the center of the capsule sees them, so small that no coordinate is above 2.
struct SegmentAndPolygon<'a, R> {
    /// Half the segment.
    axis: [R; 2],
    /// How far the surfaces are from the segment and the polygon, together.
    radius: R,
    hull: PolygonHull<'a, R>,
    /// The vertices, and the edges from them to the next.
    vertices: [[R; 2]; MAX_VERTICES],
    edges: [[R; 2]; MAX_VERTICES],
    /// From the center of the capsule to that of the polygon.
    between: [R; 2],
    /// The sum of all sizes.
    sizes: R,
    /// What the coordinates were divided by, and its inverse.
    size: R,
    inverse: R,
}

/// The closest points known.
struct NearestPoints<R> {
    square: R,
    /// From the segment to the polygon.
    between: [R; 2],
    /// Where on the segment.
    t: R,
}

impl<R: Real> NearestPoints<R> {
    #[inline(always)]
    fn add(&mut self, between: [R; 2], t: R) {
        let square = dot(between, between);
        let closer = square.lt(self.square);
        self.square = R::select(closer, square, self.square);
        self.between = select(closer, between, self.between);
        self.t = R::select(closer, t, self.t);
    }
}

impl<'a, R: Real> SegmentAndPolygon<'a, R> {
    #[inline(always)]
    fn new(a: &Capsule<2, R>, b: &'a Polygon<R>, normals: &'a EdgeNormals<R>) -> Self {
        let (between, hull) = (sub(b.center, a.center), PolygonHull::new(b, normals));
        let radius = a.radius + b.rounding;
        let size = sum_abs(between) + sum_abs(a.axis) + radius + hull.size();
        // Not 0, as the inverse has to be a number.
        let size = size.max(size.of(f32::MIN_POSITIVE));
        let inverse = size.inverse_exponent();
        let (mut vertices, mut edges) = ([between; MAX_VERTICES], [between; MAX_VERTICES]);
        for i in 0..hull.edges() {
            let next = b.vertices[(i + 1) % MAX_VERTICES];
            vertices[i] = scale(add(between, b.vertices[i]), inverse);
            edges[i] = scale(sub(next, b.vertices[i]), inverse);
        }
        Self {
            axis: scale(a.axis, inverse),
            radius: radius * inverse,
            between: scale(between, inverse),
            hull,
            vertices,
            edges,
            sizes: size * inverse,
            size: size.of(1.0) / inverse,
            inverse,
        }
    }

    /// How near to the origin the polygon comes in a direction.
    #[inline(always)]
    fn start(&self, direction: [R; 2]) -> R {
        dot(direction, self.between) - self.hull.reach(neg(direction)) * self.inverse
    }

    /// The closest points, if the segment and the polygon are apart.
    #[inline(always)]
    fn nearest(&self) -> NearestPoints<R> {
        let (zero, half, one) = (self.size.of(0.0), self.size.of(0.5), self.size.of(1.0));
        let (far, infinite) = (self.vertices[0], one.of(f32::INFINITY));
        let mut nearest = NearestPoints { square: infinite, between: far, t: zero };
        for i in 0..self.hull.edges() {
            let vertex = closest_on_segment(self.vertices[i], self.axis);
            nearest.add(vertex.between, vertex.t);
            let half_edge = scale(self.edges[i], half);
            let middle = add(self.vertices[i], half_edge);
            let along = UnitLine::new(half_edge);
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
        for i in 0..self.hull.edges() {
            let (normal, is_edge) = self.hull.normal(i);
            let way = neg(normal);
            let distance = self.start(way) - dot(way, self.axis).abs();
            best.add(i, way, R::select(is_edge, distance, never));
        }
        let along = UnitLine::new(self.axis).direction;
        let across = [-along[1], along[0]];
        let (up, down) = (self.start(across), self.start(neg(across)));
        let is_axis = zero.lt(sum_abs(along));
        best.add(ACROSS, across, R::select(is_axis, up, never));
        best.add(ACROSS, neg(across), R::select(is_axis, down, never));
        best
    }
}

/// The edge of the polygon that decides.
struct DecidingEdge<R> {
    vertex: [R; 2],
    edge: [R; 2],
    /// From the segment to the polygon.
    way: [R; 2],
}

impl<R: Real> DecidingEdge<R> {
    /// The point of the segment before the edge.
    #[inline(always)]
    fn before(&self, two: &SegmentAndPolygon<'_, R>, t: R, end: R) -> Touch<2, R> {
        let to_vertex = sub(self.vertex, scale(two.axis, t));
        let (zero, one) = (t.of(0.0), t.of(1.0));
        let part = dot(neg(to_vertex), self.edge) / dot(self.edge, self.edge);
        let part = part.clamp(zero, one);
        let on_other = add_scaled(self.vertex, self.edge, part);
        let between = add_scaled(to_vertex, self.edge, part);
        Touch { t, on_other, distance: dot(self.way, between) - two.radius, end }
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
    fn contact<R: Real>(a: &Capsule<2, R>, b: &Polygon<R>) -> (RawContact<2, 2, R>, R) {
        let normals = EdgeNormals::of(b);
        let two = SegmentAndPolygon::new(a, b, &normals);
        let (zero, one) = (two.size.of(0.0), two.size.of(1.0));
        let (nearest, deepest) = (two.nearest(), two.deepest());
        let length = nearest.square.sqrt();
        let is_long = zero.of(f32::MIN_POSITIVE).lt(nearest.square);
        let direction = scale(nearest.between, R::select(is_long, one / length, zero));
        let at_least = two.start(direction) - dot(direction, two.axis).abs();

        // Where the two are apart, and clear of rounding, no axis is better than the direction from
        // one closest point to the other.
        let is_clear = (two.sizes * one.of(CLEAR_ROUNDINGS * R::UNIT)).lt(length);
        let is_closest = is_clear & zero.lt(deepest.distance.max(at_least));
        let by_axis = !(is_closest | deepest.distance.max(zero).lt(at_least));
        let axis = R::select(by_axis, deepest.axis, one.of(CLOSEST as f32));
        let normal = select(by_axis, deepest.direction, direction);
        let distance = R::select(by_axis, deepest.distance, length) - two.radius;

        let slack = two.sizes * one.of(ROUNDINGS * R::UNIT) + one.of(f32::MIN_POSITIVE);
        let is_apart = slack.lt(at_least);
        let together = (length - two.radius).lt(-slack) | deepest.distance.lt(-slack);
        let doubt = (length - at_least).max(zero);
        let doubt = R::select(is_apart, slack + doubt, one.of(f32::INFINITY));
        let level = slack;
        let slack = R::select(together, slack, doubt) * two.size;

        let found = Touch {
            t: nearest.t,
            on_other: add_scaled(scale(two.axis, nearest.t), nearest.between, one),
            distance,
            end: one + one,
        };
        let (axis, points, count) = two.points(by_axis, axis, normal, found, level);
        let distance = distance * two.size;
        let mut contact =
            Contact { normal, distance, axis, count, points: [ContactPoint::splat(zero); 2] };
        for (point, found) in contact.points.iter_mut().zip(points) {
            *point = ContactPoint {
                on_a: add_scaled(scale(a.axis, found.t), normal, a.radius),
                on_b: add_scaled(
                    scale(sub(found.on_other, two.between), two.size),
                    normal,
                    -b.rounding,
                ),
                distance: found.distance * two.size,
                feature: axis * one.of(4.0) + found.end,
            };
        }
        (contact, slack)
    }
}

impl<R: Real> SegmentAndPolygon<'_, R> {
    /// The number of what decides, the points, and how many of them count.
    #[inline(always)]
    fn points(
        &self,
        by_axis: R::Mask,
        axis: R,
        normal: [R; 2],
        nearest: Touch<2, R>,
        level: R,
    ) -> (R, [Touch<2, R>; 2], R) {
        let (zero, one) = (axis.of(0.0), axis.of(1.0));
        let by_edge = by_axis & axis.lt(axis.of(ACROSS as f32));
        let mut face = DecidingEdge { vertex: self.vertices[0], edge: self.edges[0], way: normal };
        let (mut corner, mut is_edge, mut number) = (self.vertices[0], zero.lt(zero), axis);
        let mut start = dot(normal, corner);
        for i in 0..self.hull.edges() {
            let (outward, exists) = self.hull.normal(i);
            let sine = normal[0] * outward[1] - normal[1] * outward[0];
            let faces = is_small_angle(sine * sine, one) & dot(normal, outward).lt(zero);
            let faces = faces & exists & !is_edge;
            // Of several that face the segment the first, unless one of them decided.
            let is_this = (by_edge & is_number(axis, i)) | (!by_edge & faces);
            face.vertex = select(is_this, self.vertices[i], face.vertex);
            face.edge = select(is_this, self.edges[i], face.edge);
            number = R::select(is_this, axis.of(i as f32), number);
            is_edge = is_edge | is_this;
            let place = dot(normal, self.vertices[i]);
            let nearer = place.lt(start);
            start = R::select(nearer, place, start);
            corner = select(nearer, self.vertices[i], corner);
        }
        // Across the segment the corner decides that lies deepest.
        let t = closest_on_segment(corner, self.axis).t;
        let at_corner = Touch { t, on_other: corner, ..nearest };
        let mut alone = Touch::select(is_number(axis, ACROSS), at_corner, nearest);

        let along = lies_along(self.axis, normal);
        let (end, end_number) = farther_end(self.axis, normal);
        let end_number = R::select(along, one + one, end_number);
        alone = Touch::select(by_edge, face.before(self, end, end_number), alone);
        alone.end = R::select(is_edge, end_number, alone.end);
        let [from, to] = face.beside(self.axis);
        let both = [face.before(self, from, zero), face.before(self, to, one)];
        let (points, count) = alone.or_both(both, is_edge & along, level);
        (number, points, count)
    }
}
