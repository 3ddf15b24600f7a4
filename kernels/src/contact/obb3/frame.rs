//! The features that face each other along an axis, brought into one form.

use super::turn::Turn;
use crate::{
    real::{
        Real,
        vector::{scale, select},
    },
    sat::{deepest::Deepest, obb3::Relative},
    shape::Obb,
};

/// What touches, seen from the box that the axis belongs to, the reference; the other box is the
/// incident one. Across edges A is the reference.
///
/// The axes of both are turned so that those come first that stand out: those of the reference
/// face and of the incident face, or those along the two edges.
pub(super) struct Frame<R: Real> {
    /// Edges touch.
    pub(super) across: R::Mask,
    /// The reference is B.
    pub(super) is_b: R::Mask,
    turn_a: Turn<R>,
    turn_b: Turn<R>,
    /// From the reference to the incident box, along the axes of the reference.
    pub(super) t: [R; 3],
    /// Cosines between the axes of the reference and those of the incident box.
    pub(super) r: [[R; 3]; 3],
    /// Half extents of the reference.
    pub(super) reference: [R; 3],
    /// Half extents of the incident box.
    pub(super) incident: [R; 3],
    /// On which side of the reference its face is: 1 or -1.
    pub(super) side: R,
    /// On which side of the incident box its face is: 1 or -1.
    pub(super) facing: R,
    /// What a sign along an axis of the reference counts in the number of a feature.
    pub(super) weights: [R; 3],
    /// What one along an axis of the incident box counts.
    pub(super) incident_weights: [R; 3],
    /// A bound of what rounding does to places: they are sums of a way between the centres and of
    /// half extents times cosines, which err by up to six roundings of all sizes each; this is
    /// sixteen.
    pub(super) slack: R,
}

/// What the features of B count more than those of A.
const OF_B: f32 = 32.0;
/// The number of two features without any sign.
pub(super) const NO_SIGNS: f32 = 13.0 + 13.0 * OF_B;

impl<R: Real> Frame<R> {
    #[inline(always)]
    pub(super) fn new(relative: &Relative<R>, decided: &Deepest<3, R>) -> Self {
        let axis = decided.axis;
        let one = axis.of(1.0);
        let across = axis.of(5.5).lt(axis);
        let is_b = axis.of(2.5).lt(axis) & axis.lt(axis.of(5.5));
        let (edge_a, edge_b) = edges(axis);
        let face = R::select(is_b, axis - axis.of(3.0), axis);
        let (of_b, of_a) = (axis.of(OF_B), one);

        let first = R::select(across, edge_a, face);
        let turn = Turn::to_front(first);
        let (t, r) = seen_from(relative, is_b);
        let (t, r) = (turn.turn(t), turn.turn_rows(&r));
        let flip = R::select(is_b, -one, one);

        let second = R::select(across, edge_b, largest(r[0]));
        let turn_incident = Turn::to_front(second);
        let r = [turn_incident.turn(r[0]), turn_incident.turn(r[1]), turn_incident.turn(r[2])];
        let side = flip * one.with_sign_of(t[0]);
        let powers = [one, one.of(3.0), one.of(9.0)];
        Self {
            across,
            is_b,
            turn_a: Turn::to_front(R::select(is_b, second, first)),
            turn_b: Turn::to_front(R::select(is_b, first, second)),
            t: scale(t, flip),
            r,
            reference: turn.turn(select(is_b, relative.b, relative.a)),
            incident: turn_incident.turn(select(is_b, relative.a, relative.b)),
            side,
            facing: -one.with_sign_of(side * r[0][0]),
            weights: scale(turn.turn(powers), R::select(is_b, of_b, of_a)),
            incident_weights: scale(turn_incident.turn(powers), R::select(is_b, of_a, of_b)),
            slack: relative.slack,
        }
    }

    /// The axes of A as they are turned here.
    #[inline(always)]
    pub(super) fn axes_a(&self, a: &Obb<3, R>) -> [[R; 3]; 3] {
        self.turn_a.turn_rows(&a.axes)
    }

    /// The axes of B as they are turned here.
    #[inline(always)]
    pub(super) fn axes_b(&self, b: &Obb<3, R>) -> [[R; 3]; 3] {
        self.turn_b.turn_rows(&b.axes)
    }
}

/// The axes of A and of B that an axis is across, which is numbered `6 + 3 * i + j`.
#[inline(always)]
fn edges<R: Real>(axis: R) -> (R, R) {
    let (zero, one, two) = (axis.of(0.0), axis.of(1.0), axis.of(2.0));
    let later = R::select(axis.lt(axis.of(11.5)), one, two);
    let i = R::select(axis.lt(axis.of(8.5)), zero, later);
    (i, axis - axis.of(6.0) - axis.of(3.0) * i)
}

/// The way between the centres along the axes of the reference, from A to B as ever, and the
/// cosines with its axes as rows.
#[inline(always)]
fn seen_from<R: Real>(relative: &Relative<R>, is_b: R::Mask) -> ([R; 3], [[R; 3]; 3]) {
    let (by_a, mut t, mut by_b) = (&relative.r, relative.t, relative.r);
    for i in 0..3 {
        t[i] = R::select(is_b, relative.along_b(i).1, t[i]);
        by_b[i] = [by_a[0][i], by_a[1][i], by_a[2][i]];
    }
    let mut r = *by_a;
    for (row, by_b) in r.iter_mut().zip(by_b) {
        *row = select(is_b, by_b, *row);
    }
    (t, r)
}

/// Which of three numbers is the largest in size; the first of equals.
#[inline(always)]
fn largest<R: Real>([x, y, z]: [R; 3]) -> R {
    let (x, y, z) = (x.abs(), y.abs(), z.abs());
    let of_two = R::select(x.lt(y), x.of(1.0), x.of(0.0));
    R::select(x.max(y).lt(z), x.of(2.0), of_two)
}
