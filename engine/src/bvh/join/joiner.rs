//! A whole join, on all threads.

use std::ops::Range;

use jostle_kernels::SimdLevel;

use super::{Task, Trees, cut, reserve_stack, run};
use crate::{
    clock::Clock,
    exec::{
        jobs::{Jobs, share},
        run::{Cost, RunContext},
        sink::Interrupt,
    },
    instances::instances,
    join::PairFilter,
};

/// Joins trees. Kept for its buffers.
#[derive(Default)]
pub(crate) struct Joiner {
    tasks: Vec<Task>,
    scratch: Vec<Task>,
    jobs: Jobs<Range<usize>, Vec<Task>>,
}

impl Joiner {
    /// Finds the pairs of two trees, or with `within` those of one tree that is given twice.
    #[inline(never)]
    pub(crate) fn join<const D: usize>(
        &mut self,
        level: SimdLevel,
        trees: Trees<'_, D>,
        within: bool,
        finish: &PairFilter<'_>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        let start = Clock::start();
        let Self { tasks, scratch, jobs } = self;
        cut(level, trees, within, tasks, scratch)?;
        progress.stages.sweep += start.elapsed();
        jobs.clear();
        let share = share(tasks.len(), 1);
        for first in (0..tasks.len()).step_by(share) {
            jobs.push(first..tasks.len().min(first + share));
        }
        jobs.prepare(reserve_stack)?;
        let tasks = &*tasks;
        jobs.run(progress, &|range, stack, sink| {
            let start = Clock::start();
            let tests = run(level, trees, &tasks[range.clone()], stack, finish, sink)?;
            Ok(Cost::of_sweep(start, tests))
        })
    }

    /// Bytes held, without the threads' stacks.
    pub(crate) fn memory_bytes(&self) -> usize {
        (self.tasks.capacity() + self.scratch.capacity()) * size_of::<Task>()
            + self.jobs.memory_bytes()
    }
}

instances![Joiner::join::<D>];
