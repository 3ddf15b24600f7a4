//! The radix-sorted multi-axis sweep and prune, rebuilt from nothing every frame.
//!
//! One axis alone is quadratic at a million boxes. So one axis is swept, and the others are cut
//! into bins: the product of the bins is a grid of cells, each box is scattered as a whole record
//! to every cell it overlaps, each cell is sorted along the sweep axis while it is in the cache,
//! and swept eight or sixteen candidates at a time. A pair that shares several cells is reported in
//! one, without a hash set.
//!
//! The files in the order of the data:
//!
//! 1. here: a join is answered class by class, the smallest boxes first;
//! 2. `size_class` plans a grid for the boxes of a class and bins them, anew if it is too fine;
//! 3. `plan` chooses axes and bins by the estimated cost on a sample of the boxes;
//! 4. `grid` finds the cells of eight boxes at a time; large boxes go to the next class;
//! 5. `bin` validates all boxes and writes a record into each cell of a box;
//! 6. `blocks` keeps these records in chains of blocks;
//! 7. `sorted_run` sorts the records of a cell into columns, and `sorted` finds ranges in them;
//! 8. `cell` sweeps the boxes of a cell against each other, and large boxes against them;
//! 9. `sweep` cuts the cells into jobs;
//! 10. `exec::jobs` runs these on all threads and gathers their pairs in the order of the cells.
//!
//! `static_cells` and `static_cache` keep the sorted cells of static boxes; `sweep_order` keeps the
//! order in cells for boxes that are looked up later. See docs/algorithms.md.

mod bin;
mod blocks;
mod cell;
mod draw;
mod grid;
mod plan;
mod size_class;
mod sorted;
mod sorted_run;
mod static_cache;
mod static_cells;
mod sweep;
pub(super) mod sweep_order;
mod trial;

use cell::CellPartition;
use draw::draw_classes;
use jostle_kernels::SimdLevel;
pub(crate) use plan::CostEstimate;
pub use static_cache::StaticCacheSap;
use sweep::{CellJobs, Sweeper};

use size_class::{Class, finer_and_next};

use super::sample::Sample;
use crate::{
    BroadPhase, Error, Join, Pairs,
    debug_draw::DebugDraw,
    exec::{
        run::{Output, RunContext, RunStats, StageTimes},
        sink::Interrupt,
    },
    join::PairFilter,
    memory::reserve_one,
    validate::InvalidShape,
};

/// The radix-sorted multi-axis sweep and prune, rebuilt from nothing every frame.
///
/// One axis is swept, and the others are cut: the cells are swept one by one, on all threads. A
/// pair that shares several cells is reported in one, without a hash set.
///
/// Time and memory are O(n + pairs) for boxes spread over space in any way, and at worst those of
/// a one-axis sweep. Buffers are kept between runs.
pub struct Sap<const D: usize> {
    level: SimdLevel,
    classes: Vec<Class<D>>,
    /// Classes of the last run.
    used: usize,
    tasks: CellJobs<D>,
    invalid: Vec<InvalidShape>,
    keeps_order: bool,
}

/// A plane between two bins.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SapCut {
    /// The size class whose grid it belongs to; 0 holds the smallest boxes.
    pub class: usize,
    /// The axis it is perpendicular to.
    pub axis: usize,
    /// Its coordinate on that axis.
    pub at: f32,
}

impl<const D: usize> Sap<D> {
    /// A broad phase at the [default level](SimdLevel::default).
    #[must_use]
    #[inline(never)]
    pub fn new() -> Self {
        const { assert!(D == 2 || D == 3, "boxes have two or three dimensions") };
        Self {
            level: SimdLevel::default(),
            classes: Vec::new(),
            used: 0,
            tasks: CellJobs::default(),
            invalid: Vec::new(),
            keeps_order: false,
        }
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.set_level(level);
        self
    }

