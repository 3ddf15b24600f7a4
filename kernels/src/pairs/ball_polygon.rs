//! A ball and a convex polygon.

use super::{
    contact::{Contact, ContactPoint, RawContact},
    normal::{measured, toward},
    pair_test::PairTest,
    segments::{hidden_in_squares, slack},
};
use crate::{
    real::{
        Mask, Real,
        vector::{add_scaled, dot, scale, select, sub, sum_abs},
    },
    shape::{Ball, MAX_VERTICES, Polygon, in_f64},
};

/// A ball and a polygon. The axis and the feature of the point tell what of the polygon is closest:
/// `i` for edge `i`, which goes from vertex `i` to the next, and `16 + i` for vertex `i`.
///
/// A ball whose center is in the polygon leaves through the edge that is nearest, of those equally
/// near the one with the lowest number. The vertices may be off a convex hull by some roundings
/// of their size.
pub struct BallPolygon;

/// The number of vertex 0.
const VERTEX: f32 = MAX_VERTICES as f32;

/// Roundings in the distance, of the sum of all sizes: 2 in the vector from a vertex to the ball,
/// 8 in the place on an edge, 4 in the vector from there and its length, 2 in the radius. Doubled,
/// and the same again for vertices that are off.
const ROUNDINGS: f32 = 64.0;

/// The square of an edge that is shorter has lost digits, or all of them: `f32` can tell edges down
/// to 1e-18, `f64` all whose lengths are normal numbers in `f32`.
#[inline(always)]
fn least_square<R: Real>(like: R) -> R {
    let unit = like.of(R::UNIT);
    unit * unit * (unit * unit) * unit
}

/// What of a polygon is closest to a point.
struct Closest<R: Real> {
    /// The square of the distance to it.
    square: R,
    /// From there to the point.
    between: [R; 2],
    /// The edge it is on.
    edge: [R; 2],
    /// The square of the length of the edge, 0 while there is none.
    length_square: R,
    /// Where on the polygon it is, as the number of the feature.
    feature: R,
    /// Whether the point is to the left of all edges so far.
    inside: R::Mask,
    /// The largest sum of the sizes of a vertex' components.
    size: R,
    /// The length of the longest edge that is too short to tell.
    lost: R,
}

impl<R: Real> Closest<R> {
    /// What is closest to a point, relative to the polygon's center.
    #[inline(always)]
    fn new(polygon: &Polygon<R>, point: [R; 2]) -> Self {
        let zero = polygon.count.of(0.0);
        let between = sub(point, polygon.vertices[0]);
        let mut closest = Self {
            square: dot(between, between),
            between,
            edge: [zero; 2],
            length_square: zero,
            feature: zero.of(VERTEX),
            inside: zero.le(zero),
            size: zero,
            lost: zero,
        };
        for number in 0..MAX_VERTICES {
            let is_there = zero.of(number as f32).lt(polygon.count);
            if !is_there.any() {
                break;
            }
            let next = (number + 1) % MAX_VERTICES;
            let ends = [polygon.vertices[number], polygon.vertices[next]];
            // Behind the last there is the first again, which is no vertex of its own.
            let last = polygon.count.le(zero.of((number + 1) as f32));
            let end = R::select(last, zero, zero.of((number + 1) as f32));
            closest.add(point, ends, is_there, [zero.of(number as f32), end]);
        }
        closest
    }

    /// One more edge, with its number and that of the vertex at its end.
    #[inline(always)]
    fn add(&mut self, point: [R; 2], [from, to]: [[R; 2]; 2], is_there: R::Mask, numbers: [R; 2]) {
        let (zero, one) = (self.square.of(0.0), self.square.of(1.0));
        let (edge, from_start) = (sub(to, from), sub(point, from));
        let length_square = dot(edge, edge);
        let tells = is_there & least_square(zero).le(length_square);
        let t = (dot(from_start, edge) / length_square).clamp(zero, one);
        let between = sub(from_start, scale(edge, t));
        let square = dot(between, between);
        let (at_start, at_end) = (t.le(zero), one.le(t));
        let vertex = R::select(at_end, numbers[1], numbers[0]) + zero.of(VERTEX);
        let feature = R::select(at_start | at_end, vertex, numbers[0]);

        let no_edge_yet = self.length_square.le(zero);
        let closer = tells & (square.lt(self.square) | no_edge_yet);
        self.square = R::select(closer, square, self.square);
        self.between = select(closer, between, self.between);
        self.edge = select(closer, edge, self.edge);
        self.length_square = R::select(closer, length_square, self.length_square);
        self.feature = R::select(closer, feature, self.feature);

        let side = edge[0] * from_start[1] - edge[1] * from_start[0];
        self.inside = self.inside & (zero.le(side) | !tells);
        self.size = self.size.max(sum_abs(from));
        let short = R::select(tells | !is_there, zero, sum_abs(edge));
        self.lost = self.lost.max(short);
    }
}

