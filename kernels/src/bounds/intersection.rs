//! The region that two boxes have in common.

use super::{
    Aabb, AabbLanes,
    order::{greater, lesser},
};
use crate::lane::Lanes;

impl<const D: usize> Aabb<D> {
    /// The box of the points in both, or nothing when there are none.
    ///
    /// Boxes that touch have a region without extent. Nothing also when either box is inverted or
    /// has a bound that is NaN; for valid boxes there is a region exactly when they
    /// [overlap](Self::overlaps).
    #[inline]
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        let mut region = *self;
        for axis in 0..D {
            region.min[axis] = greater(self.min[axis], other.min[axis]);
            region.max[axis] = lesser(self.max[axis], other.max[axis]);
        }
        // The region alone would not do: a NaN of `self` is dropped by the order.
        (self.overlaps(other) & region.is_valid()).then_some(region)
    }
}

impl<L: Lanes, const D: usize> AabbLanes<L, D> {
    /// Lane by lane, the region in common, and in bit `k` whether there is one in lane `k`. The
    /// bounds of a lane whose bit is clear are unspecified.
    #[inline(always)]
    #[must_use]
    pub fn intersection(&self, lanes: L, other: &Self) -> (Self, u8) {
        let mut region = *self;
        let mut mask = self.overlap_mask(lanes, other);
        for axis in 0..D {
            region.min[axis] = lanes.max(self.min[axis], other.min[axis]);
            region.max[axis] = lanes.min(self.max[axis], other.max[axis]);
            mask = lanes.both(mask, lanes.le(region.min[axis], region.max[axis]));
        }
        (region, lanes.bits(mask) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at_level, gather, group_pairs, same_bits, scatter};
    use super::*;
    use crate::SimdLevel;

    fn lanewise<const D: usize>() {
        let (mut some, mut none, mut flat) = (0, 0, 0);
        for (a, b) in group_pairs::<D>() {
            for level in SimdLevel::available() {
                let (regions, bits) = at_level!(level, |lanes,
                                                        a: [Aabb<D>; 8],
                                                        b: [Aabb<D>; 8]|
                 -> ([Aabb<D>; 8], u8) {
                    let (a, b) = (gather(lanes, &a), gather(lanes, &b));
                    let (region, bits) = a.intersection(lanes, &b);
                    (scatter(lanes, &region), bits)
                });
                for lane in 0..8 {
                    match a[lane].intersection(&b[lane]) {
                        Some(region) => {
                            assert!(bits >> lane & 1 == 1, "{level}");
                            assert!(same_bits(&regions[lane], &region), "{level}");
                            some += 1;
                            flat += usize::from((0..D).any(|x| region.min[x] == region.max[x]));
                        }
                        None => {
                            assert!(bits >> lane & 1 == 0, "{level}");
                            none += 1;
                        }
                    }
                }
            }
        }
        assert!(some > 1000 && none > 1000 && flat > 100);
    }

    #[test]
    fn every_lane_agrees_with_the_reference() {
        lanewise::<2>();
        lanewise::<3>();
    }

    #[test]
    fn the_region_exists_when_valid_boxes_overlap_and_lies_in_both() {
        let mut valid = 0;
        for (a, b) in group_pairs::<2>().iter().flat_map(|(a, b)| a.iter().zip(b)) {
            let region = a.intersection(b);
            if a.is_valid() && b.is_valid() {
                assert_eq!(region.is_some(), a.overlaps(b));
                assert_eq!(region, b.intersection(a));
                valid += 1;
            } else {
                assert_eq!(region, None, "{a:?} {b:?}");
            }
            if let Some(region) = region {
                assert!(a.contains(&region) && b.contains(&region));
            }
        }
        assert!(valid > 1000);
    }

    #[test]
    fn touching_boxes_share_a_face() {
        let (a, b) = (Aabb::new([0.0; 2], [1.0; 2]), Aabb::new([1.0, -1.0], [2.0, 0.5]));
        assert_eq!(a.intersection(&b), Some(Aabb::new([1.0, 0.0], [1.0, 0.5])));
        assert_eq!(a.intersection(&Aabb::new([1.5, 0.0], [2.0, 1.0])), None);
    }
}
