//! A face of one box against the other box.

use super::{
    Obb3Manifold,
    clip::clip,
    frame::{Frame, OF_AXIS, Weights, turned_weights},
    incident::Incident,
    place::{Place, Places},
    reduce::reduce,
    turn::Turn,
};
use crate::{
    Lanes,
    batch::{Eight, Kernel, One},
    contact::{self, Contact, Found, turn::OF_B},
    lane::LANES,
    real::{Mask, Real, Truth, vector::neg},
    sat::obb3::Relative,
    shape::{MAX_QUADS, Obb},
};

/// How a face of the reference touches the incident box.
struct Touching<R> {
    /// Away from the reference.
    normal: [R; 3],
    distance: R,
    places: [Place<R>; 4],
    count: R,
    slack: R,
}

impl<R: Real> Touching<R> {
    /// The face is across the first axis of the reference.
    #[inline(always)]
    fn new(reference: &Obb<3, R>, incident: &Obb<3, R>, weights: &Weights<R>) -> Self {
        let relative = Relative::new(reference, incident);
        let frame = Frame::new(&relative, reference, incident, weights);
        let face = Incident::new(&frame);
        let reduced = reduce(&clip(&frame, &face), frame.slack);
        let places = Places::new(&frame, &face);
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
    fn of_a(&self, axis: R) -> Found<3, 4, R> {
        let Self { normal, distance, places, count, .. } = *self;
        let [first, second, third, fourth] = places;
        let points = [first.of_a(), second.of_a(), third.of_a(), fourth.of_a()];
        Contact { normal, distance, axis, count, points }
    }

    /// The contact where the reference is B.
    #[inline(always)]
    fn of_b(&self, axis: R) -> Found<3, 4, R> {
        let Self { normal, distance, places, count, .. } = *self;
        let [first, second, third, fourth] = places;
        let points = [first.of_b(), second.of_b(), third.of_b(), fourth.of_b()];
        Contact { normal: neg(normal), distance, axis, count, points }
    }
}

/// The contact along the best axis of a face, of A or of B.
#[inline(always)]
pub(super) fn contact<R: Real>(a: &Obb<3, R>, b: &Obb<3, R>, axis: R) -> Found<3, 4, R> {
    let (one, of_b) = (axis.of(1.0), axis.of(OF_B));
    let is_b = axis.of(2.5).lt(axis);
    let turn = Turn::to_front(R::select(is_b, axis - axis.of(3.0), axis));
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
    let found = Touching::new(&reference, &Obb::select(is_b, a, b), &weights);
    Found::select(is_b, found.of_b(axis), found.of_a(axis))
}

/// The contacts of pairs of boxes that touch, and of which a certain face touches: what
/// [`Obb3Manifold`] says of them, bit for bit. Of other pairs it says nothing.
///
/// All pairs having the same axis, nothing has to be chosen lane by lane: the box and the axis that
/// come first are fetched first.
#[derive(Clone, Copy, Debug)]
pub struct Obb3Faces {
    /// The axis of the face: 0 to 2 those of A, 3 to 5 those of B.
    axis: usize,
}

/// The distance that is that of the face for certain, in slacks: at two slacks, and 1/32 of another
/// one, behind that along the edges, which then is more than one slack inside.
const INSIDE: f32 = 4.0;

impl Obb3Faces {
    /// The faces across an axis: 0 to 2 those of A, 3 to 5 those of B.
    ///
    /// # Panics
    /// When there is no such axis.
    #[must_use]
    pub fn across(axis: usize) -> Self {
        assert!(axis < 6, "two boxes have six axes, numbered from 0");
        Self { axis }
    }

    /// The three axes of the reference, that of its face first.
    #[inline(always)]
    fn axes(self) -> [usize; 3] {
        let first = self.axis % 3;
        [first, (first + 1) % 3, (first + 2) % 3]
    }
}

impl Kernel for Obb3Faces {
    type A = Obb<3>;
    type B = Obb<3>;
    type Out = Contact<3, 4>;

    const SAME: bool = false;

    #[inline(always)]
    fn reversed(&self) -> bool {
        self.axis > 2
    }

    /// The center, then the axes: each is in a quad of its own.
    #[inline(always)]
    fn order(&self) -> [usize; MAX_QUADS] {
        let [first, second, third] = self.axes();
        [0, 1 + first, 1 + second, 1 + third, 0, 0, 0, 0, 0]
    }

    #[inline(always)]
    fn eight<L: Lanes>(
        &self,
        reference: &Eight<Obb<3>, L>,
        incident: &Eight<Obb<3>, L>,
        swapped: Truth<L>,
        out: &mut [Contact<3, 4>; LANES],
    ) -> u32 {
        let (lanes, one) = (swapped.lanes, reference.half[0].of(1.0));
        let (of_reference, of_incident) = if self.reversed() { (OF_B, 1.0) } else { (1.0, OF_B) };
        let mut weights = Weights { reference: [one; 3], incident: one.of(of_incident) };
        for (weight, axis) in weights.reference.iter_mut().zip(self.axes()) {
            *weight = one.of(OF_AXIS[axis] * of_reference);
        }
        let found = Touching::new(reference, incident, &weights);
        let axis = one.of(self.axis as f32);
        if self.reversed() {
            found.of_b(axis).store(lanes, out);
        } else {
            found.of_a(axis).store(lanes, out);
        }
        (!found.distance.lt(-(found.slack * one.of(INSIDE)))).bits()
    }

    /// Where the boxes but touch, the distance is that of whatever axis tells most.
    fn decide(
        &self,
        reference: &One<Obb<3>>,
        incident: &One<Obb<3>>,
        swapped: bool,
        out: &mut Contact<3, 4>,
    ) {
        let (a, b) = if swapped { (incident, reference) } else { (reference, incident) };
        out.distance = contact::contact::<Obb3Manifold, 3, 4>(a, b).distance;
    }
}
