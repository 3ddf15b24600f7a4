//! A ball and a triangle.

use super::{
    axes::Deepest,
    contact::{Contact, ContactPoint, RawContact},
    normal::{across_or_perpendicular, falls_short, measured, tells_angle},
    pair_test::PairTest,
    segments::{SEGMENT_ROUNDINGS, UnitLine, hidden_in_squares, slack},
};
use crate::{
    real::{
        Mask, Real,
        vector::{cross, dot, neg, scale, select, sub, sum_abs},
    },
    shape::{Ball, Triangle},
};

/// A ball and a triangle. The axis and the feature of the point tell what of the triangle is
/// closest: 0 the face, `1 + i` the edge from corner `i` to the next, `4 + i` corner `i`. The point
/// of the triangle is relative to its first corner.
///
/// The triangle has no inside: the normal is on the side where the ball's center is. Where that is
/// in the triangle, the normal is one of the two at a right angle to it; for a triangle without an
/// area, one at a right angle to its longest edge.
pub struct BallTriangle;

/// Roundings in the distance, of the sum of all sizes: as for closest points of segments, as the
/// face is found in the same way, 1 in the sides, 2 in the radius.
const ROUNDINGS: f32 = SEGMENT_ROUNDINGS + 3.0;

/// The point of a triangle that is closest to the origin.
struct Closest<R> {
    /// From there to the origin.
    between: [R; 3],
    /// The square of its length.
    square: R,
    /// Where on the triangle it is.
    feature: R,
}

impl<R: Real> Closest<R> {
    #[inline(always)]
    fn on_triangle(sides: &TriangleSides<R>) -> Self {
        Self::on_edges(sides).or(Self::on_face(sides))
    }

    /// The closest of the edges: C. Ericson, *Real-Time Collision Detection*, 2005, 5.1.5, without
    /// the regions, which rounding leaves no use for in a triangle that is thin enough.
    #[inline(always)]
    fn on_edges(sides: &TriangleSides<R>) -> Self {
        Self::on_edge(sides, 0).or(Self::on_edge(sides, 1)).or(Self::on_edge(sides, 2))
    }

    #[inline(always)]
    fn on_edge(sides: &TriangleSides<R>, edge: usize) -> Self {
        let (start, end) = ENDS[edge];
        let (side, along) = (sides.sides[edge], &sides.along[edge]);
        let to_origin = neg(sides.corners[start]);
        let (zero, one) = (side[0].of(0.0), side[0].of(1.0));
        let t = along.closest(to_origin).clamp(zero, one);
        let between = sub(to_origin, scale(side, t));
        // Once more, for the direction's sake, as for any segment.
        let step = along.closest(between).clamp(-t, one - t);
        let (between, t) = (sub(between, scale(side, step)), t + step);
        let feature = R::select(one.le(t), one.of((4 + end) as f32), one.of((1 + edge) as f32));
        let feature = R::select(t.le(zero), one.of((4 + start) as f32), feature);
        Self { between, square: dot(between, between), feature }
    }

    /// A point of the face: the closest one, if that is not on an edge. Like that of two segments,
    /// see [`closest_between_segments`](super::segments::closest_between_segments).
    #[inline(always)]
    fn on_face(sides: &TriangleSides<R>) -> Self {
        let (zero, one) = (sides.sine_square.of(0.0), sides.sine_square.of(1.0));
        let ([first, _, second], [along_first, _, along_second]) = (&sides.sides, &sides.along);
        let to_origin = neg(sides.corners[0]);
        let product = dot(sides.across, cross(to_origin, along_second.direction));
        let v = product / sides.sine_square * along_first.inverse;
        let v = R::select(tells_angle(sides.sine_square), v, zero).clamp(zero, one);
        let between = sub(to_origin, scale(*first, v));
        let w = along_second.closest(between).clamp(zero, one - v);
        // In a thin triangle the first one was but rounding.
        let v = along_first.closest(sub(to_origin, scale(*second, w))).clamp(zero, one - w);
        let between = sub(sub(to_origin, scale(*first, v)), scale(*second, w));
        // Once more, for the direction's sake.
        let step_w = along_second.closest(between).clamp(-w, one - v - w);
        let (between, w) = (sub(between, scale(*second, step_w)), w + step_w);
        let step_v = along_first.closest(between).clamp(-v, one - w - v);
        let between = sub(between, scale(*first, step_v));
        Self { between, square: dot(between, between), feature: zero }
    }

