//! Jobs over threads, results in order.
//!
//! A broad phase cuts its work into jobs. Jobs run in any order on any thread; what they found is
//! put together in the order of the jobs, so the sequence of pairs does not depend on the number
//! of threads, nor on how the work was cut.

use super::{
    batches::Batches,
    run::{Cost, Output, RunContext, Worker},
    sink::{
        BATCH, ChunkSink, Counter, Interrupt, Limit, PairChunk, ROOM, Sink, count_pairs,
        drain_chunks, keep_spare, pool_bytes,
    },
    stream,
    threads::{self, Scratches},
};
use crate::{
    Error, Pair, Pairs,
    clock::Clock,
    memory::{grow, reserve_one},
    span::span,
};

/// Jobs per thread: enough to even out jobs of unlike cost, and to estimate on a single thread how
/// many pairs there will be.
const JOBS_PER_THREAD: usize = 8;

/// A job and what became of it.
struct Job<W> {
    work: W,
    found: Vec<PairChunk>,
    count: u64,
    outcome: Result<Cost, Interrupt>,
}

/// Jobs `W` and the buffers `S` of the threads that run them.
pub(crate) struct Jobs<W, S> {
    jobs: Vec<Job<W>>,
    used: usize,
    scratches: Scratches<S>,
    chunks: Scratches<PairChunk>,
    batch: Vec<Pair>,
}

impl<W, S> Default for Jobs<W, S> {
    fn default() -> Self {
        Self {
            jobs: Vec::new(),
            used: 0,
            scratches: Scratches::default(),
            chunks: Scratches::default(),
            batch: Vec::new(),
        }
    }
}

/// How much of `total` a job should do, at least `fewest`.
pub(crate) fn share(total: usize, fewest: usize) -> usize {
    total.div_ceil(threads::count() * JOBS_PER_THREAD).max(fewest)
}

impl<W: Send + Sync, S: Default + Send> Jobs<W, S> {
    /// Forgets the jobs and keeps their buffers.
    pub(crate) fn clear(&mut self) {
        self.used = 0;
    }

    /// Adds a job.
    pub(crate) fn push(&mut self, work: W) -> Result<(), Error> {
        if self.used == self.jobs.len() {
            reserve_one(&mut self.jobs, "the jobs of threads")?;
            let outcome = Ok(Cost::default());
            self.jobs.push(Job { work, found: Vec::new(), count: 0, outcome });
        } else {
            self.jobs[self.used].work = work;
        }
        self.used += 1;
        Ok(())
    }

    /// Prepares the buffers of every thread for the jobs to come.
    pub(crate) fn prepare(
        &mut self,
        prepare: impl FnMut(&mut S) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.scratches.prepare(threads::count(), prepare)
    }

    /// Runs the jobs and puts what they found together in their order.
    pub(crate) fn run(
        &mut self,
        progress: &mut RunContext<'_>,
        worker: &Worker<'_, W, S>,
    ) -> Result<(), Interrupt> {
        let cancel = progress.cancel.clone();
        if progress.most == u64::MAX && cancel.is_none() {
            return self.run_all(progress, worker);
        }
        let limit = Limit::new(progress.pairs, progress.most, cancel);
        self.run_all(progress, &|work, scratch, sink| {
            worker(work, scratch, &mut limit.before(sink))
        })
    }

