//! The AVX2 backend: 256-bit registers, vector masks, left-packing by table.

use std::arch::x86_64::*;

use super::lanes::{LANES, LEFT_PACK, Quad};
use crate::{Lanes, Pair};

/// Proof that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// Makes the proof.
    ///
    /// # Safety
    /// The processor must have the features named on the type.
    #[inline(always)]
    pub(crate) unsafe fn assume() -> Self {
        Self(())
    }
}

/// The operations that AVX2 and AVX-512 (on 256-bit registers) share word for word.
macro_rules! shared_operations {
    () => {
        #[inline(always)]
        fn splat(self, value: f32) -> __m256 {
            // SAFETY: the token proves AVX.
            unsafe { _mm256_set1_ps(value) }
        }
        #[inline(always)]
        fn load(self, from: &[f32; LANES]) -> __m256 {
            // SAFETY: the token proves AVX; the reference covers the 32 bytes read.
            unsafe { _mm256_loadu_ps(from.as_ptr()) }
        }
        #[inline(always)]
        fn store(self, lanes: __m256, to: &mut [f32; LANES]) {
            // SAFETY: the token proves AVX; the reference covers the 32 bytes written.
            unsafe { _mm256_storeu_ps(to.as_mut_ptr(), lanes) }
        }
        #[inline(always)]
        fn add(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: the token proves AVX.
            unsafe { _mm256_add_ps(a, b) }
        }
        #[inline(always)]
        fn sub(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: the token proves AVX.
            unsafe { _mm256_sub_ps(a, b) }
        }
        #[inline(always)]
        fn mul(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: the token proves AVX.
            unsafe { _mm256_mul_ps(a, b) }
        }
        #[inline(always)]
        fn div(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: the token proves AVX.
            unsafe { _mm256_div_ps(a, b) }
        }
        #[inline(always)]
        fn sqrt(self, a: __m256) -> __m256 {
            // SAFETY: the token proves AVX.
            unsafe { _mm256_sqrt_ps(a) }
        }
        #[inline(always)]
        fn min(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: the token proves AVX. `vminps` is defined as the contract says.
            unsafe { _mm256_min_ps(a, b) }
        }
        #[inline(always)]
        fn max(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: the token proves AVX. `vmaxps` is defined as the contract says.
            unsafe { _mm256_max_ps(a, b) }
        }
        #[inline(always)]
        fn le(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: the token proves AVX.
            unsafe { _mm256_cmp_ps::<_CMP_LE_OQ>(a, b) }
        }
        #[inline(always)]
        fn lt(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: the token proves AVX.
            unsafe { _mm256_cmp_ps::<_CMP_LT_OQ>(a, b) }
        }
        #[inline(always)]
        fn both(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: the token proves AVX.
            unsafe { _mm256_and_ps(a, b) }
        }
        #[inline(always)]
        fn either(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: the token proves AVX.
            unsafe { _mm256_or_ps(a, b) }
        }
        #[inline(always)]
        fn but_not(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: the token proves AVX.
            unsafe { _mm256_andnot_ps(b, a) }
        }
        #[inline(always)]
        fn bits(self, mask: __m256) -> u32 {
            // SAFETY: the token proves AVX.
            unsafe { _mm256_movemask_ps(mask) as u32 }
        }
        #[inline(always)]
        fn splat_int(self, value: u32) -> __m256i {
            // SAFETY: the token proves AVX.
            unsafe { _mm256_set1_epi32(value as i32) }
        }
        #[inline(always)]
        fn load_int(self, from: &[u32; LANES]) -> __m256i {
            // SAFETY: the token proves AVX; the reference covers the 32 bytes read.
            unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
        }
        #[inline(always)]
        fn store_int(self, lanes: __m256i, to: &mut [u32; LANES]) {
            // SAFETY: the token proves AVX; the reference covers the 32 bytes written.
            unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), lanes) }
        }
        #[inline(always)]
        fn add_int(self, a: __m256i, b: __m256i) -> __m256i {
            // SAFETY: the token proves AVX2.
            unsafe { _mm256_add_epi32(a, b) }
        }
        #[inline(always)]
        fn mul_int(self, a: __m256i, b: __m256i) -> __m256i {
            // SAFETY: the token proves AVX2.
            unsafe { _mm256_mullo_epi32(a, b) }
        }
        #[inline(always)]
        fn and_int(self, a: __m256i, b: __m256i) -> __m256i {
            // SAFETY: the token proves AVX2.
            unsafe { _mm256_and_si256(a, b) }
        }
        #[inline(always)]
        fn or_int(self, a: __m256i, b: __m256i) -> __m256i {
            // SAFETY: the token proves AVX2.
            unsafe { _mm256_or_si256(a, b) }
        }
        #[inline(always)]
        fn le_bytes(self, a: __m256i, b: __m256i) -> __m256 {
            // SAFETY: the token proves AVX2.
            let larger = unsafe { _mm256_max_epu8(a, b) };
            self.eq_int(larger, b)
        }
        #[inline(always)]
        fn eq_int(self, a: __m256i, b: __m256i) -> __m256 {
            // SAFETY: the token proves AVX2.
            unsafe { _mm256_castsi256_ps(_mm256_cmpeq_epi32(a, b)) }
        }
        #[inline(always)]
        fn truncate(self, a: __m256) -> __m256i {
            // SAFETY: the token proves AVX.
            unsafe { _mm256_cvttps_epi32(a) }
        }
        #[inline(always)]
        fn to_floats(self, a: __m256i) -> __m256 {
            // SAFETY: the token proves AVX.
            unsafe { _mm256_cvtepi32_ps(a) }
        }
        #[inline(always)]
        fn flip(self, a: __m256, bits: __m256i) -> __m256 {
            // SAFETY: the token proves AVX.
            unsafe { _mm256_xor_ps(a, _mm256_castsi256_ps(bits)) }
        }
        #[inline(always)]
        fn floats_of_bits(self, a: __m256i) -> __m256 {
            // SAFETY: the token proves AVX.
            unsafe { _mm256_castsi256_ps(a) }
        }
        #[inline(always)]
        fn bits_of_floats(self, a: __m256) -> __m256i {
            // SAFETY: the token proves AVX.
            unsafe { _mm256_castps_si256(a) }
        }
        #[inline(always)]
        fn transpose(self, r: [__m256; LANES]) -> [__m256; LANES] {
            // SAFETY: the token proves AVX.
            unsafe {
                let a0 = _mm256_unpacklo_ps(r[0], r[1]);
                let a1 = _mm256_unpackhi_ps(r[0], r[1]);
                let a2 = _mm256_unpacklo_ps(r[2], r[3]);
                let a3 = _mm256_unpackhi_ps(r[2], r[3]);
                let a4 = _mm256_unpacklo_ps(r[4], r[5]);
                let a5 = _mm256_unpackhi_ps(r[4], r[5]);
                let a6 = _mm256_unpacklo_ps(r[6], r[7]);
                let a7 = _mm256_unpackhi_ps(r[6], r[7]);
                let b0 = _mm256_shuffle_ps::<0x44>(a0, a2);
                let b1 = _mm256_shuffle_ps::<0xee>(a0, a2);
                let b2 = _mm256_shuffle_ps::<0x44>(a1, a3);
                let b3 = _mm256_shuffle_ps::<0xee>(a1, a3);
                let b4 = _mm256_shuffle_ps::<0x44>(a4, a6);
                let b5 = _mm256_shuffle_ps::<0xee>(a4, a6);
                let b6 = _mm256_shuffle_ps::<0x44>(a5, a7);
                let b7 = _mm256_shuffle_ps::<0xee>(a5, a7);
                [
                    _mm256_permute2f128_ps::<0x20>(b0, b4),
                    _mm256_permute2f128_ps::<0x20>(b1, b5),
                    _mm256_permute2f128_ps::<0x20>(b2, b6),
                    _mm256_permute2f128_ps::<0x20>(b3, b7),
                    _mm256_permute2f128_ps::<0x31>(b0, b4),
                    _mm256_permute2f128_ps::<0x31>(b1, b5),
                    _mm256_permute2f128_ps::<0x31>(b2, b6),
                    _mm256_permute2f128_ps::<0x31>(b3, b7),
                ]
            }
        }
        #[inline(always)]
        fn load_quads(self, rows: [&Quad; LANES]) -> [__m256; 4] {
            // SAFETY: the token proves AVX; each reference covers the 16 bytes read.
            unsafe {
                let row = |i: usize| {
                    let (low, high) = (rows[i].as_ptr(), rows[i + 4].as_ptr());
                    let low = _mm256_castps128_ps256(_mm_loadu_ps(low));
                    _mm256_insertf128_ps::<1>(low, _mm_loadu_ps(high))
                };
                transpose_quads([row(0), row(1), row(2), row(3)])
            }
        }
        #[inline(always)]
        fn store_quads(self, columns: [__m256; 4], rows: [&mut Quad; LANES]) {
            // SAFETY: the token proves AVX; each reference covers the 16 bytes written.
            unsafe {
                let quads = transpose_quads(columns);
                for (i, row) in rows.into_iter().enumerate() {
                    let quad = if i < 4 {
                        _mm256_castps256_ps128(quads[i])
                    } else {
                        _mm256_extractf128_ps::<1>(quads[i - 4])
                    };
                    _mm_storeu_ps(row.as_mut_ptr(), quad);
                }
            }
        }
    };
}
pub(super) use shared_operations;

