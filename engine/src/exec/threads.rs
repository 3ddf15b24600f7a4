//! Work on several threads.
//!
//! Work is cut into parts whose results do not depend on who runs them, and the parts run on the
//! [pool] the caller is in. On a pool of one thread, and for a single part, nothing of it is
//! touched. Only streams, whose threads wait for the user's callback, have threads of their own.

use std::{
    sync::{Mutex, PoisonError},
    thread,
};

use super::pool;
use crate::{Error, memory::reserve};

#[cfg(feature = "tracing")]
use super::forks::{self, ForkEvent};

/// Threads of the pool the caller is in, or of the global one.
pub(crate) fn count() -> usize {
    recorded_for().unwrap_or_else(pool::threads)
}

/// How many threads the work is cut for, where its forks are recorded on this one.
fn recorded_for() -> Option<usize> {
    #[cfg(feature = "tracing")]
    return forks::threads();
    #[cfg(not(feature = "tracing"))]
    None
}

/// Items from which a second thread may pay somewhere.
const FEW: usize = 1024;

/// Runs work on so many items, or as many pairs, on a thread of the pool, where each fork costs
/// next to nothing.
///
/// From a thread outside of all pools each fork would be handed over to the global one and waited
/// for, some ten microseconds a time. So whatever forks more than once is handed over as a whole.
/// What little work there is with few items is done where it is.
///
/// To take work over rayon allocates a block of a queue, once for 63 times.
pub(crate) fn enter<R: Send>(items: usize, work: impl FnOnce() -> R + Send) -> R {
    let is_inside = pool::is_entered() || recorded_for().is_some();
    if items < FEW || count() == 1 || is_inside {
        return work();
    }
    let (mut work, mut result) = (Some(work), None);
    join(|| result = work.take().map(|work| work()), || {});
    result.expect("the work was done")
}

/// Runs `work` on every part, on as many threads as there are.
pub(crate) fn for_each<T: Send>(parts: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
    for_each_chunk(parts, 1, |index, part| part.iter_mut().for_each(|part| work(index, part)));
}

/// Runs `work` on every chunk of `size` items, the last of which may be shorter, with its number.
pub(crate) fn for_each_chunk<T: Send>(
    items: &mut [T],
    size: usize,
    work: impl Fn(usize, &mut [T]) + Sync,
) {
    if items.len() <= size || count() == 1 {
        items.chunks_mut(size).enumerate().for_each(|(number, chunk)| work(number, chunk));
    } else {
        halve(items, 0, size, &work);
    }
}

/// The same with work that may fail: of several errors that of the first chunk, whichever thread
/// was first. The other chunks are worked on all the same.
pub(crate) fn try_for_each_chunk<T: Send>(
    items: &mut [T],
    size: usize,
    work: impl Fn(usize, &mut [T]) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let failed: Mutex<Option<(usize, Error)>> = Mutex::new(None);
    for_each_chunk(items, size, |number, chunk| {
        if let Err(error) = work(number, chunk) {
            let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
            if failed.as_ref().is_none_or(|(first, _)| number < *first) {
                *failed = Some((number, error));
            }
        }
    });
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.map_or(Ok(()), |(_, error)| Err(error))
}

/// Runs `work` on every chunk, the first of which has the number `first`. It knows the work as a
/// pointer, so that it is compiled once for each kind of item and not for each kind of work.
fn halve<T: Send>(
    items: &mut [T],
    first: usize,
    size: usize,
    work: &(dyn Fn(usize, &mut [T]) + Sync),
) {
    if items.len() <= size {
        return work(first, items);
    }
    let half = items.len().div_ceil(size) / 2;
    let (left, right) = items.split_at_mut(half * size);
    join(|| halve(left, first, size, work), || halve(right, first + half, size, work));
}

/// Runs `work` on parts of `size` items, the last of which may be shorter.
pub(crate) fn for_each_part<T: Sync>(items: &[T], size: usize, work: &(impl Fn(&[T]) + Sync)) {
    if items.len() <= size || count() == 1 || recorded_for().is_some() {
        work(items);
    } else {
        pool::for_each_chunk(items, size, work);
    }
}

/// Runs both, on two threads if one is free.
pub(crate) fn join(left: impl FnOnce() + Send, right: impl FnOnce() + Send) {
    let (mut left, mut right) = (Some(left), Some(right));
    fork(&mut || left.take().map_or((), |work| work()), &mut || {
        right.take().map_or((), |work| work())
    });
}

/// Runs each of both once. It knows them as pointers, so that what rayon needs for a fork, some
/// hundred lines and both kinds of work twice, is compiled once and not at each place that forks.
fn fork(left: &mut (dyn FnMut() + Send), right: &mut (dyn FnMut() + Send)) {
    #[cfg(feature = "tracing")]
    if recorded_for().is_some() {
        forks::note(ForkEvent::Fork);
        left();
        forks::note(ForkEvent::Other);
        right();
        forks::note(ForkEvent::Join);
        return;
    }
    if count() == 1 {
        left();
        right();
    } else {
        pool::join(left, right);
    }
}

