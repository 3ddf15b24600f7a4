//! The one module that knows threads.
//!
//! Work is cut into parts whose results do not depend on who runs them, and the parts run on the
//! rayon pool the caller is in. On a pool of one thread, and for a single part, nothing of rayon
//! is touched. Only streams, whose threads wait for the user's callback, have threads of their own.

mod disjoint_slice;
mod pieces;
mod scratches;

use std::{ops::Range, thread};

use rayon::prelude::*;

pub(crate) use disjoint_slice::{BumpAllocator, DisjointSlice};
pub(crate) use pieces::for_each_piece;
pub(crate) use scratches::Scratches;

/// Threads of the pool the caller is in, or of the global one.
pub(crate) fn count() -> usize {
    rayon::current_num_threads()
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
    if items.len() <= size || count() == 1 {
        work(items);
    } else {
        items.par_chunks(size).for_each(work);
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
    if count() == 1 {
        left();
        right();
    } else {
        rayon::join(left, right);
    }
}

/// Sorts items, on as many threads as there are. Equal ones may change places.
pub(crate) fn sort_unstable<T: Ord + Send>(items: &mut [T]) {
    if count() == 1 {
        items.sort_unstable();
    } else {
        items.par_sort_unstable();
    }
}

/// Numbers, for the user to work on in parallel.
pub(crate) fn numbers(range: Range<usize>) -> impl IndexedParallelIterator<Item = usize> {
    range.into_par_iter()
}

/// Runs `helper` on as many threads as the pool has and `main` on the calling thread, and waits for
/// all.
///
/// The helpers are threads of their own, because they may wait for `main`, and `main` may use the
/// pool: a thread of the pool that waits for `main` would be missing there, and one that `main`
/// itself runs while it waits for the pool would wait for itself. `main` must not rely on a helper
/// ever starting; where the system refuses a thread there are fewer.
pub(crate) fn with_helpers<R>(helper: impl Fn() + Sync, main: impl FnOnce() -> R) -> R {
    let helper = &helper;
    thread::scope(|scope| {
        for _ in 0..count() {
            if thread::Builder::new().spawn_scoped(scope, helper).is_err() {
                break;
            }
        }
        main()
    })
}
