//! Kernels of batches of boxes: the class of each pair first, then the contacts of each class.

use super::{
    axes::RelativeBoxes,
    edges::edge_contact,
    faces::FaceContact,
    frame::{OF_AXIS, Weights},
    manifold::{BoxBox3Manifold, ContactAxis},
};
use crate::{
    Lanes,
    pairs::{
        axes::of_the_other,
        batch::Kernel,
        contact::{Contact, OF_B},
        pair_test::{PairTest, classify, contact_of, is_coarse},
    },
    real::{Mask, Real, Truth, Wide},
    shape::{Eight, MAX_QUADS, Obb, One},
    simd::LANES,
};

/// Which features of two boxes touch. The kernels for faces and for edges have little in common:
/// each is faster as it does not compute what the other needs, and as it knows the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The boxes are apart.
    Apart,
    /// The face across an axis, 0 to 2 those of A and 3 to 5 those of B:
    /// [`BoxBox3Faces`] finds the points.
    Face(u8),
    /// An edge of each: [`BoxBox3Edges`] finds the point.
    Edges,
}

impl Class {
    /// The number that stands for it, less than 8.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Apart => 0,
            Self::Face(axis) => 1 + axis,
            Self::Edges => 7,
        }
    }
}

/// The number of the [`Class`] of two boxes, by the axis of
/// [`BoxBox3Manifold`](super::BoxBox3Manifold).
#[derive(Clone, Copy, Debug, Default)]
pub struct BoxBox3Classes;

impl Kernel for BoxBox3Classes {
    type A = Obb<3>;
    type B = Obb<3>;
    type Out = u8;

    const SAME: bool = true;

    #[inline(always)]
    fn eight<L: Lanes>(
        &self,
        a: &Eight<Obb<3>, L>,
        b: &Eight<Obb<3>, L>,
        swapped: Truth<L>,
        out: &mut [u8; LANES],
    ) -> u32 {
        let relative = RelativeBoxes::<Wide<L>>::new(a, b);
        let decided = ContactAxis::new(&relative, a, b);
        let verdict = classify(decided.distance, relative.slack_of_deepest());
        let axis = Wide::select(swapped, of_the_other(decided.face.axis, 3), decided.face.axis);
        let face = axis + axis.of(f32::from(Class::Face(0).number()));
        let edges = axis.of(f32::from(Class::Edges.number()));
        let touching = Wide::select(decided.across, edges, face);
        let apart = axis.of(f32::from(Class::Apart.number()));
        let class = Wide::select(verdict.apart, apart, touching);
        let (lanes, mut numbers) = (swapped.lanes, [0; LANES]);
        lanes.store_int(lanes.truncate(class.floats), &mut numbers);
        for (class, number) in out.iter_mut().zip(numbers) {
            *class = number as u8;
        }
        (verdict.unsure | may_be_coarse(a, b, relative.slack_of_deepest())).bits()
    }

    fn decide(&self, a: &One<Obb<3>>, b: &One<Obb<3>>, swapped: bool, out: &mut u8) {
        let (a, b) = if swapped { (b, a) } else { (a, b) };
        let contact = contact_of::<BoxBox3Manifold, 3, 4>(a, b);
        let class = match contact.axis {
            _ if contact.distance > 0.0 => Class::Apart,
            face @ 0..6 => Class::Face(face as u8),
            _ => Class::Edges,
        };
        *out = class.number();
    }
}

/// Whether the contact of two boxes may be one that is computed in `f64`. The sums of sizes here
/// may be taken in another order than those of [`BoxBox3Manifold`], which decides.
#[inline(always)]
fn may_be_coarse<R: Real>(a: &Obb<3, R>, b: &Obb<3, R>, slack: R) -> R::Mask {
    let more = slack * slack.of(1.0 + 16.0 * R::UNIT);
    is_coarse::<BoxBox3Manifold, R, 3, 4>(a, b, more)
}

/// The contacts of pairs of boxes that touch, and of which a certain face touches: what
/// [`BoxBox3Manifold`] says of them, bit for bit. Of other pairs it says nothing.
///
/// All pairs having the same axis, nothing has to be chosen lane by lane: the box and the axis that
/// come first are fetched first.
#[derive(Clone, Copy, Debug)]
pub struct BoxBox3Faces {
    /// The axis of the face: 0 to 2 those of A, 3 to 5 those of B.
    axis: usize,
}

/// The distance that is that of the face for certain, in slacks: at two slacks, and 1/32 of another
/// one, behind that along the edges, which then is more than one slack inside.
const INSIDE: f32 = 4.0;

impl BoxBox3Faces {
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

impl Kernel for BoxBox3Faces {
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
        let found = FaceContact::new(reference, incident, &weights);
        let axis = one.of(self.axis as f32);
        if self.reversed() {
            found.of_b(axis).store(lanes, out);
        } else {
            found.of_a(axis).store(lanes, out);
        }
        let unsure = !found.distance.lt(-(found.slack * one.of(INSIDE)));
        (unsure | may_be_coarse(reference, incident, found.slack)).bits()
    }

    /// Where the boxes only just touch, or `f32` is too coarse, [`BoxBox3Manifold`] says all.
    fn decide(
        &self,
        reference: &One<Obb<3>>,
        incident: &One<Obb<3>>,
        swapped: bool,
        out: &mut Contact<3, 4>,
    ) {
        let (a, b) = if swapped { (incident, reference) } else { (reference, incident) };
        *out = contact_of::<BoxBox3Manifold, 3, 4>(a, b);
    }
}

/// The contacts of pairs of boxes that touch and of which an edge of each touches: what
/// [`BoxBox3Manifold`] says of them, bit for bit. Of other pairs it says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoxBox3Edges;

impl Kernel for BoxBox3Edges {
    type A = Obb<3>;
    type B = Obb<3>;
    type Out = Contact<3, 1>;

    const SAME: bool = true;

    #[inline(always)]
    fn eight<L: Lanes>(
        &self,
        a: &Eight<Obb<3>, L>,
        b: &Eight<Obb<3>, L>,
        swapped: Truth<L>,
        out: &mut [Contact<3, 1>; LANES],
    ) -> u32 {
        let relative = RelativeBoxes::<Wide<L>>::new(a, b);
        let edge = relative.deepest_edge();
        let found = edge_contact(&relative, a, b, &edge);
        found.turned(swapped, BoxBox3Manifold::turned_axis(found.axis)).store(swapped.lanes, out);
        let slack = relative.slack_of_deepest();
        let unsure = classify(edge.distance, slack).unsure;
        (unsure | may_be_coarse(a, b, slack)).bits()
    }

    fn decide(&self, a: &One<Obb<3>>, b: &One<Obb<3>>, swapped: bool, out: &mut Contact<3, 1>) {
        let (a, b) = if swapped { (b, a) } else { (a, b) };
        let Contact { normal, distance, axis, count, points: [point, ..] } =
            contact_of::<BoxBox3Manifold, 3, 4>(a, b);
        *out = Contact { normal, distance, axis, count, points: [point] };
    }
}
