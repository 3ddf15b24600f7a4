//! An edge of one box against an edge of the other.

use super::{
    Obb3Manifold,
    frame::{NO_SIGNS, turned_weights},
    turn::Turn,
};
use crate::{
    Lanes,
    batch::{Eight, Kernel, One},
    contact::{Contact, Found, PairTest, Point, judge, settle, turn::OF_B},
    lane::LANES,
    real::{
        Mask, Real, Truth, Wide,
        vector::{add_scaled, dot, scale, sub},
    },
    sat::{
        deepest::Deepest,
        obb3::{Relative, in_world},
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
pub(super) fn contact<R: Real>(
    relative: &Relative<R>,
    box_a: &Obb<3, R>,
    box_b: &Obb<3, R>,
    edge: &Deepest<3, R>,
) -> Found<3, 1, R> {
    let (distance, axis) = (edge.distance, edge.axis);
    let (zero, one) = (distance.of(0.0), distance.of(1.0));
    // The two edges come first.
    let [first_a, first_b] = edges(axis);
    let (turn_a, turn_b) = (Turn::to_front(first_a), Turn::to_front(first_b));
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
    let point = Point {
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

/// The contacts of pairs of boxes that touch and of which an edge of each touches: what
/// [`Obb3Manifold`] says of them, bit for bit. Of other pairs it says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Obb3Edges;

impl Kernel for Obb3Edges {
    type A = Obb<3>;
    type B = Obb<3>;
    type Out = Contact<3, 1>;

    const SAME: bool = true;

    #[inline(always)]
    fn eight<L: Lanes>(
        &self,
        a: &Eight<Obb<3>, L>,
        b: &Eight<Obb<3>, L>,
        swapped: Truth<L>,
        out: &mut [Contact<3, 1>; LANES],
    ) -> u32 {
        let relative = Relative::<Wide<L>>::new(a, b);
        let edge = relative.deepest_edge();
        let found = contact(&relative, a, b, &edge);
        found.turned(swapped, Obb3Manifold::turned_axis(found.axis)).store(swapped.lanes, out);
        judge(edge.distance, relative.slack_of_deepest()).unsure.bits()
    }

    fn decide(&self, _a: &One<Obb<3>>, _b: &One<Obb<3>>, _swapped: bool, out: &mut Contact<3, 1>) {
        out.distance = settle(out.distance, false);
    }
}
