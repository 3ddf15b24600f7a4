//! Boxes against capsules.

use super::{
    Contact, Found, PairTest, Point,
    box_segment::{BoxSegment, planes},
    touch::{Touch, farther_end, is_number, lies_along},
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
/// next one, 3 or 6, from a closest point of the box to one of the segment.
///
/// **Distance.** Where the capsule's segment and the box are apart it is theirs, minus the radius:
/// the square of a segment's distance to a box is a convex function of the parameter, and a
/// parabola between the places where the segment passes a plane of a face, so that the closest
/// point lies between two of them where the derivative is 0. Where the segment is in the box, the
/// distance is minus the radius and minus the way out along the axis that has the shortest.
///
/// **Points.** Where a face decides and the segment lies along it, at an angle whose sine is at
/// most 1/32, both ends of its part over the face, if neither is in front of it; else one. A
/// point's feature is `4 * axis + end`, where the end is 0 for that towards the first end of the
/// segment, 1 towards the second, and 2 where an edge or a corner decides.
///
/// **Rounding.** Whatever point of the segment is met, its distance is no less than the true one;
/// and the gap between the projections in the direction that was met is no more than that. Only
/// where both agree that there is a gap it is certain.
pub struct ObbCapsule;

/// Roundings in the distance, of the sum of all sizes, which is scaled to 1: 2 in the place, 14 as
/// the box's axes are not quite at right angles, 8 in place and axis in the frame of the box, 8
/// that count as level, 12 in a projection; twice.
const ROUNDINGS: f32 = 96.0;

#[inline(always)]
fn contact<R: Real, const D: usize>(a: &Obb<D, R>, b: &Capsule<D, R>) -> (Found<D, 2, R>, R) {
    let between = sub(b.center, a.center);
    let (zero, one) = (b.radius.of(0.0), b.radius.of(1.0));
    // Not 0, as the inverse has to be a number.
    let size = sum_abs(between) + sum_abs(b.axis) + sum_abs(a.half) + b.radius;
    let size = size.max(one.of(f32::MIN_POSITIVE));
    let inverse = one / size;
    let (mut place, mut axis) = ([zero; D], [zero; D]);
    for k in 0..D {
        place[k] = dot(a.axes[k], between) * inverse;
        axis[k] = dot(a.axes[k], b.axis) * inverse;
    }
    let radius = b.radius * inverse;
    let core = BoxSegment { place, axis, half: scale(a.half, inverse) };
    let (nearest, deepest) = (core.nearest(), core.deepest());

    let slack = one.of(ROUNDINGS * R::UNIT) + one.of(f32::MIN_POSITIVE);
    // An axis is as good as the closest points, or better because the direction from one to the
    // other is nothing but rounding.
    let is_apart = slack.lt(nearest.at_least);
    let by_axis = !is_apart | (nearest.distance - slack).le(deepest.distance);
    let number = R::select(by_axis, deepest.axis, one.of((D + planes(D)) as f32));
    let way = select(by_axis, deepest.direction, nearest.direction);
    let distance = R::select(by_axis, deepest.distance, nearest.distance) - radius;

    let together = (nearest.distance - radius).lt(-slack);
    let doubt = (nearest.distance - nearest.at_least).max(zero);
    let doubt = R::select(is_apart, slack + doubt, one.of(f32::INFINITY));
    let slack = R::select(together, slack, doubt) * size;

    let known = Known { core: &core, way, number, distance, radius };
    let (points, count) = known.points(nearest.t, nearest.on_box);
    let normal = to_world(a, way);
    let mut contact = Contact {
        normal,
        distance: distance * size,
        axis: number,
        count,
        points: [Point::splat(zero); 2],
    };
    for (point, found) in contact.points.iter_mut().zip(points) {
        *point = Point {
            on_a: to_world(a, scale(found.on_other, size)),
            on_b: add_scaled(scale(b.axis, found.t), normal, -b.radius),
            distance: found.distance * size,
            feature: number * one.of(4.0) + found.end,
        };
    }
    (contact, slack)
}

/// A vector in the frame of a box.
#[inline(always)]
fn to_world<R: Real, const D: usize>(a: &Obb<D, R>, vector: [R; D]) -> [R; D] {
    let axes = a.axes;
    let mut sum = scale(axes[0], vector[0]);
    for k in 1..D {
        sum = add_scaled(sum, axes[k], vector[k]);
    }
    sum
}

/// What is known of the two in the frame of the box.
struct Known<'a, const D: usize, R> {
    core: &'a BoxSegment<D, R>,
    way: [R; D],
    number: R,
    distance: R,
    radius: R,
}

