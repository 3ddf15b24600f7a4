//! What the narrow phase did.

use jostle_kernels::simd::LANES;

use crate::shape::ShapeKind;

/// What was done for pairs of two kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct NarrowCounts {
    /// Pairs that came from the list.
    pub candidates: u64,
    /// Pairs that were left after the test of circles around them, where there is one.
    pub after_circles: u64,
    /// Pairs that were left for contacts after the cheaper test for overlap, where there is one.
    pub after_overlap: u64,
    /// Pairs that touch; of moving ones, those with a time at which they do.
    pub touching: u64,
    /// Groups of eight that were computed, by all tests together.
    pub groups: u64,
    /// Lanes of these groups that held a pair.
    pub lanes: u64,
}

impl NarrowCounts {
    /// The share of lanes that held a pair, from 0 to 1; 1 where nothing was computed.
    #[must_use]
    pub fn occupancy(&self) -> f64 {
        if self.groups == 0 { 1.0 } else { self.lanes as f64 / (self.groups * LANES as u64) as f64 }
    }

    /// Groups that are computed of so many pairs.
    pub(super) fn compute(&mut self, pairs: usize) {
        self.groups += pairs.div_ceil(LANES) as u64;
        self.lanes += pairs as u64;
    }

    /// So many pairs that came from the list and were all computed, so many of which touch.
    pub(super) fn compute_all(&mut self, pairs: usize, touching: usize) {
        self.compute(pairs);
        self.candidates += pairs as u64;
        self.after_circles += pairs as u64;
        self.after_overlap += pairs as u64;
        self.touching += touching as u64;
    }
}

impl std::ops::AddAssign for NarrowCounts {
    fn add_assign(&mut self, other: Self) {
        self.candidates += other.candidates;
        self.after_circles += other.after_circles;
        self.after_overlap += other.after_overlap;
        self.touching += other.touching;
        self.groups += other.groups;
        self.lanes += other.lanes;
    }
}

/// What was done, for each pair of kinds and in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NarrowStats {
    kinds: [[NarrowCounts; ShapeKind::COUNT]; ShapeKind::COUNT],
}

impl NarrowStats {
    /// What was done for the pairs of two kinds, in either order.
    #[must_use]
    pub fn of(&self, a: ShapeKind, b: ShapeKind) -> NarrowCounts {
        self.kinds[a.min(b) as usize][a.max(b) as usize]
    }

    /// What was done for all pairs.
    #[must_use]
    pub fn total(&self) -> NarrowCounts {
        let mut total = NarrowCounts::default();
        self.kinds.iter().flatten().for_each(|counts| total += *counts);
        total
    }

    /// The counts of two kinds, the smaller first.
    pub(super) fn of_mut(&mut self, [a, b]: [ShapeKind; 2]) -> &mut NarrowCounts {
        &mut self.kinds[a as usize][b as usize]
    }
}

impl std::ops::AddAssign for NarrowStats {
    fn add_assign(&mut self, other: Self) {
        for (counts, other) in self.kinds.iter_mut().flatten().zip(other.kinds.iter().flatten()) {
            *counts += *other;
        }
    }
}
