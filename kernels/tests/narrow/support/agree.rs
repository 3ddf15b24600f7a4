//! Batches held against single pairs.

use std::fmt::Debug;

use bytemuck::bytes_of;
use jostle_kernels::{
    Pair, SimdLevel,
    pairs::{Batch, Contact, ContactKernel, Overlaps, PairTest, contact_of, touches},
    shape::{One, Pack},
};

/// The bits of a contact.
fn bits<const D: usize, const N: usize>(contact: &Contact<D, N>) -> &[u8] {
    bytes_of(contact)
}

/// A pair of shapes.
pub(crate) type Asked<T, const D: usize, const N: usize> =
    (One<<T as PairTest<D, N>>::A>, One<<T as PairTest<D, N>>::B>);

/// What single pairs give, after making sure that batches at every level, in another order and
/// with other neighbors, give the same bits; that the same pairs the other way round mirror them;
/// and that overlaps tell what contacts tell.
pub(crate) fn agreed<T, const D: usize, const N: usize>(
    pairs: &[Asked<T, D, N>],
) -> Vec<Contact<D, N>>
where
    T: PairTest<D, N>,
    One<T::A>: Debug,
    One<T::B>: Debug,
{
    let single: Vec<_> = pairs.iter().map(|(a, b)| contact_of::<T, D, N>(a, b)).collect();
    let a: Vec<_> = pairs.iter().map(|(a, _)| T::A::pack(a)).collect();
    let b: Vec<_> = pairs.iter().map(|(_, b)| T::B::pack(b)).collect();
    // In order, in reverse, and each pair in a group that it has for itself.
    let count = pairs.len() as u32;
    let straight: Vec<_> = (0..count).map(|i| Pair { a: i, b: i }).collect();
    let reversed: Vec<_> = straight.iter().rev().copied().collect();
    for level in SimdLevel::available() {
        for order in [&straight, &reversed] {
            let mut contacts = vec![Contact::default(); order.len()];
            let mut overlaps = vec![false; order.len()];
            let kernel = &ContactKernel::<T, D, N>::default();
            let (a, b, pairs_in_order, ahead) = (&a[..], &b[..], &order[..], &[][..]);
            let out = &mut contacts[..];
            Batch { kernel, a, b, pairs: pairs_in_order, next: ahead, out }.compute(*level);
            let kernel = &Overlaps::<T, D, N>::default();
            Batch { kernel, a, b, pairs: pairs_in_order, next: ahead, out: &mut overlaps }
                .compute(*level);
            for ((pair, contact), touches) in order.iter().zip(&contacts).zip(overlaps) {
                let index = pair.a as usize;
                let expected = &single[index];
                let case = &pairs[index];
                assert!(
                    bits(contact) == bits(expected),
                    "{level} {case:?}\n{contact:?}\n{expected:?}"
                );
                assert_eq!(touches, expected.distance <= 0.0, "{level} {case:?} {expected:?}");
            }
        }
        for pair in straight.iter().step_by(7) {
            let mut found = [Contact::default()];
            let kernel = &ContactKernel::<T, D, N>::default();
            Batch { kernel, a: &a, b: &b, pairs: &[*pair], next: &[], out: &mut found }
                .compute(*level);
            assert!(bits(&found[0]) == bits(&single[pair.a as usize]), "{level}, alone");
        }
    }
    for ((a, b), contact) in pairs.iter().zip(&single) {
        assert_eq!(touches::<T, D, N>(a, b), contact.distance <= 0.0, "{a:?} {b:?}");
    }
    single
}
