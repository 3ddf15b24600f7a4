//! The AVX-512 backend: AVX2's operations, with compressing moves instead of a table.
//!
//! Eight lanes stay the unit, so batches and padding are those of every other level. Sixteen lanes
//! and comparing into mask registers were slower on Zen 4 (see docs/decisions/sweep-width.md).

use std::arch::x86_64::*;

use super::{
    Avx2, LANES, Lanes, Quad,
    avx2::{shared_operations, store_pairs, transpose_quads},
};
use crate::Pair;

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
    /// All bits of a lane set, or none.
    type Mask = __m256;

    shared_operations!();

    #[inline(always)]
    fn select(self, mask: __m256, yes: __m256, no: __m256) -> __m256 {
        // Bit by bit. A blend by lanes becomes one by a mask register here, into which each mask
        // has to be moved first.
        const YES_OR_NO: i32 = 0b1100_1010;
        // SAFETY: the token proves AVX-512 F and VL, and with it AVX.
        unsafe {
            let [mask, yes, no] = [mask, yes, no].map(|lanes| _mm256_castps_si256(lanes));
            _mm256_castsi256_ps(_mm256_ternarylogic_epi32::<YES_OR_NO>(mask, yes, no))
        }
    }

    #[inline(always)]
    fn pack_pairs(self, bits: u32, id: __m256i, ids: __m256i, to: &mut [Pair; LANES]) -> usize {
        // SAFETY: the token proves AVX-512 VL, and with it AVX2.
        unsafe {
            store_pairs(Avx2::assume(), id, _mm256_maskz_compress_epi32(bits as __mmask8, ids), to);
        }
        bits.count_ones() as usize
    }

    #[inline(always)]
    fn pack_ints(self, bits: u32, values: __m256i, to: &mut [u32; LANES]) -> usize {
        // SAFETY: the token proves AVX-512 VL.
        let packed = unsafe { _mm256_maskz_compress_epi32(bits as __mmask8, values) };
        self.store_int(packed, to);
        bits.count_ones() as usize
    }
}
