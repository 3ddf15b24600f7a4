//! The calling thread and two others, and buffers for each.

use shuttle::{sync::Mutex, thread};

/// Threads beside the calling one.
const HELPERS: usize = 2;

pub(crate) fn with_helpers<R>(helper: impl Fn() + Sync, main: impl FnOnce() -> R) -> R {
    let helper = &helper;
    thread::scope(|scope| {
        for _ in 0..HELPERS {
            scope.spawn(helper);
        }
        main()
    })
}

/// Buffers that are used by one thread at a time.
pub(crate) struct Scratches<S>(Mutex<Vec<S>>);

impl<S: Default> Scratches<S> {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    pub(crate) fn take(&self) -> S {
        self.0.lock().expect("no thread panics").pop().unwrap_or_default()
    }

    pub(crate) fn put(&self, scratch: S) {
        self.0.lock().expect("no thread panics").push(scratch);
    }
}
