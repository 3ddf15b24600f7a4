//! Volume and surface of a box.

use super::{Aabb, AabbLanes, order::greater};
use crate::lane::Lanes;

impl<const D: usize> Aabb<D> {
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
    use crate::SimdLevel;

    fn lanewise<const D: usize>() {
        for group in groups(&samples::<D>()) {
            for level in SimdLevel::available() {
                let (volume, area) =
                    at_level!(level, |lanes, group: [Aabb<D>; 8]| -> ([f32; 8], [f32; 8]) {
                        let (boxes, mut out) = (gather(lanes, &group), ([0.0; 8], [0.0; 8]));
                        lanes.store(boxes.volume(lanes), &mut out.0);
                        lanes.store(boxes.half_area(lanes), &mut out.1);
                        out
                    });
                for (lane, aabb) in group.iter().enumerate() {
                    assert!(same_value(volume[lane], aabb.volume()), "{level} {aabb:?}");
                    assert!(same_value(area[lane], aabb.half_area()), "{level} {aabb:?}");
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
        assert_eq!((solid.volume(), solid.half_area()), (6.0, 11.0));
        let flat = Aabb::new([1.0, 1.0], [3.0, 6.0]);
        assert_eq!((flat.volume(), flat.half_area()), (10.0, 7.0));
    }

    #[test]
    fn agrees_with_f64_to_a_few_roundings() {
        for aabb in valid_samples::<3>() {
            let bounds = aabb.min.map(f64::from).into_iter().zip(aabb.max.map(f64::from));
            let size: Vec<_> = bounds.map(|(min, max)| max - min).collect();
            let near = |a: f32, b: f64| (f64::from(a) - b).abs() <= b * 1e-6;
            assert!(near(aabb.volume(), size[0] * size[1] * size[2]), "{aabb:?}");
            let area = size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
            assert!(near(aabb.half_area(), area), "{aabb:?}");
        }
    }

    #[test]
    fn the_empty_box_has_no_content() {
        assert_eq!((Aabb::<3>::EMPTY.volume(), Aabb::<2>::EMPTY.volume()), (0.0, 0.0));
        assert_eq!((Aabb::<3>::EMPTY.half_area(), Aabb::<2>::EMPTY.half_area()), (0.0, 0.0));
        assert!(Aabb::point([f32::NAN, 0.0]).half_area().is_nan());
    }
}
