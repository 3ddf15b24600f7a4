//! Jobs over threads, results in order.
//!
//! A broad phase cuts its work into jobs. Jobs run in any order on any thread; what they found is
//! put together in the order of the jobs, so the sequence of pairs does not depend on the number
//! of threads, nor on how the work was cut.

use std::time::{Duration, Instant};

use super::{
    emit::{BATCH, Batches, Counter, ROOM, Sink, Stop},
    stream,
};
use crate::{
    Error, Output, Pair, Pairs, Stages, Summary,
    error::grow,
    threads::{self, Scratches},
};

/// Jobs per thread: enough to even out jobs of unlike cost.
const JOBS_PER_THREAD: usize = 8;

/// A job and what became of it.
struct Job<W> {
    work: W,
    pairs: Pairs,
    count: u64,
    outcome: Result<Times, Stop>,
}

/// Jobs `W` and the buffers `S` of the threads that run them.
pub(crate) struct Jobs<W, S> {
    jobs: Vec<Job<W>>,
    used: usize,
    scratches: Scratches<S>,
    batch: Vec<Pair>,
}

impl<W, S> Default for Jobs<W, S> {
    fn default() -> Self {
        Self { jobs: Vec::new(), used: 0, scratches: Scratches::default(), batch: Vec::new() }
    }
}

/// Time spent in a job.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Times {
    pub(crate) sort: Duration,
    pub(crate) sweep: Duration,
}

impl std::ops::AddAssign for Times {
    fn add_assign(&mut self, other: Self) {
        self.sort += other.sort;
        self.sweep += other.sweep;
    }
}

/// The run so far.
pub(crate) struct Progress<'a> {
    pub(crate) output: Output<'a>,
    pub(crate) pairs: u64,
    pub(crate) stages: Stages,
}

impl<'a> Progress<'a> {
    /// A run that begins: a list to collect into is cleared.
    pub(crate) fn new(mut output: Output<'a>) -> Self {
        if let Output::Collect(pairs) = &mut output {
            Pairs::clear(pairs);
        }
        Self { output, pairs: 0, stages: Stages::default() }
    }

    /// What is said about the run when it ended like this.
    pub(crate) fn summary(self, result: Result<(), Stop>) -> Result<Summary, Error> {
        let stopped = match result {
            Ok(()) => false,
            Err(Stop::Break) => true,
            Err(Stop::Error(error)) => return Err(error),
        };
        Ok(Summary { pairs: self.pairs, stopped, stages: self.stages })
    }

    /// Shares out the wall time of a parallel phase by the time its threads spent.
    fn add_parallel(&mut self, times: Times, wall: Duration) {
        let spent = (times.sort + times.sweep).as_secs_f64();
        let sort = if spent > 0.0 { times.sort.as_secs_f64() / spent } else { 0.0 };
        self.stages.sort += wall.mul_f64(sort);
        self.stages.sweep += wall.mul_f64(1.0 - sort);
    }
}

/// Does a job's work, given a thread's buffers and a place for the pairs.
pub(crate) type Worker<'a, W, S> =
    dyn Fn(&W, &mut S, &mut dyn Sink) -> Result<Times, Stop> + Sync + 'a;

/// How much of `total` a job should do, at least `fewest`.
pub(crate) fn share(total: usize, fewest: usize) -> usize {
    let jobs = if threads::count() == 1 { 1 } else { threads::count() * JOBS_PER_THREAD };
    total.div_ceil(jobs).max(fewest)
}

impl<W: Send + Sync, S: Default + Send> Jobs<W, S> {
    /// Forgets the jobs and keeps their buffers.
    pub(crate) fn clear(&mut self) {
        self.used = 0;
    }

    /// Adds a job.
    pub(crate) fn push(&mut self, work: W) {
        if self.used == self.jobs.len() {
            let outcome = Ok(Times::default());
            self.jobs.push(Job { work, pairs: Pairs::new(), count: 0, outcome });
        } else {
            self.jobs[self.used].work = work;
        }
        self.used += 1;
    }

    /// Runs the jobs and puts what they found together in their order.
    pub(crate) fn run(
        &mut self,
        progress: &mut Progress<'_>,
        worker: &Worker<'_, W, S>,
    ) -> Result<(), Stop> {
        if threads::count() == 1 || self.used <= 1 {
            return self.run_serially(progress, worker);
        }
        let start = Instant::now();
        match &mut progress.output {
            Output::Collect(_) | Output::Count => self.run_in_parallel(progress, worker)?,
            Output::Stream(callback) => {
                let jobs = self.jobs[..self.used].iter().map(|job| &job.work);
                let (total, result) = stream::in_order(jobs, &self.scratches, worker, *callback);
                progress.pairs += total;
                progress.add_parallel(result?, start.elapsed());
            }
        }
        Ok(())
    }

