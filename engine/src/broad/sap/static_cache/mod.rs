//! Static boxes stay in sorted cells from run to run, and moving boxes are swept against them.
//!
//! Static boxes are no pair with each other, so all that is to be found are the pairs of moving
//! boxes, and those of a moving one with one at rest. The boxes at rest are binned and sorted once
//! (`cache`). Each run compares all boxes with what is packed, in the order in which they lie
//! (`classify`), bins those that move into the same grid, and sweeps each cell's against each other
//! and against those kept there.
//!
//! A static box that came, moved or fell asleep is *pending*: it is binned like a moving one until
//! it pays to pack all anew (`rebuild_policy`). One that went or woke up leaves a hole.

mod cache;
mod classify;
mod packed;
mod rebuild_policy;
#[cfg(test)]
mod tests;

use cache::{StaticCache, StaticCacheInput};
use classify::ClassifyChunk;
use jostle_kernels::SimdLevel;
use rebuild_policy::RebuildPolicy;

use super::{
    Sap,
    cell::CellPartition,
    draw::draw_class,
    sweep::{CellJobs, Sweeper},
};
use crate::{
    BroadPhase, Error, Join,
    broad::run_buffer::RunBuffer,
    clock::Clock,
    debug_draw::DebugDraw,
    exec::{
        run::{Output, RunContext, RunStats},
        sink::Interrupt,
    },
    join::{BoxSet, PairFilter},
    memory::reserve,
    validate::InvalidShape,
};

/// One box in so many has to be static, or else keeping them costs more than it saves.
const FEW: usize = 2;

/// A broad phase for sets of which many boxes are [static](crate::Filter::with_statics).
///
/// A static box that stays where it is costs as much as comparing it takes, which is a small part
/// of what it costs a [`Sap`]. Which boxes are static may change from run to run; a box that does
/// is as costly as a moving one for some runs. Where few boxes are marked, and between two sets, it
/// is a [`Sap`].
///
/// The box with an index is taken to be the same from run to run; that it is decides about speed
/// only.
///
/// ```
/// use jostle::{Bounds, broad::{BoxSet, StaticCacheSap}, BroadPhase, Filter, Join, Pairs};
///
/// let (low, high) = ([0.0, 1.0, 2.0], [1.0, 2.0, 3.0]);
/// let bounds = Bounds::from_columns([&low, &low], [&high, &high])?;
/// let filter = Filter::default().with_statics(&[true, true, false]);
/// let (mut static_cache, mut pairs) = (StaticCacheSap::<2>::new(), Pairs::new());
/// static_cache.pairs(&Join::within(BoxSet { bounds, filter }), &mut pairs)?;
/// assert_eq!((pairs.len(), pairs[0].a, pairs[0].b), (1, 1, 2));
/// # Ok::<(), jostle::Error>(())
/// ```
pub struct StaticCacheSap<const D: usize> {
    level: SimdLevel,
    /// What answers where nothing is to be kept.
    sap: Sap<D>,
    /// Whether it answered the last run.
    alone: bool,
    cache: StaticCache<D>,
    policy: RebuildPolicy,
    chunks: Vec<ClassifyChunk<D>>,
    /// Boxes to bin.
    moving: RunBuffer<D>,
    tasks: CellJobs<D>,
    invalid: Vec<InvalidShape>,
}

impl<const D: usize> StaticCacheSap<D> {
    /// A broad phase at the [default level](SimdLevel::default).
    #[must_use]
    #[inline(never)]
    pub fn new() -> Self {
        Self {
            sap: Sap::new(),
            level: SimdLevel::default(),
            alone: true,
            cache: StaticCache::default(),
            policy: RebuildPolicy::default(),
            chunks: Vec::new(),
            moving: RunBuffer::default(),
            tasks: CellJobs::default(),
            invalid: Vec::new(),
        }
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.set_level(level);
        self
    }

