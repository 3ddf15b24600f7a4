//! Two oriented boxes in 2D: the two axes of each, and the manifold by clipping.

use super::{
    axes::{Deepest, of_the_other},
    clip::{Edge, manifold},
    contact::RawContact,
    hull::counter_clockwise,
    pair_test::{PairTest, Separated, classify},
};
use crate::{
    real::{
        Real,
        vector::{add, dot, neg, scale, select, sub, sum_abs},
    },
    shape::{Obb, One, in_f64},
};

/// Two boxes: the distance along the axis that separates them most or overlaps least, by number:
/// 0 and 1 the axes of A, 2 and 3 those of B.
///
/// Of axes with the same distance, the lower number counts.
pub struct BoxBox2;

/// The boxes along all four axes: `[0]` those of A, `[1]` those of B.
struct BoxAxes<R> {
    /// From A to B.
    t: [[R; 2]; 2],
    /// Between the boxes, negative where they overlap.
    distance: [[R; 2]; 2],
    /// A bound of what rounding does to the distances.
    slack: R,
}

/// Roundings in a distance along an axis, of the sum of all sizes.
///
/// With axes that are off by 2 ulp in each component, the exact normal of an edge lies up to 6
/// units of rounding from the axis that is looked along, and the square of an axis is off by as
/// much; the offset takes 3 roundings, the cosines and the reach of the other box 5, the sum of all
/// 2. Doubled.
const ROUNDINGS: f32 = 32.0;

impl<R: Real> BoxAxes<R> {
    #[inline(always)]
    fn new(a: &Obb<2, R>, b: &Obb<2, R>) -> Self {
        let between = sub(b.center, a.center);
        let zero = between[0].of(0.0);
        let (mut t, mut r) = ([[zero; 2]; 2], [[zero; 2]; 2]);
        for i in 0..2 {
            t[0][i] = dot(a.axes[i], between);
            t[1][i] = dot(b.axes[i], between);
            r[i] = [dot(a.axes[i], b.axes[0]).abs(), dot(a.axes[i], b.axes[1]).abs()];
        }
        let mut distance = [[zero; 2]; 2];
        for i in 0..2 {
            let reach_b = b.half[0] * r[i][0] + b.half[1] * r[i][1];
            let reach_a = a.half[0] * r[0][i] + a.half[1] * r[1][i];
            distance[0][i] = t[0][i].abs() - (a.half[i] + reach_b);
            distance[1][i] = t[1][i].abs() - (b.half[i] + reach_a);
        }
        let size = sum_abs(between) + sum_abs(a.half) + sum_abs(b.half);
        let slack = size * zero.of(ROUNDINGS * R::UNIT) + zero.of(f32::MIN_POSITIVE);
        Self { t, distance, slack }
    }
}

/// An axis turned to where B is.
#[inline(always)]
fn towards<R: Real>(axis: [R; 2], t: R) -> [R; 2] {
    scale(axis, t.of(1.0).with_sign_of(t))
}

impl PairTest<2, 0> for BoxBox2 {
    type A = Obb<2>;
    type B = Obb<2>;

    const SAME: bool = true;

    const HOT: bool = true;

    #[inline(always)]
    fn contact<R: Real>(a: &Obb<2, R>, b: &Obb<2, R>) -> (RawContact<2, 0, R>, R) {
        let along = BoxAxes::new(a, b);
        let ([t_a, t_b], [from_a, from_b]) = (along.t, along.distance);
        let mut best = Deepest::new(towards(a.axes[0], t_a[0]), from_a[0]);
        best.add(1, towards(a.axes[1], t_a[1]), from_a[1]);
        best.add(2, towards(b.axes[0], t_b[0]), from_b[0]);
        best.add(3, towards(b.axes[1], t_b[1]), from_b[1]);
        (best.contact(), along.slack)
    }

    #[inline(always)]
    fn turned_axis<R: Real>(axis: R) -> R {
        of_the_other(axis, 2)
    }

    /// Without the normal.
    #[inline(always)]
    fn verdict<R: Real>(a: &Obb<2, R>, b: &Obb<2, R>) -> Separated<R::Mask> {
        let along = BoxAxes::new(a, b);
        let [from_a, from_b] = along.distance;
        classify(from_a[0].max(from_a[1]).max(from_b[0].max(from_b[1])), along.slack)
    }

