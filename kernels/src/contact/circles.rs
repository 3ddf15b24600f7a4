//! Circles around shapes in the plane, which tell most pairs with a polygon apart at a tenth of the
//! cost.

use std::marker::PhantomData;

use crate::{
    Lanes,
    batch::{Eight, Kernel, One},
    lane::LANES,
    real::{
        Mask, Real, Truth, Wide,
        vector::{dot, sub},
    },
    shape::{AroundPolygon, Ball, Capsule, Obb, Pack, radius_of},
};

/// A shape with a circle around its center that contains it.
pub trait Around: Pack {
    /// The circle, which may be too small by 8 roundings: axes may be longer than 1. Must be
    /// `#[inline(always)]`.
    fn circle<R: Real>(shape: &Self::Of<R>) -> Ball<2, R>;
}

impl Around for AroundPolygon {
    #[inline(always)]
    fn circle<R: Real>(circle: &Ball<2, R>) -> Ball<2, R> {
        *circle
    }
}

impl Around for Ball<2> {
    #[inline(always)]
    fn circle<R: Real>(ball: &Ball<2, R>) -> Ball<2, R> {
        *ball
    }
}

impl Around for Capsule<2> {
    #[inline(always)]
    fn circle<R: Real>(capsule: &Capsule<2, R>) -> Ball<2, R> {
        let length = radius_of(dot(capsule.axis, capsule.axis));
        Ball { center: capsule.center, radius: length + capsule.radius }
    }
}

impl Around for Obb<2> {
    #[inline(always)]
    fn circle<R: Real>(obb: &Obb<2, R>) -> Ball<2, R> {
        Ball { center: obb.center, radius: radius_of(dot(obb.half, obb.half)) }
    }
}

/// Whether pairs may touch: false only where circles around them are apart.
pub struct Near<A, B>(PhantomData<(A, B)>);

impl<A, B> Default for Near<A, B> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

/// Roundings in the sum of the radii, the difference of the centers and their squares, doubled and
/// rounded up.
const ROUNDINGS: f32 = 32.0;

impl<A: Around, B: Around> Kernel for Near<A, B> {
    type A = A;
    type B = B;
    type Out = bool;

    const SAME: bool = false;

    #[inline(always)]
    fn eight<L: Lanes>(
        &self,
        a: &Eight<A, L>,
        b: &Eight<B, L>,
        _swapped: Truth<L>,
        out: &mut [bool; LANES],
    ) -> u32 {
        let (a, b) = (A::circle::<Wide<L>>(a), B::circle::<Wide<L>>(b));
        let between = sub(b.center, a.center);
        let reach = (a.radius + b.radius) * a.radius.of(1.0 + ROUNDINGS * f32::UNIT);
        // Squares that vanish, or overflow, tell nothing.
        let square = reach * reach + reach.of(f32::MIN_POSITIVE);
        let apart = square.lt(dot(between, between)).bits();
        for (lane, near) in out.iter_mut().enumerate() {
            *near = apart >> lane & 1 == 0;
        }
        0
    }

    fn decide(&self, _a: &One<A>, _b: &One<B>, _swapped: bool, _out: &mut bool) {
        unreachable!("no lane is left to decide");
    }
}