/// Sorts items, on as many threads as there are. Equal ones may change places.
pub(crate) fn sort_unstable<T: Ord + Send>(items: &mut [T]) {
    if count() == 1 || recorded_for().is_some() {
        items.sort_unstable();
    } else {
        pool::sort_unstable(items);
    }
}

/// Runs `helper` on as many threads as the pool has and `main` on the calling thread, and waits for
/// all. Where there is one thread, that is `main`'s.
///
/// The helpers are threads of their own, because they may wait for `main`, and `main` may use the
/// pool: a thread of the pool that waits for `main` would be missing there, and one that `main`
/// itself runs while it waits for the pool would wait for itself. `main` must not rely on a helper
/// ever starting; where the system refuses a thread there are fewer.
pub(crate) fn with_helpers<R>(helper: impl Fn() + Sync, main: impl FnOnce() -> R) -> R {
    let helper = &helper;
    thread::scope(|scope| {
        let helpers = if count() == 1 { 0 } else { count() };
        for _ in 0..helpers {
            if thread::Builder::new().spawn_scoped(scope, helper).is_err() {
                break;
            }
        }
        main()
    })
}

/// What can be cut in two: a slice, or two of the same length.
pub(crate) trait Split: Sized + Send {
    fn split(self, at: usize) -> (Self, Self);
}

impl<T: Send> Split for &mut [T] {
    fn split(self, at: usize) -> (Self, Self) {
        self.split_at_mut(at)
    }
}

impl<A: Split, B: Split> Split for (A, B) {
    fn split(self, at: usize) -> (Self, Self) {
        let ((a, c), (b, d)) = (self.0.split(at), self.1.split(at));
        ((a, b), (c, d))
    }
}

impl<S: Split, const N: usize> Split for [S; N] {
    fn split(self, at: usize) -> (Self, Self) {
        let mut behind = [const { None }; N];
        let mut rest = behind.iter_mut();
        let before = self.map(|piece| {
            let (first, second) = piece.split(at);
            if let Some(rest) = rest.next() {
                *rest = Some(second);
            }
            first
        });
        (before, behind.map(|piece| piece.expect("each was split")))
    }
}

/// Runs `work` on every part and the piece of `slice` that belongs to it, on as many threads as
/// there are. The pieces lie one behind the other and are as long as `len_of` says.
pub(crate) fn for_each_piece<T: Send, S: Split>(
    parts: &mut [T],
    slice: S,
    len_of: &(dyn Fn(&T) -> usize + Sync),
    work: &(dyn Fn(&mut T, S) + Sync),
) {
    match parts {
        [] => {}
        [part] => work(part, slice),
        _ => {
            let (left, right) = parts.split_at_mut(parts.len() / 2);
            let (first, second) = slice.split(left.iter().map(len_of).sum());
            join(
                || for_each_piece(left, first, len_of, work),
                || for_each_piece(right, second, len_of, work),
            );
        }
    }
}

/// Buffers that are used by one thread at a time.
pub(crate) struct Scratches<S>(Mutex<Vec<S>>);

impl<S> Default for Scratches<S> {
    fn default() -> Self {
        Self(Mutex::new(Vec::new()))
    }
}

impl<S: Default> Scratches<S> {
    /// A set of buffers that no other thread uses.
    pub(crate) fn take(&self) -> S {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Makes sure of `sets` sets of buffers and prepares each.
    ///
    /// Which thread runs what differs from run to run, so each of them is to be ready for all of
    /// it: buffers that grew with what their threads happened to run would go on growing.
    pub(crate) fn prepare(
        &mut self,
        sets: usize,
        prepare: impl FnMut(&mut S) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let all = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        if all.len() < sets {
            reserve(all, sets, "the buffers of threads")?;
            all.resize_with(sets, S::default);
        }
        all.iter_mut().try_for_each(prepare)
    }

    /// Gives the buffers back. Where there is no memory to keep them they are given up.
    pub(crate) fn put(&self, scratch: S) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.try_reserve(1).is_ok() {
            all.push(scratch);
        }
    }
}

impl<S> Scratches<S> {
    /// Number of sets that are not in use.
    pub(crate) fn len(&self) -> usize {
        self.sum(|_| 1)
    }

    /// The largest of a figure over all sets that are not in use.
    pub(crate) fn most(&self, of: impl Fn(&S) -> usize) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().map(of).max().unwrap_or(0)
    }

    /// The sum of a figure over all sets that are not in use.
    pub(crate) fn sum(&self, of: impl Fn(&S) -> usize) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().map(of).sum()
    }
}
