//! A run: where its pairs go, what it has found so far, and what is said about it.

use std::{
    ops::{AddAssign, ControlFlow},
    time::Duration,
};

use super::{
    auto_choice::AutoChoice,
    sink::{BATCH, Interrupt, Sink},
    threads,
};
use crate::{Error, Join, Pair, Pairs, cancel::CancelToken, clock::Clock};

/// Where a broad phase puts the pairs.
pub enum Output<'a> {
    /// Into a list, which is cleared first.
    Collect(&'a mut Pairs),
    /// To a callback in batches, until it breaks.
    Stream(&'a mut dyn FnMut(&[Pair]) -> ControlFlow<()>),
    /// Nowhere.
    Count,
}

impl Output<'_> {
    /// Bytes that a run may take for what it keeps for the next one.
    pub(crate) fn spare(&self) -> u64 {
        match self {
            Self::Collect(pairs) => pairs.spare(),
            Self::Stream(_) | Self::Count => u64::MAX,
        }
    }

    /// Puts a list of pairs there: the end of a broad phase of the user's own.
    ///
    /// # Errors
    /// When memory runs out.
    pub fn put(self, pairs: &[Pair]) -> Result<RunStats, Error> {
        let mut stats = RunStats { pairs: pairs.len() as u64, ..RunStats::default() };
        match self {
            Self::Collect(list) => {
                list.clear();
                list.extend(pairs)?;
            }
            Self::Stream(callback) => {
                stats.pairs = 0;
                for batch in pairs.chunks(BATCH) {
                    stats.pairs += batch.len() as u64;
                    if callback(batch).is_break() {
                        stats.stopped = true;
                        break;
                    }
                }
            }
            Self::Count => {}
        }
        Ok(stats)
    }
}

/// What a run found and what it took.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
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
    /// Whether the pairs come in canonical order: by `a`, then by `b`.
    pub canonical: bool,
    /// Ends of intervals that changed places, where the order of the run before is kept
    /// ([`IncrementalSap`](crate::broad::IncrementalSap)).
    pub inversions: Option<u64>,
    /// Which broad phase answered and why, where one was chosen.
    pub choice: Option<AutoChoice>,
}

/// Wall time per stage of a run. Stages a broad phase does not have are zero.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct StageTimes {
    /// Looking at a sample of the boxes to choose axes and bins.
    pub plan: Duration,
    /// Reading and validating all bounds, and binning the boxes.
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

/// What a job took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    pub(crate) sort: Duration,
    pub(crate) sweep: Duration,
    /// Boxes compared with another one.
    pub(crate) tests: u64,
}

impl Cost {
    /// That of a sweep that ends now.
    pub(crate) fn of_sweep(start: Clock, tests: u64) -> Self {
        Self { sweep: start.elapsed(), tests, ..Self::default() }
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        self.sort += other.sort;
        self.sweep += other.sweep;
        self.tests += other.tests;
    }
}

/// The run so far.
pub(crate) struct RunContext<'a> {
    pub(crate) output: Output<'a>,
    pub(crate) pairs: u64,
    pub(crate) stages: StageTimes,
    /// Boxes compared with another one.
    pub(crate) tests: u64,
    /// Breaks when more pairs than this have been found to collect.
    pub(crate) most: u64,
    /// Breaks when it is set.
    pub(crate) cancel: Option<CancelToken>,
    /// Bytes that it may take for what it keeps for the next run.
    pub(crate) spare: u64,
}

impl<'a> RunContext<'a> {
    /// A run that begins: a list to collect into is cleared.
    pub(crate) fn new(mut output: Output<'a>) -> Self {
        let (mut most, mut cancel, spare) = (u64::MAX, None, output.spare());
        if let Output::Collect(pairs) = &mut output {
            Pairs::clear(pairs);
            most = pairs.most();
            cancel = pairs.cancel().cloned();
        }
        Self { output, pairs: 0, stages: StageTimes::default(), tests: 0, most, cancel, spare }
    }

    /// Answers a join into `output` by what finds its pairs.
    pub(crate) fn answer<const D: usize>(
        join: &Join<'_, D>,
        output: Output<'a>,
        find: impl FnOnce(&mut RunContext<'_>) -> Result<(), Interrupt> + Send,
    ) -> Result<RunStats, Error> {
        join.check()?;
        let answer = |output| {
            let mut progress = RunContext::new(output);
            let result = find(&mut progress);
            progress.summary(result)
        };
        match output {
            // The callback is called on this thread.
            Output::Stream(_) => answer(output),
            Output::Collect(pairs) => {
                threads::enter(join.boxes(), || answer(Output::Collect(pairs)))
            }
            Output::Count => threads::enter(join.boxes(), || answer(Output::Count)),
        }
    }

    /// What is said about the run when it ended like this.
    pub(crate) fn summary(self, result: Result<(), Interrupt>) -> Result<RunStats, Error> {
        let stopped = match result {
            Ok(()) => false,
            Err(Interrupt::Break) => true,
            Err(Interrupt::Error(error)) => return Err(error),
        };
        let Self { pairs, stages, tests, .. } = self;
        Ok(RunStats { pairs, stopped, stages, tests, ..RunStats::default() })
    }

    /// Shares out the wall time of a parallel phase by the time its threads spent.
    pub(super) fn add_parallel(&mut self, cost: Cost, wall: Duration) {
        self.tests += cost.tests;
        let spent = (cost.sort + cost.sweep).as_secs_f64();
        let sort = if spent > 0.0 { cost.sort.as_secs_f64() / spent } else { 0.0 };
        self.stages.sort += wall.mul_f64(sort);
        self.stages.sweep += wall.mul_f64(1.0 - sort);
    }
}

/// Does a job's work, given a thread's buffers and a place for the pairs.
pub(crate) type Worker<'a, W, S> =
    dyn Fn(&W, &mut S, &mut dyn Sink) -> Result<Cost, Interrupt> + Sync + 'a;
