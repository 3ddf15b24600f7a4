//! The features that face each other along an axis, brought into one form.

use super::turn::Turn;
use crate::{
    contact::turn::OF_B,
    real::{
        Real,
        vector::{scale, select},
    },
    sat::obb3::Relative,
    shape::Obb,
};

/// What touches, seen from the box whose face it is, the reference; the other box is the incident
/// one.
///
/// The axes of both are turned so that those come first that stand out: those of the reference face
/// and of the incident face.
pub(super) struct Frame<R: Real> {
    /// The reference is B.
    pub(super) is_b: R::Mask,
    /// From the reference to the incident box, along the axes of the reference.
    pub(super) t: [R; 3],
    /// Cosines between the axes of the reference and those of the incident box.
    pub(super) r: [[R; 3]; 3],
    /// Half extents of the reference.
    pub(super) reference: [R; 3],
    /// Half extents of the incident box.
    pub(super) incident: [R; 3],
    /// The axes of the reference in the world.
    pub(super) axes: [[R; 3]; 3],
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

/// The number of two features without any sign.
pub(super) const NO_SIGNS: f32 = 13.0 + 13.0 * OF_B;

impl<R: Real> Frame<R> {
    /// By the axis of a face.
    #[inline(always)]
    pub(super) fn new(relative: &Relative<R>, a: &Obb<3, R>, b: &Obb<3, R>, axis: R) -> Self {
        let one = axis.of(1.0);
        let is_b = axis.of(2.5).lt(axis);
        let turn = Turn::to_front(R::select(is_b, axis - axis.of(3.0), axis));
        let (t, r) = seen_from(relative, is_b);
        let (t, r) = (turn.turn(t), turn.turn_rows(&r));
        let flip = R::select(is_b, -one, one);

        let turn_incident = Turn::to_front(largest(r[0]));
        let r = [turn_incident.turn(r[0]), turn_incident.turn(r[1]), turn_incident.turn(r[2])];
        let side = flip * one.with_sign_of(t[0]);
        let mut axes = a.axes;
        for (axis, of_b) in axes.iter_mut().zip(b.axes) {
            *axis = select(is_b, of_b, *axis);
        }
        let (of_a, of_b) = (one, one.of(OF_B));
        Self {
            is_b,
            t: scale(t, flip),
            r,
            reference: turn.turn(select(is_b, relative.b, relative.a)),
            incident: turn_incident.turn(select(is_b, relative.a, relative.b)),
            axes: turn.turn_rows(&axes),
            side,
            facing: -one.with_sign_of(side * r[0][0]),
            weights: weights(&turn, R::select(is_b, of_b, of_a)),
            incident_weights: weights(&turn_incident, R::select(is_b, of_a, of_b)),
            slack: relative.slack,
        }
    }
}

/// What a sign along each of the turned axes of a box counts in the number of a feature.
#[inline(always)]
pub(super) fn weights<R: Real>(turn: &Turn<R>, of_box: R) -> [R; 3] {
    scale(turn.turn([of_box.of(1.0), of_box.of(3.0), of_box.of(9.0)]), of_box)
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
