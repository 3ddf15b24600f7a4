//! What touches, found out before where.

use super::Decided;
use crate::{
    Lanes,
    batch::{Eight, Kernel, One},
    contact::{PairTest, judge},
    lane::LANES,
    real::{Mask, Real, Truth, Wide},
    sat::{self, deepest::of_the_other, obb3::Relative},
    shape::Obb,
};

/// What touches of two boxes: the kernels for faces and for edges have little in common, and each
/// is faster for not computing what the other needs, and for knowing the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The boxes are apart.
    Apart,
    /// The face across an axis, 0 to 2 those of A and 3 to 5 those of B:
    /// [`Obb3Faces`](super::Obb3Faces) finds the points.
    Face(u8),
    /// An edge of each: [`Obb3Edges`](super::Obb3Edges) finds the point.
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

/// The number of the [`Class`] of two boxes, by the axis of [`Obb3Manifold`](super::Obb3Manifold).
#[derive(Clone, Copy, Debug, Default)]
pub struct Obb3Classes;

impl Kernel for Obb3Classes {
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
        let relative = Relative::<Wide<L>>::new(a, b);
        let decided = Decided::new(&relative, a, b);
        let verdict = judge(decided.distance, relative.slack_of_deepest());
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
        verdict.unsure.bits()
    }

    fn decide(&self, a: &One<Obb<3>>, b: &One<Obb<3>>, _swapped: bool, out: &mut u8) {
        if sat::Obb3::apart(a, b) {
            *out = Class::Apart.number();
        }
    }
}
