//! What the incremental sweep and prune keeps, and what a frame of it was like.

/// What is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum IncrementalSapAxes {
    /// The endpoints on all axes, and the set of pairs, which their swaps change.
    #[default]
    All,
    /// The order on one axis, which is swept: that of the largest variance of the centers in a
    /// sample of up to 1,024 boxes. Another one is taken when its variance is more than one and a
    /// half times that of the one before.
    One,
}

/// Why a frame was not made from the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IncrementalSapFallback {
    /// Nothing was kept: it is the first frame, or one after frames that nothing was kept of.
    /// Endpoints are sorted by radix, and pairs are found by [`Sap`](crate::Sap).
    Fresh,
    /// More than half of the boxes came or went. As [`Fresh`](Self::Fresh).
    Turnover,
    /// Endpoints changed places too often, and the insertion sort was broken off. As
    /// [`Fresh`](Self::Fresh).
    Swaps,
    /// To find the pairs of the boxes that came would have taken too many tests. As
    /// [`Fresh`](Self::Fresh).
    Arrivals,
    /// The frames before fell back one after the other, so nothing was tried, and nothing is kept:
    /// pairs are found by [`Sap`](crate::Sap). After at most 31 such frames it is tried again.
    Resting,
    /// There are more pairs than are kept, or more ids than are numbered: [`Sap`](crate::Sap)
    /// answers, in its own sequence.
    Crowded,
    /// Another axis is swept than in the frame before; its endpoints are sorted by radix.
    OtherAxis,
}

/// Figures of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IncrementalSapStats<const D: usize> {
    /// Swaps of the insertion sort per axis, also where it was broken off.
    pub swaps: [u64; D],
    /// Axes on which the insertion sort was broken off.
    pub unsorted_axes: usize,
    /// Boxes that were not there in the frame before, or not valid, or of the other motion, and few
    /// that were elsewhere.
    pub came: usize,
    /// Boxes that are not there any more, not valid any more, or of the other motion now, and few
    /// that are elsewhere.
    pub went: usize,
    /// Why the frame was not made from the one before; none if it was.
    pub fallback: Option<IncrementalSapFallback>,
    /// The axis that was swept, if a single one was.
    pub axis: Option<usize>,
}

impl<const D: usize> Default for IncrementalSapStats<D> {
    fn default() -> Self {
        Self { swaps: [0; D], unsorted_axes: 0, came: 0, went: 0, fallback: None, axis: None }
    }
}
