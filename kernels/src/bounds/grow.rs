//! Boxes made larger: to include a point, and by a margin.

use super::{Aabb, AabbLanes};
use crate::lane::{LANES, Lanes};

impl<const D: usize> Aabb<D> {
    /// The smallest box that contains the box and the point. A coordinate that is NaN is ignored.
    #[inline]
    #[must_use]
    pub fn including(&self, point: impl Into<[f32; D]>) -> Self {
        self.union(&Self::point(point))
    }

    /// The box with every side moved outward by `margin`: `min - margin`, `max + margin`.
    ///
    /// Each is rounded to nearest, so the margin is kept to half a unit in the last place of the
    /// bound. Far from the origin that rounding can swallow a small margin whole; a finite bound
    /// then moves outward by one unit in the last place, so that a positive margin is never lost.
    /// A negative margin shrinks the box and may invert it. Infinite bounds stay as they are,
    /// given a finite margin.
    #[inline]
    #[must_use]
    pub fn enlarged(&self, margin: f32) -> Self {
        self.enlarged_by([margin; D])
    }

    /// The box with the sides on each axis moved outward by the margin of that axis, as
    /// [`enlarged`](Self::enlarged) does.
    #[inline]
    #[must_use]
    pub fn enlarged_by(&self, margins: [f32; D]) -> Self {
        let mut larger = *self;
        for (axis, margin) in margins.into_iter().enumerate() {
            larger.min[axis] = lowered(self.min[axis], margin);
            larger.max[axis] = raised(self.max[axis], margin);
        }
        larger
    }
}

/// `bound - margin`, lower than a finite bound when the margin is positive.
#[inline]
fn lowered(bound: f32, margin: f32) -> f32 {
    let moved = bound - margin;
    if margin > 0.0 && moved == bound && bound.is_finite() { bound.next_down() } else { moved }
}

/// `bound + margin`, higher than a finite bound when the margin is positive.
#[inline]
fn raised(bound: f32, margin: f32) -> f32 {
    let moved = bound + margin;
    if margin > 0.0 && moved == bound && bound.is_finite() { bound.next_up() } else { moved }
}

impl<L: Lanes, const D: usize> AabbLanes<L, D> {
    /// Lane by lane, the smallest box that contains the box and the point.
    #[inline(always)]
    #[must_use]
    pub fn including(&self, lanes: L, points: &[L::Floats; D]) -> Self {
        self.union(lanes, &Self { min: *points, max: *points })
    }

    /// The twin of [`Aabb::enlarged`], one margin for all lanes.
    ///
    /// Eight boxes of which one swallows the margin or reaches infinity are done one by one.
    #[inline(always)]
    #[must_use]
    pub fn enlarged(&self, lanes: L, margin: f32) -> Self {
        let by = lanes.splat(margin);
        let mut larger = *self;
        let mut unmoved = 0;
        for axis in 0..D {
            larger.min[axis] = lanes.sub(self.min[axis], by);
            larger.max[axis] = lanes.add(self.max[axis], by);
            unmoved |= lanes.bits(lanes.le(self.min[axis], larger.min[axis]));
            unmoved |= lanes.bits(lanes.le(larger.max[axis], self.max[axis]));
        }
        if unmoved != 0 && margin > 0.0 { self.enlarged_one_by_one(lanes, margin) } else { larger }
    }

