//! A box and a capsule.

use super::{
    axes::is_number,
    box_segment::{BoxSegment, NearestOnSegment, planes},
    contact::{Contact, ContactPoint, RawContact},
    pair_test::PairTest,
    segments::{CLEAR_ROUNDINGS, Touch, farther_end, is_along_axis, lies_along},
};
use crate::{
    real::{
        Real,
        vector::{add_scaled, dot, neg, scale, select, sub, sum_abs},
    },
    shape::{Capsule, Obb, in_f64},
};

/// A box and a capsule, in 2D or 3D. The axis is, by number: 0 to `D - 1` across the faces of the
/// box's axes; in 2D 2 across the segment, in 3D `3 + k` across it and axis `k` of the box; the
/// next one, 3 or 6, from a closest point of the box to one of the segment. A direction whose angle
/// to an axis of the box has a sine of at most 1/32 has the number of that axis.
///
/// **Distance.** Where the capsule's segment and the box are apart it is theirs, minus the radius:
/// the square of a segment's distance to a box is a convex function of the parameter, and a
/// parabola between the places where the segment passes a plane of a face, so that the closest
/// point lies between two of them where the derivative is 0. Where the segment is in the box, the
/// distance is minus the radius and minus the way out along the axis that has the shortest.
///
/// **Points.** Where the segment lies along the feature that decides, a face or in 3D an edge, at
/// an angle whose sine is at most 1/32, both ends of its part there, if neither is in front of it;
/// else one. A segment that is as nearly parallel to an edge has its part between the ends of that
/// edge, so that it keeps its points as it is moved over the edge. A point's feature is `4 * axis +
/// end`, where the end is 0 for that towards the first end of the segment, 1 towards the second,
/// and 2 where it is neither or an edge or a corner decides.
///
/// **Rounding.** Whatever point of the segment is met, its distance is no less than the true one;
/// and the gap between the projections in the direction that was met is no more than that. Only
/// where both agree that there is a gap it is certain.
pub struct BoxCapsule;

/// Roundings in the distance, of the sum of all sizes: 2 in the place, 14 as the box's axes are not
/// quite at right angles, 8 in place and axis in the frame of the box, 8 that count as level, 12 in
/// a projection; twice.
const ROUNDINGS: f32 = 96.0;

#[inline(always)]
fn contact<R: Real, const D: usize>(a: &Obb<D, R>, b: &Capsule<D, R>) -> (RawContact<D, 2, R>, R) {
    let between = sub(b.center, a.center);
    let (zero, one) = (b.radius.of(0.0), b.radius.of(1.0));
    // Not 0, as the inverse has to be a number.
    let size = sum_abs(between) + sum_abs(b.axis) + sum_abs(a.half) + b.radius;
    let size = size.max(one.of(f32::MIN_POSITIVE));
    let inverse = size.inverse_exponent();
    let place = scale(a.coordinates(between), inverse);
    let axis = scale(a.coordinates(b.axis), inverse);
    let radius = b.radius * inverse;
    let core = BoxSegment::new(place, axis, scale(a.half, inverse));
    let (nearest, deepest) = (core.nearest(), core.deepest());

    // Where they are clear of rounding, no axis is better than the direction from one closest point
    // to the other.
    let is_clear = (size * inverse * one.of(CLEAR_ROUNDINGS * R::UNIT)).lt(nearest.distance);
    let by_axis = !(is_clear | deepest.distance.max(zero).lt(nearest.at_least));
    let way = select(by_axis, deepest.direction, nearest.direction);
    let distance = R::select(by_axis, deepest.distance, nearest.distance) - radius;

    let slack = (size * inverse) * one.of(ROUNDINGS * R::UNIT) + one.of(f32::MIN_POSITIVE);
    let is_apart = slack.lt(nearest.at_least);
    let together = (nearest.distance - radius).lt(-slack);
    let doubt = (nearest.distance - nearest.at_least).max(zero);
    let doubt = R::select(is_apart, slack + doubt, one.of(f32::INFINITY));
    let size = one / inverse;
    let mut faces = [is_clear; D];
    let mut over = way;
    for k in 0..D {
        faces[k] = is_along_axis(way, k, one);
        over[k] = core.over_face(k, way[k]);
    }
    let axis = deepest.axis;
    let found = Found { core: &core, way, distance, radius, by_axis, axis, faces, over };
    let (number, points, count) = found.points(&nearest, slack);
    let slack = R::select(together, slack, doubt) * size;
    let normal = a.in_world(way);
    let mut contact = Contact {
        normal,
        distance: distance * size,
        axis: number,
        count,
        points: [ContactPoint::splat(zero); 2],
    };
    for (point, found) in contact.points.iter_mut().zip(points) {
        *point = ContactPoint {
            on_a: a.in_world(scale(found.on_other, size)),
            on_b: add_scaled(scale(b.axis, found.t), normal, -b.radius),
            distance: found.distance * size,
            feature: number * one.of(4.0) + found.end,
        };
    }
    (contact, slack)
}

/// What is known of the two in the frame of the box.
struct Found<'a, const D: usize, R: Real> {
    core: &'a BoxSegment<D, R>,
    /// From the box to the capsule.
    way: [R; D],
    distance: R,
    radius: R,
    /// Whether the way is that of an axis, and which.
    by_axis: R::Mask,
    axis: R,
    /// Whether the face across each axis is turned to the capsule.
    faces: [R::Mask; D],
    /// From the faces on that side to the middle of the segment.
    over: [R; D],
}