/// Transposes the 4 x 4 floats in the low halves, and those in the high halves.
///
/// # Safety
/// The processor must have AVX.
#[inline(always)]
pub(super) unsafe fn transpose_quads(r: [__m256; 4]) -> [__m256; 4] {
    // SAFETY: the caller promises AVX.
    unsafe {
        let a0 = _mm256_unpacklo_ps(r[0], r[1]);
        let a1 = _mm256_unpackhi_ps(r[0], r[1]);
        let a2 = _mm256_unpacklo_ps(r[2], r[3]);
        let a3 = _mm256_unpackhi_ps(r[2], r[3]);
        [
            _mm256_shuffle_ps::<0x44>(a0, a2),
            _mm256_shuffle_ps::<0xee>(a0, a2),
            _mm256_shuffle_ps::<0x44>(a1, a3),
            _mm256_shuffle_ps::<0xee>(a1, a3),
        ]
    }
}

impl Lanes for Avx2 {
    const NAME: &'static str = "avx2";
    type Floats = __m256;
    type Ints = __m256i;
    /// All bits of a lane set, or none.
    type Mask = __m256;

    shared_operations!();

    #[inline(always)]
    fn select(self, mask: __m256, yes: __m256, no: __m256) -> __m256 {
        // SAFETY: the token proves AVX.
        unsafe { _mm256_blendv_ps(no, yes, mask) }
    }

