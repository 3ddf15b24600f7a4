//! Which library this is, what it says of failures, and where it has its memory from.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    ffi::{c_char, c_void},
    ptr,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicPtr, AtomicUsize, Ordering},
    },
};

use jostle::SimdLevel;

use crate::{
    pool::User,
    status::{Fault, JST_OK, call, failed, jst_status},
};

/// The version of this header: 10,000 times the major number, 100 times the minor one, and the
/// patch. Minor versions add to the header as long as the major number is greater than 0.
pub const JST_VERSION: u32 = 100;

/// The version of the library, as `JST_VERSION` is that of the header.
#[unsafe(no_mangle)]
pub extern "C" fn jst_version() -> u32 {
    JST_VERSION
}

/// The instructions that the library computes with on this processor: `"avx512"`, for instance. The
/// text is good as long as the library. It decides the speed, never an answer.
#[unsafe(no_mangle)]
pub extern "C" fn jst_level_name() -> *const c_char {
    match SimdLevel::detect().name() {
        "avx512" => c"avx512".as_ptr(),
        "avx2" => c"avx2".as_ptr(),
        "neon" => c"neon".as_ptr(),
        _ => c"portable".as_ptr(),
    }
}

/// Hears of a call that fails: its status, and the text of `jst_last_error`. It is called on the
/// thread that called, and does not call the library.
pub type jst_log_callback =
    Option<extern "C" fn(user: *mut c_void, status: jst_status, text: *const c_char)>;

static LOG: Mutex<(jst_log_callback, User)> = Mutex::new((None, User(ptr::null_mut())));

/// Has calls that fail told to a callback, or to none where it is null.
#[unsafe(no_mangle)]
pub extern "C" fn jst_set_log(log: jst_log_callback, user: *mut c_void) -> jst_status {
    call(|| {
        *LOG.lock().unwrap_or_else(PoisonError::into_inner) = (log, User(user));
        Ok(())
    })
}

/// Tells of a call that failed.
pub(crate) fn log(status: jst_status, text: *const c_char) {
    let (log, user) = {
        let state = LOG.lock().unwrap_or_else(PoisonError::into_inner);
        (state.0, state.1.pointer())
    };
    if let Some(log) = log {
        log(user, status, text);
    }
}

/// Gives memory of so many bytes, at a multiple of the alignment, or null where there is none.
pub type jst_allocate_callback =
    Option<extern "C" fn(user: *mut c_void, bytes: usize, alignment: usize) -> *mut c_void>;

/// Takes memory back.
pub type jst_release_callback =
    Option<extern "C" fn(user: *mut c_void, memory: *mut c_void, bytes: usize, alignment: usize)>;

/// Where memory comes from: the caller's functions, or the system.
struct Memory {
    allocate: AtomicPtr<()>,
    release: AtomicPtr<()>,
    user: AtomicPtr<c_void>,
    /// Pieces that are in use.
    pieces: AtomicUsize,
}

#[global_allocator]
static MEMORY: Memory = Memory {
    allocate: AtomicPtr::new(ptr::null_mut()),
    release: AtomicPtr::new(ptr::null_mut()),
    user: AtomicPtr::new(ptr::null_mut()),
    pieces: AtomicUsize::new(0),
};

impl Memory {
    /// The caller's functions, if there are any.
    fn hooks(&self) -> (jst_allocate_callback, jst_release_callback) {
        let (allocate, release) =
            (self.allocate.load(Ordering::Acquire), self.release.load(Ordering::Acquire));
        // SAFETY: they were made from these types, and null is none.
        unsafe {
            (
                std::mem::transmute::<*mut (), jst_allocate_callback>(allocate),
                std::mem::transmute::<*mut (), jst_release_callback>(release),
            )
        }
    }
}

// SAFETY: what is given comes from the system, or from functions that keep the same promises; both
// get back what they gave, as functions are set while nothing is in use.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let memory = match self.hooks().0 {
            // SAFETY: the caller's promise.
            None => unsafe { System.alloc(layout) },
            Some(allocate) => {
                let user = self.user.load(Ordering::Relaxed);
                allocate(user, layout.size(), layout.align()).cast()
            }
        };
        self.pieces.fetch_add(usize::from(!memory.is_null()), Ordering::Relaxed);
        memory
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        self.pieces.fetch_sub(1, Ordering::Relaxed);
        match self.hooks().1 {
            // SAFETY: the caller's promise.
            None => unsafe { System.dealloc(memory, layout) },
            Some(release) => {
                let user = self.user.load(Ordering::Relaxed);
                release(user, memory.cast(), layout.size(), layout.align());
            }
        }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        if self.hooks().0.is_none() {
            // SAFETY: the caller's promise. The number of pieces stays as it is.
            return unsafe { System.realloc(memory, layout, bytes) };
        }
        // SAFETY: the caller's promise: the size is none that overflows.
        unsafe {
            let moved = self.alloc(Layout::from_size_align_unchecked(bytes, layout.align()));
            if !moved.is_null() {
                ptr::copy_nonoverlapping(memory, moved, bytes.min(layout.size()));
                self.dealloc(memory, layout);
            }
            moved
        }
    }
}

/// Has the library take its memory from the caller's functions. This has to be the first call. Both
/// functions are called on any thread, and do not call the library.
#[unsafe(no_mangle)]
pub extern "C" fn jst_set_allocator(
    allocate: jst_allocate_callback,
    release: jst_release_callback,
    user: *mut c_void,
) -> jst_status {
    // Not as other calls are: these have memory from the system already.
    let (Some(allocate), Some(release)) = (allocate, release) else {
        return failed(&Fault::Null("an allocator"));
    };
    if MEMORY.pieces.load(Ordering::Acquire) != 0 {
        return failed(&Fault::Argument("the allocator", "is to be set before all other calls"));
    }
    MEMORY.user.store(user, Ordering::Relaxed);
    MEMORY.release.store(release as *mut (), Ordering::Release);
    MEMORY.allocate.store(allocate as *mut (), Ordering::Release);
    JST_OK
}
