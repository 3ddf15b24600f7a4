//! All against all: the oracle, and the best choice below a few dozen boxes.

use std::ops::Range;

use jostle_kernels::{SimdLevel, sweep::Ranges};

use super::run_buffer::{RunBuffer, sweep_into};
use crate::{
    BroadPhase, Error, Join,
    clock::Clock,
    exec::{
        jobs::{Jobs, share},
        run::{Cost, Output, RunContext, RunStats},
        sink::Interrupt,
    },
    join::{PairFilter, part::Part},
    memory::resize,
    validate::InvalidShape,
};

/// Tests every box against every other, eight or sixteen at a time, on all threads.
///
/// O(n²) time and O(n + pairs) memory. It sorts nothing and skips nothing, so there is little in it
/// that could go wrong: the other broad phases are compared with it.
pub struct BruteForce<const D: usize> {
    level: SimdLevel,
    sets: [RunBuffer<D>; 2],
    begins: Vec<u32>,
    ends: Vec<u32>,
    jobs: Jobs<Range<usize>, ()>,
    invalid: Vec<InvalidShape>,
}

/// Queries in a job at least.
const FEWEST_PER_JOB: usize = 256;

impl<const D: usize> BruteForce<D> {
    /// A broad phase at the [default level](SimdLevel::default).
    #[must_use]
    #[inline(never)]
    pub fn new() -> Self {
        Self {
            level: SimdLevel::default(),
            sets: std::array::from_fn(|_| RunBuffer::default()),
            begins: Vec::new(),
            ends: Vec::new(),
            jobs: Jobs::default(),
            invalid: Vec::new(),
        }
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.set_level(level);
        self
    }

    fn find(&mut self, join: &Join<'_, D>, progress: &mut RunContext<'_>) -> Result<(), Interrupt> {
        let level = self.level;
        let start = Clock::start();
        self.invalid.clear();
        for (set, part) in self.sets.iter_mut().zip(join.parts()) {
            if let Some(part) = part {
                fill(set, &part, &mut self.invalid)?;
            }
        }
        progress.stages.bounds = start.elapsed();
        let queries = self.sets[0].run();
        let targets = match join {
            Join::Within(_) => queries,
            Join::Between(..) => self.sets[1].run(),
        };
        resize(&mut self.begins, queries.len(), 0, "the ranges of boxes")?;
        self.ends.clear();
        resize(&mut self.ends, queries.len(), targets.len() as u32, "the ranges of boxes")?;
        let ranges = match join {
            Join::Within(_) => Ranges::Behind { ends: &self.ends },
            Join::Between(..) => Ranges::Between { begins: &self.begins, ends: &self.ends },
        };
        self.jobs.clear();
        let share = share(queries.len(), FEWEST_PER_JOB);
        for first in (0..queries.len()).step_by(share) {
            self.jobs.push(first..queries.len().min(first + share))?;
        }
        let finish = PairFilter::new(join);
        self.jobs.run(progress, &|range, (), sink| {
            let start = Clock::start();
            let tests =
                sweep_into(level, &queries, &targets, ranges, range.clone(), &finish, sink)?;
            Ok(Cost::of_sweep(start, tests))
        })
    }
}

/// Copies the valid boxes of a part into columns.
fn fill<const D: usize>(
    set: &mut RunBuffer<D>,
    part: &Part<'_, D>,
    invalid: &mut Vec<InvalidShape>,
) -> Result<(), Error> {
    set.resize(part.bounds.len())?;
    let mut valid = 0;
    for index in 0..part.bounds.len() {
        match part.bounds.get(index) {
            Ok(aabb) => {
                let (id, exclusion) = part.tags.of(index);
                set.set(valid, &aabb, id, exclusion);
                valid += 1;
            }
            Err(reason) => {
                let index = index as u32;
                InvalidShape { side: part.side, index, reason }.push_to(invalid)?;
            }
        }
    }
    set.resize(valid)
}

impl<const D: usize> Default for BruteForce<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> BroadPhase<D> for BruteForce<D> {
    fn name(&self) -> &'static str {
        "brute-force"
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

    fn memory_bytes(&self) -> usize {
        self.sets.iter().map(RunBuffer::memory_bytes).sum::<usize>()
            + 4 * (self.begins.capacity() + self.ends.capacity())
            + self.jobs.memory_bytes()
    }
}
