//! Whether boxes overlap; touching counts.

use super::{Aabb, AabbLanes, columns::Columns};
use crate::{
    Level, Pass,
    lane::{LANES, Lanes},
};

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

/// One box against many: bit `k` of `out[g]` tells whether box `8 * g + k` overlaps `query`.
///
/// `min` and `max` are one column per axis. The bits behind the last box are zero, and bytes of
/// `out` behind the last group are left alone. Reads `8 * D` bytes and writes one bit per box.
///
/// # Panics
/// When the columns differ in length, or `out` has fewer than one byte per eight boxes begun.
pub fn overlap_mask<const D: usize>(
    level: Level,
    query: &Aabb<D>,
    min: [&[f32]; D],
    max: [&[f32]; D],
    out: &mut [u8],
) {
    let columns = Columns::new(min, max);
    let bytes = columns.len().div_ceil(LANES);
    assert!(out.len() >= bytes, "the mask needs {bytes} bytes and has {}", out.len());
    level.run(OverlapMask { query, columns, out: &mut out[..bytes] });
}

struct OverlapMask<'a, const D: usize> {
    query: &'a Aabb<D>,
    columns: Columns<'a, D>,
    out: &'a mut [u8],
}

impl<const D: usize> Pass for OverlapMask<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let query = AabbLanes::splat(lanes, self.query);
        let (whole, rest) = self.out.split_at_mut(self.columns.groups());
        for (group, out) in whole.iter_mut().enumerate() {
            *out = self.columns.group(lanes, group).overlap_pairs(lanes, &query);
        }
        if let (Some(boxes), Some(out)) = (self.columns.rest(lanes), rest.first_mut()) {
            *out = boxes.overlap_pairs(lanes, &query);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at_level, columns_of, gather, group_pairs, samples};
    use super::*;

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
            for level in Level::available() {
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

    #[test]
    fn the_pass_agrees_with_the_reference_at_every_length() {
        let boxes = samples::<3>();
        let (min, max) = columns_of(&boxes);
        for level in Level::available() {
            for len in (0..40).chain([boxes.len()]) {
                let query = &boxes[len % boxes.len()];
                let mut out = vec![0xee; len.div_ceil(8) + 1];
                overlap_mask(
                    *level,
                    query,
                    min.each_ref().map(|column| &column[..len]),
                    max.each_ref().map(|column| &column[..len]),
                    &mut out,
                );
                for bit in 0..len.next_multiple_of(8) {
                    let expected = bit < len && query.overlaps(&boxes[bit]);
                    assert_eq!(out[bit / 8] >> (bit % 8) & 1 == 1, expected, "{level} {len} {bit}");
                }
                assert_eq!(out.last(), Some(&0xee), "the byte behind the mask was written");
            }
        }
    }
}
