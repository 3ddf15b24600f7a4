//! Whether boxes overlap; touching counts.

use super::{Aabb, AabbLanes};
use crate::lane::{LANES, Lanes};

impl<const D: usize> Aabb<D> {
    /// Whether the boxes have a point in common: `2 * D` comparisons (Ericson 2005, 4.2.1).
    ///
    /// For inverted boxes it is what the comparisons say: each minimum against the other's
    /// maximum, and never against its own.
    #[inline]
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        // Without a short circuit, so that it costs the same whatever the answer.
        let mut all = true;
        for axis in 0..D {
            all &= (self.min[axis] <= other.max[axis]) & (other.min[axis] <= self.max[axis]);
        }
        all
    }
}

impl<L: Lanes, const D: usize> AabbLanes<L, D> {
    /// Which of the eight boxes overlap `one`: bit `k` is lane `k`.
    #[inline(always)]
    #[must_use]
    pub fn overlap_one(&self, lanes: L, one: &Aabb<D>) -> u8 {
        self.overlap_pairs(lanes, &Self::splat(lanes, one))
    }

    /// Lane against lane: bit `k` tells whether the boxes of lane `k` overlap.
    #[inline(always)]
    #[must_use]
    pub fn overlap_pairs(&self, lanes: L, other: &Self) -> u8 {
        lanes.bits(self.overlap_mask(lanes, other)) as u8
    }

    /// All eight against all eight: bit `8 * i + j` tells whether lane `i` of `self` overlaps lane
    /// `j` of `other`. Costs eight times [`overlap_one`](Self::overlap_one).
    #[inline(always)]
    #[must_use]
    pub fn overlap_all(&self, lanes: L, other: &Self) -> u64 {
        // Through memory: a broadcasting load is cheaper than moving a lane across registers.
        let (mut min, mut max) = ([[0.0; LANES]; D], [[0.0; LANES]; D]);
        self.store(lanes, min.each_mut(), max.each_mut());
        let mut all = 0;
        for lane in 0..LANES {
            let mut one = Aabb::EMPTY;
            for axis in 0..D {
                one.min[axis] = min[axis][lane];
                one.max[axis] = max[axis][lane];
            }
            all |= u64::from(other.overlap_one(lanes, &one)) << (LANES * lane);
        }
        all
    }

    /// Lane against lane, as the level's mask.
    #[inline(always)]
    pub(super) fn overlap_mask(&self, lanes: L, other: &Self) -> L::Mask {
        let mut mask = lanes.le(self.min[0], other.max[0]);
        mask = lanes.both(mask, lanes.le(other.min[0], self.max[0]));
        for axis in 1..D {
            mask = lanes.both(mask, lanes.le(self.min[axis], other.max[axis]));
            mask = lanes.both(mask, lanes.le(other.min[axis], self.max[axis]));
        }
        mask
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at_level, gather, group_pairs, samples};
    use super::*;
    use crate::SimdLevel;

    /// In `f64`, by the length that the intervals have in common.
    fn oracle<const D: usize>(a: &Aabb<D>, b: &Aabb<D>) -> bool {
        (0..D).all(|axis| {
            let low = f64::from(a.min[axis]).max(f64::from(b.min[axis]));
            let high = f64::from(a.max[axis]).min(f64::from(b.max[axis]));
            low <= high
        })
    }

    #[test]
    fn the_reference_agrees_with_the_oracle_on_valid_boxes() {
        let (mut touching, mut apart, mut inside) = (0, 0, 0);
        let boxes: Vec<_> = samples::<2>().into_iter().filter(Aabb::is_valid).collect();
        for a in &boxes {
            for b in &boxes {
                let overlaps = a.overlaps(b);
                assert_eq!(overlaps, oracle(a, b), "{a:?} {b:?}");
                assert_eq!(overlaps, b.overlaps(a));
                let touches = (0..2).any(|x| a.max[x] == b.min[x] || b.max[x] == a.min[x]);
                touching += usize::from(overlaps && touches);
                inside += usize::from(overlaps && !touches);
                apart += usize::from(!overlaps);
            }
        }
        assert!(touching > 10_000 && apart > 10_000 && inside > 10_000);
    }

    fn lanewise<const D: usize>() {
        let (mut hits, mut inverted) = (0, 0);
        for (a, b) in group_pairs::<D>() {
            let expected = |i: usize, j: usize| a[i].overlaps(&b[j]);
            for level in SimdLevel::available() {
                let (one, pairs, all) =
                    at_level!(level, |lanes, a: [Aabb<D>; 8], b: [Aabb<D>; 8]| -> (u8, u8, u64) {
                        let (wide_a, wide_b) = (gather(lanes, &a), gather(lanes, &b));
                        (
                            wide_b.overlap_one(lanes, &a[3]),
                            wide_a.overlap_pairs(lanes, &wide_b),
                            wide_a.overlap_all(lanes, &wide_b),
                        )
                    });
                for lane in 0..8 {
                    assert_eq!(one >> lane & 1 == 1, expected(3, lane), "{level}");
                    assert_eq!(pairs >> lane & 1 == 1, expected(lane, lane), "{level}");
                }
                for bit in 0..64 {
                    assert_eq!(all >> bit & 1 == 1, expected(bit / 8, bit % 8), "{level} {bit}");
                }
                hits += all.count_ones();
            }
            inverted += a.iter().filter(|aabb| !aabb.is_valid()).count();
        }
        assert!(hits > 1000 && inverted > 1000);
    }

    #[test]
    fn every_lane_agrees_with_the_reference() {
        lanewise::<2>();
        lanewise::<3>();
    }
}
