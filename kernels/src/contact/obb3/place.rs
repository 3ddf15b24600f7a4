//! Places on both boxes.

use super::{clip::Corner, frame::Frame, incident::Incident};
use crate::{
    contact::Point,
    real::{
        Real,
        vector::{add, add_scaled, scale},
    },
};

/// A point of both boxes, each relative to the center of its own.
#[derive(Clone, Copy)]
pub(super) struct Place<R> {
    reference: [R; 3],
    incident: [R; 3],
    distance: R,
    feature: R,
}

impl<R: Real> Place<R> {
    /// Where the reference is A.
    #[inline(always)]
    pub(super) fn of_a(self) -> Point<3, R, R> {
        let Self { reference, incident, distance, feature } = self;
        Point { on_a: reference, on_b: incident, distance, feature }
    }

    /// Where the reference is B.
    #[inline(always)]
    pub(super) fn of_b(self) -> Point<3, R, R> {
        let Self { reference, incident, distance, feature } = self;
        Point { on_a: incident, on_b: reference, distance, feature }
    }
}

/// What it takes to place corners of what two faces have in common.
pub(super) struct Places<R> {
    /// The center of the reference face, in the world.
    face: [R; 3],
    /// Its normal, away from the reference.
    pub(super) normal: [R; 3],
    /// How high the incident face is above the center of the reference face, and by how much more
    /// along its axes.
    height: R,
    slopes: [R; 2],
}

impl<R: Real> Places<R> {
    #[inline(always)]
    pub(super) fn new(frame: &Frame<R>, incident: &Incident<R>) -> Self {
        let (normal, slopes) = (scale(frame.axes[0], frame.side), incident.slopes());
        let [u, v, height] = incident.center;
        Self {
            face: scale(normal, frame.reference[0]),
            normal,
            height: height - (u * slopes[0] + v * slopes[1]),
            slopes,
        }
    }

    /// The points of both boxes at a corner. That of the incident box is straight above that of the
    /// reference.
    #[inline(always)]
    pub(super) fn at(&self, frame: &Frame<R>, corner: Corner<R>) -> Place<R> {
        let ([u, v], [_, half_u, half_v]) = (corner.at, frame.reference);
        // Where it was clipped, which may be a slack farther out: the deepest has to stay so.
        let distance = self.height + u * self.slopes[0] + v * self.slopes[1];
        let (u, v) = (u.clamp(-half_u, half_u), v.clamp(-half_v, half_v));
        let reference = add_scaled(add_scaled(self.face, frame.axes[1], u), frame.axes[2], v);
        let incident = add(add_scaled(reference, self.normal, distance), frame.back);
        Place { reference, incident, distance, feature: corner.feature }
    }
}
