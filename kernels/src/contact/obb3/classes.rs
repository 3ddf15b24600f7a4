//! What touches, found out before where.

use super::Decided;
use crate::{
    Lanes,
    batch::{Eight, Kernel, One},
    contact::{PairTest, judge},
    lane::LANES,
    real::{Mask, Truth, Wide},
    sat::{self, obb3::Relative},
    shape::Obb,
};

/// What touches of two boxes: the kernels for faces and for edges have little in common, and each
/// is faster for not computing what the other needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Class {
    /// The boxes are apart.
    Apart,
    /// A face of one: [`Obb3Faces`](super::Obb3Faces) finds the points.
    Face,
    /// An edge of each: [`Obb3Edges`](super::Obb3Edges) finds the point.
    Edges,
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
        _swapped: Truth<L>,
        out: &mut [u8; LANES],
    ) -> u32 {
        let relative = Relative::<Wide<L>>::new(a, b);
        let decided = Decided::new(&relative, a, b);
        let verdict = judge(decided.distance, relative.slack_of_deepest());
        let (apart, across) = (verdict.apart.bits(), decided.across.bits());
        for (lane, class) in out.iter_mut().enumerate() {
            let touching = (Class::Face as u32) + (across >> lane & 1);
            *class = if apart >> lane & 1 == 1 { Class::Apart as u8 } else { touching as u8 };
        }
        verdict.unsure.bits()
    }

    fn decide(&self, a: &One<Obb<3>>, b: &One<Obb<3>>, _swapped: bool, out: &mut u8) {
        if sat::Obb3::apart(a, b) {
            *out = Class::Apart as u8;
        }
    }
}