    /// Runs the jobs one after the other, straight to the output.
    fn run_serially(
        &mut self,
        progress: &mut Progress<'_>,
        worker: &Worker<'_, W, S>,
    ) -> Result<(), Stop> {
        let mut scratch = self.scratches.take();
        let mut times = Times::default();
        let mut all = |sink: &mut dyn Sink| {
            self.jobs[..self.used].iter().try_for_each(|job| {
                times += worker(&job.work, &mut scratch, sink)?;
                Ok(())
            })
        };
        let result = match &mut progress.output {
            Output::Collect(pairs) => {
                let before = pairs.len();
                let result = all(*pairs);
                progress.pairs += (pairs.len() - before) as u64;
                result
            }
            Output::Stream(callback) => {
                grow(&mut self.batch, BATCH, "a batch of pairs")?;
                let mut sink = Batches::new(&mut self.batch, &mut **callback);
                let result = all(&mut sink).and_then(|()| sink.flush());
                progress.pairs += sink.total();
                result
            }
            Output::Count => {
                grow(&mut self.batch, BATCH, "a batch of pairs")?;
                let mut sink = Counter::new(&mut self.batch);
                let result = all(&mut sink);
                progress.pairs += sink.total();
                result
            }
        };
        progress.stages.sort += times.sort;
        progress.stages.sweep += times.sweep;
        self.scratches.put(scratch);
        result
    }

    /// Runs the jobs on all threads, each into a list of its own.
    fn run_in_parallel(
        &mut self,
        progress: &mut Progress<'_>,
        worker: &Worker<'_, W, S>,
    ) -> Result<(), Stop> {
        let start = Instant::now();
        let counts_only = matches!(progress.output, Output::Count);
        let scratches = &self.scratches;
        threads::for_each(&mut self.jobs[..self.used], |_, job| {
            let mut scratch = scratches.take();
            job.run(counts_only, &mut scratch, worker);
            scratches.put(scratch);
        });
        let mut times = Times::default();
        let mut total = 0;
        for job in &mut self.jobs[..self.used] {
            times += std::mem::replace(&mut job.outcome, Ok(Times::default()))?;
            total += job.count;
        }
        progress.pairs += total;
        progress.add_parallel(times, start.elapsed());
        if let Output::Collect(pairs) = &mut progress.output {
            let start = Instant::now();
            let total = total as usize;
            let space = pairs.space(total)?;
            gather(&self.jobs[..self.used], &mut space[..total]);
            Pairs::commit(pairs, total);
            progress.stages.gather += start.elapsed();
        }
        Ok(())
    }

    /// Bytes held, without the threads' buffers.
    pub(crate) fn memory_bytes(&self) -> usize {
        let pairs: usize = self.jobs.iter().map(|job| job.pairs.capacity_bytes()).sum();
        pairs + self.batch.capacity() * size_of::<Pair>()
    }
}

impl<W> Job<W> {
    fn run<S>(&mut self, counts_only: bool, scratch: &mut S, worker: &Worker<'_, W, S>) {
        self.pairs.clear();
        if counts_only {
            // A list of this job's own would grow with the pairs; the counter's buffer does not.
            let mut buffer = [Pair::default(); 2 * ROOM];
            let mut sink = Counter::new(&mut buffer);
            self.outcome = worker(&self.work, scratch, &mut sink);
            self.count = sink.total();
        } else {
            self.outcome = worker(&self.work, scratch, &mut self.pairs);
            self.count = self.pairs.len() as u64;
        }
    }
}

/// Copies the pairs of the jobs one behind the other, on all threads.
fn gather<W: Sync>(jobs: &[Job<W>], to: &mut [Pair]) {
    match jobs {
        [] => {}
        [job] => to.copy_from_slice(&job.pairs),
        _ => {
            let (left, right) = jobs.split_at(jobs.len() / 2);
            let pairs = left.iter().map(|job| job.pairs.len()).sum();
            let (to_left, to_right) = to.split_at_mut(pairs);
            threads::join(|| gather(left, to_left), || gather(right, to_right));
        }
    }
}
