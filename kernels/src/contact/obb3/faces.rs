//! A face of one box against the other box.

use super::{
    Obb3Manifold, clip::clip, frame::Frame, incident::Incident, place::Places, reduce::reduce,
};
use crate::{
    Lanes,
    batch::{Eight, Kernel, One},
    contact::{Contact, Found, PairTest, judge, settle},
    lane::LANES,
    real::{Mask, Real, Truth, Wide},
    sat::{deepest::Deepest, obb3::Relative},
    shape::Obb,
};

/// The contact along the best axis of a face.
#[inline(always)]
pub(super) fn contact<R: Real>(
    relative: &Relative<R>,
    a: &Obb<3, R>,
    b: &Obb<3, R>,
    face: &Deepest<3, R>,
) -> Found<3, 4, R> {
    let frame = Frame::new(relative, a, b, face.axis);
    let incident = Incident::new(&frame);
    let reduced = reduce(&clip(&frame, &incident), frame.slack);
    let places = Places::new(&frame, &incident, a, b);
    let [first, second, third, fourth] = reduced.corners;
    Contact {
        normal: face.direction,
        distance: face.distance,
        axis: face.axis,
        count: reduced.count,
        points: [
            places.point(&frame, first),
            places.point(&frame, second),
            places.point(&frame, third),
            places.point(&frame, fourth),
        ],
    }
}

/// The contacts of pairs of boxes that touch and of which a face touches: what
/// [`Obb3Manifold`] says of them, bit for bit. Of other pairs it says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Obb3Faces;

/// The distance that is that of the face for certain, in slacks: at two slacks, and 1/32 of another
/// one, behind that along the edges, which then is more than one slack inside.
const INSIDE: f32 = 4.0;

impl Kernel for Obb3Faces {
    type A = Obb<3>;
    type B = Obb<3>;
    type Out = Contact<3, 4>;

    const SAME: bool = true;

    #[inline(always)]
    fn eight<L: Lanes>(
        &self,
        a: &Eight<Obb<3>, L>,
        b: &Eight<Obb<3>, L>,
        swapped: Truth<L>,
        out: &mut [Contact<3, 4>; LANES],
    ) -> u32 {
        let relative = Relative::<Wide<L>>::new(a, b);
        let face = relative.deepest_face(a, b);
        let found = contact(&relative, a, b, &face);
        found.turned(swapped, Obb3Manifold::turned_axis(found.axis)).store(swapped.lanes, out);
        let slack = relative.slack_of_deepest();
        (!face.distance.lt(-(slack * slack.of(INSIDE)))).bits()
    }

    /// Where the boxes but touch, the distance is that of whatever axis tells most.
    fn decide(&self, a: &One<Obb<3>>, b: &One<Obb<3>>, _swapped: bool, out: &mut Contact<3, 4>) {
        let (found, slack) = Obb3Manifold::contact::<f32>(a, b);
        out.distance = found.distance;
        if judge(found.distance, slack).unsure {
            out.distance = settle(found.distance, false);
        }
    }
}
