//! The features that face each other along an axis, brought into one form.

use super::turn::Turn;
use crate::{
    contact::turn::OF_B,
    real::{
        Real,
        vector::{scale, sub},
    },
    sat::obb3::Relative,
    shape::Obb,
};

/// What touches, seen from the box whose face it is, the reference; the other box is the incident
/// one.
///
/// The axes of both are turned so that those come first that stand out: those of the reference face
/// and of the incident face.
pub(super) struct Frame<R> {
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
    /// From the incident box to the reference in the world.
    pub(super) back: [R; 3],
    /// On which side of the reference its face is: 1 or -1.
    pub(super) side: R,
    /// On which side of the incident box its face is: 1 or -1.
    pub(super) facing: R,
    /// What a sign along an axis of the reference counts in the number of a feature.
    pub(super) weights: [R; 3],
    /// What one along an axis of the incident box counts.
    pub(super) incident_weights: [R; 3],
    /// A bound of what rounding does to places: they are sums of a way between the centers and of
    /// half extents times cosines, which err by up to six roundings of all sizes each; this is
    /// sixteen.
    pub(super) slack: R,
}

/// What a sign along each axis of two boxes counts in the number of a feature.
pub(super) struct Weights<R> {
    /// Of the reference, the axis of its face first.
    pub(super) reference: [R; 3],
    /// What all of the incident box counts: 1, or [`OF_B`].
    pub(super) incident: R,
}

/// What a sign along each axis of a box counts in the number of its feature.
pub(super) const OF_AXIS: [f32; 3] = [1.0, 3.0, 9.0];

/// The number of two features without any sign.
pub(super) const NO_SIGNS: f32 = 13.0 + 13.0 * OF_B;

impl<R: Real> Frame<R> {
    /// Of a reference whose face is across its first axis, and an incident box as it sees it.
    #[inline(always)]
    pub(super) fn new(
        relative: &Relative<R>,
        reference: &Obb<3, R>,
        incident: &Obb<3, R>,
        weights: &Weights<R>,
    ) -> Self {
        let (r, one) = (&relative.r, relative.slack.of(1.0));
        let turn = Turn::to_front(largest(r[0]));
        let r = [turn.turn(r[0]), turn.turn(r[1]), turn.turn(r[2])];
        let side = one.with_sign_of(relative.t[0]);
        Self {
            t: relative.t,
            r,
            reference: reference.half,
            incident: turn.turn(incident.half),
            axes: reference.axes,
            back: sub(reference.center, incident.center),
            side,
            facing: -one.with_sign_of(side * r[0][0]),
            weights: weights.reference,
            incident_weights: turned_weights(&turn, weights.incident),
            slack: relative.slack,
        }
    }
}

/// What a sign along each of the turned axes of a box counts in the number of a feature.
#[inline(always)]
pub(super) fn turned_weights<R: Real>(turn: &Turn<R>, of_box: R) -> [R; 3] {
    let [x, y, z] = OF_AXIS;
    scale(turn.turn([of_box.of(x), of_box.of(y), of_box.of(z)]), of_box)
}

/// Which of three numbers is the largest in size; the first of equals.
#[inline(always)]
fn largest<R: Real>([x, y, z]: [R; 3]) -> R {
    let (x, y, z) = (x.abs(), y.abs(), z.abs());
    let of_two = R::select(x.lt(y), x.of(1.0), x.of(0.0));
    R::select(x.max(y).lt(z), x.of(2.0), of_two)
}
