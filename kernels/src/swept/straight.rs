//! Shapes that could turn and do not.

use std::marker::PhantomData;

use super::{Displacement, Impact, Moving, MovingOf, MovingOne, SweptTest, turn::RigidMotion};
use crate::{real::Real, shape::Pack};

/// A test for shapes that do not turn, of motions that also tell how shapes turn, which it does not
/// look at. So the motions of a set are packed once, whatever its pairs are.
pub struct Straight<T, M>(PhantomData<fn() -> (T, M)>);

/// A shape that moves, without its turning.
#[inline(always)]
fn straight<S: Pack, M: RigidMotion<D>, R: Real, const D: usize>(
    moving: &MovingOf<S, M, R>,
) -> MovingOf<S, Displacement<D>, R> {
    Moving { shape: moving.shape, motion: Displacement { by: M::by(&moving.motion) } }
}

impl<T, M, const D: usize> SweptTest<D> for Straight<T, M>
where
    T: SweptTest<D, Motion = Displacement<D>>,
    M: RigidMotion<D>,
{
    type A = T::A;
    type B = T::B;
    type Motion = M;

    const SAME: bool = T::SAME;

    #[inline(always)]
    fn impact<R: Real>(
        a: &MovingOf<T::A, M, R>,
        b: &MovingOf<T::B, M, R>,
        end: R,
    ) -> (Impact<D, R>, R::Mask) {
        T::impact(&straight::<T::A, M, R, D>(a), &straight::<T::B, M, R, D>(b), end)
    }

    #[cold]
    fn decide(a: &MovingOne<T::A, M>, b: &MovingOne<T::B, M>, end: f32) -> Impact<D> {
        T::decide(&straight::<T::A, M, f32, D>(a), &straight::<T::B, M, f32, D>(b), end)
    }
}
