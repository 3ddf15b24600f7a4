//! The reference box and the incident box, brought into one form whichever face decides.

use super::axes::RelativeBoxes;
use crate::{
    pairs::contact::OF_B,
    real::{
        Real,
        vector::{scale, sub},
    },
    shape::Obb,
};

/// What touches, seen from the box whose face it is, the reference; the other box is the incident
/// one.
///
/// The axes of both are turned so that those come first that stand out: those of the reference face
/// and of the incident face.
pub(super) struct ReferenceFrame<R> {
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

impl<R: Real> ReferenceFrame<R> {
    /// Of a reference whose face is across its first axis, and an incident box as it sees it.
    #[inline(always)]
    pub(super) fn new(
        relative: &RelativeBoxes<R>,
        reference: &Obb<3, R>,
        incident: &Obb<3, R>,
        weights: &Weights<R>,
    ) -> Self {
        let (r, one) = (&relative.r, relative.slack.of(1.0));
        let turn = AxisOrder::to_front(largest(r[0]));
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
pub(super) fn turned_weights<R: Real>(turn: &AxisOrder<R>, of_box: R) -> [R; 3] {
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

/// A cyclic turn of three axes that brings one of them to the front.
pub(super) struct AxisOrder<R: Real> {
    is_0: R::Mask,
    is_1: R::Mask,
}

impl<R: Real> AxisOrder<R> {
    /// Brings axis 0, 1 or 2 to the front.
    #[inline(always)]
    pub(super) fn to_front(axis: R) -> Self {
        Self { is_0: axis.lt(axis.of(0.5)), is_1: axis.lt(axis.of(1.5)) }
    }

    #[inline(always)]
    fn pick(&self, first: R, second: R, third: R) -> R {
        R::select(self.is_0, first, R::select(self.is_1, second, third))
    }

    /// The same numbers in the order of the turned axes.
    #[inline(always)]
    pub(super) fn turn(&self, [x, y, z]: [R; 3]) -> [R; 3] {
        [self.pick(x, y, z), self.pick(y, z, x), self.pick(z, x, y)]
    }

    /// The same rows in the order of the turned axes.
    #[inline(always)]
    pub(super) fn turn_rows(&self, rows: &[[R; 3]; 3]) -> [[R; 3]; 3] {
        let mut turned = *rows;
        for column in 0..3 {
            let [x, y, z] = self.turn([rows[0][column], rows[1][column], rows[2][column]]);
            (turned[0][column], turned[1][column], turned[2][column]) = (x, y, z);
        }
        turned
    }
}

/// The incident face. Places and directions are given along the two axes of the reference face,
/// and above it.
pub(super) struct IncidentFace<R> {
    /// Its center.
    pub(super) center: [R; 3],
    /// The directions of its two axes.
    pub(super) axes: [[R; 3]; 2],
    /// Its half extents along them.
    pub(super) half: [R; 2],
    /// Takes what lies along the reference face apart into the two axes.
    inverse: [[R; 2]; 2],
}

impl<R: Real> IncidentFace<R> {
    #[inline(always)]
    pub(super) fn new(frame: &ReferenceFrame<R>) -> Self {
        let (r, t, side) = (&frame.r, &frame.t, frame.side);
        let (n, u, v) = ([side * r[0][0], side * r[0][1], side * r[0][2]], r[1], r[2]);
        let reach = frame.facing * frame.incident[0];
        let height = side * t[0] + reach * n[0] - frame.reference[0];
        // The determinant is the cosine between the two faces; no other face of the incident box
        // has a larger one, so it is at least the root of 1/3.
        let per_determinant = side.of(1.0) / (u[1] * v[2] - v[1] * u[2]);
        Self {
            center: [t[1] + reach * u[0], t[2] + reach * v[0], height],
            axes: [[u[1], v[1], n[1]], [u[2], v[2], n[2]]],
            half: [frame.incident[1], frame.incident[2]],
            inverse: [
                [v[2] * per_determinant, -u[2] * per_determinant],
                [-v[1] * per_determinant, u[1] * per_determinant],
            ],
        }
    }

    /// Where along its own axes it is above a place on the reference face.
    #[inline(always)]
    pub(super) fn above(&self, [u, v]: [R; 2]) -> [R; 2] {
        let (u, v) = (u - self.center[0], v - self.center[1]);
        let [x, y] = self.inverse;
        [u * x[0] + v * x[1], u * y[0] + v * y[1]]
    }

    /// How much higher it is for each step along the axes of the reference face.
    #[inline(always)]
    pub(super) fn slopes(&self) -> [R; 2] {
        let ([x, y], [along_x, along_y]) = (self.inverse, [self.axes[0][2], self.axes[1][2]]);
        [along_x * x[0] + along_y * y[0], along_x * x[1] + along_y * y[1]]
    }

    /// How high it is at a place along its own axes.
    #[inline(always)]
    pub(super) fn height(&self, [x, y]: [R; 2]) -> R {
        self.center[2] + x * self.axes[0][2] + y * self.axes[1][2]
    }
}
