//! Where fast shapes go: a grid of bits.

use jostle_kernels::{Lanes, simd::LANES, sweep::AxisBins};

use crate::{Aabb, Error, memory::grow};

/// Bits in a grid: as many as fill the first-level cache, and as many on each axis.
const BITS: usize = 1 << 18;

/// Cells on an axis: 512 in 2D, 64 in 3D.
const fn cells(dimensions: usize) -> usize {
    if dimensions == 2 { 512 } else { 64 }
}

/// The cells that some boxes overlap.
pub(super) struct Footprint<const D: usize> {
    /// Of all boxes.
    bounds: Aabb<D>,
    axis_bins: [AxisBins; D],
    /// By the other axes, then by the first.
    words: Vec<u64>,
}

impl<const D: usize> Default for Footprint<D> {
    fn default() -> Self {
        Self { bounds: Aabb::EMPTY, axis_bins: [AxisBins::WHOLE; D], words: Vec::new() }
    }
}

impl<const D: usize> Footprint<D> {
    /// Becomes that of some boxes, none of which has a NaN.
    pub(super) fn mark(
        &mut self,
        boxes: impl Iterator<Item = Aabb<D>> + Clone,
    ) -> Result<(), Error> {
        grow(&mut self.words, BITS / 64, "where ccd shapes go")?;
        self.words.fill(0);
        self.bounds = boxes.clone().fold(Aabb::EMPTY, |all, aabb| all.union(&aabb));
        let Aabb { min, max } = self.bounds;
        let ruler = |axis: usize| AxisBins::new(min[axis], max[axis], cells(D) as u32);
        self.axis_bins = std::array::from_fn(ruler);
        for aabb in boxes {
            let span = self.span(&aabb);
            let words = &mut self.words;
            visit::<D>(&span, |word, bits| {
                words[word] |= bits;
                false
            });
        }
        Ok(())
    }

    /// Whether a box may overlap one of these.
    pub(super) fn meets(&self, aabb: &Aabb<D>) -> bool {
        self.bounds.overlaps(aabb) && self.has(&self.span(aabb))
    }

    /// Which of eight boxes may overlap one of these. A box with a NaN may.
    #[inline(always)]
    pub(super) fn meet<L: Lanes>(
        &self,
        lanes: L,
        min: &[L::Floats; D],
        max: &[L::Floats; D],
    ) -> u32 {
        let mut near = (1 << LANES) - 1;
        let mut unsure = 0;
        let mut bins = [[[0; LANES]; 2]; D];
        for axis in 0..D {
            let [low, high] =
                [self.bounds.min[axis], self.bounds.max[axis]].map(|x| lanes.splat(x));
            let apart = lanes.either(lanes.lt(high, min[axis]), lanes.lt(max[axis], low));
            near &= !lanes.bits(apart);
            unsure |= !lanes.bits(lanes.le(min[axis], max[axis]));
            let [first, last] = &mut bins[axis];
            lanes.store_int(self.axis_bins[axis].bins_of(lanes, min[axis]), first);
            lanes.store_int(self.axis_bins[axis].bins_of(lanes, max[axis]), last);
        }
        let mut meeting = near & unsure;
        let mut left = near & !unsure;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let span = bins.map(|[first, last]| [first[lane], last[lane]]);
            meeting |= u32::from(self.has(&span)) << lane;
        }
        meeting
    }

    pub(super) fn memory_bytes(&self) -> usize {
        8 * self.words.capacity()
    }

    /// The first and the last cell of a box on each axis.
    fn span(&self, aabb: &Aabb<D>) -> [[u32; 2]; D] {
        std::array::from_fn(|axis| {
            [aabb.min[axis], aabb.max[axis]].map(|x| self.axis_bins[axis].bin(x))
        })
    }

    /// Whether a bit is set in any of these cells.
    #[inline(always)]
    fn has(&self, span: &[[u32; 2]; D]) -> bool {
        visit::<D>(span, |word, bits| self.words[word] & bits != 0)
    }
}

/// Visits the words of some cells with the bits that are these cells', until it is enough.
#[inline(always)]
fn visit<const D: usize>(span: &[[u32; 2]; D], mut enough: impl FnMut(usize, u64) -> bool) -> bool {
    let [x, y, z] =
        std::array::from_fn(|axis| if axis < D { span[axis].map(|x| x as usize) } else { [0; 2] });
    for plane in z[0]..=z[1] {
        for row in y[0]..=y[1] {
            let row = (plane * cells(D) + row) * (cells(D) / 64);
            for word in x[0] / 64..=x[1] / 64 {
                let from = x[0].max(64 * word) - 64 * word;
                let to = x[1].min(64 * word + 63) - 64 * word;
                if enough(row + word, (u64::MAX << from) & (u64::MAX >> (63 - to))) {
                    return true;
                }
            }
        }
    }
    false
}
