//! Places on both boxes.

use super::{clip::Corner, frame::Frame, incident::Incident};
use crate::{
    contact::Point,
    real::{Real, vector::select},
    sat::obb3::in_world,
};

/// A place on both boxes, each along its own axes as the [`Frame`] turns them.
#[derive(Clone, Copy)]
pub(super) struct Placed<R> {
    pub(super) on_a: [R; 3],
    pub(super) on_b: [R; 3],
    /// The distance along the normal.
    pub(super) distance: R,
    /// The number of the features that meet there.
    pub(super) feature: R,
}

impl<R: Real> Placed<R> {
    /// Places a corner of what the two faces have in common.
    #[inline(always)]
    pub(super) fn on_faces(frame: &Frame<R>, incident: &Incident<R>, corner: Corner<R>) -> Self {
        let ([u, v], [_, half_u, half_v]) = (corner.at, frame.reference);
        let (u, v) = (u.clamp(-half_u, half_u), v.clamp(-half_v, half_v));
        let ([x, y], half) = (incident.above([u, v]), incident.half);
        let (x, y) = (x.clamp(-half[0], half[0]), y.clamp(-half[1], half[1]));
        let own = [frame.side * frame.reference[0], u, v];
        let other = [frame.facing * frame.incident[0], x, y];
        Self {
            on_a: select(frame.is_b, other, own),
            on_b: select(frame.is_b, own, other),
            distance: incident.height([x, y]),
            feature: corner.feature,
        }
    }

    /// The same place in the world, relative to each centre; the axes are as the frame turns them.
    #[inline(always)]
    pub(super) fn point(&self, axes_a: &[[R; 3]; 3], axes_b: &[[R; 3]; 3]) -> Point<3, R> {
        Point {
            on_a: in_world(axes_a, self.on_a),
            on_b: in_world(axes_b, self.on_b),
            distance: self.distance,
            feature: self.feature,
        }
    }

    /// `if mask { yes } else { no }`.
    #[inline(always)]
    pub(super) fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        Self {
            on_a: select(mask, yes.on_a, no.on_a),
            on_b: select(mask, yes.on_b, no.on_b),
            distance: R::select(mask, yes.distance, no.distance),
            feature: R::select(mask, yes.feature, no.feature),
        }
    }
}
