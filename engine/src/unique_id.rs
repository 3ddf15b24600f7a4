//! Numbers that nothing else in the process has.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Names what may be told from others of its kind, also from those that are gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UniqueId(u64);

impl UniqueId {
    /// Another one each time.
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Relaxed))
    }
}
