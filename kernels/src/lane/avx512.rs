//! The AVX-512 backend: 256-bit registers with mask registers, and sixteen lanes for the sweep.
//!
//! Eight lanes stay the unit, so batches and padding are those of every other level; what the
//! level adds is compares into mask registers, compressing moves, and a wider look in the sweep.

use std::arch::x86_64::*;

use super::{
    Avx2, LANES, Lanes,
    avx2::{shared_operations, store_pairs},
};
use crate::{Pair, sweep::Group};

/// Proof that the processor has AVX2 and the AVX-512 subsets F, BW, CD, DQ, VL and VBMI2, which
/// came together with Ice Lake and Zen 4.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// Makes the proof.
    ///
    /// # Safety
    /// The processor must have the features named on the type.
    #[inline(always)]
    pub(crate) unsafe fn assume() -> Self {
        Self(())
    }

    /// Whether this processor has the features named on the type.
    pub(crate) fn detected() -> bool {
        macro_rules! all {
            ($($feature:tt),*) => { $(std::arch::is_x86_feature_detected!($feature))&&* };
        }
        all!("avx2", "bmi1", "bmi2", "lzcnt", "popcnt")
            && all!("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512vbmi2")
    }
}

impl Lanes for Avx512 {
    const NAME: &'static str = "avx512";
    type Floats = __m256;
    type Ints = __m256i;
    type Mask = __mmask8;
    type Sweep = Sixteen;

    #[inline(always)]
    fn sweep(self) -> Sixteen {
        Sixteen(self)
    }

    shared_operations!();

    #[inline(always)]
    fn le(self, a: __m256, b: __m256) -> __mmask8 {
        // SAFETY: the token proves AVX-512 VL.
        unsafe { _mm256_cmp_ps_mask::<_CMP_LE_OQ>(a, b) }
    }
    #[inline(always)]
    fn lt(self, a: __m256, b: __m256) -> __mmask8 {
        // SAFETY: the token proves AVX-512 VL.
        unsafe { _mm256_cmp_ps_mask::<_CMP_LT_OQ>(a, b) }
    }
    #[inline(always)]
    fn both(self, a: __mmask8, b: __mmask8) -> __mmask8 {
        a & b
    }
    #[inline(always)]
    fn bits(self, mask: __mmask8) -> u32 {
        u32::from(mask)
    }
    #[inline(always)]
    fn select(self, mask: __mmask8, yes: __m256, no: __m256) -> __m256 {
        // SAFETY: the token proves AVX-512 VL.
        unsafe { _mm256_mask_blend_ps(mask, no, yes) }
    }
    #[inline(always)]
    fn eq_int(self, a: __m256i, b: __m256i) -> __mmask8 {
        // SAFETY: the token proves AVX-512 VL.
        unsafe { _mm256_cmpeq_epi32_mask(a, b) }
    }

    #[inline(always)]
    fn pack_pairs(self, bits: u32, id: __m256i, ids: __m256i, to: &mut [Pair; LANES]) -> usize {
        // SAFETY: the token proves AVX-512 VL, and with it AVX2.
        unsafe {
            store_pairs(Avx2::assume(), id, _mm256_maskz_compress_epi32(bits as __mmask8, ids), to);
        }
        bits.count_ones() as usize
    }
}

/// Sixteen candidates a step, in 512-bit registers.
#[derive(Clone, Copy, Debug)]
pub struct Sixteen(Avx512);

impl Group for Sixteen {
    const WIDTH: usize = 16;
    type Floats = __m512;
    type Ints = __m512i;
    type Mask = __mmask16;

    #[inline(always)]
    fn splat(self, value: f32) -> __m512 {
        // SAFETY: the token proves AVX-512 F.
        unsafe { _mm512_set1_ps(value) }
    }
    #[inline(always)]
    fn splat_int(self, value: u32) -> __m512i {
        // SAFETY: the token proves AVX-512 F.
        unsafe { _mm512_set1_epi32(value as i32) }
    }
    #[inline(always)]
    unsafe fn load(self, from: *const f32) -> __m512 {
        // SAFETY: the token proves AVX-512 F; the caller vouches for the 64 bytes read.
        unsafe { _mm512_loadu_ps(from) }
    }
    #[inline(always)]
    unsafe fn load_int(self, from: *const u32) -> __m512i {
        // SAFETY: the token proves AVX-512 F; the caller vouches for the 64 bytes read.
        unsafe { _mm512_loadu_si512(from.cast()) }
    }
    #[inline(always)]
    fn all(self) -> __mmask16 {
        __mmask16::MAX
    }
    #[inline(always)]
    fn le(self, under: __mmask16, a: __m512, b: __m512) -> __mmask16 {
        // SAFETY: the token proves AVX-512 F.
        unsafe { _mm512_mask_cmp_ps_mask::<_CMP_LE_OQ>(under, a, b) }
    }
    #[inline(always)]
    fn disjoint(self, under: __mmask16, a: __m512i, b: __m512i) -> __mmask16 {
        // SAFETY: the token proves AVX-512 F.
        unsafe { _mm512_mask_testn_epi32_mask(under, a, b) }
    }
    #[inline(always)]
    fn count(self, mask: __mmask16) -> usize {
        mask.count_ones() as usize
    }

    #[inline(always)]
    unsafe fn pack_pairs(self, mask: __mmask16, id: __m512i, ids: __m512i, to: *mut Pair) -> usize {
        // SAFETY: the token proves AVX-512 F; the caller vouches for room for sixteen pairs, which
        // are the 128 bytes written.
        unsafe {
            // Compressing within registers: the form of `vpcompressd` that stores to memory is
            // microcoded on Zen 4.
            let ids = _mm512_maskz_compress_epi32(mask, ids);
            let a = _mm512_min_epu32(id, ids);
            let b = _mm512_max_epu32(id, ids);
            let low = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
            let high =
                _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
            let to = to.cast::<__m512i>();
            _mm512_storeu_si512(to, _mm512_permutex2var_epi32(a, low, b));
            _mm512_storeu_si512(to.add(1), _mm512_permutex2var_epi32(a, high, b));
        }
        mask.count_ones() as usize
    }
}