    /// The other one if it is closer.
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        let closer = other.square.lt(self.square);
        Self {
            between: select(closer, other.between, self.between),
            square: R::select(closer, other.square, self.square),
            feature: R::select(closer, other.feature, self.feature),
        }
    }
}

/// From the point of a triangle that is closest to the origin to the origin.
#[inline(always)]
pub(crate) fn from_triangle<R: Real>(corners: [[R; 3]; 3]) -> [R; 3] {
    Closest::on_triangle(&TriangleSides::new(corners)).between
}

/// Where the sides of a triangle start and end: the last the other way round, so that two start at
/// the first corner.
const ENDS: [(usize, usize); 3] = [(0, 1), (1, 2), (0, 2)];

/// A triangle with its sides.
struct TriangleSides<R> {
    corners: [[R; 3]; 3],
    sides: [[R; 3]; 3],
    along: [UnitLine<3, R>; 3],
    /// The cross product of the directions of the first and the last.
    across: [R; 3],
    sine_square: R,
}

impl<R: Real> TriangleSides<R> {
    #[inline(always)]
    fn new(corners: [[R; 3]; 3]) -> Self {
        let [a, b, c] = corners;
        let sides = [sub(b, a), sub(c, b), sub(c, a)];
        let along = [UnitLine::new(sides[0]), UnitLine::new(sides[1]), UnitLine::new(sides[2])];
        let across = cross(along[0].direction, along[2].direction);
        Self { corners, sides, along, across, sine_square: dot(across, across) }
    }

    /// How far the triangle is from the origin in a direction.
    #[inline(always)]
    fn reach(&self, direction: [R; 3]) -> R {
        let [a, b, c] = self.corners;
        dot(direction, a).min(dot(direction, b)).min(dot(direction, c))
    }

    /// The normal of the triangle that sees the corners counter-clockwise, or one at a right angle
    /// to its longer side if it has none.
    #[inline(always)]
    fn normal(&self) -> [R; 3] {
        let longer = sum_abs(self.sides[2]).le(sum_abs(self.sides[0]));
        let along = select(longer, self.along[0].direction, self.along[2].direction);
        across_or_perpendicular(self.across, self.sine_square, along)
    }
}

/// The normal: the direction of the closest point, or where one of them is better, those of the
/// closest points of the edges, or that at a right angle to the triangle.
#[inline(always)]
fn normal<R: Real>((length, direct): (R, [R; 3]), sides: &TriangleSides<R>, size: R) -> [R; 3] {
    let reached = sides.reach(direct);
    let short = falls_short(reached, length, size);
    if !short.any() {
        return direct;
    }
    let mut best = Deepest::new(direct, reached);
    for edge in 0..3 {
        let (_, way) = measured(neg(Closest::on_edge(sides, edge).between));
        best.add(1 + edge, way, sides.reach(way));
    }
    let up = sides.normal();
    best.add(4, up, sides.reach(up));
    best.add(5, neg(up), sides.reach(neg(up)));
    select(short, best.direction, direct)
}

impl PairTest<3, 1> for BallTriangle {
    type A = Ball<3>;
    type B = Triangle;

    const SAME: bool = false;

    #[inline(always)]
    fn contact<R: Real>(a: &Ball<3, R>, b: &Triangle<R>) -> (RawContact<3, 1, R>, R) {
        let mut corners = b.vertices;
        for corner in &mut corners {
            *corner = sub(*corner, a.center);
        }
        let size = sum_abs(corners[0]) + sum_abs(corners[1]) + sum_abs(corners[2]);
        let sides = TriangleSides::new(corners);
        let found = Closest::on_triangle(&sides);

        let (length, direct) = measured(neg(found.between));
        let distance = length - a.radius;
        let normal = normal((length, direct), &sides, size);
        let point = ContactPoint {
            on_a: scale(normal, a.radius),
            on_b: sub(neg(found.between), corners[0]),
            distance,
            feature: found.feature,
        };
        let (axis, count) = (found.feature, size.of(1.0));
        let contact = Contact { normal, distance, axis, count, points: [point] };
        (contact, slack(size + a.radius, ROUNDINGS) + hidden_in_squares(size))
    }
}
