//! Centre, extents and content of a box.

use super::{Aabb, AabbLanes, order::greater};
use crate::lane::Lanes;

impl<const D: usize> Aabb<D> {
    /// The middle on each axis, `0.5 * min + 0.5 * max`, which does not overflow.
    ///
    /// It lies in a valid finite box, but for bounds of magnitude below `2^-125`, of which halving
    /// can drop the last bit.
    #[inline]
    #[must_use]
    pub fn centre(&self) -> [f32; D] {
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

    /// The volume; the area in 2D. An inverted axis counts as zero, so [`EMPTY`](Self::EMPTY) has
    /// no volume. Zero times infinity is NaN, as for a flat box without end.
    #[inline]
    #[must_use]
    pub fn volume(&self) -> f32 {
        let mut volume = 1.0;
        for extent in self.size() {
            volume *= greater(0.0, extent);
        }
        volume
    }

    /// Half the surface, the cost of a box in the surface area heuristic (Goldsmith and Salmon
    /// 1987): `dy * dz + dx * dz + dx * dy` in 3D, half the perimeter `dx + dy` in 2D. An inverted
    /// axis counts as zero.
    #[inline]
    #[must_use]
    pub fn half_area(&self) -> f32 {
        let size = self.size();
        let mut area = 0.0;
        for across in 0..D {
            let mut face = 1.0;
            for (axis, extent) in size.into_iter().enumerate() {
                if axis != across {
                    face *= greater(0.0, extent);
                }
            }
            area += face;
        }
        area
    }
}

impl<L: Lanes, const D: usize> AabbLanes<L, D> {
    /// The twin of [`Aabb::centre`].
    #[inline(always)]
    #[must_use]
    pub fn centre(&self, lanes: L) -> [L::Floats; D] {
        let half = lanes.splat(0.5);
        let mut centre = self.min;
        for (centre, max) in centre.iter_mut().zip(self.max) {
            *centre = lanes.add(lanes.mul(half, *centre), lanes.mul(half, max));
        }
        centre
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

    /// The twin of [`Aabb::volume`].
    #[inline(always)]
    #[must_use]
    pub fn volume(&self, lanes: L) -> L::Floats {
        let mut volume = lanes.splat(1.0);
        for extent in self.size(lanes) {
            volume = lanes.mul(volume, lanes.max(lanes.splat(0.0), extent));
        }
        volume
    }

    /// The twin of [`Aabb::half_area`].
    #[inline(always)]
    #[must_use]
    pub fn half_area(&self, lanes: L) -> L::Floats {
        let size = self.size(lanes);
        let mut area = lanes.splat(0.0);
        for across in 0..D {
            let mut face = lanes.splat(1.0);
            for (axis, extent) in size.into_iter().enumerate() {
                if axis != across {
                    face = lanes.mul(face, lanes.max(lanes.splat(0.0), extent));
                }
            }
            area = lanes.add(area, face);
        }
        area
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at_level, gather, groups, same_value, samples, valid_samples};
    use super::*;
    use crate::Level;

    fn lanewise<const D: usize>() {
        for group in groups(&samples::<D>()) {
            for level in Level::available() {
                let wide = at_level!(level, |lanes, group: [Aabb<D>; 8]| -> Vec<[f32; 8]> {
                    let boxes = gather(lanes, &group);
                    let mut all = boxes.centre(lanes).to_vec();
                    all.extend(boxes.size(lanes));
                    all.extend(boxes.half_extents(lanes));
                    all.extend([boxes.volume(lanes), boxes.half_area(lanes)]);
                    let mut out = vec![[0.0; 8]; all.len()];
                    for (from, to) in all.into_iter().zip(&mut out) {
                        lanes.store(from, to);
                    }
                    out
                });
                for (lane, aabb) in group.iter().enumerate() {
                    let mut expected = aabb.centre().to_vec();
                    expected.extend(aabb.size());
                    expected.extend(aabb.half_extents());
                    expected.extend([aabb.volume(), aabb.half_area()]);
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
        assert_eq!(solid.centre(), [10.5, 21.0, 31.5]);
        assert_eq!(solid.volume(), 6.0);
        assert_eq!(solid.half_area(), 11.0);
        let flat = Aabb::new([1.0, 1.0], [3.0, 6.0]);
        assert_eq!((flat.volume(), flat.half_area()), (10.0, 7.0));
    }

    #[test]
    fn agrees_with_f64_to_a_few_roundings() {
        for aabb in valid_samples::<3>() {
            let [x, y, z] =
                std::array::from_fn(|i| f64::from(aabb.max[i]) - f64::from(aabb.min[i]));
            let near =
                |a: f32, b: f64| (f64::from(a) - b).abs() <= b * 8.0 * f64::from(f32::EPSILON);
            assert!(near(aabb.volume(), x * y * z), "{aabb:?}");
            assert!(near(aabb.half_area(), x * y + y * z + z * x), "{aabb:?}");
        }
    }

    #[test]
    fn huge_boxes_have_a_centre_and_half_extents() {
        let huge = Aabb::new([f32::MIN, f32::MAX], [f32::MAX, f32::MAX]);
        assert_eq!(huge.centre(), [0.0, f32::MAX]);
        assert_eq!(huge.half_extents(), [f32::MAX, 0.0]);
        assert_eq!(huge.size(), [f32::INFINITY, 0.0]);
    }

    #[test]
    fn the_empty_box_has_no_content() {
        assert_eq!((Aabb::<3>::EMPTY.volume(), Aabb::<3>::EMPTY.half_area()), (0.0, 0.0));
        assert_eq!((Aabb::<2>::EMPTY.volume(), Aabb::<2>::EMPTY.half_area()), (0.0, 0.0));
        assert!(Aabb::point([f32::NAN, 0.0]).half_area().is_nan());
    }
}
