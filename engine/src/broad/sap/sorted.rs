//! A sorted run, borrowed, and where boxes from outside can touch it.
//!
//! Boxes of the run look ahead only, to those that begin before they end. A box from outside also
//! has to look back, to those that have begun and not ended: as far as the run reaches forward.

use jostle_kernels::{grid::AxisBins, sweep::Run};

/// How positions in a run are found from coordinates on the sweep axis.
#[derive(Clone, Copy)]
pub(super) enum Finder<'a> {
    /// The run is sorted by bucket.
    Buckets {
        ruler: AxisBins,
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

/// A run that boxes from outside are held against.
#[derive(Clone, Copy)]
pub(super) struct Sorted<'a, const D: usize> {
    pub(super) run: Run<'a, D>,
    pub(super) finder: Finder<'a>,
}

impl<const D: usize> Sorted<'_, D> {
    /// The part of the run outside which no box overlaps `min..=max` on the sweep axis.
    #[inline]
    pub(super) fn range(&self, min: f32, max: f32) -> (u32, u32) {
        match self.finder {
            Finder::Buckets { ruler, ends, first } => {
                (first[ruler.strip(min) as usize], ends[ruler.strip(max) as usize])
            }
            Finder::Sorted { minima, maxima } => {
                let begin = maxima.partition_point(|reached| *reached < min);
                let end = minima.partition_point(|start| *start <= max);
                (begin as u32, end as u32)
            }
        }
    }
}
