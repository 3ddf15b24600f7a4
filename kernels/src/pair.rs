//! A pair of indices, the output of every broad phase.

use bytemuck::{Pod, Zeroable};

/// Two boxes that touch, by index.
///
/// Within one set `a < b`; between two sets `a` indexes the first and `b` the second. The layout
/// is two consecutive `u32`, so a slice of pairs casts to `&[[u32; 2]]` without a copy.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
pub struct Pair {
    /// Index of the first box.
    pub a: u32,
    /// Index of the second box.
    pub b: u32,
}

impl Pair {
    /// The pair of two different indices, smaller first.
    #[inline]
    #[must_use]
    pub fn ordered(i: u32, j: u32) -> Self {
        Self { a: i.min(j), b: i.max(j) }
    }

    /// The pair as one integer that sorts like `(a, b)`.
    #[inline]
    #[must_use]
    pub fn key(self) -> u64 {
        u64::from(self.a) << 32 | u64::from(self.b)
    }

    /// The inverse of [`Pair::key`].
    #[inline]
    #[must_use]
    pub fn from_key(key: u64) -> Self {
        Self { a: (key >> 32) as u32, b: key as u32 }
    }
}
