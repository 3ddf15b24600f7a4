//! Prefetch: loading cache lines ahead of their use.
//!
//! Any index is allowed, also past the end, as a prefetch is a hint. On other processors than
//! x86-64 it does nothing.

/// Prefetches the cache line of `slice[index]` for writing.
#[inline(always)]
pub fn for_writing<T>(slice: &[T], index: usize) {
    for_writing_at(slice.as_ptr(), index);
}

/// Prefetches the cache line `index` entries behind `first` for writing.
#[inline(always)]
pub fn for_writing_at<T>(first: *const T, index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_ET0, _mm_prefetch};
        // SAFETY: prefetching is allowed for any address; the pointer is not dereferenced.
        unsafe { _mm_prefetch::<_MM_HINT_ET0>(first.wrapping_add(index).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (first, index);
}

/// Prefetches the cache line of `slice[index]` for reading.
#[inline(always)]
pub fn for_reading<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: as in `for_writing`.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(slice.as_ptr().wrapping_add(index).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}
