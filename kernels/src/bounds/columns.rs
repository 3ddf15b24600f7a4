//! Structure-of-arrays columns of boxes, cut into groups of eight.

use super::lanes::AabbLanes;
use crate::{Lanes, simd::LANES};

/// The columns of a set of boxes: whole groups by reference, and the rest as one padded copy.
///
/// The padding is NaN, which overlaps nothing and adds nothing to a union.
pub(super) struct AabbColumns<'a, const D: usize> {
    min: [&'a [[f32; LANES]]; D],
    max: [&'a [[f32; LANES]]; D],
    groups: usize,
    rest_min: [[f32; LANES]; D],
    rest_max: [[f32; LANES]; D],
    rest: usize,
}

impl<'a, const D: usize> AabbColumns<'a, D> {
    /// Cuts the columns.
    ///
    /// # Panics
    /// When the columns differ in length.
    pub(super) fn new(min: [&'a [f32]; D], max: [&'a [f32]; D]) -> Self {
        let len = min.first().map_or(0, |column| column.len());
        assert!(
            min.iter().chain(&max).all(|column| column.len() == len),
            "the columns of a set of boxes differ in length"
        );
        Self {
            min: min.map(|column| column.as_chunks().0),
            max: max.map(|column| column.as_chunks().0),
            groups: len / LANES,
            rest_min: min.map(padded_rest),
            rest_max: max.map(padded_rest),
            rest: len % LANES,
        }
    }

    /// Number of boxes.
    pub(super) fn len(&self) -> usize {
        self.groups * LANES + self.rest
    }

    /// Number of whole groups.
    #[inline(always)]
    pub(super) fn groups(&self) -> usize {
        self.groups
    }

    /// The boxes of a whole group.
    #[inline(always)]
    pub(super) fn group<L: Lanes>(&self, lanes: L, group: usize) -> AabbLanes<L, D> {
        let mut min = [&[0.0; LANES]; D];
        let mut max = [&[0.0; LANES]; D];
        for axis in 0..D {
            min[axis] = &self.min[axis][group];
            max[axis] = &self.max[axis][group];
        }
        AabbLanes::load(lanes, min, max)
    }

    /// The boxes behind the last whole group, padded with NaN, if there are any.
    #[inline(always)]
    pub(super) fn rest<L: Lanes>(&self, lanes: L) -> Option<AabbLanes<L, D>> {
        if self.rest == 0 {
            return None;
        }
        Some(AabbLanes::load(lanes, self.rest_min.each_ref(), self.rest_max.each_ref()))
    }
}

/// The entries behind the last whole group, padded with NaN.
fn padded_rest(column: &[f32]) -> [f32; LANES] {
    let rest = column.as_chunks::<LANES>().1;
    let mut padded = [f32::NAN; LANES];
    padded[..rest.len()].copy_from_slice(rest);
    padded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_is_cut_into_groups_and_rest() {
        let column: Vec<f32> = (0..40u8).map(f32::from).collect();
        for len in 0..=column.len() {
            let columns = AabbColumns::new([&column[..len]; 2], [&column[..len]; 2]);
            assert_eq!(columns.len(), len);
            assert_eq!(columns.groups(), len / LANES);
            let rest = &columns.rest_min[1];
            assert_eq!(rest.iter().filter(|entry| !entry.is_nan()).count(), len % LANES);
            assert_eq!(rest[..len % LANES], column[len - len % LANES..len]);
        }
    }

    #[test]
    #[should_panic(expected = "differ in length")]
    fn columns_of_different_lengths_are_refused() {
        let column = [0.0; 9];
        AabbColumns::new([&column, &column[..8]], [&column, &column]);
    }
}
