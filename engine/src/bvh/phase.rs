//! The tree as a broad phase.

use std::{ops::Range, time::Instant};

use jostle_kernels::Level;

use super::{
    Bvh,
    join::{self, Task, Trees},
};
use crate::{
    BroadPhase, Error, Join, Output, Quarantined, Summary,
    broad::{
        emit::{Finish, Stop},
        jobs::{Jobs, Progress, Times, share},
        part,
    },
};

/// Joins trees. Kept for its buffers.
#[derive(Default)]
pub(crate) struct Joiner {
    tasks: Vec<Task>,
    scratch: Vec<Task>,
    jobs: Jobs<Range<usize>, Vec<Task>>,
}

impl Joiner {
    /// Finds the pairs between two trees, or within one that is given twice.
    pub(crate) fn join<const D: usize>(
        &mut self,
        level: Level,
        trees: Trees<'_, D>,
        within: bool,
        finish: &Finish<'_>,
        progress: &mut Progress<'_>,
    ) -> Result<(), Stop> {
        let start = Instant::now();
        let Self { tasks, scratch, jobs } = self;
        join::cut(level, trees, within, tasks, scratch)?;
        progress.stages.sweep += start.elapsed();
        jobs.clear();
        let share = share(tasks.len(), 1);
        for first in (0..tasks.len()).step_by(share) {
            jobs.push(first..tasks.len().min(first + share));
        }
        jobs.prepare(join::reserve_stack)?;
        let tasks = &*tasks;
        jobs.run(progress, &|range, stack, sink| {
            let start = Instant::now();
            join::run(level, trees, &tasks[range.clone()], stack, finish, sink)?;
            Ok(Times { sweep: start.elapsed(), ..Times::default() })
        })
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        (self.tasks.capacity() + self.scratch.capacity()) * size_of::<Task>()
            + self.jobs.memory_bytes()
    }
}

impl<const D: usize> Bvh<D> {
    /// Builds the trees of a join and finds its pairs.
    fn find(&mut self, join: &Join<'_, D>, progress: &mut Progress<'_>) -> Result<(), Stop> {
        self.build_first(join, &mut progress.stages)?;
        if let [_, Some(second)] = part::of_join(join) {
            let level = self.level.clone().map_err(Error::from)?;
            let Self { builder, second: tree, quarantined, build, .. } = self;
            builder.build(
                level,
                &second.apart(),
                *build,
                tree,
                quarantined,
                &mut progress.stages,
            )?;
        }
        self.join(Some(join), progress)
    }

    /// Finds the pairs of a join whose trees are built; without one, all within the first tree.
    pub(super) fn join(
        &mut self,
        join: Option<&Join<'_, D>>,
        progress: &mut Progress<'_>,
    ) -> Result<(), Stop> {
        let level = self.level.clone().map_err(Error::from)?;
        let within = !matches!(join, Some(Join::Between(..)));
        let trees = Trees::new(&self.tree, if within { &self.tree } else { &self.second });
        let finish = join.map_or(Finish::ALL, Finish::new);
        self.joiner.join(level, trees, within, &finish, progress)
    }
}

impl<const D: usize> BroadPhase<D> for Bvh<D> {
    fn name(&self) -> &'static str {
        "bvh"
    }

    fn run(&mut self, join: &Join<'_, D>, output: Output<'_>) -> Result<Summary, Error> {
        Progress::answer(join, output, |progress| self.find(join, progress))
    }

    fn quarantined(&self) -> &[Quarantined] {
        &self.quarantined
    }

    fn memory_bytes(&self) -> usize {
        self.tree.memory_bytes()
            + self.second.memory_bytes()
            + self.builder.memory_bytes()
            + self.joiner.memory_bytes()
    }
}
