//! Where the pairs go, and what is said about them.

use std::{ops::ControlFlow, time::Duration};

use super::auto::Choice;
use crate::{Pair, Pairs};

/// Where a broad phase puts the pairs.
pub enum Output<'a> {
    /// Into a list, which is cleared first.
    Collect(&'a mut Pairs),
    /// To a callback in batches, until it breaks.
    Stream(&'a mut dyn FnMut(&[Pair]) -> ControlFlow<()>),
    /// Nowhere.
    Count,
}

/// What a run found and what it took.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunStats {
    /// Pairs found, or handed over before the callback broke.
    pub pairs: u64,
    /// Whether the callback broke, so that `pairs` may be less than all.
    pub stopped: bool,
    /// Time per stage.
    pub stages: StageTimes,
    /// Boxes compared with another one, or with the bounds of some: in groups of eight, of which
    /// all count. Without what a callback that broke left undone, and what triangles of meshes
    /// took.
    pub tests: u64,
    /// Ends of intervals that changed places, where the order of the run before is kept
    /// ([`IncrementalSap`](crate::broad::IncrementalSap)).
    pub inversions: Option<u64>,
    /// Which broad phase answered and why, where one was chosen.
    pub choice: Option<Choice>,
}

/// Wall time per stage of a run. Stages a broad phase does not have are zero.
#[derive(Clone, Copy, Debug, Default)]
pub struct StageTimes {
    /// Looking at a sample of the boxes to choose axes and strips.
    pub plan: Duration,
    /// Reading all bounds, the gate, and binning the boxes.
    pub bounds: Duration,
    /// Sorting within cells.
    pub sort: Duration,
    /// Splitting the boxes of a tree down to its leaves, and writing its nodes.
    pub build: Duration,
    /// Testing candidates and writing pairs.
    pub sweep: Duration,
    /// Bringing the pairs of all threads together.
    pub gather: Duration,
}

impl StageTimes {
    /// The stages by name, in the order in which they run.
    #[must_use]
    pub fn named(&self) -> [(&'static str, Duration); 6] {
        [
            ("plan", self.plan),
            ("bounds", self.bounds),
            ("sort", self.sort),
            ("build", self.build),
            ("sweep", self.sweep),
            ("gather", self.gather),
        ]
    }
}