    /// Out of the way of the loop, since boxes of plain size never come here.
    #[cold]
    #[inline(never)]
    fn enlarged_one_by_one(&self, lanes: L, margin: f32) -> Self {
        let (mut min, mut max) = ([[0.0; LANES]; D], [[0.0; LANES]; D]);
        self.store(lanes, min.each_mut(), max.each_mut());
        for bound in min.as_flattened_mut() {
            *bound = lowered(*bound, margin);
        }
        for bound in max.as_flattened_mut() {
            *bound = raised(*bound, margin);
        }
        Self::load(lanes, min.each_ref(), max.each_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{
        at_level, gather, gather_minima, group_pairs, groups, same_bits, same_values, samples,
        scatter, valid_samples,
    };
    use super::*;
    use crate::SimdLevel;

    const MARGINS: [f32; 9] =
        [0.0, -0.0, 1e-45, 1e-3, 1.0, -2.5, f32::MAX, f32::INFINITY, f32::NAN];

    #[test]
    fn each_axis_takes_its_own_margin() {
        let one = Aabb::new([0.0, 1e9], [1.0, 1e9]);
        let larger = one.enlarged_by([0.5, 1.0]);
        assert_eq!(larger, Aabb::new([-0.5, 1e9_f32.next_down()], [1.5, 1e9_f32.next_up()]));
        for margin in MARGINS.into_iter().filter(|margin| !margin.is_nan()) {
            assert_eq!(one.enlarged_by([margin; 2]), one.enlarged(margin));
        }
    }

    fn lanewise_including<const D: usize>() {
        for (a, b) in group_pairs::<D>() {
            for level in SimdLevel::available() {
                let including =
                    at_level!(level, |lanes, a: [Aabb<D>; 8], b: [Aabb<D>; 8]| -> [Aabb<D>; 8] {
                        let points = gather_minima(lanes, &b);
                        scatter(lanes, &gather(lanes, &a).including(lanes, &points))
                    });
                for lane in 0..8 {
                    let expected = a[lane].including(b[lane].min);
                    assert!(same_bits(&including[lane], &expected), "{level}");
                }
            }
        }
    }

    fn lanewise_enlarged<const D: usize>() {
        let (mut swallowed, mut plain) = (0, 0);
        let boxes = [samples::<D>(), valid_samples()].concat();
        for (group, margin) in groups(&boxes).flat_map(|group| MARGINS.map(|m| (group, m))) {
            for level in SimdLevel::available() {
                let larger =
                    at_level!(level, |lanes, group: [Aabb<D>; 8], margin: f32| -> [Aabb<D>; 8] {
                        scatter(lanes, &gather(lanes, &group).enlarged(lanes, margin))
                    });
                for (larger, aabb) in larger.iter().zip(&group) {
                    assert!(same_values(larger, &aabb.enlarged(margin)), "{level} {aabb:?}");
                    let lost = margin > 0.0 && aabb.max[0] + margin == aabb.max[0];
                    swallowed += usize::from(lost && aabb.max[0].is_finite());
                    plain += usize::from(!lost);
                }
            }
        }
        assert!(swallowed > 1000 && plain > 1000);
    }

    #[test]
    fn every_lane_agrees_with_the_reference() {
        lanewise_including::<2>();
        lanewise_including::<3>();
        lanewise_enlarged::<2>();
        lanewise_enlarged::<3>();
    }

    #[test]
    fn a_positive_margin_is_never_swallowed() {
        for bound in [1e-45_f32, 1.0, -1.0, 16_777_216.0, -16_777_216.0, 1e38, f32::MIN_POSITIVE] {
            for margin in [1e-45, 1e-9, 0.25, 1.0] {
                let larger = Aabb::point([bound]).enlarged(margin);
                assert!(larger.min[0] < bound && bound < larger.max[0], "{bound} {margin}");
                let (low, high) = (f64::from(bound), f64::from(margin));
                let off = (f64::from(larger.max[0]) - (low + high)).abs();
                let step = f64::from(bound.abs().max(margin).next_up() - bound.abs().max(margin));
                assert!(off <= 2.0 * step, "{bound} {margin}");
            }
        }
    }

    #[test]
    fn infinite_and_empty_boxes_stay_when_enlarged() {
        for aabb in [Aabb::<2>::EMPTY, Aabb::EVERYTHING] {
            assert_eq!(aabb.enlarged(1.0), aabb);
        }
        assert_eq!(Aabb::point([f32::MAX]).enlarged(1.0).max, [f32::INFINITY]);
        assert_eq!(Aabb::new([0.0], [2.0]).enlarged(-0.5), Aabb::new([0.5], [1.5]));
    }
}
