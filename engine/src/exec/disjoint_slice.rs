//! One slice that many threads write to, here and there.

use std::{
    marker::PhantomData,
    slice,
    sync::atomic::{AtomicU64, Ordering},
};

use jostle_kernels::simd::prefetch;

/// Room that many threads take from, each a part of its own. Who gets which part is left to chance.
///
/// It is counted in 64 bits: what is claimed beyond the room that there is may be more than there
/// are addresses, and must not begin at zero again.
#[derive(Default)]
pub(crate) struct BumpAllocator(AtomicU64);

impl BumpAllocator {
    /// Takes room for so many entries, and returns where it begins: at the last address where there
    /// is none so far on.
    pub(crate) fn take(&self, len: usize) -> usize {
        let first = self.0.fetch_add(len as u64, Ordering::Relaxed);
        usize::try_from(first).unwrap_or(usize::MAX)
    }

    /// What was taken in all.
    pub(crate) fn total(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A slice that many threads use, each at places of its own.
pub(crate) struct DisjointSlice<'a, T> {
    first: *mut T,
    len: usize,
    slice: PhantomData<&'a mut [T]>,
}

// SAFETY: the only accesses are `write`, `get` and `get_mut`, whose callers promise that none of
// them meets one that may change the same entry. Entries are sent to other threads; `get` requires
// that they may be shared.
unsafe impl<T: Send> Sync for DisjointSlice<'_, T> {}

impl<'a, T> DisjointSlice<'a, T> {
    pub(crate) fn new(slice: &'a mut [T]) -> Self {
        Self { first: slice.as_mut_ptr(), len: slice.len(), slice: PhantomData }
    }

    /// Prefetches an entry to write to it; any index is allowed.
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
        // SAFETY: the entries lie within the slice, as was checked, and 1. excludes that anything
        // else refers to them.
        Some(unsafe { slice::from_raw_parts_mut(self.first.add(first), len) })
    }
}
