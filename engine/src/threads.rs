//! The one module that knows threads.
//!
//! Work is cut into parts whose results do not depend on who runs them, and the parts run on the
//! rayon pool the caller is in. On a pool of one thread, and for a single part, nothing of rayon
//! is touched. Only streams, whose threads wait for the user's callback, have threads of their own.

use std::{
    marker::PhantomData,
    ops::Range,
    slice,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use jostle_kernels::lane::prefetch;
use rayon::prelude::*;

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
    /// Which thread runs what differs from run to run, so each of them is to be ready for all of it:
    /// buffers that grew with what their threads happened to run would go on growing.
    pub(crate) fn prepare<E>(
        &mut self,
        sets: usize,
        prepare: impl FnMut(&mut S) -> Result<(), E>,
    ) -> Result<(), E> {
        let all = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        if all.len() < sets {
            all.resize_with(sets, S::default);
        }
        all.iter_mut().try_for_each(prepare)
    }

    /// Gives the buffers back.
    pub(crate) fn put(&self, scratch: S) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
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

/// Room that many threads take from, each a part of its own. Who gets which part is left to chance.
#[derive(Default)]
pub(crate) struct Claims(AtomicUsize);

impl Claims {
    /// Takes room for so many entries, and returns where it begins.
    pub(crate) fn take(&self, len: usize) -> usize {
        self.0.fetch_add(len, Ordering::Relaxed)
    }

    /// What was taken in all.
    pub(crate) fn total(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// A slice that many threads use, each at places of its own.
pub(crate) struct Scattered<'a, T> {
    first: *mut T,
    len: usize,
    slice: PhantomData<&'a mut [T]>,
}

// SAFETY: the only accesses are `write`, `get` and `get_mut`, whose callers promise that none of them meets
// one that may change the same entry. Entries are sent to other threads; `get` asks that they may be shared.
unsafe impl<T: Send> Sync for Scattered<'_, T> {}

impl<'a, T> Scattered<'a, T> {
    pub(crate) fn new(slice: &'a mut [T]) -> Self {
        Self { first: slice.as_mut_ptr(), len: slice.len(), slice: PhantomData }
    }

    /// Asks for the memory of an entry in order to write to it; any index is allowed.
    #[inline(always)]
    pub(crate) fn prefetch(&self, index: usize) {
        prefetch::for_writing_at(self.first, index);
    }

    /// Writes one entry.
    ///
    /// # Safety
    /// 1. `index` must be less than the length of the slice.
    /// 2. No other access to the same index may happen while the slice is scattered to.
    #[inline(always)]
    pub(crate) unsafe fn write(&self, index: usize, value: T)
    where
        T: Copy,
    {
        debug_assert!(index < self.len);
        // SAFETY: 1. puts the entry within the slice, 2. excludes a data race; nobody reads while
        // the slice is borrowed mutably.
        unsafe { self.first.add(index).write(value) };
    }

    /// An entry.
    ///
    /// # Safety
    /// 1. `index` must be less than the length of the slice.
    /// 2. Nothing may change it while this one is in use.
    #[inline(always)]
    pub(crate) unsafe fn get(&self, index: usize) -> &T
    where
        T: Sync,
    {
        debug_assert!(index < self.len);
        // SAFETY: 1. puts the entry within the slice, 2. excludes that it is changed.
        unsafe { &*self.first.add(index) }
    }

    /// An entry, to change it.
    ///
    /// # Safety
    /// 1. `index` must be less than the length of the slice.
    /// 2. No other access to the same index may happen while this one is in use.
    #[inline(always)]
    #[expect(clippy::mut_from_ref, reason = "callers promise that they are apart")]
    pub(crate) unsafe fn get_mut(&self, index: usize) -> &mut T {
        debug_assert!(index < self.len);
        // SAFETY: 1. puts the entry within the slice, 2. excludes that anything else refers to it.
        unsafe { &mut *self.first.add(index) }
    }

    /// Entries, to change them; `None` if they are not all in the slice.
    ///
    /// # Safety
    /// 1. No other access to the same entries may happen while these are in use.
    #[expect(clippy::mut_from_ref, reason = "callers promise that they are apart")]
    pub(crate) unsafe fn range_mut(&self, first: usize, len: usize) -> Option<&mut [T]> {
        if first.checked_add(len)? > self.len {
            return None;
        }
        // SAFETY: the entries lie within the slice, as was checked, and 1. excludes that anything else
        // refers to them.
        Some(unsafe { slice::from_raw_parts_mut(self.first.add(first), len) })
    }
}