    fn run_all(
        &mut self,
        progress: &mut RunContext<'_>,
        worker: &Worker<'_, W, S>,
    ) -> Result<(), Interrupt> {
        if threads::count() == 1 || self.used <= 1 {
            return self.run_serially(progress, worker);
        }
        let start = Clock::start();
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
        progress: &mut RunContext<'_>,
        worker: &Worker<'_, W, S>,
    ) -> Result<(), Interrupt> {
        let mut scratch = self.scratches.take();
        let mut cost = Cost::default();
        let mut run = |job: usize, sink: &mut dyn Sink| -> Result<(), Interrupt> {
            cost += worker(&self.jobs[job].work, &mut scratch, sink)?;
            Ok(())
        };
        let result = match &mut progress.output {
            Output::Collect(pairs) => {
                let before = pairs.len();
                let jobs = self.used;
                let result = (0..jobs).try_for_each(|job| {
                    run(job, *pairs)?;
                    pairs.estimate(before, (job + 1) as f64 / jobs as f64, progress.most);
                    Ok(())
                });
                progress.pairs += (pairs.len() - before) as u64;
                result
            }
            Output::Stream(callback) => {
                grow(&mut self.batch, BATCH, "a batch of pairs")?;
                let mut sink = Batches::new(&mut self.batch, &mut **callback);
                let result = (0..self.used)
                    .try_for_each(|job| run(job, &mut sink))
                    .and_then(|()| sink.flush());
                progress.pairs += sink.total();
                result
            }
            Output::Count => {
                grow(&mut self.batch, BATCH, "a batch of pairs")?;
                let mut sink = Counter::new(&mut self.batch);
                let result = (0..self.used).try_for_each(|job| run(job, &mut sink));
                progress.pairs += sink.total();
                result
            }
        };
        progress.stages.sort += cost.sort;
        progress.stages.sweep += cost.sweep;
        progress.tests += cost.tests;
        self.scratches.put(scratch);
        result
    }

    /// Runs the jobs on all threads, each into a list of its own.
    fn run_in_parallel(
        &mut self,
        progress: &mut RunContext<'_>,
        worker: &Worker<'_, W, S>,
    ) -> Result<(), Interrupt> {
        let start = Clock::start();
        let counts_only = matches!(progress.output, Output::Count);
        let (scratches, chunks) = (&self.scratches, &self.chunks);
        threads::for_each(&mut self.jobs[..self.used], |_, job| {
            let mut scratch = scratches.take();
            job.run(counts_only, chunks, &mut scratch, worker);
            scratches.put(scratch);
        });
        let mut cost = Cost::default();
        let mut total = 0;
        for job in &mut self.jobs[..self.used] {
            cost += std::mem::replace(&mut job.outcome, Ok(Cost::default()))?;
            total += job.count;
        }
        progress.pairs += total;
        progress.add_parallel(cost, start.elapsed());
        if let Output::Collect(pairs) = &mut progress.output {
            let start = Clock::start();
            span!("gather", self.gather(pairs, total as usize))?;
            progress.stages.gather += start.elapsed();
        }
        Ok(())
    }

    /// Moves what the jobs found behind the pairs that are there.
    fn gather(&mut self, pairs: &mut Pairs, total: usize) -> Result<(), Error> {
        let jobs = &mut self.jobs[..self.used];
        let needed = jobs.iter().map(|job| job.found.len()).sum();
        let space = pairs.space(total)?;
        threads::for_each_piece(
            jobs,
            &mut space[..total],
            &|job| job.count as usize,
            &|job, to| drain_chunks(&mut job.found, &self.chunks, to),
        );
        Pairs::commit(pairs, total);
        keep_spare(&self.chunks, needed)
    }

    /// Bytes held, without the threads' buffers.
    pub(crate) fn memory_bytes(&self) -> usize {
        pool_bytes(&self.chunks) + self.batch.capacity() * size_of::<Pair>()
    }
}

impl<W> Job<W> {
    fn run<S>(
        &mut self,
        counts_only: bool,
        chunks: &Scratches<PairChunk>,
        scratch: &mut S,
        worker: &Worker<'_, W, S>,
    ) {
        // A run that failed may have left some.
        self.found.drain(..).for_each(|chunk| chunks.put(chunk));
        if counts_only {
            let mut buffer = [Pair::default(); 2 * ROOM];
            let mut sink = Counter::new(&mut buffer);
            self.outcome = worker(&self.work, scratch, &mut sink);
            self.count = sink.total();
        } else {
            self.outcome =
                worker(&self.work, scratch, &mut ChunkSink::new(chunks, &mut self.found));
            self.count = count_pairs(&self.found) as u64;
        }
    }
}
