//! Which of many boxes overlap one.

use super::{Aabb, AabbLanes, columns::Columns};
use crate::{
    Pass, SimdLevel,
    lane::{LANES, Lanes},
};

/// One box against many: bit `k` of `out[g]` tells whether box `8 * g + k` overlaps `query`.
///
/// `min` and `max` are one column per axis. The bits behind the last box are zero, and bytes of
/// `out` behind the last group are left alone. Reads `8 * D` bytes and writes one bit per box.
///
/// # Panics
/// When the columns differ in length, or `out` has fewer than one byte per eight boxes begun.
pub fn overlap_mask<const D: usize>(
    level: SimdLevel,
    query: &Aabb<D>,
    min: [&[f32]; D],
    max: [&[f32]; D],
    out: &mut [u8],
) {
    let columns = Columns::new(min, max);
    let bytes = columns.len().div_ceil(LANES);
    assert!(out.len() >= bytes, "the mask needs {bytes} bytes and has {}", out.len());
    level.run(OverlapMask { query, columns, out: &mut out[..bytes] });
}

struct OverlapMask<'a, const D: usize> {
    query: &'a Aabb<D>,
    columns: Columns<'a, D>,
    out: &'a mut [u8],
}

impl<const D: usize> Pass for OverlapMask<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let query = AabbLanes::splat(lanes, self.query);
        let (whole, rest) = self.out.split_at_mut(self.columns.groups());
        for (group, out) in whole.iter_mut().enumerate() {
            *out = self.columns.group(lanes, group).overlap_pairs(lanes, &query);
        }
        if let (Some(boxes), Some(out)) = (self.columns.rest(lanes), rest.first_mut()) {
            *out = boxes.overlap_pairs(lanes, &query);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{columns_of, samples};
    use super::*;

    #[test]
    fn the_pass_agrees_with_the_reference_at_every_length() {
        let boxes = samples::<3>();
        let (min, max) = columns_of(&boxes);
        for level in SimdLevel::available() {
            for len in (0..40).chain([boxes.len()]) {
                let query = &boxes[len % boxes.len()];
                let mut out = vec![0xee; len.div_ceil(8) + 1];
                overlap_mask(
                    *level,
                    query,
                    min.each_ref().map(|column| &column[..len]),
                    max.each_ref().map(|column| &column[..len]),
                    &mut out,
                );
                for bit in 0..len.next_multiple_of(8) {
                    let expected = bit < len && query.overlaps(&boxes[bit]);
                    assert_eq!(out[bit / 8] >> (bit % 8) & 1 == 1, expected, "{level} {len} {bit}");
                }
                assert_eq!(out.last(), Some(&0xee), "the byte behind the mask was written");
            }
        }
    }
}
