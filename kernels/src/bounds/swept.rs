//! The box of a box in motion.

use super::{Aabb, AabbLanes};
use crate::lane::Lanes;

impl<const D: usize> Aabb<D> {
    /// The smallest box that contains the box before and after a motion by `displacement`, and so
    /// (convexity) on the straight way between. The bounds after the motion are rounded to
    /// nearest; a component that is NaN is ignored.
    #[inline]
    #[must_use]
    pub fn swept(&self, displacement: impl Into<[f32; D]>) -> Self {
        let mut moved = *self;
        for (axis, by) in displacement.into().into_iter().enumerate() {
            moved.min[axis] += by;
            moved.max[axis] += by;
        }
        self.union(&moved)
    }
}

impl<L: Lanes, const D: usize> AabbLanes<L, D> {
    /// The twin of [`Aabb::swept`], one displacement per lane.
    #[inline(always)]
    #[must_use]
    pub fn swept(&self, lanes: L, displacements: &[L::Floats; D]) -> Self {
        let mut moved = *self;
        for (axis, by) in displacements.iter().enumerate() {
            moved.min[axis] = lanes.add(self.min[axis], *by);
            moved.max[axis] = lanes.add(self.max[axis], *by);
        }
        self.union(lanes, &moved)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at_level, gather, gather_minima, group_pairs, same_bits, scatter};
    use super::*;
    use crate::SimdLevel;

    fn lanewise<const D: usize>() {
        for (a, b) in group_pairs::<D>() {
            for level in SimdLevel::available() {
                let swept =
                    at_level!(level, |lanes, a: [Aabb<D>; 8], b: [Aabb<D>; 8]| -> [Aabb<D>; 8] {
                        let displacements = gather_minima(lanes, &b);
                        scatter(lanes, &gather(lanes, &a).swept(lanes, &displacements))
                    });
                for lane in 0..8 {
                    let expected = a[lane].swept(b[lane].min);
                    assert!(same_bits(&swept[lane], &expected), "{level} {:?}", a[lane]);
                }
            }
        }
    }

    #[test]
    fn every_lane_agrees_with_the_reference() {
        lanewise::<2>();
        lanewise::<3>();
    }

    #[test]
    fn sweeping_extends_only_the_way_of_the_motion() {
        let aabb = Aabb::new([0.0, 0.0, 0.0], [1.0, 1.0, 1.0]);
        let swept = aabb.swept([2.0, -3.0, 0.0]);
        assert_eq!(swept, Aabb::new([0.0, -3.0, 0.0], [3.0, 1.0, 1.0]));
        assert_eq!(Aabb::<3>::EMPTY.swept([1.0, 2.0, 3.0]), Aabb::EMPTY);
    }
}
