//! Bounds in bytes: whether eight boxes overlap another on two axes, by one load.
//!
//! Each bound is the number of a bin, of which there are 255. Bins are monotone (see [`AxisBins`]):
//! of two boxes that overlap neither begins in a later bin than the other ends in, and where one
//! begins in an earlier bin than the other ends in, it begins before that ends. So bytes say yes or
//! no, but where two bins are the same: then the bounds are to be compared. Wherever bins are, the
//! answer is exact. Boxes as bytes are known from compressed trees (H. Ylitie, T. Karras, S. Laine,
//! "Efficient Incoherent Ray Traversal on GPUs Through Compressed Wide BVHs", 2017).
//!
//! On each of the two axes a candidate has the bytes `min + 1` and `255 - max`, and a query `max`
//! and `254 - min`. They overlap if no byte of the candidate is larger than that of the query, and
//! may overlap if none is larger by more than one.

use super::AxisBins;
use crate::{Lanes, simd::LANES};

/// Bins of an axis: one less than a byte has values.
const BINS: u32 = 255;

/// The places of bytes in a word, and one in each of them.
const PLACES: [u32; 4] = [1, 1 << 8, 1 << 16, 1 << 24];
const ONES: u32 = u32::from_le_bytes([1; 4]);

/// The bins that bounds of boxes on axis 1 and on the last axis are in.
#[derive(Clone, Copy, Debug)]
pub struct ByteBins([AxisBins; 2]);

impl ByteBins {
    /// Bins between these ends on both axes. None where an axis cannot be cut: all boxes would be
    /// in one bin, and each comparison in doubt.
    #[must_use]
    pub fn new(ends: [(f32, f32); 2]) -> Option<Self> {
        let bins = ends.map(|(low, high)| AxisBins::new(low, high, BINS));
        bins.iter().all(|bins| bins.bins() == BINS).then_some(Self(bins))
    }

    /// Words of eight boxes: as candidates, and as queries. In 2D both axes are the same.
    #[inline(always)]
    #[must_use]
    pub fn words<L: Lanes, const D: usize>(
        &self,
        lanes: L,
        min: &[L::Floats; D],
        max: &[L::Floats; D],
    ) -> [L::Ints; 2] {
        let ([row, column], last) = (&self.0, D - 1);
        let low = [row.bins_of(lanes, min[1]), column.bins_of(lanes, min[last])];
        let high = [row.bins_of(lanes, max[1]), column.bins_of(lanes, max[last])];
        [lanes.add_int(word(lanes, low, high), lanes.splat_int(ONES)), word(lanes, high, low)]
    }
}

/// On each axis a byte that counts bins up, and one that counts others down from the last.
#[inline(always)]
fn word<L: Lanes>(lanes: L, up: [L::Ints; 2], down: [L::Ints; 2]) -> L::Ints {
    let [first, second, third, fourth] = PLACES;
    let last = BINS - 1;
    let mut word = lanes.splat_int(last * second + last * fourth);
    for (bins, place) in [
        (up[0], first),
        (down[0], second.wrapping_neg()),
        (up[1], third),
        (down[1], fourth.wrapping_neg()),
    ] {
        word = lanes.add_int(word, lanes.mul_int(bins, lanes.splat_int(place)));
    }
    word
}

/// The word of a query, in all lanes.
pub(super) struct ByteLanes<L: Lanes> {
    query: L::Ints,
    /// The same with each byte larger by one.
    near: L::Ints,
}

impl<L: Lanes> ByteLanes<L> {
    /// The lanes of a word.
    #[inline(always)]
    pub(super) fn new(lanes: L, word: u32) -> Self {
        let query = lanes.splat_int(word);
        Self { query, near: lanes.add_int(query, lanes.splat_int(ONES)) }
    }

    /// Which of eight candidates may overlap the query on these axes, and which do.
    #[inline(always)]
    pub(super) fn overlaps(&self, lanes: L, words: &[u32; LANES]) -> [L::Mask; 2] {
        let words = lanes.load_int(words);
        [lanes.le_bytes(words, self.near), lanes.le_bytes(words, self.query)]
    }
}
