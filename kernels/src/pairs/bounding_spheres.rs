//! A test of bounding circles in the plane. It separates most pairs with a polygon at a tenth of
//! the cost of their own test.

use std::marker::PhantomData;

use super::batch::Kernel;
use crate::{
    Lanes,
    real::{
        Mask, Real, Truth, Wide,
        vector::{dot, sub},
    },
    shape::{BoundingSphere, Eight, One},
    simd::LANES,
};

/// Whether pairs may touch: false only where their bounding circles are apart.
pub struct SpheresTouch<A, B>(PhantomData<(A, B)>);

impl<A, B> Default for SpheresTouch<A, B> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

/// Roundings in the sum of the radii, the difference of the centers and their squares, doubled and
/// rounded up.
const ROUNDINGS: f32 = 32.0;

impl<A: BoundingSphere, B: BoundingSphere> Kernel for SpheresTouch<A, B> {
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
        // A square that underflows or overflows must not separate.
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
