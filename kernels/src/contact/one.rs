//! A single pair.

use super::{Contact, PairTest, judge, settle};
use crate::{
    batch::{One, comes_before},
    lane::Quad,
    shape::{Pack, from_quads},
};

/// How two shapes touch: what a batch finds for the pair, bit for bit.
// One copy for a single pair and for lists on processors without lanes: it is long.
#[inline(never)]
#[must_use]
pub fn contact<T: PairTest<D, N>, const D: usize, const N: usize>(
    a: &One<T::A>,
    b: &One<T::B>,
) -> Contact<D, N> {
    in_order::<T, D, N, _>(a, b, |a, b, swapped| {
        let (found, slack) = T::contact::<f32>(a, b);
        let mut contact = found.turned(swapped, T::turned_axis(found.axis)).stored();
        if judge(contact.distance, slack).unsure {
            contact.distance = settle(contact.distance, T::apart(a, b));
        }
        contact
    })
}

/// Whether two shapes touch: what a batch finds for the pair.
#[inline(never)]
#[must_use]
pub fn touches<T: PairTest<D, N>, const D: usize, const N: usize>(
    a: &One<T::A>,
    b: &One<T::B>,
) -> bool {
    let verdict = T::verdict::<f32>(a, b);
    !(verdict.apart || verdict.unsure && apart::<T, D, N>(a, b))
}

/// Decides what `f32` could not, the same whichever way round: what `f32` is certain of is so far
/// beyond what `f64` is not certain of that both ways round end in the same verdict.
#[cold]
pub(super) fn apart<T: PairTest<D, N>, const D: usize, const N: usize>(
    a: &One<T::A>,
    b: &One<T::B>,
) -> bool {
    in_order::<T, D, N, _>(a, b, |a, b, _| T::apart(a, b))
}

/// Hands on the pair the way round that is computed, and whether it was turned around.
fn in_order<T: PairTest<D, N>, const D: usize, const N: usize, Out>(
    a: &One<T::A>,
    b: &One<T::B>,
    compute: impl Fn(&One<T::A>, &One<T::B>, bool) -> Out,
) -> Out {
    let (quads_a, quads_b) = (T::A::pack(a), T::B::pack(b));
    let (first, second): (&[Quad], &[Quad]) = (quads_a.as_ref(), quads_b.as_ref());
    if T::SAME && comes_before(second, first) {
        compute(&from_quads::<T::A>(second), &from_quads::<T::B>(first), true)
    } else {
        compute(a, b, false)
    }
}
