//! Whose threads do the work.
//!
//! Work is done by the rayon pool of the caller. A call from a thread that is in no pool is handed
//! over as a whole to the global one, unless it has little to do or streams to a callback.
//!
//! | the caller wants | and does |
//! |---|---|
//! | all processors | nothing |
//! | some of them | calls within `ThreadPool::install` |
//! | no hand-over, some 0.05 ms a call | is a thread of the pool: `use_current_thread` of its builder |
//! | no other thread at all | calls within [`single_threaded`] |
//!
//! The answers are the same. In a process that was forked without `exec` the pools of its parent
//! have no threads: a call that needs them hangs there, unless it is made within a pool that the
//! child started, or within [`single_threaded`]. Without the feature `parallel` all runs on the
//! caller's thread.

use crate::exec;

/// Does `work`, in which all calls of this crate run on the calling thread alone.
///
/// For small scenes, whose work is soon done; for hosts that have a thread for each scene, and no
/// pool; and in a child of a fork. What `work` hands over to other threads itself, as within
/// `ThreadPool::install`, runs there on theirs.
///
/// # Panics
/// Only where `work` does.
///
/// # Examples
/// ```
/// use jostle::{Bounds, BroadPhase, Join, Pairs, Sap, threads};
///
/// let (low, high) = ([0.0, 1.0, 9.0], [1.0, 2.0, 10.0]);
/// let bounds = Bounds::from_columns([&low, &low], [&high, &high])?;
/// let (mut sap, mut pairs) = (Sap::<2>::new(), Pairs::new());
/// threads::single_threaded(|| sap.pairs(&Join::within(bounds), &mut pairs))?;
/// assert_eq!(pairs.len(), 1);
/// # Ok::<(), jostle::Error>(())
/// ```
pub fn single_threaded<R>(work: impl FnOnce() -> R) -> R {
    exec::single_threaded(work)
}
