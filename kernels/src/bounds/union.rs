//! The smallest box of two boxes, and of many.

use super::{
    Aabb, AabbLanes,
    columns::Columns,
    order::{greater, lesser},
};
use crate::{
    Pass, SimdLevel,
    lane::{LANES, Lanes},
};

impl<const D: usize> Aabb<D> {
    /// The smallest box that contains both.
    ///
    /// [`EMPTY`](Self::EMPTY) is the identity on either side. A bound of `other` that is NaN is
    /// ignored; one of `self` stays.
    #[inline]
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut all = *self;
        for axis in 0..D {
            all.min[axis] = lesser(other.min[axis], all.min[axis]);
            all.max[axis] = greater(other.max[axis], all.max[axis]);
        }
        all
    }
}

impl<L: Lanes, const D: usize> AabbLanes<L, D> {
    /// Lane by lane, the smallest box that contains both; NaN as in [`Aabb::union`].
    #[inline(always)]
    #[must_use]
    pub fn union(&self, lanes: L, other: &Self) -> Self {
        let mut all = *self;
        for axis in 0..D {
            all.min[axis] = lanes.min(other.min[axis], all.min[axis]);
            all.max[axis] = lanes.max(other.max[axis], all.max[axis]);
        }
        all
    }

    /// The smallest box that contains those of all lanes, lanes taken in order.
    #[inline(always)]
    #[must_use]
    pub fn union_of_lanes(&self, lanes: L) -> Aabb<D> {
        let (mut min, mut max) = ([[0.0; LANES]; D], [[0.0; LANES]; D]);
        self.store(lanes, min.each_mut(), max.each_mut());
        let mut all = Aabb::EMPTY;
        for axis in 0..D {
            for lane in 0..LANES {
                all.min[axis] = lesser(min[axis][lane], all.min[axis]);
                all.max[axis] = greater(max[axis][lane], all.max[axis]);
            }
        }
        all
    }
}

/// The smallest box that contains all the boxes, [`Aabb::EMPTY`] when there are none.
///
/// `min` and `max` are one column per axis; bounds that are NaN are ignored. The same bits at
/// every level; where the extreme is a zero and the boxes have zeros of both signs, which of them
/// it is follows from the order of the boxes. Reads `8 * D` bytes per box.
///
/// # Panics
/// When the columns differ in length.
#[must_use]
pub fn union_all<const D: usize>(level: SimdLevel, min: [&[f32]; D], max: [&[f32]; D]) -> Aabb<D> {
    level.run(UnionAll(Columns::new(min, max)))
}

struct UnionAll<'a, const D: usize>(Columns<'a, D>);

impl<const D: usize> Pass for UnionAll<'_, D> {
    type Output = Aabb<D>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Aabb<D> {
        let mut all = AabbLanes::splat(lanes, &Aabb::EMPTY);
        for group in 0..self.0.groups() {
            all = all.union(lanes, &self.0.group(lanes, group));
        }
        if let Some(boxes) = self.0.rest(lanes) {
            all = all.union(lanes, &boxes);
        }
        all.union_of_lanes(lanes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{
        at_level, columns_of, gather, group_pairs, same_bits, samples, scatter,
    };
    use super::*;

    fn lanewise<const D: usize>() {
        for (a, b) in group_pairs::<D>() {
            for level in SimdLevel::available() {
                let both =
                    at_level!(level, |lanes, a: [Aabb<D>; 8], b: [Aabb<D>; 8]| -> [Aabb<D>; 8] {
                        scatter(lanes, &gather(lanes, &a).union(lanes, &gather(lanes, &b)))
                    });
                for lane in 0..8 {
                    assert!(same_bits(&both[lane], &a[lane].union(&b[lane])), "{level}");
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
    fn empty_is_the_identity_on_either_side() {
        for aabb in samples::<3>().iter().filter(|aabb| aabb.is_valid()) {
            assert!(same_bits(&aabb.union(&Aabb::EMPTY), aabb));
            assert!(same_bits(&Aabb::EMPTY.union(aabb), aabb));
        }
    }

    #[test]
    fn nan_is_ignored_in_the_other_and_kept_in_self() {
        let (nan, one) = (Aabb::point([f32::NAN]), Aabb::point([1.0]));
        assert_eq!(one.union(&nan), one);
        assert!(nan.union(&one).min[0].is_nan());
    }

    #[test]
    fn the_pass_agrees_with_the_reference_at_every_length() {
        let boxes = samples::<2>();
        let (min, max) = columns_of(&boxes);
        for len in (0..40).chain([boxes.len()]) {
            let expected = boxes[..len].iter().fold(Aabb::EMPTY, |all, aabb| all.union(aabb));
            let min = min.each_ref().map(|column| &column[..len]);
            let max = max.each_ref().map(|column| &column[..len]);
            let run = |level: &SimdLevel| union_all(*level, min, max);
            let portable = run(&SimdLevel::PORTABLE);
            // By value: zeros of unlike sign are met in another order than one by one.
            assert_eq!(portable, expected, "{len} boxes");
            for level in SimdLevel::available() {
                assert!(same_bits(&run(level), &portable), "{level}, {len} boxes");
            }
        }
    }
}
