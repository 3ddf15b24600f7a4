//! Where in a sorted run a box can find partners.
//!
//! Boxes of the run look ahead only, to those that begin before they end: [`find_ends`]. A box from
//! outside also has to look back, to those that have begun and not ended: [`Reach`] says how far.

use jostle_kernels::{
    Lanes,
    simd::LANES,
    sweep::{AxisBins, BoxRun},
};

use crate::{Error, memory::reserve};

/// How a run is sorted, by which positions in it are found from coordinates on the sweep axis.
#[derive(Clone, Copy, Default)]
pub(super) enum Index {
    /// Sorted by bucket: the table holds where each bucket ends.
    Buckets(AxisBins),
    /// Sorted by minimum.
    #[default]
    Sorted,
}

/// An [`Index`] with its tables, borrowed.
#[derive(Clone, Copy)]
pub(super) enum Finder<'a> {
    /// The run is sorted by bucket.
    Buckets {
        buckets: AxisBins,
        /// By bucket: where it ends.
        ends: &'a [u32],
        /// By bucket: the first box of the run that ends in this bucket or a later one.
        first: &'a [u32],
    },
    /// The run is sorted by minimum.
    Sorted {
        minima: &'a [f32],
        /// By box: the largest maximum so far.
        maxima: &'a [f32],
    },
}

/// A run that boxes from outside are swept against.
#[derive(Clone, Copy)]
pub(super) struct SortedBoxes<'a, const D: usize> {
    pub(super) run: BoxRun<'a, D>,
    pub(super) finder: Finder<'a>,
}

impl<const D: usize> SortedBoxes<'_, D> {
    /// The part of the run outside which no box overlaps `min..=max` on the sweep axis.
    #[inline]
    pub(super) fn range(&self, min: f32, max: f32) -> (u32, u32) {
        match self.finder {
            Finder::Buckets { buckets, ends, first } => {
                (first[buckets.bin(min) as usize], ends[buckets.bin(max) as usize])
            }
            Finder::Sorted { minima, maxima } => {
                let begin = maxima.partition_point(|reached| *reached < min);
                let end = minima.partition_point(|start| *start <= max);
                (begin as u32, end as u32)
            }
        }
    }
}

/// How far back the boxes of the run reach, found only where boxes from outside are swept against
/// the run.
#[derive(Default)]
pub(super) struct Reach {
    /// By bucket: the first box of the run that ends in this bucket or a later one.
    first: Vec<u32>,
    /// By box: the largest maximum so far.
    maxima: Vec<f32>,
}

impl Reach {
    /// Makes room for a run of `len` boxes in so many buckets.
    pub(super) fn reserve(&mut self, len: usize, buckets: usize) -> Result<(), Error> {
        reserve(&mut self.first, buckets, "the reach of a cell")?;
        reserve(&mut self.maxima, len, "the reach of a cell")
    }

    /// Finds how far the boxes of a run reach, in O(boxes + buckets).
    pub(super) fn find(&mut self, index: &Index, maxima: &[f32]) {
        let len = maxima.len();
        match index {
            Index::Buckets(buckets) => {
                let first = &mut self.first;
                first.clear();
                first.resize(buckets.bins() as usize, len as u32);
                for (position, max) in maxima.iter().enumerate().rev() {
                    first[buckets.bin(*max) as usize] = position as u32;
                }
                let mut nearest = len as u32;
                for first in first.iter_mut().rev() {
                    nearest = nearest.min(*first);
                    *first = nearest;
                }
            }
            Index::Sorted => {
                self.maxima.clear();
                let mut farthest = f32::NEG_INFINITY;
                self.maxima.extend(maxima.iter().map(|max| {
                    farthest = farthest.max(*max);
                    farthest
                }));
            }
        }
    }

    /// What positions are found by, in a run with these ends of buckets and these minima.
    pub(super) fn finder<'a>(
        &'a self,
        index: &Index,
        ends: &'a [u32],
        minima: &'a [f32],
    ) -> Finder<'a> {
        match index {
            Index::Buckets(buckets) => {
                Finder::Buckets { buckets: *buckets, ends, first: &self.first }
            }
            Index::Sorted => Finder::Sorted { minima, maxima: &self.maxima },
        }
    }

    /// Words of memory held.
    pub(super) fn memory_words(&self) -> usize {
        self.first.capacity() + self.maxima.capacity()
    }
}

/// For each box of a run, the end of the boxes whose minimum can be within its maximum. `table` has
/// where buckets end; `maxima` are padded.
#[inline(always)]
pub(super) fn find_ends<L: Lanes>(
    lanes: L,
    index: &Index,
    table: &[u32],
    (minima, maxima): (&[f32], &[f32]),
    ends: &mut [u32],
) {
    match index {
        Index::Buckets(buckets) => {
            for first in (0..minima.len()).step_by(LANES) {
                let mut bins = [0; LANES];
                let max = lanes.load(maxima[first..].first_chunk().expect("padded"));
                lanes.store_int(buckets.bins_of(lanes, max), &mut bins);
                for (end, bin) in lanes_of(ends, first).iter_mut().zip(bins) {
                    *end = table[bin as usize];
                }
            }
        }
        Index::Sorted => {
            for (index, end) in ends[..minima.len()].iter_mut().enumerate() {
                *end =
                    (index + minima[index..].partition_point(|min| *min <= maxima[index])) as u32;
            }
        }
    }
}

/// Eight entries of a padded column.
#[inline(always)]
pub(super) fn lanes_of<T>(column: &mut [T], first: usize) -> &mut [T; LANES] {
    column[first..].first_chunk_mut().expect("columns are padded by more than a group")
}