impl PairTest<2, 1> for BallPolygon {
    type A = Ball<2>;
    type B = Polygon;

    const SAME: bool = false;

    #[inline(always)]
    fn contact<R: Real>(a: &Ball<2, R>, b: &Polygon<R>) -> (RawContact<2, 1, R>, R) {
        let center = sub(a.center, b.center);
        let closest = Closest::new(b, center);
        let Closest { between, edge, feature, .. } = closest;
        let one = feature.of(1.0);
        let size = sum_abs(center) + closest.size;

        let (length, way) = measured(between);
        let (_, right) = measured([edge[1], -edge[0]]);
        // Before the tip of a needle a point may seem to be to the left of all edges. In truth what
        // is closest then is at a right angle to the edge.
        let beside = (length * one.of(0.75)).lt(dot(between, right).abs());
        // Of what no edge tells nothing is inside.
        let has_edges = one.of(0.0).lt(closest.length_square);
        let inside = closest.inside & beside & has_edges;
        let distance = R::select(inside, -length, length) - (a.radius + b.rounding);

        // If it is not so close that the direction is mostly rounding, or may be that of an edge
        // that is too short to tell: that from a vertex, and that across an edge the way the ball
        // is, which lies on both sides of a polygon without an area.
        let lost = closest.lost * one.of(VERTEX);
        let noise = size * one.of(ROUNDINGS * R::UNIT) + lost;
        let tells = noise.lt(length) & !inside;
        let is_vertex = one.of(VERTEX).le(feature);
        let aside = select(is_vertex, way, toward(right, between));
        let outward = select(tells, aside, right);
        let point = ContactPoint {
            on_a: scale(outward, -a.radius),
            on_b: add_scaled(sub(center, between), outward, b.rounding),
            distance,
            feature,
        };
        let normal = [-outward[0], -outward[1]];
        let contact = Contact { normal, distance, axis: feature, count: one, points: [point] };
        (contact, slack(size + a.radius + b.rounding, ROUNDINGS) + hidden_in_squares(size) + lost)
    }

    /// Whether in some direction, of those from all vertices and across all edges, all vertices are
    /// beyond the ball: so it does not matter whether the hull is convex to the last bit.
    #[cold]
    fn apart(a: &Ball<2>, b: &Polygon) -> bool {
        let (a, b) = (in_f64::<Ball<2>>(a), in_f64::<Polygon>(b));
        let place = sub(b.center, a.center);
        let vertices = &b.vertices[..b.count as usize];
        let to_vertices = vertices.iter().map(|vertex| add_scaled(place, *vertex, 1.0));
        let edges = vertices.iter().zip(&b.vertices[1..]).map(|(from, to)| sub(*to, *from));
        let around = sub(b.vertices[0], vertices[vertices.len() - 1]);
        let across = edges.chain([around]).map(|[x, y]| [-y, x]);
        let sizes = vertices.iter().map(|vertex| sum_abs(*vertex)).fold(sum_abs(place), f64::max);
        let radius = a.radius + b.rounding;
        let slack = slack(sum_abs(place) + sizes + radius, ROUNDINGS);
        to_vertices.chain(across).any(|way| {
            let length = dot(way, way).sqrt();
            let beyond = |vertex: &[f64; 2]| dot(*vertex, way) + dot(place, way);
            let least = vertices.iter().map(beyond).fold(f64::INFINITY, f64::min);
            least - radius * length > slack * length
        })
    }
}