impl<const D: usize, R: Real> Found<'_, D, R> {
    /// The number of what decides, the points, and how many of them count.
    #[inline(always)]
    fn points(&self, nearest: &NearestOnSegment<D, R>, level: R) -> (R, [Touch<D, R>; 2], R) {
        let (zero, one, core) = (level.of(0.0), level.of(1.0), self.core);
        let along = lies_along(core.axis, self.way);
        let mut number = R::select(self.by_axis, self.axis, one.of((D + planes(D)) as f32));
        let mut alone = self.alone(nearest);
        let (end, end_number) = farther_end(core.axis, neg(self.way));
        let end = self.at(end, R::select(along, one + one, end_number));
        let never = [one, -one];
        let mut beside = [never; D];
        for (k, part) in beside.iter_mut().enumerate() {
            *part = core.between_faces(k);
        }
        let (mut part, square) = (never, dot(core.axis, core.axis));
        for k in 0..D {
            let by_face = self.faces[k] & self.by_axis & is_number(self.axis, k);
            alone = Touch::select(by_face, end, alone);
            alone.end = R::select(self.faces[k], end.end, alone.end);
            number = R::select(self.faces[k], one.of(k as f32), number);
            let [first, second] = [(k + 1) % D, (k + 2) % D];
            let over =
                if D == 2 { beside[first] } else { both_parts(beside[first], beside[second]) };
            part = select(self.faces[k], over, part);
        }
        if D == 3 {
            for (k, beside) in beside.iter().enumerate() {
                part = select(is_along_axis(core.axis, k, square), *beside, part);
            }
        }
        let both = [self.at(part[0], zero), self.at(part[1], one)];
        let (points, count) = alone.or_both(both, along, level);
        (number, points, count)
    }

    /// The one point where an edge or a corner decides: where the two are closest, or deepest along
    /// an axis across the segment.
    #[inline(always)]
    fn alone(&self, nearest: &NearestOnSegment<D, R>) -> Touch<D, R> {
        let two = self.radius.of(2.0);
        let (t, on_other, distance) = (nearest.t, nearest.on_box, self.distance);
        let mut alone = Touch { t, on_other, distance, end: two };
        for number in 0..planes(D) {
            let (t, on_box) = self.core.at_edge(number, self.way);
            let is_this = self.by_axis & is_number(self.axis, D + number);
            alone.t = R::select(is_this, t, alone.t);
            alone.on_other = select(is_this, on_box, alone.on_other);
        }
        alone
    }

    /// A point of the segment, and the point of the box before it: on the face that the box turns
    /// to it, if it does.
    #[inline(always)]
    fn at(&self, t: R, end: R) -> Touch<D, R> {
        let (point, mut between) = (self.core.at(t), self.core.beyond(t));
        for (k, between) in between.iter_mut().enumerate() {
            let over = self.over[k] + self.core.axis[k] * t;
            *between = R::select(self.faces[k], over, *between);
        }
        let distance = dot(self.way, between) - self.radius;
        Touch { t, on_other: sub(point, between), distance, end }
    }
}

/// What two parts of a segment have in common.
#[inline(always)]
fn both_parts<R: Real>([a, b]: [R; 2], [c, d]: [R; 2]) -> [R; 2] {
    [a.max(c), b.min(d)]
}

/// Whether they are apart for certain.
///
/// The box as it is stored, whose axes are not quite at right angles: in coordinates along them it
/// is a box, but lengths are not quite what they seem. By how much, the products of the axes say.
fn apart<const D: usize>(a: &Obb<D, f64>, b: &Capsule<D, f64>) -> bool {
    let between = sub(b.center, a.center);
    let size = sum_abs(between) + sum_abs(b.axis) + sum_abs(a.half) + b.radius;
    let core = BoxSegment::new(
        scale(a.coordinates(between), 1.0 / size),
        scale(a.coordinates(b.axis), 1.0 / size),
        scale(a.half, 1.0 / size),
    );
    // What the square of a length of 1 may be off by: Gershgorin's bound for the eigenvalues.
    let skew = (0..D).map(|i| {
        let product = |j| dot(a.axes[i], a.axes[j]) - f64::from(u8::from(i == j));
        (0..D).map(|j| product(j).abs()).sum::<f64>()
    });
    let shortest = (1.0 - skew.fold(0.0, f64::max)).max(0.0).sqrt();
    let slack = f64::from(ROUNDINGS * f64::UNIT);
    core.nearest().at_least * shortest - b.radius / size > slack
}

macro_rules! dimension {
    ($dimensions:literal) => {
        impl PairTest<$dimensions, 2> for BoxCapsule {
            type A = Obb<$dimensions>;
            type B = Capsule<$dimensions>;

            const SAME: bool = false;

            #[inline(always)]
            fn contact<R: Real>(
                a: &Obb<$dimensions, R>,
                b: &Capsule<$dimensions, R>,
            ) -> (RawContact<$dimensions, 2, R>, R) {
                contact(a, b)
            }

            #[cold]
            fn apart(a: &Obb<$dimensions>, b: &Capsule<$dimensions>) -> bool {
                apart(&in_f64::<Obb<$dimensions>>(a), &in_f64::<Capsule<$dimensions>>(b))
            }
        }
    };
}
dimension!(2);
dimension!(3);
