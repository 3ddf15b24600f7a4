//! The incremental sweep and prune: endpoints, and pairs, kept from frame to frame.
//!
//! Where boxes move by little of their size, the order of their endpoints on an axis hardly
//! changes, and neither do their pairs (Baraff, "Dynamic Simulation of Non-Penetrating Rigid
//! Bodies", 1992; Cohen et al., "I-COLLIDE", 1995). What changes is found by sorting: a pair begins
//! where a minimum comes to lie before a maximum, and ends where it is the other way round.

mod arrivals;
mod axis;
mod bodies;
mod body;
mod draw;
mod endpoint;
mod kept;
mod pair_set;
mod single;
mod stats;

use jostle_kernels::SimdLevel;
use kept::KeptJoin;
use single::Single;
pub use stats::{IncrementalSapAxes, IncrementalSapFallback, IncrementalSapStats};

use super::sap::Sap;
use crate::{
    BroadPhase, Error, Join, Pair,
    clock::Clock,
    debug_draw::DebugDraw,
    exec::{
        jobs::Jobs,
        run::{Cost, Output, RunContext, RunStats},
        sink::{Interrupt, Sink},
    },
    join::PairFilter,
    validate::InvalidShape,
};

/// The incremental sweep and prune: endpoints, and pairs, kept from frame to frame.
///
/// Where boxes move by little of their size, the order of their endpoints on an axis hardly
/// changes, and neither do their pairs (Baraff, "Dynamic Simulation of Non-Penetrating Rigid
/// Bodies", 1992; Cohen et al., "I-COLLIDE", 1995).
///
/// Box `i` of a set is taken for the same object in every frame, which decides about speed only.
/// With the pair set a frame is O(n + swaps + pairs), where each two endpoints on an axis that
/// change places are a swap. Boxes that come, go, become valid or invalid, or static, are put in
/// and taken out together, each O(n^(2/3)) where boxes are spread over space; so are boxes that
/// leave their places altogether, if they are no more than one in sixteen.
///
/// The number of swaps of boxes in motion grows like n^(5/3), as any two that pass on one axis
/// count, however far apart they are on the others. So swaps are limited to two per box and axis;
/// beyond that the pairs are found by [`Sap`], and endpoints sorted by radix. If that happens frame
/// after frame it is tried less and less often. [`stats`](Self::stats) tells what happened.
///
/// Memory is O(n). Up to 16 pairs per box are kept, and 65,536 in any case; of boxes with more,
/// nothing is kept. Pairs come in canonical order then, and else in that of [`Sap`], which depends
/// on the boxes alone, not on the frames before. With a single axis they come in the order of the
/// sweep.
pub struct IncrementalSap<const D: usize> {
    level: SimdLevel,
    axes: IncrementalSapAxes,
    /// For joins within a set, and between two.
    kept: [KeptJoin<D>; 2],
    single: [Single<D>; 2],
    sap: Sap<D>,
    jobs: Jobs<(), ()>,
    stats: IncrementalSapStats<D>,
    invalid: Vec<InvalidShape>,
    /// Which of what is kept the last run was about, if there was one.
    last: Option<usize>,
}

impl<const D: usize> IncrementalSap<D> {
    /// A broad phase at the [default level](SimdLevel::default).
    #[must_use]
    #[inline(never)]
    pub fn new() -> Self {
        Self {
            sap: Sap::new(),
            level: SimdLevel::default(),
            axes: IncrementalSapAxes::default(),
            kept: std::array::from_fn(|_| KeptJoin::default()),
            single: std::array::from_fn(|_| Single::default()),
            jobs: Jobs::default(),
            stats: IncrementalSapStats::default(),
            invalid: Vec::new(),
            last: None,
        }
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.set_level(level);
        self
    }

    /// Sets what is kept.
    #[must_use]
    pub fn with_axes(mut self, axes: IncrementalSapAxes) -> Self {
        (self.axes, self.last) = (axes, None);
        self
    }

    /// What the last run was like.
    #[must_use]
    pub fn stats(&self) -> &IncrementalSapStats<D> {
        &self.stats
    }

    fn find(&mut self, join: &Join<'_, D>, progress: &mut RunContext<'_>) -> Result<(), Interrupt> {
        let level = self.level;
        let Self { stats, invalid, .. } = self;
        *stats = IncrementalSapStats::default();
        invalid.clear();
        let which = usize::from(matches!(join, Join::Between(..)));
        self.last = Some(which);
        if self.axes == IncrementalSapAxes::One {
            return self.single[which].find(level, join, stats, invalid, progress);
        }
        let (kept, start) = (&mut self.kept[which], Clock::start());
        stats.fallback = kept.follow(join, stats, invalid)?;
        progress.stages.sort += start.elapsed();
        if stats.fallback.is_some() {
            let start = Clock::start();
            let is_loaded = kept.load(join, &mut self.sap, invalid)?;
            progress.stages.sweep += start.elapsed();
            if !is_loaded {
                stats.fallback = Some(IncrementalSapFallback::Crowded);
                return self.sap.find(join, progress);
            }
        }
        let (pairs, finish) = (kept.pairs(), PairFilter::indexed(join));
        self.jobs.clear();
        self.jobs.push(())?;
        self.jobs.run(progress, &|(), (), sink| {
            let start = Clock::start();
            hand_over(pairs, &finish, sink)?;
            Ok(Cost::of_sweep(start, 0))
        })
    }
}

/// Hands over pairs that are kept.
fn hand_over(
    mut pairs: &[Pair],
    finish: &PairFilter<'_>,
    sink: &mut dyn Sink,
) -> Result<(), Interrupt> {
    if finish.keeps_all()
        && let Some(total) = sink.counter()
    {
        *total += pairs.len() as u64;
        return Ok(());
    }
    while !pairs.is_empty() {
        let space = sink.space()?;
        let (now, rest) = pairs.split_at(pairs.len().min(space.len()));
        let space = &mut space[..now.len()];
        space.copy_from_slice(now);
        let wanted = finish.apply(space);
        sink.commit(wanted)?;
        pairs = rest;
    }
    Ok(())
}

impl<const D: usize> Default for IncrementalSap<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> BroadPhase<D> for IncrementalSap<D> {
    fn name(&self) -> &'static str {
        "incremental-sap"
    }

    #[inline(never)]
    fn run(&mut self, join: &Join<'_, D>, output: Output<'_>) -> Result<RunStats, Error> {
        let summary = RunContext::answer(join, output, |progress| self.find(join, progress))?;
        Ok(RunStats { inversions: Some(self.stats.swaps.iter().sum()), ..summary })
    }

    fn set_level(&mut self, level: SimdLevel) {
        self.level = level;
        self.sap.set_level(level);
    }

    fn invalid(&self) -> &[InvalidShape] {
        &self.invalid
    }

    fn debug_draw(&self, draw: &mut dyn DebugDraw<D>) {
        self.draw(draw);
    }

    fn memory_bytes(&self) -> usize {
        self.kept.iter().map(KeptJoin::memory_bytes).sum::<usize>()
            + self.single.iter().map(Single::memory_bytes).sum::<usize>()
            + self.sap.memory_bytes()
            + self.jobs.memory_bytes()
    }
}
