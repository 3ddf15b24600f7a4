//! Tests as kernels of a batch.

use std::marker::PhantomData;

use super::{Contact, PairTest, contact, one::apart, settle, touches};
use crate::{
    Lanes,
    batch::{Alone, Eight, Kernel, One},
    lane::LANES,
    real::{Mask, Truth, Wide},
};

/// The contacts of pairs by a test.
pub struct Contacts<T, const D: usize, const N: usize>(PhantomData<T>);

/// Whether pairs touch by a test.
pub struct Overlaps<T, const D: usize, const N: usize>(PhantomData<T>);

impl<T, const D: usize, const N: usize> Default for Contacts<T, D, N> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T, const D: usize, const N: usize> Default for Overlaps<T, D, N> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T: PairTest<D, N>, const D: usize, const N: usize> Kernel for Contacts<T, D, N> {
    type A = T::A;
    type B = T::B;
    type Out = Contact<D, N>;

    const SAME: bool = T::SAME;

    #[inline(always)]
    fn eight<L: Lanes>(
        &self,
        a: &Eight<T::A, L>,
        b: &Eight<T::B, L>,
        swapped: Truth<L>,
        out: &mut [Contact<D, N>; LANES],
    ) -> u32 {
        let (found, slack) = T::contact::<Wide<L>>(a, b);
        let contact =
            if T::SAME { found.turned(swapped, T::turned_axis(found.axis)) } else { found };
        contact.store(swapped.lanes, out);
        super::judge(contact.distance, slack).unsure.bits()
    }

    fn decide(&self, a: &One<T::A>, b: &One<T::B>, _swapped: bool, out: &mut Contact<D, N>) {
        out.distance = settle(out.distance, T::apart(a, b));
    }
}

impl<T: PairTest<D, N>, const D: usize, const N: usize> Kernel for Overlaps<T, D, N> {
    type A = T::A;
    type B = T::B;
    type Out = bool;

    /// The verdict is the same whichever way round a pair is computed.
    const SAME: bool = false;

    #[inline(always)]
    fn eight<L: Lanes>(
        &self,
        a: &Eight<T::A, L>,
        b: &Eight<T::B, L>,
        _swapped: Truth<L>,
        out: &mut [bool; LANES],
    ) -> u32 {
        let verdict = T::verdict::<Wide<L>>(a, b);
        let apart = verdict.apart.bits();
        for (lane, touches) in out.iter_mut().enumerate() {
            *touches = apart >> lane & 1 == 0;
        }
        verdict.unsure.bits()
    }

    fn decide(&self, a: &One<T::A>, b: &One<T::B>, _swapped: bool, out: &mut bool) {
        *out = !apart::<T, D, N>(a, b);
    }
}

impl<T: PairTest<D, N>, const D: usize, const N: usize> Alone for Contacts<T, D, N> {
    const HOT: bool = T::HOT;

    fn one(&self, a: &One<T::A>, b: &One<T::B>) -> Contact<D, N> {
        contact::<T, D, N>(a, b)
    }
}

impl<T: PairTest<D, N>, const D: usize, const N: usize> Alone for Overlaps<T, D, N> {
    const HOT: bool = T::HOT;

    fn one(&self, a: &One<T::A>, b: &One<T::B>) -> bool {
        touches::<T, D, N>(a, b)
    }
}
