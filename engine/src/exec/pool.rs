//! The pool of threads: rayon's, or the caller alone without the feature `parallel`.

#[cfg(feature = "parallel")]
pub(crate) use with_rayon::single_threaded;
#[cfg(feature = "parallel")]
pub(super) use with_rayon::{for_each_chunk, is_entered, join, sort_unstable, threads};

#[cfg(not(feature = "parallel"))]
pub(crate) use alone::single_threaded;
#[cfg(not(feature = "parallel"))]
pub(super) use alone::{for_each_chunk, is_entered, join, sort_unstable, threads};

#[cfg(feature = "parallel")]
mod with_rayon {
    use std::{
        cell::Cell,
        hint,
        sync::atomic::{AtomicBool, Ordering},
        time::Duration,
    };

    use rayon::prelude::*;

    use crate::clock::Clock;

    thread_local! {
        /// Whether the thread is to do all work itself.
        static IS_ALONE: Cell<bool> = const { Cell::new(false) };
    }

    /// Does work on the calling thread alone.
    pub(crate) fn single_threaded<R>(work: impl FnOnce() -> R) -> R {
        /// Work within work ends with what was before, and so does a panic.
        struct Restore(bool);

        impl Drop for Restore {
            fn drop(&mut self) {
                IS_ALONE.set(self.0);
            }
        }

        let _restore = Restore(IS_ALONE.replace(true));
        work()
    }

    /// Threads of the pool the caller is in, or of the global one.
    pub(crate) fn threads() -> usize {
        if IS_ALONE.get() { 1 } else { rayon::current_num_threads() }
    }

    /// Whether the caller is a thread of a pool.
    pub(crate) fn is_entered() -> bool {
        rayon::current_thread_index().is_some()
    }

    /// Runs both, on two threads if one is free.
    pub(crate) fn join(left: &mut (dyn FnMut() + Send), right: &mut (dyn FnMut() + Send)) {
        let is_done = AtomicBool::new(false);
        let left = || {
            left();
            stay_awake_until(&is_done);
        };
        rayon::join(left, || {
            right();
            is_done.store(true, Ordering::Release);
        });
    }

    /// How long a thread stays awake for another that is at work: longer than it takes to wake one.
    const AWAKE: Duration = Duration::from_micros(100);

    /// Does what other threads have left to do until `is_done`, but only for a while.
    ///
    /// A thread of rayon that waits goes to sleep within some ten microseconds. Then the one that
    /// it waits for has to wake it, which takes as long as the work that small scenes share.
    fn stay_awake_until(is_done: &AtomicBool) {
        let start = Clock::start();
        while !is_done.load(Ordering::Acquire) && start.elapsed() < AWAKE {
            if rayon::yield_now() != Some(rayon::Yield::Executed) {
                hint::spin_loop();
            }
        }
    }

    pub(crate) fn for_each_chunk<T: Sync>(items: &[T], size: usize, work: &(impl Fn(&[T]) + Sync)) {
        items.par_chunks(size).for_each(work);
    }

    pub(crate) fn sort_unstable<T: Ord + Send>(items: &mut [T]) {
        items.par_sort_unstable();
    }
}

#[cfg(not(feature = "parallel"))]
mod alone {
    pub(crate) fn single_threaded<R>(work: impl FnOnce() -> R) -> R {
        work()
    }

    pub(crate) fn threads() -> usize {
        1
    }

    pub(crate) fn is_entered() -> bool {
        true
    }

    pub(crate) fn join(left: &mut (dyn FnMut() + Send), right: &mut (dyn FnMut() + Send)) {
        left();
        right();
    }

    pub(crate) fn for_each_chunk<T: Sync>(items: &[T], size: usize, work: &(impl Fn(&[T]) + Sync)) {
        items.chunks(size).for_each(work);
    }

    pub(crate) fn sort_unstable<T: Ord + Send>(items: &mut [T]) {
        items.sort_unstable();
    }
}