    /// By projections on the normals of the edges, as the axes are at right angles but for their
    /// rounding.
    #[cold]
    fn apart(a: &Obb<2>, b: &Obb<2>) -> bool {
        let (a, b) = (in_f64::<Obb<2>>(a), in_f64::<Obb<2>>(b));
        let between = sub(b.center, a.center);
        let size = sum_abs(between) + sum_abs(a.half) + sum_abs(b.half);
        a.axes.into_iter().chain(b.axes).any(|[x, y]| {
            let normal = [-y, x];
            let reach = |s: &Obb<2, f64>| -> f64 {
                s.half.iter().zip(s.axes).map(|(half, own)| half * dot(own, normal).abs()).sum()
            };
            let slack = f64::from(ROUNDINGS * f64::UNIT) * size * sum_abs(normal);
            dot(normal, between).abs() - reach(&a) - reach(&b) > slack
        })
    }
}

/// Two boxes: normal, distance and axis of [`BoxBox2`], with up to two points.
///
/// A point's feature is `i + 32 * j`, where `i` is the vertex of A and `j` that of B on its side of
/// where the edges meet, whichever of the two ends there; vertices 0 to 3 are at `[+, +]`, `[-,
/// +]`, `[-, -]` and `[+, -]` along the axes of a box, the second of which counts as turned around
/// if it is not to the left of the first. Where the boxes are certainly apart there are no points.
pub struct BoxBox2Manifold;

/// The edge of a box that faces a direction most.
#[inline(always)]
pub(super) fn facing_edge<R: Real>(shape: &Obb<2, R>, direction: [R; 2]) -> Edge<R> {
    let [x, y] = counter_clockwise(shape.axes);
    let (along_x, along_y) = (dot(x, direction), dot(y, direction));
    let by_x = along_y.abs().le(along_x.abs());
    let along = R::select(by_x, along_x, along_y);
    let (zero, one) = (along.of(0.0), along.of(1.0));
    let sign = one.with_sign_of(along);
    let [half_x, half_y] = shape.half;
    let (half, half_length) = (R::select(by_x, half_x, half_y), R::select(by_x, half_y, half_x));
    let middle = scale(select(by_x, x, y), half * sign);
    // Counter-clockwise, from [+, -] to [+, +] and from there to [-, +].
    let half_length = R::select(by_x, half_length, -half_length) * sign;
    let to_end = scale(select(by_x, y, x), half_length);
    let ahead = along.lt(zero);
    let first_by_x = R::select(ahead, one, one.of(3.0));
    let first_by_y = R::select(ahead, one.of(2.0), zero);
    let first = R::select(by_x, first_by_x, first_by_y);
    let last = R::select(first.lt(one.of(3.0)), first + one, zero);
    Edge { ends: [sub(middle, to_end), add(middle, to_end)], vertices: [first, last] }
}

impl PairTest<2, 2> for BoxBox2Manifold {
    type A = Obb<2>;
    type B = Obb<2>;

    const SAME: bool = true;

    const HOT: bool = true;

    #[inline(always)]
    fn contact<R: Real>(a: &Obb<2, R>, b: &Obb<2, R>) -> (RawContact<2, 2, R>, R) {
        let (found, slack) = BoxBox2::contact(a, b);
        let by_a = found.axis.lt(slack.of(2.0));
        let edge_a = facing_edge(a, found.normal);
        let edge_b = facing_edge(b, neg(found.normal));
        let between = sub(b.center, a.center);
        (manifold(&found, [slack, slack.of(0.0)], by_a, between, (&edge_a, &edge_b)), slack)
    }

    #[inline(always)]
    fn turned_axis<R: Real>(axis: R) -> R {
        BoxBox2::turned_axis(axis)
    }

    #[inline(always)]
    fn verdict<R: Real>(a: &Obb<2, R>, b: &Obb<2, R>) -> Separated<R::Mask> {
        BoxBox2::verdict(a, b)
    }

    #[cold]
    fn apart(a: &One<Obb<2>>, b: &One<Obb<2>>) -> bool {
        BoxBox2::apart(a, b)
    }
}
