//! A face of one box against the other box.

use super::{
    axes::RelativeBoxes,
    clip::{Corner, clip},
    frame::{AxisOrder, IncidentFace, ReferenceFrame, Weights, turned_weights},
    reduce::reduce,
};
use crate::{
    pairs::contact::{Contact, ContactPoint, OF_B, RawContact},
    real::{
        Real,
        vector::{add, add_scaled, neg, scale},
    },
    shape::Obb,
};

/// How a face of the reference touches the incident box.
pub(super) struct FaceContact<R> {
    /// Away from the reference.
    normal: [R; 3],
    pub(super) distance: R,
    places: [PointPair<R>; 4],
    count: R,
    pub(super) slack: R,
}

impl<R: Real> FaceContact<R> {
    /// The face is across the first axis of the reference.
    #[inline(always)]
    pub(super) fn new(reference: &Obb<3, R>, incident: &Obb<3, R>, weights: &Weights<R>) -> Self {
        let relative = RelativeBoxes::new(reference, incident);
        let frame = ReferenceFrame::new(&relative, reference, incident, weights);
        let face = IncidentFace::new(&frame);
        let reduced = reduce(&clip(&frame, &face), frame.slack);
        let places = FaceMap::new(&frame, &face);
        let [first, second, third, fourth] = reduced.corners;
        Self {
            normal: places.normal,
            distance: relative.along_a(0),
            places: [
                places.at(&frame, first),
                places.at(&frame, second),
                places.at(&frame, third),
                places.at(&frame, fourth),
            ],
            count: reduced.count,
            slack: relative.slack_of_deepest(),
        }
    }

    /// The contact where the reference is A.
    #[inline(always)]
    pub(super) fn of_a(&self, axis: R) -> RawContact<3, 4, R> {
        let Self { normal, distance, places, count, .. } = *self;
        let [first, second, third, fourth] = places;
        let points = [first.of_a(), second.of_a(), third.of_a(), fourth.of_a()];
        Contact { normal, distance, axis, count, points }
    }

    /// The contact where the reference is B.
    #[inline(always)]
    pub(super) fn of_b(&self, axis: R) -> RawContact<3, 4, R> {
        let Self { normal, distance, places, count, .. } = *self;
        let [first, second, third, fourth] = places;
        let points = [first.of_b(), second.of_b(), third.of_b(), fourth.of_b()];
        Contact { normal: neg(normal), distance, axis, count, points }
    }
}

/// The contact along the best axis of a face, of A or of B.
#[inline(always)]
pub(super) fn face_contact<R: Real>(a: &Obb<3, R>, b: &Obb<3, R>, axis: R) -> RawContact<3, 4, R> {
    let (one, of_b) = (axis.of(1.0), axis.of(OF_B));
    let is_b = axis.of(2.5).lt(axis);
    let turn = AxisOrder::to_front(R::select(is_b, axis - axis.of(3.0), axis));
    let reference = Obb::select(is_b, b, a);
    let reference = Obb {
        center: reference.center,
        half: turn.turn(reference.half),
        axes: turn.turn_rows(&reference.axes),
    };
    let weights = Weights {
        reference: turned_weights(&turn, R::select(is_b, of_b, one)),
        incident: R::select(is_b, one, of_b),
    };
    let found = FaceContact::new(&reference, &Obb::select(is_b, a, b), &weights);
    RawContact::select(is_b, found.of_b(axis), found.of_a(axis))
}

/// A point of both boxes, each relative to the center of its own.
#[derive(Clone, Copy)]
pub(super) struct PointPair<R> {
    reference: [R; 3],
    incident: [R; 3],
    distance: R,
    feature: R,
}

impl<R: Real> PointPair<R> {
    /// Where the reference is A.
    #[inline(always)]
    pub(super) fn of_a(self) -> ContactPoint<3, R, R> {
        let Self { reference, incident, distance, feature } = self;
        ContactPoint { on_a: reference, on_b: incident, distance, feature }
    }

    /// Where the reference is B.
    #[inline(always)]
    pub(super) fn of_b(self) -> ContactPoint<3, R, R> {
        let Self { reference, incident, distance, feature } = self;
        ContactPoint { on_a: incident, on_b: reference, distance, feature }
    }
}

/// What it takes to place corners of what two faces have in common.
pub(super) struct FaceMap<R> {
    /// The center of the reference face, in the world.
    face: [R; 3],
    /// Its normal, away from the reference.
    pub(super) normal: [R; 3],
    /// How high the incident face is above the center of the reference face, and by how much more
    /// along its axes.
    height: R,
    slopes: [R; 2],
}

impl<R: Real> FaceMap<R> {
    #[inline(always)]
    pub(super) fn new(frame: &ReferenceFrame<R>, incident: &IncidentFace<R>) -> Self {
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
    pub(super) fn at(&self, frame: &ReferenceFrame<R>, corner: Corner<R>) -> PointPair<R> {
        let ([u, v], [_, half_u, half_v]) = (corner.at, frame.reference);
        // Where it was clipped, which may be a slack farther out: the deepest has to stay so.
        let distance = self.height + u * self.slopes[0] + v * self.slopes[1];
        let (u, v) = (u.clamp(-half_u, half_u), v.clamp(-half_v, half_v));
        let reference = add_scaled(add_scaled(self.face, frame.axes[1], u), frame.axes[2], v);
        let incident = add(add_scaled(reference, self.normal, distance), frame.back);
        PointPair { reference, incident, distance, feature: corner.feature }
    }
}
