//! Places on both boxes.

use super::{clip::Corner, frame::Frame, incident::Incident};
use crate::{
    contact::Point,
    real::{
        Real,
        vector::{add, add_scaled, neg, scale, select, sub},
    },
    shape::Obb,
};

/// What it takes to place corners of what two faces have in common.
pub(super) struct Places<R> {
    /// The centre of the reference face, in the world.
    face: [R; 3],
    /// Its normal, away from the reference.
    normal: [R; 3],
    /// From the centre of the incident box to that of the reference, in the world.
    back: [R; 3],
    /// How high the incident face is above the centre of the reference face, and by how much more
    /// along its axes.
    height: R,
    slopes: [R; 2],
}

impl<R: Real> Places<R> {
    #[inline(always)]
    pub(super) fn new(
        frame: &Frame<R>,
        incident: &Incident<R>,
        a: &Obb<3, R>,
        b: &Obb<3, R>,
    ) -> Self {
        let between = sub(b.centre, a.centre);
        let (normal, slopes) = (scale(frame.axes[0], frame.side), incident.slopes());
        let [u, v, height] = incident.centre;
        Self {
            face: scale(normal, frame.reference[0]),
            normal,
            back: select(frame.is_b, between, neg(between)),
            height: height - (u * slopes[0] + v * slopes[1]),
            slopes,
        }
    }

    /// The points of both boxes at a corner. That of the incident box is straight above that of the
    /// reference.
    #[inline(always)]
    pub(super) fn point(&self, frame: &Frame<R>, corner: Corner<R>) -> Point<3, R, R> {
        let ([u, v], [_, half_u, half_v]) = (corner.at, frame.reference);
        // Where it was clipped, which may be a slack farther out: the deepest has to stay so.
        let distance = self.height + u * self.slopes[0] + v * self.slopes[1];
        let (u, v) = (u.clamp(-half_u, half_u), v.clamp(-half_v, half_v));
        let own = add_scaled(add_scaled(self.face, frame.axes[1], u), frame.axes[2], v);
        let other = add(add_scaled(own, self.normal, distance), self.back);
        Point {
            on_a: select(frame.is_b, other, own),
            on_b: select(frame.is_b, own, other),
            distance,
            feature: corner.feature,
        }
    }
}
