//! Batches of moving pairs held against single ones, and what holds for every impact.

use std::fmt::Debug;

use bytemuck::bytes_of;
use jostle_kernels::{
    Pair, SimdLevel,
    pairs::{
        Impact, ImpactState, Impacts, LATEST, Movers, MovingOne, SweptBatch, SweptTest, impact_of,
    },
    shape::Pack,
};

/// A moving A and a moving B.
pub(crate) type Case<T, const D: usize> = (
    MovingOne<<T as SweptTest<D>>::A, <T as SweptTest<D>>::Motion>,
    MovingOne<<T as SweptTest<D>>::B, <T as SweptTest<D>>::Motion>,
);

/// What single pairs give, after making sure that it is well formed, and that batches at every
/// level, in another order and with other neighbors, give the same bits.
pub(crate) fn agreed_impacts<T: SweptTest<D>, const D: usize>(
    cases: &[Case<T, D>],
    end: f32,
) -> Vec<Impact<D>>
where
    Case<T, D>: Debug,
{
    let single: Vec<_> = cases.iter().map(|(a, b)| impact_of::<T, D>(a, b, end)).collect();
    let a: Vec<_> = cases.iter().map(|(a, _)| T::A::pack(&a.shape)).collect();
    let b: Vec<_> = cases.iter().map(|(_, b)| T::B::pack(&b.shape)).collect();
    let motions_a: Vec<_> = cases.iter().map(|(a, _)| T::Motion::pack(&a.motion)).collect();
    let motions_b: Vec<_> = cases.iter().map(|(_, b)| T::Motion::pack(&b.motion)).collect();
    let (a, b) =
        (Movers { shapes: &a, motions: &motions_a }, Movers { shapes: &b, motions: &motions_b });
    let kernel = &Impacts::<T, D>::until(end);
    let straight: Vec<_> = (0..cases.len() as u32).map(|i| Pair { a: i, b: i }).collect();
    let reversed: Vec<_> = straight.iter().rev().copied().collect();
    let alone = straight.chunks(1).step_by(7);
    for level in SimdLevel::available() {
        for pairs in [&straight[..], &reversed].into_iter().chain(alone.clone()) {
            let mut impacts = vec![Impact::default(); pairs.len()];
            SweptBatch { kernel, a, b, pairs, out: &mut impacts }.compute(*level);
            for (pair, found) in pairs.iter().zip(&impacts) {
                let index = pair.a as usize;
                let (expected, case) = (&single[index], &cases[index]);
                let same = bytes_of(found) == bytes_of(expected);
                assert!(same, "{level} {case:?}\n{found:?}\n{expected:?}");
            }
        }
    }
    for (found, case) in single.iter().zip(cases) {
        well_formed(found, end.min(LATEST), case);
    }
    single
}

fn well_formed<const D: usize>(found: &Impact<D>, end: f32, case: &dyn Debug) {
    let square: f64 = found.normal.iter().map(|x| f64::from(*x).powi(2)).sum();
    let (state, time) = (found.state(), found.time);
    assert_eq!(state.number(), found.state, "{case:?} {found:?}");
    let well = match state {
        ImpactState::Apart => time == f32::INFINITY && square == 0.0,
        ImpactState::Hit => (0.0..=end).contains(&time) && (square.sqrt() - 1.0).abs() < 2e-6,
        ImpactState::Overlapping => time == 0.0 && square == 0.0,
        ImpactState::Capped => (0.0..=end).contains(&time) && square == 0.0,
    };
    assert!(well && !time.is_sign_negative(), "{case:?}\n{found:?}");
}

/// Makes sure that pairs the other way round give mirrored impacts.
pub(crate) fn mirrored<T, const D: usize>(cases: &[Case<T, D>], impacts: &[Impact<D>], end: f32)
where
    T: SweptTest<D, B = <T as SweptTest<D>>::A>,
    Case<T, D>: Debug,
{
    for (case, found) in cases.iter().zip(impacts) {
        let (a, b) = case;
        let other = impact_of::<T, D>(b, a, end);
        let mirror = Impact { normal: found.normal.map(|x| -x), ..*found };
        assert_eq!(other, mirror, "{case:?}");
    }
}
