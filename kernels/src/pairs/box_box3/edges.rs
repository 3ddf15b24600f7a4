//! An edge of one box against an edge of the other.

use super::{
    axes::{RelativeBoxes, in_world},
    frame::{AxisOrder, NO_SIGNS, turned_weights},
};
use crate::{
    pairs::{
        axes::Deepest,
        contact::{Contact, ContactPoint, OF_B, RawContact},
    },
    real::{
        Real,
        vector::{add_scaled, dot, scale, sub},
    },
    shape::Obb,
};

/// The contact along the best axis across edges: that of the edge of A and the edge of B that face
/// each other.
///
/// Every pair of places on them is as far apart along it. What is left is to find those that are
/// closest: along the lines through them (C. Ericson, *Real-Time Collision Detection*, 2005,
/// section 5.1.9), then each drawn to its edge and the other one after it. Of nearly parallel edges
/// the first place is mostly noise, but the other two steps still give places that face each other.
#[inline(always)]
pub(super) fn edge_contact<R: Real>(
    relative: &RelativeBoxes<R>,
    box_a: &Obb<3, R>,
    box_b: &Obb<3, R>,
    edge: &Deepest<3, R>,
) -> RawContact<3, 1, R> {
    let (distance, axis) = (edge.distance, edge.axis);
    let (zero, one) = (distance.of(0.0), distance.of(1.0));
    // The two edges come first.
    let [first_a, first_b] = edges(axis);
    let (turn_a, turn_b) = (AxisOrder::to_front(first_a), AxisOrder::to_front(first_b));
    let (t, a, b) = (turn_a.turn(relative.t), turn_a.turn(relative.a), turn_b.turn(relative.b));
    let rows = turn_a.turn_rows(&relative.r);
    let r = [turn_b.turn(rows[0]), turn_b.turn(rows[1]), turn_b.turn(rows[2])];
    let (axes_a, axes_b) = (turn_a.turn_rows(&box_a.axes), turn_b.turn_rows(&box_b.axes));

    // Their cross product, in the frame of A, and towards B.
    let along_b = [r[0][0], r[1][0], r[2][0]];
    let square = along_b[1] * along_b[1] + along_b[2] * along_b[2];
    let way = one.with_sign_of(t[2] * along_b[1] - t[1] * along_b[2]);
    let per_length = way / square.sqrt();
    let [x, y] = [-along_b[2] * per_length, along_b[1] * per_length];
    let normal = add_scaled(scale(axes_a[1], x), axes_a[2], y);

    // The edge of A is the one farthest along it, that of B the one least far.
    let signs_a = [one.with_sign_of(x), one.with_sign_of(y)];
    let mut signs_b = signs_a;
    for j in 0..2 {
        signs_b[j] = -one.with_sign_of(x * r[1][1 + j] + y * r[2][1 + j]);
    }
    let middle_a = [zero, signs_a[0] * a[1], signs_a[1] * a[2]];
    let mut between = sub(t, middle_a);
    for j in 0..2 {
        let axis = [r[0][1 + j], r[1][1 + j], r[2][1 + j]];
        between = add_scaled(between, axis, signs_b[j] * b[1 + j]);
    }

    let (cosine, by_b) = (along_b[0], dot(between, along_b));
    let square = square.max(one.of(f32::MIN_POSITIVE));
    let on_a = ((between[0] - cosine * by_b) / square).clamp(-a[0], a[0]);
    let on_b = (on_a * cosine - by_b).clamp(-b[0], b[0]);
    let on_a = (between[0] + on_b * cosine).clamp(-a[0], a[0]);

    let w = turned_weights(&turn_a, one);
    let m = turned_weights(&turn_b, one.of(OF_B));
    let of_a = signs_a[0] * w[1] + signs_a[1] * w[2];
    let of_b = signs_b[0] * m[1] + signs_b[1] * m[2];
    let point = ContactPoint {
        on_a: in_world(&axes_a, [on_a, middle_a[1], middle_a[2]]),
        on_b: in_world(&axes_b, [on_b, signs_b[0] * b[1], signs_b[1] * b[2]]),
        distance,
        feature: one.of(NO_SIGNS) + of_a + of_b,
    };
    Contact { normal, distance, axis, count: one, points: [point] }
}

/// The axes of A and of B that an axis is across, which is numbered `6 + 3 * i + j`.
#[inline(always)]
fn edges<R: Real>(axis: R) -> [R; 2] {
    let (zero, one, two) = (axis.of(0.0), axis.of(1.0), axis.of(2.0));
    let later = R::select(axis.lt(axis.of(11.5)), one, two);
    let i = R::select(axis.lt(axis.of(8.5)), zero, later);
    [i, axis - axis.of(6.0) - axis.of(3.0) * i]
}
