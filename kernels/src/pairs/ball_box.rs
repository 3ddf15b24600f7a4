//! A ball and an oriented box: contact, and time of impact in closed form.

use super::{
    contact::{Contact, ContactPoint, RawContact},
    course::{BallPath, Course, LocalPoint, MovingBall, path_slack},
    impact::{Impact, MovingShape, SweptTest},
    normal::measured,
    pair_test::PairTest,
    segments::slack,
};
use crate::{
    real::{
        Real,
        vector::{add_scaled, dot, neg, scale, sub, sum_abs},
    },
    shape::{Ball, Displacement, Obb, in_f64},
};

/// A ball and a box. The axis and the feature of the point tell which face, edge or corner of the
/// box is closest, by the sum of `3^i` for each of its axes `i` along which it lies on the low
/// side, and of `2 * 3^i` for the high side.
///
/// A ball whose center is in the box leaves through the face that is nearest, of those equally near
/// the one of the first axis, on the high side if the center is in the middle.
pub struct BallBox;

/// Roundings in the distance, of the sum of all sizes: 1 in the vector between the centers, 3 in
/// each of its components along the axes, 3 in their sum and its root, 2 in the radius; and 16
/// because the axes are at right angles only up to 2 ulp in each component. Doubled, and rounded
/// up.
const ROUNDINGS: f32 = 64.0;

#[inline(always)]
fn contact<R: Real, const D: usize>(a: &Ball<D, R>, b: &Obb<D, R>) -> (RawContact<D, 1, R>, R) {
    let place = sub(b.center, a.center);
    let zero = place[0].of(0.0);
    // Of the ball's center: along the axes, nearest in the box, and beyond that.
    let along = neg(b.coordinates(place));
    let (mut nearest, mut beyond) = ([zero; D], [zero; D]);
    for axis in 0..D {
        nearest[axis] = along[axis].clamp(-b.half[axis], b.half[axis]);
        beyond[axis] = along[axis] - nearest[axis];
    }
    let (length, way) = measured(beyond);
    let outside = zero.lt(length);
    let inside = NearestFace::nearest(along, b.half);

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
    let point = ContactPoint { on_a: scale(normal, a.radius), on_b, distance, feature };
    let contact = Contact { normal, distance, axis: feature, count: zero.of(1.0), points: [point] };
    let size = sum_abs(place) + sum_abs(b.half) + a.radius;
    (contact, slack(size, ROUNDINGS))
}

/// The face that is nearest to a point in a box.
struct NearestFace<const D: usize, R> {
    /// The distance to it, negative inside.
    distance: R,
    /// Zero but for the face's axis: 1 or -1 for its side.
    sides: [R; D],
}

impl<R: Real, const D: usize> NearestFace<D, R> {
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
pub(crate) fn ball_box_apart<const D: usize>(a: &Ball<D, f64>, b: &Obb<D, f64>) -> bool {
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
        impl PairTest<$dimensions, 1> for BallBox {
            type A = Ball<$dimensions>;
            type B = Obb<$dimensions>;

            const SAME: bool = false;

            const HOT: bool = true;

            #[inline(always)]
            fn contact<R: Real>(
                a: &Ball<$dimensions, R>,
                b: &Obb<$dimensions, R>,
            ) -> (RawContact<$dimensions, 1, R>, R) {
                contact(a, b)
            }

            #[cold]
            fn apart(a: &Ball<$dimensions>, b: &Obb<$dimensions>) -> bool {
                ball_box_apart(&in_f64::<Ball<$dimensions>>(a), &in_f64::<Obb<$dimensions>>(b))
            }
        }
    };
}
dimension!(2);
dimension!(3);

/// A ball and an oriented box.
pub struct SweptBallBox;

/// A vector in the frame of axes.
#[inline(always)]
fn along_axes<R: Real, const D: usize>(vector: [R; D], axes: &[[R; D]; D]) -> LocalPoint<D, 0, R> {
    let mut along = vector;
    for k in 0..D {
        along[k] = dot(vector, axes[k]) + along[k].of(0.0);
    }
    LocalPoint { along, across: [] }
}

/// By how much axes are off from right angles and from length 1: more than what they do to a length
/// relative to it.
#[inline(always)]
pub(crate) fn skew<R: Real, const D: usize>(axes: &[[R; D]; D]) -> R {
    let mut sum = axes[0][0].of(0.0);
    for i in 0..D {
        sum = sum + (dot(axes[i], axes[i]) - sum.of(1.0)).abs();
        for j in 0..i {
            let cosine = dot(axes[i], axes[j]).abs();
            sum = sum + cosine + cosine;
        }
    }
    sum
}

/// When a moving ball meets a box: what [`SweptBallBox`] computes.
#[inline(always)]
fn ball_and_box<const D: usize, R: Real>(
    a: &MovingBall<D, R>,
    b: &MovingShape<Obb<D, R>, Displacement<D, R>>,
    end: R,
) -> (Impact<D, R>, R::Mask) {
    let (axes, half) = (&b.shape.axes, b.shape.half);
    let line = BallPath::new(sub(a.shape.center, b.shape.center), &a.motion, &b.motion, end);
    let sizes = sum_abs(line.from) + sum_abs(half) + a.shape.radius;
    let course = Course {
        start: along_axes(line.from, axes),
        direction: along_axes(line.direction, axes),
        half,
        radius: a.shape.radius,
        length: line.length,
        slack: path_slack(sizes) + sizes * skew(axes),
    };
    let arrival = course.arrival();
    let mut away = [end.of(0.0); D];
    for (axis, along) in axes.iter().zip(arrival.away.along) {
        away = add_scaled(away, *axis, along);
    }
    line.impact(&arrival, away, sizes)
}

macro_rules! swept_dimension {
    ($dimension:literal) => {
        impl SweptTest<$dimension> for SweptBallBox {
            type A = Ball<$dimension>;
            type B = Obb<$dimension>;
            type Motion = Displacement<$dimension>;

            const SAME: bool = false;

            #[inline(always)]
            fn impact<R: Real>(
                a: &MovingBall<$dimension, R>,
                b: &MovingShape<Obb<$dimension, R>, Displacement<$dimension, R>>,
                end: R,
            ) -> (Impact<$dimension, R>, R::Mask) {
                ball_and_box(a, b, end)
            }
        }
    };
}
swept_dimension!(2);
swept_dimension!(3);
