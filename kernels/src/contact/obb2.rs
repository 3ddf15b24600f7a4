//! The manifold of oriented boxes in 2D.

use super::{
    Found, PairTest, Verdict,
    clip::{Edge, manifold},
};
use crate::{
    batch::One,
    real::{
        Real,
        vector::{add, dot, neg, scale, select, sub},
    },
    sat::{Obb2, outline::counter_clockwise},
    shape::Obb,
};

/// Two boxes: normal, distance and axis of [`Obb2`], with up to two points.
///
/// A point's feature is `i + 32 * j`, where `i` is the vertex of A and `j` that of B on its side of
/// where the edges meet, whichever of the two ends there; vertices 0 to 3 are at `[+, +]`,
/// `[-, +]`, `[-, -]` and `[+, -]` along the axes of a box, the second of which counts as turned
/// around if it is not to the left of the first. Where the boxes are certainly apart there are no
/// points.
pub struct Obb2Manifold;

/// The edge of a box that faces a direction most.
#[inline(always)]
pub(super) fn facing<R: Real>(shape: &Obb<2, R>, direction: [R; 2]) -> Edge<R> {
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

impl PairTest<2, 2> for Obb2Manifold {
    type A = Obb<2>;
    type B = Obb<2>;

    const SAME: bool = true;

    const HOT: bool = true;

    #[inline(always)]
    fn contact<R: Real>(a: &Obb<2, R>, b: &Obb<2, R>) -> (Found<2, 2, R>, R) {
        let (found, slack) = Obb2::contact(a, b);
        let by_a = found.axis.lt(slack.of(2.0));
        let edge_a = facing(a, found.normal);
        let edge_b = facing(b, neg(found.normal));
        let between = sub(b.center, a.center);
        (manifold(&found, slack, by_a, between, (&edge_a, &edge_b)), slack)
    }

    #[inline(always)]
    fn turned_axis<R: Real>(axis: R) -> R {
        Obb2::turned_axis(axis)
    }

    #[inline(always)]
    fn verdict<R: Real>(a: &Obb<2, R>, b: &Obb<2, R>) -> Verdict<R::Mask> {
        Obb2::verdict(a, b)
    }

    #[cold]
    fn apart(a: &One<Obb<2>>, b: &One<Obb<2>>) -> bool {
        Obb2::apart(a, b)
    }
}
