//! The contact manifold of two oriented boxes in 3D.

use super::axes::{BoxBox3, RelativeBoxes};
use crate::{
    pairs::{
        axes::Deepest,
        contact::{Contact, RawContact},
        pair_test::{PairTest, Separated},
    },
    real::Real,
    shape::{Obb, One},
};

/// Two boxes: the contact by the axes of [`BoxBox3`] with up to four points.
///
/// Touching or not is what [`BoxBox3`] says. So are normal, distance and axis, except that an
/// axis across two edges gives way to that of a face where the boxes overlap along the two by
/// nearly the same (by 1/32, or by what rounding does): boxes that rest on each other would
/// otherwise stand on one point in one frame and on four in the next. The distance is that along
/// the axis which is reported; where the boxes just touch within rounding it is that of
/// [`BoxBox3`].
///
/// **Points.** The corners of what the two faces have in common that are not above the reference
/// face; up to rounding the deepest comes first. All are as deep where the two faces lean against
/// each other by no more than a 512th: then that comes first which is first along a direction of
/// the world, so that boxes at rest, which lean this way and that, keep their points. If there are
/// more than four, the others are the one farthest from it, the one farthest from the line through
/// both, and the one that adds most area to the three; they span at least about half of the area of
/// all. Points within rounding of each other are one. The point of either box is on the face (or
/// the edge) that touches, and the distance of a point is along the normal. There is always at
/// least one. Where the boxes are apart the points mean nothing.
///
/// **Features.** A feature of a box is its corner, edge or face whose points have the signs `x`,
/// `y`, `z` (-1, 0 or 1) along the box's axes, with the number `13 + x + 3 * y + 9 * z`: 0 along
/// the axes in which the feature extends. A point is numbered by the features that meet there: that
/// of A plus 32 times that of B. It is the same whichever face is the reference.
pub struct BoxBox3Manifold;

/// An axis across edges gives way to that of a face where it tells more by no more than this
/// share of the depth.
const SAME_DEPTH: f32 = 1.0 / 32.0;

impl PairTest<3, 4> for BoxBox3Manifold {
    type A = Obb<3>;
    type B = Obb<3>;

    const SAME: bool = true;

    #[inline(always)]
    fn contact<R: Real>(a: &Obb<3, R>, b: &Obb<3, R>) -> (RawContact<3, 4, R>, R) {
        let relative = RelativeBoxes::new(a, b);
        let decided = ContactAxis::new(&relative, a, b);
        let on_faces = super::faces::face_contact(a, b, decided.face.axis);
        let across_edges = super::edges::edge_contact(&relative, a, b, &decided.edge);
        let of_face = R::select(decided.overlaps, decided.face.distance, decided.distance);
        let faces = Contact { distance: of_face, ..on_faces };
        let Contact { normal, distance, axis, count, points: [point] } = across_edges;
        let edges = Contact { normal, distance, axis, count, points: [point; 4] };
        (RawContact::select(decided.across, edges, faces), relative.slack_of_deepest())
    }

    #[inline(always)]
    fn turned_axis<R: Real>(axis: R) -> R {
        BoxBox3::turned_axis(axis)
    }

    #[inline(always)]
    fn verdict<R: Real>(a: &Obb<3, R>, b: &Obb<3, R>) -> Separated<R::Mask> {
        BoxBox3::verdict(a, b)
    }

    #[cold]
    fn apart(a: &One<Obb<3>>, b: &One<Obb<3>>) -> bool {
        BoxBox3::apart(a, b)
    }
}

/// The axis that the contact is along, if there is one.
pub(super) struct ContactAxis<R: Real> {
    pub(super) face: Deepest<3, R>,
    edge: Deepest<3, R>,
    /// Along the deepest axis.
    pub(super) distance: R,
    /// Whether it is for certain that they overlap.
    overlaps: R::Mask,
    /// Whether it is an axis across edges.
    pub(super) across: R::Mask,
}

impl<R: Real> ContactAxis<R> {
    #[inline(always)]
    pub(super) fn new(relative: &RelativeBoxes<R>, a: &Obb<3, R>, b: &Obb<3, R>) -> Self {
        let (face, edge) = (relative.deepest_face(a, b), relative.deepest_edge());
        let distance = edge.distance.max(face.distance);
        let slack = relative.slack_of_deepest();
        let margin = distance.abs() * slack.of(SAME_DEPTH) + (slack + slack);
        let nearly = distance.le(face.distance + margin);
        // Not where they are apart; nor may a face hide that it is unsure whether they are.
        let across = face.distance.lt(edge.distance) & !(nearly & distance.le(slack));
        Self { face, edge, distance, overlaps: distance.lt(-slack), across }
    }
}
