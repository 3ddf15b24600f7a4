//! Contact manifolds of oriented boxes in 3D: the axes of [`sat::Obb3`], then
//! the points where the features that face each other along the deciding one meet.
//!
//! * **A face against the other box.** The reference face is the one the axis belongs to, the
//!   incident face is the face of the other box that looks at it most directly. What lies above
//!   both is a polygon of up to eight corners (`clip`); of those at or below the reference face up
//!   to four are kept that span it (`reduce`).
//! * **An edge against an edge.** The two points where the edges are closest (`edges`).
//!
//! The method is that of polygon clipping between reference and incident face (D. Gregorius,
//! *Robust Contact Creation for Physics Simulations*, GDC 2015), with the clipping of the four
//! incident edges done by slabs (Liang and Barsky 1984), so that no lane ever has to wait.

mod clip;
mod edges;
mod frame;
mod incident;
mod place;
mod reduce;
mod turn;

use super::{Contact, PairTest, Verdict};
use crate::{
    batch::One,
    real::{Real, vector::select},
    sat::{
        self,
        deepest::Deepest,
        obb3::{Relative, in_world},
    },
    shape::Obb,
};
use clip::clip;
use frame::Frame;
use incident::Incident;
use place::Placed;
use reduce::reduce;

/// Two boxes: the contact by the axes of [`sat::Obb3`] with up to four points.
///
/// Touching or not is what [`sat::Obb3`] says. So are normal, distance and axis, except that an
/// axis across two edges gives way to that of a face where the boxes overlap along the two by
/// nearly the same (by 1/32, or by what rounding does): boxes that rest on each other would
/// otherwise stand on one point in one frame and on four in the next. The distance is that along
/// the axis which is reported; where the boxes just touch within rounding it is that of
/// [`sat::Obb3`].
///
/// **Points.** The corners of what the two faces have in common that are not above the reference
/// face; up to rounding the deepest comes first. If there are more than four, the others are the
/// one farthest from it, the one farthest from the line through both, and the one that adds most
/// area to the three; they span at least about half of the area of all. Points within rounding of
/// each other are one. The point of either box is on the face (or the edge) that touches, and the
/// distance of a point is along the normal. There is always at least one. Where the boxes are apart
/// the points mean nothing.
///
/// **Features.** A feature of a box is its corner, edge or face whose points have the signs `x`,
/// `y`, `z` (-1, 0 or 1) along the box's axes, with the number `13 + x + 3 * y + 9 * z`: 0 along
/// the axes in which the feature extends. A point is numbered by the features that meet there: that
/// of A plus 32 times that of B. It is the same whichever face is the reference.
pub struct Obb3Manifold;

/// An axis across edges gives way to that of a face where it tells more by no more than this
/// share of the depth.
const SAME_DEPTH: f32 = 1.0 / 32.0;

impl PairTest<3, 4> for Obb3Manifold {
    type A = Obb<3>;
    type B = Obb<3>;

    const SAME: bool = true;

    #[inline(always)]
    fn contact<R: Real>(a: &Obb<3, R>, b: &Obb<3, R>) -> (Contact<3, 4, R>, R) {
        let relative = Relative::new(a, b);
        let decided = decide(&relative);
        let frame = Frame::new(&relative, &decided);
        let incident = Incident::new(&frame);
        let reduced = reduce(&clip(&frame, &incident), frame.slack);
        let one = decided.distance.of(1.0);
        let (axes_a, axes_b) = (frame.axes_a(a), frame.axes_b(b));
        let closest = edges::place(&frame, decided.distance);
        let [deepest, second, third, fourth] = reduced.corners;
        let deepest = Placed::on_faces(&frame, &incident, deepest);
        let deepest = Placed::select(frame.across, closest, deepest);
        let points = [
            deepest.point(&axes_a, &axes_b),
            Placed::on_faces(&frame, &incident, second).point(&axes_a, &axes_b),
            Placed::on_faces(&frame, &incident, third).point(&axes_a, &axes_b),
            Placed::on_faces(&frame, &incident, fourth).point(&axes_a, &axes_b),
        ];
        let contact = Contact {
            normal: in_world(&a.axes, decided.direction),
            distance: decided.distance,
            axis: decided.axis,
            count: R::select(frame.across, one, reduced.count),
            points,
        };
        (contact, relative.slack_of_deepest())
    }

    #[inline(always)]
    fn verdict<R: Real>(a: &Obb<3, R>, b: &Obb<3, R>) -> Verdict<R::Mask> {
        sat::Obb3::verdict(a, b)
    }

    #[cold]
    fn apart(a: &One<Obb<3>>, b: &One<Obb<3>>) -> bool {
        sat::Obb3::apart(a, b)
    }
}

/// The axis that the contact is along.
#[inline(always)]
fn decide<R: Real>(relative: &Relative<R>) -> Deepest<3, R> {
    let face = relative.deepest_face();
    let deepest = relative.deepest(face);
    let slack = relative.slack_of_deepest();
    let margin = deepest.distance.abs() * slack.of(SAME_DEPTH) + (slack + slack);
    let nearly = deepest.distance.le(face.distance + margin);
    // Not where they are apart, nor may a face hide that nobody knows whether they are.
    let prefer = nearly & deepest.distance.le(slack);
    let overlaps = deepest.distance.lt(-slack);
    Deepest {
        distance: R::select(prefer & overlaps, face.distance, deepest.distance),
        direction: select(prefer, face.direction, deepest.direction),
        axis: R::select(prefer, face.axis, deepest.axis),
    }
}