impl<const D: usize, R: Real> Known<'_, D, R> {
    /// The points, and how many of them count.
    #[inline(always)]
    fn points(&self, t: R, on_box: [R; D]) -> ([Touch<D, R>; 2], R) {
        let (zero, one) = (t.of(0.0), t.of(1.0));
        let mut alone = Touch { t, on_other: on_box, distance: self.distance, end: one + one };
        for number in 0..planes(D) {
            let (t, on_box) = self.core.at_edge(number, self.way);
            let is_this = is_number(self.number, D + number);
            alone.t = R::select(is_this, t, alone.t);
            alone.on_other = select(is_this, on_box, alone.on_other);
        }
        let (end, number) = farther_end(self.core.axis, neg(self.way));
        let (mut low, mut high) = (alone, alone);
        let mut along = zero.lt(zero);
        for k in 0..D {
            let [from, to] = self.core.over_face(k);
            let is_this = is_number(self.number, k);
            low = Touch::select(is_this, self.over(k, from, zero), low);
            high = Touch::select(is_this, self.over(k, to, one), high);
            alone = Touch::select(is_this, self.over(k, end, number), alone);
            along = along | is_this;
        }
        let along = along & lies_along(self.core.axis, self.way);
        alone.or_both([low, high], along, one.of(ROUNDINGS * R::UNIT))
    }

    /// The point over face `k`.
    #[inline(always)]
    fn over(&self, k: usize, t: R, end: R) -> Touch<D, R> {
        let point = self.core.at(t);
        let (above, mut on_other) = (point[k] * self.way[k], self.core.in_box(point));
        on_other[k] = self.core.half[k] * self.way[k];
        Touch { t, on_other, distance: above - self.core.half[k] - self.radius, end }
    }
}

/// Whether they are apart for certain.
///
/// The box as it is stored, whose axes are not quite at right angles: in coordinates along them it
/// is a box, but lengths are not quite what they seem. By how much, the products of the axes say.
fn apart<const D: usize>(a: &Obb<D, f64>, b: &Capsule<D, f64>) -> bool {
    let between = sub(b.center, a.center);
    let size = sum_abs(between) + sum_abs(b.axis) + sum_abs(a.half) + b.radius;
    let core = BoxSegment {
        place: scale(coordinates(a, between), 1.0 / size),
        axis: scale(coordinates(a, b.axis), 1.0 / size),
        half: scale(a.half, 1.0 / size),
    };
    // What the square of a length of 1 may be off by: Gershgorin's bound for the eigenvalues.
    let skew = (0..D).map(|i| {
        let product = |j| dot(a.axes[i], a.axes[j]) - f64::from(u8::from(i == j));
        (0..D).map(|j| product(j).abs()).sum::<f64>()
    });
    let shortest = (1.0 - skew.fold(0.0, f64::max)).max(0.0).sqrt();
    let slack = f64::from(ROUNDINGS * f64::UNIT);
    core.nearest().at_least * shortest - b.radius / size > slack
}

/// The multiples of a box's axes that add up to a vector.
///
/// For axes at right angles they are the dot products; what these leave of the vector is taken
/// apart again. With axes within 2 ulp each round leaves a millionth of the error at most; the many
/// rounds make up for axes that are a hundred times worse than they may be.
fn coordinates<const D: usize>(a: &Obb<D, f64>, vector: [f64; D]) -> [f64; D] {
    const ROUNDS: usize = 8;
    let mut found = [0.0; D];
    for _ in 0..ROUNDS {
        let rest = sub(vector, to_world(a, found));
        for (found, axis) in found.iter_mut().zip(a.axes) {
            *found += dot(axis, rest);
        }
    }
    found
}

macro_rules! dimension {
    ($dimensions:literal) => {
        impl PairTest<$dimensions, 2> for ObbCapsule {
            type A = Obb<$dimensions>;
            type B = Capsule<$dimensions>;

            const SAME: bool = false;

            #[inline(always)]
            fn contact<R: Real>(
                a: &Obb<$dimensions, R>,
                b: &Capsule<$dimensions, R>,
            ) -> (Found<$dimensions, 2, R>, R) {
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
