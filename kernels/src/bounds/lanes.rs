//! Eight boxes in lanes.

use super::Aabb;
use crate::lane::{LANES, Lanes};

/// Eight boxes, one per lane: the wide twin of [`Aabb`].
///
/// Its methods take the backend's token first. They are `#[inline(always)]`, so that they turn
/// into the level's instructions inside a [`Pass`](crate::Pass).
#[derive(Clone, Copy)]
pub struct AabbLanes<L: Lanes, const D: usize> {
    /// The smallest coordinates of the eight boxes on each axis.
    pub min: [L::Floats; D],
    /// The largest coordinates of the eight boxes on each axis.
    pub max: [L::Floats; D],
}

impl<L: Lanes, const D: usize> AabbLanes<L, D> {
    /// The same box in every lane.
    #[inline(always)]
    #[must_use]
    pub fn splat(lanes: L, aabb: &Aabb<D>) -> Self {
        Self { min: splat_point(lanes, &aabb.min), max: splat_point(lanes, &aabb.max) }
    }

    /// Eight boxes from a group of each column.
    #[inline(always)]
    #[must_use]
    pub fn load(lanes: L, min: [&[f32; LANES]; D], max: [&[f32; LANES]; D]) -> Self {
        let zero = lanes.splat(0.0);
        let mut boxes = Self { min: [zero; D], max: [zero; D] };
        for axis in 0..D {
            boxes.min[axis] = lanes.load(min[axis]);
            boxes.max[axis] = lanes.load(max[axis]);
        }
        boxes
    }

    /// Eight boxes to a group of each column.
    #[inline(always)]
    pub fn store(&self, lanes: L, min: [&mut [f32; LANES]; D], max: [&mut [f32; LANES]; D]) {
        for (from, to) in self.min.iter().zip(min) {
            lanes.store(*from, to);
        }
        for (from, to) in self.max.iter().zip(max) {
            lanes.store(*from, to);
        }
    }
}

/// The same point in every lane.
#[inline(always)]
pub(super) fn splat_point<L: Lanes, const D: usize>(lanes: L, point: &[f32; D]) -> [L::Floats; D] {
    let mut wide = [lanes.splat(0.0); D];
    for axis in 0..D {
        wide[axis] = lanes.splat(point[axis]);
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::super::testing::{at_level, gather, groups, same_bits, samples, scatter};
    use crate::{SimdLevel, bounds::Aabb};

    fn round_trip<const D: usize>() {
        for level in SimdLevel::available() {
            for group in groups(&samples::<D>()) {
                let loaded = at_level!(level, |lanes, group: [Aabb<D>; 8]| -> [Aabb<D>; 8] {
                    scatter(lanes, &gather(lanes, &group))
                });
                for lane in 0..8 {
                    assert!(same_bits(&loaded[lane], &group[lane]), "{level}, lane {lane}");
                }
            }
        }
    }

    #[test]
    fn loading_and_storing_keeps_every_bit() {
        round_trip::<2>();
        round_trip::<3>();
    }

    #[test]
    fn splat_fills_every_lane() {
        const D: usize = 3;
        let aabb = Aabb::new([-1.0, f32::NAN, 3.0], [4.0, 5.0, f32::INFINITY]);
        for level in SimdLevel::available() {
            let all = at_level!(level, |lanes, aabb: Aabb<D>| -> [Aabb<D>; 8] {
                scatter(lanes, &super::AabbLanes::splat(lanes, &aabb))
            });
            assert!(all.iter().all(|lane| same_bits(lane, &aabb)), "{level}");
        }
    }
}
