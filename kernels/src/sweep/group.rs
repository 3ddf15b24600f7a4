//! The group of candidates that the sweep looks at in one step.

use crate::{
    Pair,
    lane::{LANES, Lanes},
};

/// A group of eight or sixteen candidates: the operations of the sweep and nothing else.
///
/// Masks are refined rather than combined (`le` takes the mask so far), because that is what
/// AVX-512 does for free.
pub trait Group: Copy {
    /// Candidates in a group.
    const WIDTH: usize;
    /// One `f32` per candidate.
    type Floats: Copy;
    /// One `u32` per candidate.
    type Ints: Copy;
    /// One truth value per candidate.
    type Mask: Copy;

    /// All lanes equal to `value`.
    fn splat(self, value: f32) -> Self::Floats;
    /// All lanes equal to `value`.
    fn splat_int(self, value: u32) -> Self::Ints;
    /// Lanes from memory of any alignment.
    ///
    /// # Safety
    /// 1. `from` must be valid for reading [`WIDTH`](Self::WIDTH) values.
    unsafe fn load(self, from: *const f32) -> Self::Floats;
    /// Lanes from memory of any alignment.
    ///
    /// # Safety
    /// 1. `from` must be valid for reading [`WIDTH`](Self::WIDTH) values.
    unsafe fn load_int(self, from: *const u32) -> Self::Ints;

    /// All true.
    fn all(self) -> Self::Mask;
    /// `under && a <= b`, false where either is NaN.
    fn le(self, under: Self::Mask, a: Self::Floats, b: Self::Floats) -> Self::Mask;
    /// `under && a & b == 0`.
    fn disjoint(self, under: Self::Mask, a: Self::Ints, b: Self::Ints) -> Self::Mask;
    /// How many are true.
    fn count(self, mask: Self::Mask) -> usize;

    /// Writes the ordered pairs of `id` with those `ids` that are true in `mask`, in lane order,
    /// and returns how many they are. What it writes behind them is unspecified.
    ///
    /// # Safety
    /// 1. `to` must be valid for writing [`WIDTH`](Self::WIDTH) pairs.
    unsafe fn pack_pairs(
        self,
        mask: Self::Mask,
        id: Self::Ints,
        ids: Self::Ints,
        to: *mut Pair,
    ) -> usize;
}

/// A group of eight, made of any level's lanes.
#[derive(Clone, Copy, Debug)]
pub struct Eight<L>(pub(crate) L);

impl<L: Lanes> Group for Eight<L> {
    const WIDTH: usize = LANES;
    type Floats = L::Floats;
    type Ints = L::Ints;
    type Mask = L::Mask;

    #[inline(always)]
    fn splat(self, value: f32) -> L::Floats {
        self.0.splat(value)
    }
    #[inline(always)]
    fn splat_int(self, value: u32) -> L::Ints {
        self.0.splat_int(value)
    }
    #[inline(always)]
    unsafe fn load(self, from: *const f32) -> L::Floats {
        // SAFETY: 1. the caller vouches for eight readable values; arrays of `f32` have no
        // alignment beyond that of `f32`.
        self.0.load(unsafe { &*from.cast() })
    }
    #[inline(always)]
    unsafe fn load_int(self, from: *const u32) -> L::Ints {
        // SAFETY: as in `load`.
        self.0.load_int(unsafe { &*from.cast() })
    }
    #[inline(always)]
    fn all(self) -> L::Mask {
        self.0.eq_int(self.0.splat_int(0), self.0.splat_int(0))
    }
    #[inline(always)]
    fn le(self, under: L::Mask, a: L::Floats, b: L::Floats) -> L::Mask {
        self.0.both(under, self.0.le(a, b))
    }
    #[inline(always)]
    fn disjoint(self, under: L::Mask, a: L::Ints, b: L::Ints) -> L::Mask {
        let common = self.0.and_int(a, b);
        self.0.both(under, self.0.eq_int(common, self.0.splat_int(0)))
    }
    #[inline(always)]
    fn count(self, mask: L::Mask) -> usize {
        self.0.bits(mask).count_ones() as usize
    }
    #[inline(always)]
    unsafe fn pack_pairs(self, mask: L::Mask, id: L::Ints, ids: L::Ints, to: *mut Pair) -> usize {
        // SAFETY: 1. the caller vouches for eight writable pairs.
        self.0.pack_pairs(self.0.bits(mask), id, ids, unsafe { &mut *to.cast() })
    }
}
