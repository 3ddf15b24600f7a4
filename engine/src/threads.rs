//! The one module that knows threads.
//!
//! Work is cut into parts whose results do not depend on who runs them, and the parts run on the
//! rayon pool the caller is in. On a pool of one thread, and for a single part, nothing of rayon
//! is touched.

use rayon::prelude::*;

/// Threads of the pool the caller is in, or of the global one.
pub(crate) fn count() -> usize {
    rayon::current_num_threads()
}

/// Runs `work` on every part, on as many threads as there are.
pub(crate) fn for_each<T: Send>(parts: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
    if parts.len() <= 1 || count() == 1 {
        parts.iter_mut().enumerate().for_each(|(index, part)| work(index, part));
    } else {
        parts
            .par_iter_mut()
            .with_max_len(1)
            .enumerate()
            .for_each(|(index, part)| work(index, part));
    }
}

/// Runs both, on two threads if one is free.
pub(crate) fn join(left: impl FnOnce() + Send, right: impl FnOnce() + Send) {
    rayon::join(left, right);
}

/// Runs `helper` on the threads of the pool and `main` on the calling thread, and waits for all.
///
/// `main` must not rely on a helper ever starting: the pool may be busy.
pub(crate) fn with_helpers<R>(helper: impl Fn() + Sync, main: impl FnOnce() -> R) -> R {
    rayon::in_place_scope(|scope| {
        for _ in 0..count() {
            scope.spawn(|_| helper());
        }
        main()
    })
}
