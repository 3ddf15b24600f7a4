//! Determinants of points with few wrong digits, however much cancels, and with their exact sign.
//!
//! In `f64` where that leaves enough digits, else as a sum without rounding: see
//! [`orient`](super::orient). What is made of them by products, quotients, and sums of equal signs
//! has few wrong digits, too.

use super::{expansion::Expansion, points::wide};
use crate::real::vector::{cross, dot, sub};

/// A bound of the relative error of a determinant.
pub(super) const ERROR: f64 = 1.0 / (1_u64 << 33) as f64;

/// How large a sum is to be, relative to the sizes of its terms, to be taken as it is: those err by
/// at most 8 roundings of their sizes.
const CLEAR: f64 = 8.0 * f64::EPSILON / ERROR;

/// The sum, if rounding has left enough of it.
pub(super) fn clear(sum: f64, sizes: f64) -> Option<f64> {
    (sizes == 0.0 || sum.abs() > sizes * CLEAR).then_some(sum)
}

/// Twice the area of a triangle, above 0 if it is counter-clockwise.
pub(super) fn area(a: [f32; 2], b: [f32; 2], c: [f32; 2]) -> f64 {
    let (u, v) = (sub(wide(a), wide(c)), sub(wide(b), wide(c)));
    let (left, right) = (u[0] * v[1], u[1] * v[0]);
    clear(left - right, left.abs() + right.abs()).unwrap_or_else(|| {
        let mut sum = Expansion::default();
        sum.add_area(a, b, c);
        sum.value()
    })
}

/// How far a point is to the left of a line, times the length of its direction.
pub(super) fn beside(origin: [f32; 2], direction: [f32; 2], point: [f32; 2]) -> f64 {
    let (o, d, p) = (wide(origin), wide(direction), wide(point));
    let (left, right) = (d[0] * (p[1] - o[1]), d[1] * (p[0] - o[0]));
    clear(left - right, left.abs() + right.abs()).unwrap_or_else(|| {
        Expansion::of([d[0] * p[1], -d[0] * o[1], -d[1] * p[0], d[1] * o[0]]).value()
    })
}

/// Six times the volume of a tetrahedron: `(a - d) . (b - d) x (c - d)`.
pub(super) fn volume(a: [f32; 3], b: [f32; 3], c: [f32; 3], d: [f32; 3]) -> f64 {
    let [u, v, w] = [a, b, c].map(|p| sub(wide(p), wide(d)));
    triple(u, v, w).unwrap_or_else(|| {
        let mut sum = Expansion::default();
        sum.add_volume(a, b, c, d);
        sum.value()
    })
}

/// On which side of an edge a line passes: `direction . (a - origin) x (b - origin)`.
pub(super) fn past(origin: [f32; 3], direction: [f32; 3], a: [f32; 3], b: [f32; 3]) -> f64 {
    let [u, v] = [a, b].map(|p| sub(wide(p), wide(origin)));
    triple(wide(direction), u, v).unwrap_or_else(|| {
        let mut sum = Expansion::default();
        sum.add_determinant(1.0, [direction, a, b]);
        sum.add_determinant(-1.0, [direction, origin, b]);
        sum.add_determinant(-1.0, [direction, a, origin]);
        sum.value()
    })
}

/// `(b - a) x (c - a)`: at a right angle to a triangle, twice as long as its area.
pub(crate) fn normal([a, b, c]: [[f32; 3]; 3]) -> [f64; 3] {
    let onto = |i: usize, j: usize| area([a[i], a[j]], [b[i], b[j]], [c[i], c[j]]);
    [onto(1, 2), onto(2, 0), onto(0, 1)]
}

/// `u . v x w`, if rounding has left enough of it.
fn triple(u: [f64; 3], v: [f64; 3], w: [f64; 3]) -> Option<f64> {
    let mut sizes = 0.0;
    for [i, j, k] in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
        sizes += u[i].abs() * ((v[j] * w[k]).abs() + (v[k] * w[j]).abs());
    }
    clear(dot(u, cross(v, w)), sizes)
}
