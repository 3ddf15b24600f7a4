//! Whether a box contains a point or another box; the boundary belongs to the box.

use super::{Aabb, AabbLanes};
use crate::lane::Lanes;

impl<const D: usize> Aabb<D> {
    /// Whether the point lies in the box or on its boundary: `2 * D` comparisons.
    #[inline]
    #[must_use]
    pub fn contains_point(&self, point: impl Into<[f32; D]>) -> bool {
        self.contains(&Self::point(point))
    }

    /// Whether all of `other` lies in the box: `2 * D` comparisons. Every box contains
    /// [`EMPTY`](Self::EMPTY).
    #[inline]
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        let mut all = true;
        for axis in 0..D {
            all &= (self.min[axis] <= other.min[axis]) & (other.max[axis] <= self.max[axis]);
        }
        all
    }
}

impl<L: Lanes, const D: usize> AabbLanes<L, D> {
    /// Lane by lane, whether the box contains the point: bit `k` is lane `k`.
    #[inline(always)]
    #[must_use]
    pub fn contain_points(&self, lanes: L, points: &[L::Floats; D]) -> u8 {
        self.contain(lanes, &Self { min: *points, max: *points })
    }

    /// Lane by lane, whether the box contains the other: bit `k` is lane `k`.
    #[inline(always)]
    #[must_use]
    pub fn contain(&self, lanes: L, other: &Self) -> u8 {
        let mut mask = lanes.le(self.min[0], other.min[0]);
        mask = lanes.both(mask, lanes.le(other.max[0], self.max[0]));
        for axis in 1..D {
            mask = lanes.both(mask, lanes.le(self.min[axis], other.min[axis]));
            mask = lanes.both(mask, lanes.le(other.max[axis], self.max[axis]));
        }
        lanes.bits(mask) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at_level, gather, gather_minima, group_pairs};
    use super::*;
    use crate::SimdLevel;

    fn lanewise<const D: usize>() {
        let (mut points, mut boxes, mut lanes_seen) = (0, 0, 0);
        for (a, b) in group_pairs::<D>() {
            for level in SimdLevel::available() {
                let (point_bits, box_bits) =
                    at_level!(level, |lanes, a: [Aabb<D>; 8], b: [Aabb<D>; 8]| -> (u8, u8) {
                        let wide = gather(lanes, &a);
                        let point_bits = wide.contain_points(lanes, &gather_minima(lanes, &b));
                        (point_bits, wide.contain(lanes, &gather(lanes, &b)))
                    });
                for lane in 0..8 {
                    let (a, b) = (&a[lane], &b[lane]);
                    assert_eq!(point_bits >> lane & 1 == 1, a.contains_point(b.min), "{level}");
                    assert_eq!(box_bits >> lane & 1 == 1, a.contains(b), "{level}");
                }
                points += point_bits.count_ones();
                boxes += box_bits.count_ones();
                lanes_seen += 8;
            }
        }
        assert!(points > 100 && boxes > 100 && lanes_seen - points > 100);
    }

    #[test]
    fn every_lane_agrees_with_the_reference() {
        lanewise::<2>();
        lanewise::<3>();
    }

    #[test]
    fn the_boundary_is_inside_and_one_step_further_is_not() {
        let aabb = Aabb::new([-1.0, 2.0, 0.0], [1.0, 2.0, f32::MAX]);
        assert!(aabb.contains_point(aabb.min) && aabb.contains_point(aabb.max));
        assert!(aabb.contains(&aabb));
        for axis in 0..3 {
            let mut low = aabb.min;
            low[axis] = low[axis].next_down();
            assert!(!aabb.contains_point(low));
            let mut high = aabb;
            high.max[axis] = high.max[axis].next_up();
            assert!(!aabb.contains(&high) && high.contains(&aabb));
        }
    }

    #[test]
    fn nothing_nan_is_contained_and_everything_contains_the_rest() {
        let all = Aabb::<2>::EVERYTHING;
        assert!(!all.contains_point([0.0, f32::NAN]));
        assert!(!Aabb::new([f32::NAN, 0.0], [1.0, 1.0]).contains_point([0.5, 0.5]));
        assert!(all.contains(&Aabb::EMPTY) && all.contains(&all));
        assert!(Aabb::point([0.0, -0.0]).contains_point([-0.0, 0.0]));
    }
}