    /// Where the last run cut space into bins, for pictures. None where it had a single cell.
    pub fn cuts(&self) -> impl Iterator<Item = SapCut> + '_ {
        self.classes[..self.used].iter().enumerate().flat_map(|(class, of)| {
            of.grid().cuts().map(move |(axis, at)| SapCut { class, axis, at })
        })
    }

    /// Estimates the cost of a join, which is to be answered next, by a sample of its boxes.
    pub(super) fn estimate(
        &mut self,
        join: &Join<'_, D>,
    ) -> Result<(&Sample<D>, CostEstimate), Error> {
        if self.classes.is_empty() {
            reserve_one(&mut self.classes, "the classes of sizes")?;
            self.classes.push(Class::default());
        }
        let planning = &mut self.classes[0].planning;
        match join.parts() {
            [Some(first), Some(second)] => planning.estimate(&[first, second]),
            [Some(only), _] | [_, Some(only)] => planning.estimate(&[only]),
            [None, None] => planning.estimate(&[]),
        }
    }

    /// Bins the boxes into as many classes as their sizes need. Returns how many those are.
    fn prepare(&mut self, join: &Join<'_, D>, stages: &mut StageTimes) -> Result<usize, Error> {
        let level = self.level;
        let parts = join.parts();
        let mut used = 0;
        loop {
            let (finer, class) = finer_and_next(&mut self.classes, used)?;
            let took = match finer {
                None => match parts {
                    [Some(first), Some(second)] => class.prepare(level, &[first, second])?,
                    [Some(only), _] | [_, Some(only)] => class.prepare(level, &[only])?,
                    [None, None] => return Ok(0),
                },
                Some(finer) => class.prepare(level, &[finer.large.boxes.input()?])?,
            };
            stages.plan += took.plan;
            stages.bounds += took.bounds;
            used += 1;
            if class.large.len() == 0 {
                break;
            }
        }
        self.invalid.clear();
        let mut invalid = self.classes[0].bins.invalid();
        invalid.try_for_each(|one| one.push_to(&mut self.invalid))?;
        Ok(used)
    }

    /// Collects the pairs unless they are more than `most`, and says whether it did.
    pub(super) fn collect_at_most(
        &mut self,
        join: &Join<'_, D>,
        pairs: &mut Pairs,
        most: u64,
    ) -> Result<bool, Error> {
        let summary = RunContext::answer(join, Output::Collect(pairs), |progress| {
            progress.most = most.min(progress.most);
            self.find(join, progress)
        })?;
        Ok(!summary.stopped)
    }

    pub(super) fn find(
        &mut self,
        join: &Join<'_, D>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        self.used = 0;
        self.used = self.prepare(join, &mut progress.stages)?;
        let level = self.level;
        let keeps_order = self.keeps_order;
        for class in &mut self.classes[..self.used] {
            if keeps_order {
                let cells = class.grid().cells();
                class.order.resize(&class.bins, cells)?;
            }
            let (finish, partition) = (PairFilter::new(join), CellPartition::of(join));
            let class = &*class;
            let sweeper = Sweeper { level, class, statics: None, finish, partition, keeps_order };
            self.tasks.sweep(&sweeper, progress)?;
        }
        Ok(())
    }
}

impl<const D: usize> Default for Sap<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> BroadPhase<D> for Sap<D> {
    fn name(&self) -> &'static str {
        "sap"
    }

    #[inline(never)]
    fn run(&mut self, join: &Join<'_, D>, output: Output<'_>) -> Result<RunStats, Error> {
        RunContext::answer(join, output, |progress| self.find(join, progress))
    }

    fn set_level(&mut self, level: SimdLevel) {
        self.level = level;
    }

    fn invalid(&self) -> &[InvalidShape] {
        &self.invalid
    }

    fn debug_draw(&self, draw: &mut dyn DebugDraw<D>) {
        draw_classes(&self.classes[..self.used], draw);
    }

    fn memory_bytes(&self) -> usize {
        let classes: usize = self.classes.iter().map(Class::memory_bytes).sum();
        classes + self.tasks.memory_bytes()
    }
}