    fn find(
        &mut self,
        set: &BoxSet<'_, D>,
        statics: &[bool],
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        let start = Clock::start();
        let level = self.level;
        let resting = set.filter.count_statics();
        let input = StaticCacheInput { bounds: set.bounds, statics, resting };
        self.alone = resting * FEW < statics.len();
        let mut must_pack = false;
        if self.alone {
            self.cache.forget();
        } else {
            let is_empty = self.cache.is_empty();
            let (pending, gone) =
                if is_empty { (resting, 0) } else { self.classify(level, input)? };
            must_pack = self.policy.count(resting, pending, gone);
            self.alone = !must_pack && 2 * pending > resting;
        }
        let join = Join::Within(*set);
        if self.alone {
            progress.stages.bounds += start.elapsed();
            return self.sap.find(&join, progress);
        }
        must_pack = must_pack
            || !self.cache.fill(level, &self.moving)?
            || self.policy.are_too_close(self.moving.len(), self.cache.squares());
        progress.stages.bounds += start.elapsed();
        if must_pack {
            self.pack(level, &join, input, progress)?;
        }
        self.sweep(level, &join, progress)
    }

    /// Classifies all boxes and lists those to be binned. Returns how many boxes at rest are not
    /// packed, and how many were and are not any more.
    fn classify(
        &mut self,
        level: SimdLevel,
        input: StaticCacheInput<'_, D>,
    ) -> Result<(usize, usize), Error> {
        let (used, gone) = self.cache.classify(level, input, &mut self.chunks)?;
        let chunks = &self.chunks[..used];
        self.invalid.clear();
        let invalid = chunks.iter().map(|chunk| chunk.invalid.len()).sum();
        reserve(&mut self.invalid, invalid, "the list of invalid boxes")?;
        chunks.iter().for_each(|chunk| self.invalid.extend_from_slice(&chunk.invalid));
        self.moving.join(chunks.iter().map(|chunk| &chunk.moving))?;
        if self.cache.is_empty() {
            // So many went that all were forgotten.
            return Ok((input.resting, gone));
        }
        Ok((chunks.iter().map(|chunk| chunk.pending).sum(), gone))
    }

    /// Packs the boxes at rest anew.
    fn pack(
        &mut self,
        level: SimdLevel,
        join: &Join<'_, D>,
        input: StaticCacheInput<'_, D>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Error> {
        self.cache.adopt(level, input)?;
        self.classify(level, input)?;
        if let [Some(all), _] = join.parts() {
            self.cache.pack(level, all, &self.moving, &mut progress.stages)?;
        }
        self.policy.reset(self.moving.len(), self.cache.squares());
        Ok(())
    }

    /// Sorts and sweeps all cells.
    fn sweep(
        &mut self,
        level: SimdLevel,
        join: &Join<'_, D>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        for (layer, is_packed) in self.cache.layers() {
            let statics = is_packed.then_some(&layer.statics);
            let partition = if is_packed { CellPartition::Kept } else { CellPartition::None };
            let finish = PairFilter::new(join);
            let class = &layer.class;
            let keeps_order = false;
            let sweeper = Sweeper { level, class, statics, finish, partition, keeps_order };
            self.tasks.sweep(&sweeper, progress)?;
        }
        Ok(())
    }
}

impl<const D: usize> Default for StaticCacheSap<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> BroadPhase<D> for StaticCacheSap<D> {
    fn name(&self) -> &'static str {
        "static-cache-sap"
    }

    #[inline(never)]
    fn run(&mut self, join: &Join<'_, D>, output: Output<'_>) -> Result<RunStats, Error> {
        if let Join::Within(set) = join
            && let Some(statics) = set.filter.statics
        {
            return RunContext::answer(join, output, |progress| self.find(set, statics, progress));
        }
        self.alone = true;
        self.sap.run(join, output)
    }

    fn set_level(&mut self, level: SimdLevel) {
        self.level = level;
        self.sap.set_level(level);
    }

    fn invalid(&self) -> &[InvalidShape] {
        if self.alone { self.sap.invalid() } else { &self.invalid }
    }

    fn debug_draw(&self, draw: &mut dyn DebugDraw<D>) {
        if self.alone {
            return self.sap.debug_draw(draw);
        }
        for (depth, (layer, is_packed)) in (0..).zip(self.cache.layers()) {
            draw_class(&layer.class, is_packed.then_some(&layer.statics), depth, draw);
        }
    }

    fn memory_bytes(&self) -> usize {
        self.sap.memory_bytes()
            + self.cache.memory_bytes()
            + self.chunks.iter().map(ClassifyChunk::memory_bytes).sum::<usize>()
            + self.moving.memory_bytes()
            + self.tasks.memory_bytes()
            + self.invalid.capacity() * size_of::<InvalidShape>()
    }
}
