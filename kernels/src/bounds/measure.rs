//! Center and extents of a box.

use super::{Aabb, AabbLanes};
use crate::lane::Lanes;

impl<const D: usize> Aabb<D> {
    /// The middle on each axis, `0.5 * min + 0.5 * max`, which does not overflow.
    ///
    /// It lies in a valid finite box, but for bounds of magnitude below `2^-125`, of which halving
    /// can drop the last bit.
    #[inline]
    #[must_use]
    pub fn center(&self) -> [f32; D] {
        std::array::from_fn(|axis| 0.5 * self.min[axis] + 0.5 * self.max[axis])
    }

    /// The extent on each axis, `max - min`; infinite where that overflows, negative where the
    /// box is inverted.
    #[inline]
    #[must_use]
    pub fn size(&self) -> [f32; D] {
        std::array::from_fn(|axis| self.max[axis] - self.min[axis])
    }

    /// Half the extent on each axis, `0.5 * max - 0.5 * min`, which does not overflow.
    #[inline]
    #[must_use]
    pub fn half_extents(&self) -> [f32; D] {
        std::array::from_fn(|axis| 0.5 * self.max[axis] - 0.5 * self.min[axis])
    }
}

impl<L: Lanes, const D: usize> AabbLanes<L, D> {
    /// The twin of [`Aabb::center`].
    #[inline(always)]
    #[must_use]
    pub fn center(&self, lanes: L) -> [L::Floats; D] {
        let half = lanes.splat(0.5);
        let mut center = self.min;
        for (center, max) in center.iter_mut().zip(self.max) {
            *center = lanes.add(lanes.mul(half, *center), lanes.mul(half, max));
        }
        center
    }

    /// The twin of [`Aabb::size`].
    #[inline(always)]
    #[must_use]
    pub fn size(&self, lanes: L) -> [L::Floats; D] {
        let mut size = self.max;
        for (size, min) in size.iter_mut().zip(self.min) {
            *size = lanes.sub(*size, min);
        }
        size
    }

    /// The twin of [`Aabb::half_extents`].
    #[inline(always)]
    #[must_use]
    pub fn half_extents(&self, lanes: L) -> [L::Floats; D] {
        let half = lanes.splat(0.5);
        let mut extents = self.max;
        for (extent, min) in extents.iter_mut().zip(self.min) {
            *extent = lanes.sub(lanes.mul(half, *extent), lanes.mul(half, min));
        }
        extents
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at_level, gather, groups, same_value, samples};
    use super::*;
    use crate::SimdLevel;

    fn lanewise<const D: usize>() {
        for group in groups(&samples::<D>()) {
            for level in SimdLevel::available() {
                let wide = at_level!(level, |lanes, group: [Aabb<D>; 8]| -> Vec<[f32; 8]> {
                    let boxes = gather(lanes, &group);
                    let all = [boxes.center(lanes), boxes.size(lanes), boxes.half_extents(lanes)];
                    let all = all.as_flattened();
                    let mut out = vec![[0.0; 8]; all.len()];
                    for (from, to) in all.iter().zip(&mut out) {
                        lanes.store(*from, to);
                    }
                    out
                });
                for (lane, aabb) in group.iter().enumerate() {
                    let expected = [aabb.center(), aabb.size(), aabb.half_extents()];
                    let expected = expected.as_flattened();
                    assert_eq!(expected.len(), wide.len());
                    for (expected, wide) in expected.iter().zip(&wide) {
                        assert!(same_value(*expected, wide[lane]), "{level} {aabb:?}");
                    }
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
    fn unequal_extents() {
        let solid = Aabb::new([10.0, 20.0, 30.0], [11.0, 22.0, 33.0]);
        assert_eq!(solid.size(), [1.0, 2.0, 3.0]);
        assert_eq!(solid.half_extents(), [0.5, 1.0, 1.5]);
        assert_eq!(solid.center(), [10.5, 21.0, 31.5]);
    }

    #[test]
    fn huge_boxes_have_a_center_and_half_extents() {
        let huge = Aabb::new([f32::MIN, f32::MAX], [f32::MAX, f32::MAX]);
        assert_eq!(huge.center(), [0.0, f32::MAX]);
        assert_eq!(huge.half_extents(), [f32::MAX, 0.0]);
        assert_eq!(huge.size(), [f32::INFINITY, 0.0]);
    }
}
