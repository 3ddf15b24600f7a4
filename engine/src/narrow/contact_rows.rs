//! Pairs of a run, block by block.

use jostle_kernels::{
    Pair, SimdLevel,
    dispatch::{ContactBatch, ContactTest, PairBlock},
    pairs::Contact,
};

use super::split::KindRun;

/// Pairs in a block: their contacts stay in the L1 cache until they are read.
pub(super) const BLOCK: usize = 64;

/// Room for the contacts of a block, by the number of points that a test gives.
pub(super) struct ContactRows<const D: usize> {
    no_points: [Contact<D, 0>; BLOCK],
    one_point: [Contact<D, 1>; BLOCK],
    two_points: [Contact<D, 2>; BLOCK],
    four_points: [Contact<D, 4>; BLOCK],
}

impl<const D: usize> Default for ContactRows<D> {
    fn default() -> Self {
        Self {
            no_points: [Contact::default(); BLOCK],
            one_point: [Contact::default(); BLOCK],
            two_points: [Contact::default(); BLOCK],
            four_points: [Contact::default(); BLOCK],
        }
    }
}

/// Takes the contacts of a block, whatever number of points they have room for.
pub(super) trait TakeContacts<const D: usize> {
    /// Takes the contacts of pairs `first..` of those that are computed.
    fn take<const N: usize>(&mut self, first: usize, contacts: &[Contact<D, N>]);
}

impl<const D: usize> ContactRows<D> {
    /// Computes pairs of rows, and hands the contacts on block by block.
    pub(super) fn compute(
        &mut self,
        test: ContactTest<D>,
        level: SimdLevel,
        run: &KindRun<'_, D>,
        rows: &[Pair],
        to: &mut impl TakeContacts<D>,
    ) {
        let Self { no_points, one_point, two_points, four_points } = self;
        match test {
            ContactTest::NoPoints(test) => in_blocks(test, level, run, rows, no_points, to),
            ContactTest::OnePoint(test) => in_blocks(test, level, run, rows, one_point, to),
            ContactTest::TwoPoints(test) => in_blocks(test, level, run, rows, two_points, to),
            ContactTest::FourPoints(test) => in_blocks(test, level, run, rows, four_points, to),
        }
    }

    /// Computes whether pairs of rows touch.
    pub(super) fn overlaps(
        &mut self,
        level: SimdLevel,
        run: &KindRun<'_, D>,
        rows: &[Pair],
        out: &mut [bool],
    ) {
        if let Some(overlaps) = run.entry.overlaps {
            overlaps(level, run.columns, rows, out);
        } else {
            self.compute(run.entry.separations, level, run, rows, &mut TouchFlags(out));
        }
    }
}

/// Takes whether pairs touch from the signs of their distances.
struct TouchFlags<'a>(&'a mut [bool]);

impl<const D: usize> TakeContacts<D> for TouchFlags<'_> {
    fn take<const N: usize>(&mut self, first: usize, contacts: &[Contact<D, N>]) {
        for (touches, contact) in self.0[first..].iter_mut().zip(contacts) {
            *touches = contact.distance <= 0.0;
        }
    }
}

fn in_blocks<const D: usize, const N: usize>(
    test: ContactBatch<D, N>,
    level: SimdLevel,
    run: &KindRun<'_, D>,
    rows: &[Pair],
    contacts: &mut [Contact<D, N>; BLOCK],
    to: &mut impl TakeContacts<D>,
) {
    for first in (0..rows.len()).step_by(BLOCK) {
        let (pairs, next) = rows[first..].split_at(BLOCK.min(rows.len() - first));
        let contacts = &mut contacts[..pairs.len()];
        test(level, run.columns, PairBlock { pairs, next }, contacts);
        to.take(first, contacts);
    }
}
