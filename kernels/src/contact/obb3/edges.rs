//! Where two edges are closest.

use super::{
    frame::{Frame, NO_SIGNS},
    place::Placed,
};
use crate::real::{
    Real,
    vector::{add_scaled, dot, sub},
};

/// Places the contact of the edge of A and the edge of B that face each other along their cross
/// product.
///
/// Every pair of places on them is as far apart along it. What is left is to find those that are
/// closest: along the lines through them (C. Ericson, *Real-Time Collision Detection*, 2005,
/// section 5.1.9), then each drawn to its edge and the other one after it. Of nearly parallel edges
/// the first place is mostly noise, but the other two steps still give places that face each other.
#[inline(always)]
pub(super) fn place<R: Real>(frame: &Frame<R>, distance: R) -> Placed<R> {
    let (r, a, b) = (&frame.r, &frame.reference, &frame.incident);
    let one = distance.of(1.0);
    // The cross product of axis 0 of A with axis 0 of B, in the frame of A.
    let along_b = [r[0][0], r[1][0], r[2][0]];
    let way = one.with_sign_of(frame.t[2] * along_b[1] - frame.t[1] * along_b[2]);
    let normal = [-(way * along_b[2]), way * along_b[1]];

    // The edge of A is the one farthest along the normal, that of B the one least far.
    let signs_a = [one.with_sign_of(normal[0]), one.with_sign_of(normal[1])];
    let mut signs_b = signs_a;
    for j in 0..2 {
        let cosine = normal[0] * r[1][1 + j] + normal[1] * r[2][1 + j];
        signs_b[j] = -one.with_sign_of(cosine);
    }
    let zero = distance.of(0.0);
    let middle_a = [zero, signs_a[0] * a[1], signs_a[1] * a[2]];
    let mut between = sub(frame.t, middle_a);
    for j in 0..2 {
        let axis = [r[0][1 + j], r[1][1 + j], r[2][1 + j]];
        between = add_scaled(between, axis, signs_b[j] * b[1 + j]);
    }

    let (cosine, by_b) = (along_b[0], dot(between, along_b));
    let square = along_b[1] * along_b[1] + along_b[2] * along_b[2];
    let square = square.max(one.of(f32::MIN_POSITIVE));
    let on_a = ((between[0] - cosine * by_b) / square).clamp(-a[0], a[0]);
    let on_b = (on_a * cosine - by_b).clamp(-b[0], b[0]);
    let on_a = (between[0] + on_b * cosine).clamp(-a[0], a[0]);

    let (w, m) = (&frame.weights, &frame.incident_weights);
    let of_a = signs_a[0] * w[1] + signs_a[1] * w[2];
    let of_b = signs_b[0] * m[1] + signs_b[1] * m[2];
    Placed {
        on_a: [on_a, middle_a[1], middle_a[2]],
        on_b: [on_b, signs_b[0] * b[1], signs_b[1] * b[2]],
        distance,
        feature: one.of(NO_SIGNS) + of_a + of_b,
    }
}
