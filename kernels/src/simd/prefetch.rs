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

/// Bytes of a cache line.
const LINE: usize = 64;

/// Prefetches the first cache lines of a slice for reading, at most so many.
#[inline(always)]
pub fn lines_for_reading<T>(slice: &[T], most: usize) {
    // One more, as the first line may begin before the slice.
    for line in 0..(size_of_val(slice) / LINE + 1).min(most) {
        for_reading_at(slice.as_ptr().cast::<[u8; LINE]>(), line);
    }
}

/// Prefetches all cache lines of something that begins with one for reading.
#[inline(always)]
pub fn lines_of<T>(item: &T) {
    for line in 0..size_of::<T>().div_ceil(LINE) {
        for_reading_at(std::ptr::from_ref(item).cast::<[u8; LINE]>(), line);
    }
}

/// Prefetches the cache line of `slice[index]` for reading.
#[inline(always)]
pub fn for_reading<T>(slice: &[T], index: usize) {
    for_reading_at(slice.as_ptr(), index);
}

/// Prefetches the cache line `index` entries behind `first` for reading.
#[inline(always)]
fn for_reading_at<T>(first: *const T, index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: as in `for_writing`.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(index).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (first, index);
}