    #[inline(always)]
    fn pack_pairs(self, bits: u32, id: __m256i, ids: __m256i, to: &mut [Pair; LANES]) -> usize {
        store_pairs(self, id, left_pack(self, bits, ids), to);
        bits.count_ones() as usize
    }

    #[inline(always)]
    fn pack_ints(self, bits: u32, values: __m256i, to: &mut [u32; LANES]) -> usize {
        self.store_int(left_pack(self, bits, values), to);
        bits.count_ones() as usize
    }
}

/// The lanes that are set in `bits`, moved to the front.
#[inline(always)]
fn left_pack(_proof: Avx2, bits: u32, values: __m256i) -> __m256i {
    // SAFETY: the token proves AVX2; the look-up reads one table entry by an index that is masked
    // to the table's length.
    unsafe {
        let order = _mm_cvtsi64_si128(LEFT_PACK[(bits & 0xff) as usize] as i64);
        _mm256_permutevar8x32_epi32(values, _mm256_cvtepu8_epi32(order))
    }
}

/// Stores the ordered pairs of `id` with each of `ids`.
#[inline(always)]
pub(super) fn store_pairs(_proof: Avx2, id: __m256i, ids: __m256i, to: &mut [Pair; LANES]) {
    // SAFETY: the token proves AVX2; `to` holds eight pairs, which are the 64 bytes written.
    unsafe {
        let a = _mm256_min_epu32(id, ids);
        let b = _mm256_max_epu32(id, ids);
        let low = _mm256_unpacklo_epi32(a, b);
        let high = _mm256_unpackhi_epi32(a, b);
        let to = to.as_mut_ptr().cast::<__m256i>();
        _mm256_storeu_si256(to, _mm256_permute2x128_si256::<0x20>(low, high));
        _mm256_storeu_si256(to.add(1), _mm256_permute2x128_si256::<0x31>(low, high));
    }
}
