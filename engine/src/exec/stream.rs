//! Streaming in order from many threads, in bounded memory.
//!
//! Threads claim jobs in order and send what they find through a bounded channel per job; the
//! calling thread hands the batches over job by job. A thread that is ahead waits at its full
//! channel, so memory stays at a few batches per thread. The calling thread runs the job that is
//! due itself if nobody has claimed it, and waits only for jobs that a thread is at work on. The
//! threads are not those of the pool: the callback may use the pool, and none of its threads may
//! wait for the callback.

use std::ops::ControlFlow;

use crossbeam::{
    channel::{Receiver, Sender, bounded},
    queue::SegQueue,
};

use super::{
    batches::Batches,
    run::{Cost, Worker},
    sink::{BATCH, Interrupt},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    threads::{self, Scratches},
};
use crate::Pair;

/// Batches that a thread may be ahead by.
const AHEAD: usize = 4;

/// A job in the stream.
struct Slot<'a, W> {
    work: &'a W,
    /// Taken by the thread that claims the job, and dropped when the job is done, which ends the
    /// receiver's wait.
    sender: Mutex<Option<Sender<Vec<Pair>>>>,
    receiver: Receiver<Vec<Pair>>,
    outcome: Mutex<Option<Result<Cost, Interrupt>>>,
}

impl<'a, W> Slot<'a, W> {
    fn new(work: &'a W) -> Self {
        let (sender, receiver) = bounded(AHEAD);
        Self { work, sender: Mutex::new(Some(sender)), receiver, outcome: Mutex::new(None) }
    }

    /// The sender, for the first thread that claims the job.
    fn claim(&self) -> Option<Sender<Vec<Pair>>> {
        self.sender.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn finish(&self, outcome: Result<Cost, Interrupt>) {
        *self.outcome.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
    }

    /// What became of a job whose channel has closed. Nothing means that its thread panicked,
    /// which the scope passes on to the caller.
    fn outcome(&self) -> Result<Cost, Interrupt> {
        let mut outcome = self.outcome.lock().unwrap_or_else(PoisonError::into_inner);
        outcome.take().unwrap_or(Err(Interrupt::Break))
    }
}

/// Runs `jobs` and hands their pairs to `callback` in the order of the jobs. Returns the number of
/// pairs and the time spent.
pub(super) fn in_order<'a, W: Sync + 'a, S: Default + Send>(
    jobs: impl Iterator<Item = &'a W>,
    scratches: &Scratches<S>,
    worker: &Worker<'_, W, S>,
    callback: &mut dyn FnMut(&[Pair]) -> ControlFlow<()>,
) -> (u64, Result<Cost, Interrupt>) {
    let slots: Vec<Slot<'_, W>> = jobs.map(Slot::new).collect();
    let stream = Stream { slots: &slots, stopped: AtomicBool::new(false), spare: SegQueue::new() };
    let mut total = 0;
    let result = threads::with_helpers(
        || stream.produce(scratches, worker),
        || stream.consume(scratches, worker, callback, &mut total),
    );
    (total, result)
}

struct Stream<'a, W> {
    slots: &'a [Slot<'a, W>],
    stopped: AtomicBool,
    /// Buffers of batches that were handed over.
    spare: SegQueue<Vec<Pair>>,
}

impl<W: Sync> Stream<'_, W> {
    /// Runs jobs that nobody has claimed, on a thread of its own.
    fn produce<S: Default>(&self, scratches: &Scratches<S>, worker: &Worker<'_, W, S>) {
        let mut scratch = scratches.take();
        let mut buffer = vec![Pair::default(); BATCH];
        for slot in self.slots {
            if self.stopped.load(Ordering::Acquire) {
                break;
            }
            let Some(sender) = slot.claim() else { continue };
            let mut sink = Batches::new(&mut buffer, |batch: &[Pair]| self.send(batch, &sender));
            let outcome = worker(slot.work, &mut scratch, &mut sink)
                .and_then(|cost| sink.flush().map(|()| cost));
            slot.finish(outcome);
        }
        scratches.put(scratch);
    }

    fn send(&self, batch: &[Pair], sender: &Sender<Vec<Pair>>) -> ControlFlow<()> {
        let mut copy = self.spare.pop().unwrap_or_default();
        copy.clear();
        copy.extend_from_slice(batch);
        if self.stopped.load(Ordering::Acquire) || sender.send(copy).is_err() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Hands over the pairs of all jobs in order, on the calling thread.
    fn consume<S: Default>(
        &self,
        scratches: &Scratches<S>,
        worker: &Worker<'_, W, S>,
        callback: &mut dyn FnMut(&[Pair]) -> ControlFlow<()>,
        total: &mut u64,
    ) -> Result<Cost, Interrupt> {
        let _guard = Release(self);
        let mut scratch = scratches.take();
        let mut buffer = vec![Pair::default(); BATCH];
        let mut cost = Cost::default();
        for slot in self.slots {
            if slot.claim().is_some() {
                let mut sink = Batches::new(&mut buffer, &mut *callback);
                let outcome = worker(slot.work, &mut scratch, &mut sink)
                    .and_then(|cost| sink.flush().map(|()| cost));
                *total += sink.total();
                cost += outcome?;
            } else {
                for batch in &slot.receiver {
                    *total += batch.len() as u64;
                    if callback(&batch).is_break() {
                        return Err(Interrupt::Break);
                    }
                    self.spare.push(batch);
                }
                cost += slot.outcome()?;
            }
        }
        scratches.put(scratch);
        Ok(cost)
    }
}

/// Wakes the threads that wait at a full channel when the consumer is done, breaks or panics.
struct Release<'a, 'b, W>(&'a Stream<'b, W>);

impl<W> Drop for Release<'_, '_, W> {
    fn drop(&mut self) {
        self.0.stopped.store(true, Ordering::Release);
        for slot in self.0.slots {
            if slot.claim().is_none() {
                slot.receiver.iter().for_each(drop);
            }
        }
    }
}
