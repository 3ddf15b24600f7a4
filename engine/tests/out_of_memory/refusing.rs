//! An allocator that refuses memory from some allocation on.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    ptr,
    sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
};

/// Refuses buffers, which are all that grows with the boxes. What is smaller belongs to threads and
/// to tables of a few entries.
pub(crate) struct Refusing;

/// Bytes of the smallest buffer of a broad phase.
pub(crate) const BUFFER: usize = 4096;

/// Bytes of a block of rayon's queue, 63 jobs behind a pointer. It takes one, zeroed, now and then
/// where work comes from outside of a pool or goes to all of its threads, and aborts without it.
const BLOCK_OF_QUEUE: usize = 8 + 63 * 24;

/// Bytes of the smallest buffer that is refused.
static SMALLEST: AtomicUsize = AtomicUsize::new(BUFFER);
static ARMED: AtomicBool = AtomicBool::new(false);
/// Buffers that are still to be had.
static LEFT: AtomicU64 = AtomicU64::new(0);
static REFUSED: AtomicU64 = AtomicU64::new(0);

fn refuses(bytes: usize) -> bool {
    if bytes < SMALLEST.load(Ordering::Relaxed) || !ARMED.load(Ordering::Relaxed) {
        return false;
    }
    // To say what went wrong takes memory.
    if std::thread::panicking() {
        return false;
    }
    let one_less = |left: u64| left.checked_sub(1);
    let refuses = LEFT.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_err();
    REFUSED.fetch_add(u64::from(refuses), Ordering::Relaxed);
    refuses
}

// SAFETY: every call is passed on to the system's allocator as it is, or answered by null, which
// says that there is no memory.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if refuses(layout.size()) {
            return ptr::null_mut();
        }
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if layout.size() != BLOCK_OF_QUEUE && refuses(layout.size()) {
            return ptr::null_mut();
        }
        // SAFETY: as in `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, from: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if refuses(size) {
            return ptr::null_mut();
        }
        // SAFETY: as in `alloc`.
        unsafe { System.realloc(from, layout, size) }
    }

    unsafe fn dealloc(&self, from: *mut u8, layout: Layout) {
        // SAFETY: as in `alloc`.
        unsafe { System.dealloc(from, layout) }
    }
}

/// Does something for which there are only so many buffers of so many bytes and more, and says how
/// many more it asked for.
pub(crate) fn with_buffers<R>(
    (buffers, smallest): (u64, usize),
    work: impl FnOnce() -> R,
) -> (R, u64) {
    SMALLEST.store(smallest, Ordering::Relaxed);
    LEFT.store(buffers, Ordering::Relaxed);
    REFUSED.store(0, Ordering::Relaxed);
    ARMED.store(true, Ordering::Relaxed);
    // Also where it panics: to say so takes memory.
    let armed = Disarm;
    let result = work();
    drop(armed);
    (result, REFUSED.load(Ordering::Relaxed))
}

/// How many buffers work takes.
pub(crate) fn buffers_of(work: impl FnOnce()) -> u64 {
    let most = u64::MAX / 2;
    with_buffers((most, 1), work);
    most - LEFT.load(Ordering::Relaxed)
}

struct Disarm;

impl Drop for Disarm {
    fn drop(&mut self) {
        ARMED.store(false, Ordering::Relaxed);
    }
}

/// Asserts that it refuses what it is to refuse.
pub(crate) fn check() {
    let ask = || {
        let reserve =
            |bytes| std::hint::black_box(&mut Vec::<u8>::new()).try_reserve_exact(bytes).is_ok();
        [reserve(BUFFER), reserve(BUFFER - 1), reserve(BUFFER), reserve(2 * BUFFER)]
    };
    assert_eq!(with_buffers((1, BUFFER), ask), ([true, true, false, false], 2));
    assert_eq!(with_buffers((3, BUFFER), ask), ([true; 4], 0));
}
