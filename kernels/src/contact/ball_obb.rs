//! Balls and oriented boxes.

use super::{Contact, Found, PairTest, Point, closest::slack, normal::measured};
use crate::{
    real::{
        Real,
        vector::{add_scaled, dot, neg, scale, sub, sum_abs},
    },
    shape::{Ball, Obb, in_f64},
};

/// A ball and a box. The axis and the feature of the point tell which face, edge or corner of the
/// box is closest, by the sum of `3^i` for each of its axes `i` along which it lies on the low
/// side, and of `2 * 3^i` for the high side.
///
/// A ball whose center is in the box leaves through the face that is nearest, of those equally near
/// the one of the first axis, on the high side if the center is in the middle.
pub struct BallObb;

/// Roundings in the distance, of the sum of all sizes: 1 in the vector between the centers, 3 in
/// each of its components along the axes, 3 in their sum and its root, 2 in the radius; and 16
/// because the axes are at right angles only up to 2 ulp in each component. Doubled, and rounded
/// up.
const ROUNDINGS: f32 = 64.0;

#[inline(always)]
fn contact<R: Real, const D: usize>(a: &Ball<D, R>, b: &Obb<D, R>) -> (Found<D, 1, R>, R) {
    let place = sub(b.center, a.center);
    let zero = place[0].of(0.0);
    // Of the ball's center: along the axes, nearest in the box, and beyond that.
    let (mut along, mut nearest, mut beyond) = ([zero; D], [zero; D], [zero; D]);
    for axis in 0..D {
        along[axis] = -dot(b.axes[axis], place);
        nearest[axis] = along[axis].clamp(-b.half[axis], b.half[axis]);
        beyond[axis] = along[axis] - nearest[axis];
    }
    let (length, way) = measured(beyond);
    let outside = zero.lt(length);
    let inside = Face::nearest(along, b.half);

    let core = R::select(outside, length, inside.distance);
    let distance = core - a.radius;
    let (mut outward, mut on_b, mut feature) = ([zero; D], [zero; D], zero);
    for axis in (0..D).rev() {
        let (one, side) = (zero.of(1.0), inside.sides[axis]);
        let sign = R::select(outside, way[axis], side);
        let is_face = !side.abs().le(zero);
        let place = R::select(is_face, b.half[axis] * side, nearest[axis]);
        let place = R::select(outside, nearest[axis], place);
        let code = R::select(sign.lt(zero), one, R::select(zero.lt(sign), one + one, zero));
        feature = feature * zero.of(3.0) + code;
        outward = add_scaled(outward, b.axes[axis], sign);
        on_b = add_scaled(on_b, b.axes[axis], place);
    }
    let normal = neg(outward);
    let point = Point { on_a: scale(normal, a.radius), on_b, distance, feature };
    let contact = Contact { normal, distance, axis: feature, count: zero.of(1.0), points: [point] };
    let size = sum_abs(place) + sum_abs(b.half) + a.radius;
    (contact, slack(size, ROUNDINGS))
}

/// The face that is nearest to a point in a box.
struct Face<const D: usize, R> {
    /// The distance to it, negative inside.
    distance: R,
    /// Zero but for the face's axis: 1 or -1 for its side.
    sides: [R; D],
}

impl<R: Real, const D: usize> Face<D, R> {
    #[inline(always)]
    fn nearest(along: [R; D], half: [R; D]) -> Self {
        let (zero, one) = (along[0].of(0.0), along[0].of(1.0));
        let mut face = Self { distance: along[0].abs() - half[0], sides: [zero; D] };
        face.sides[0] = one.with_sign_of(along[0]);
        for axis in 1..D {
            let distance = along[axis].abs() - half[axis];
            let nearer = face.distance.lt(distance);
            face.distance = R::select(nearer, distance, face.distance);
            for side in &mut face.sides {
                *side = R::select(nearer, zero, *side);
            }
            face.sides[axis] = R::select(nearer, one.with_sign_of(along[axis]), zero);
        }
        face
    }
}

/// Whether they are apart for certain.
///
/// The box as it is stored, whose axes are not quite at right angles: the closest point is found
/// axis by axis, again and again. With axes within 2 ulp each round leaves a millionth of the error
/// at most; the many rounds make up for axes that are a hundred times worse than they may be.
pub(crate) fn apart<const D: usize>(a: &Ball<D, f64>, b: &Obb<D, f64>) -> bool {
    const ROUNDS: usize = 8;
    let place = sub(a.center, b.center);
    let mut nearest = [0.0; D];
    let mut beyond = place;
    for _ in 0..ROUNDS {
        for axis in 0..D {
            nearest[axis] = 0.0;
            let rest =
                sub(place, (0..D).fold([0.0; D], |sum, i| add_scaled(sum, b.axes[i], nearest[i])));
            let square = dot(b.axes[axis], b.axes[axis]);
            nearest[axis] = (dot(rest, b.axes[axis]) / square).clamp(-b.half[axis], b.half[axis]);
            beyond = sub(rest, scale(b.axes[axis], nearest[axis]));
        }
    }
    let size = sum_abs(place) + sum_abs(b.half) + a.radius;
    dot(beyond, beyond).sqrt() - a.radius > slack(size, ROUNDINGS)
}

macro_rules! dimension {
    ($dimensions:literal) => {
        impl PairTest<$dimensions, 1> for BallObb {
            type A = Ball<$dimensions>;
            type B = Obb<$dimensions>;

            const SAME: bool = false;

            const HOT: bool = true;

            #[inline(always)]
            fn contact<R: Real>(
                a: &Ball<$dimensions, R>,
                b: &Obb<$dimensions, R>,
            ) -> (Found<$dimensions, 1, R>, R) {
                contact(a, b)
            }

            #[cold]
            fn apart(a: &Ball<$dimensions>, b: &Obb<$dimensions>) -> bool {
                apart(&in_f64::<Ball<$dimensions>>(a), &in_f64::<Obb<$dimensions>>(b))
            }
        }
    };
}
dimension!(2);
dimension!(3);
