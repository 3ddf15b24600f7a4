//! The NEON backend: eight lanes in two registers of four.

use std::arch::aarch64::*;

use super::lanes::{LANES, Quad};
use crate::{Lanes, Pair};

/// Proof that the processor has NEON, which every one has that runs this architecture's code.
#[derive(Clone, Copy, Debug, Default)]
pub struct Neon;

/// Instructions that touch no memory.
macro_rules! neon {
    ($instructions:expr) => {
        // SAFETY: every processor of this architecture has NEON.
        unsafe { $instructions }
    };
}

/// Applies one of them to both registers.
macro_rules! both {
    ($operation:ident, $a:expr) => {{
        let a = $a;
        neon!([$operation(a[0]), $operation(a[1])])
    }};
    ($operation:ident, $a:expr, $b:expr) => {{
        let (a, b) = ($a, $b);
        neon!([$operation(a[0], b[0]), $operation(a[1], b[1])])
    }};
    ($operation:ident, $a:expr, $b:expr, $c:expr) => {{
        let (a, b, c) = ($a, $b, $c);
        neon!([$operation(a[0], b[0], c[0]), $operation(a[1], b[1], c[1])])
    }};
}

impl Lanes for Neon {
    const NAME: &'static str = "neon";
    type Floats = [float32x4_t; 2];
    type Ints = [uint32x4_t; 2];
    /// All bits of a lane set, or none.
    type Mask = [uint32x4_t; 2];

    #[inline(always)]
    fn splat(self, value: f32) -> [float32x4_t; 2] {
        [neon!(vdupq_n_f32(value)); 2]
    }
    #[inline(always)]
    fn load(self, from: &[f32; LANES]) -> [float32x4_t; 2] {
        // SAFETY: there is NEON; the reference covers the 32 bytes read.
        unsafe { [vld1q_f32(from.as_ptr()), vld1q_f32(from.as_ptr().add(4))] }
    }
    #[inline(always)]
    fn store(self, lanes: [float32x4_t; 2], to: &mut [f32; LANES]) {
        // SAFETY: there is NEON; the reference covers the 32 bytes written.
        unsafe {
            vst1q_f32(to.as_mut_ptr(), lanes[0]);
            vst1q_f32(to.as_mut_ptr().add(4), lanes[1]);
        }
    }

    #[inline(always)]
    fn add(self, a: [float32x4_t; 2], b: [float32x4_t; 2]) -> [float32x4_t; 2] {
        both!(vaddq_f32, a, b)
    }
    #[inline(always)]
    fn sub(self, a: [float32x4_t; 2], b: [float32x4_t; 2]) -> [float32x4_t; 2] {
        both!(vsubq_f32, a, b)
    }
    #[inline(always)]
    fn mul(self, a: [float32x4_t; 2], b: [float32x4_t; 2]) -> [float32x4_t; 2] {
        both!(vmulq_f32, a, b)
    }
    #[inline(always)]
    fn div(self, a: [float32x4_t; 2], b: [float32x4_t; 2]) -> [float32x4_t; 2] {
        both!(vdivq_f32, a, b)
    }
    #[inline(always)]
    fn sqrt(self, a: [float32x4_t; 2]) -> [float32x4_t; 2] {
        both!(vsqrtq_f32, a)
    }
    // `fmin` has other answers for NaN and for zeros of unlike sign.
    #[inline(always)]
    fn min(self, a: [float32x4_t; 2], b: [float32x4_t; 2]) -> [float32x4_t; 2] {
        both!(vbslq_f32, both!(vcltq_f32, a, b), a, b)
    }
    #[inline(always)]
    fn max(self, a: [float32x4_t; 2], b: [float32x4_t; 2]) -> [float32x4_t; 2] {
        both!(vbslq_f32, both!(vcgtq_f32, a, b), a, b)
    }

    #[inline(always)]
    fn le(self, a: [float32x4_t; 2], b: [float32x4_t; 2]) -> [uint32x4_t; 2] {
        both!(vcleq_f32, a, b)
    }
    #[inline(always)]
    fn lt(self, a: [float32x4_t; 2], b: [float32x4_t; 2]) -> [uint32x4_t; 2] {
        both!(vcltq_f32, a, b)
    }
    #[inline(always)]
    fn both(self, a: [uint32x4_t; 2], b: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
        both!(vandq_u32, a, b)
    }
    #[inline(always)]
    fn either(self, a: [uint32x4_t; 2], b: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
        both!(vorrq_u32, a, b)
    }
    #[inline(always)]
    fn but_not(self, a: [uint32x4_t; 2], b: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
        both!(vbicq_u32, a, b)
    }
    #[inline(always)]
    fn bits(self, mask: [uint32x4_t; 2]) -> u32 {
        let [low, high] = both!(vreinterpretq_u16_u32, mask);
        // Half of each lane is enough, and fits into one register. Of that the lowest bit: for all
        // bits the compiler would fill each lane anew with what it knows to be its lowest one.
        neon!({
            let places = vreinterpretq_s16_u16(vmovl_u8(vcreate_u8(0x0706_0504_0302_0100)));
            let set = vandq_u16(vuzp1q_u16(low, high), vdupq_n_u16(1));
            vaddvq_u16(vshlq_u16(set, places)).into()
        })
    }
    #[inline(always)]
    fn select(
        self,
        mask: [uint32x4_t; 2],
        yes: [float32x4_t; 2],
        no: [float32x4_t; 2],
    ) -> [float32x4_t; 2] {
        both!(vbslq_f32, mask, yes, no)
    }

    #[inline(always)]
    fn splat_int(self, value: u32) -> [uint32x4_t; 2] {
        [neon!(vdupq_n_u32(value)); 2]
    }
    #[inline(always)]
    fn load_int(self, from: &[u32; LANES]) -> [uint32x4_t; 2] {
        // SAFETY: there is NEON; the reference covers the 32 bytes read.
        unsafe { [vld1q_u32(from.as_ptr()), vld1q_u32(from.as_ptr().add(4))] }
    }
    #[inline(always)]
    fn store_int(self, lanes: [uint32x4_t; 2], to: &mut [u32; LANES]) {
        // SAFETY: there is NEON; the reference covers the 32 bytes written.
        unsafe {
            vst1q_u32(to.as_mut_ptr(), lanes[0]);
            vst1q_u32(to.as_mut_ptr().add(4), lanes[1]);
        }
    }
    #[inline(always)]
    fn add_int(self, a: [uint32x4_t; 2], b: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
        both!(vaddq_u32, a, b)
    }
    #[inline(always)]
    fn mul_int(self, a: [uint32x4_t; 2], b: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
        both!(vmulq_u32, a, b)
    }
    #[inline(always)]
    fn and_int(self, a: [uint32x4_t; 2], b: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
        both!(vandq_u32, a, b)
    }
    #[inline(always)]
    fn or_int(self, a: [uint32x4_t; 2], b: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
        both!(vorrq_u32, a, b)
    }
    #[inline(always)]
    fn le_bytes(self, a: [uint32x4_t; 2], b: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
        let larger =
            both!(vmaxq_u8, both!(vreinterpretq_u8_u32, a), both!(vreinterpretq_u8_u32, b));
        self.eq_int(both!(vreinterpretq_u32_u8, larger), b)
    }
    #[inline(always)]
    fn eq_int(self, a: [uint32x4_t; 2], b: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
        both!(vceqq_u32, a, b)
    }
    #[inline(always)]
    fn truncate(self, a: [float32x4_t; 2]) -> [uint32x4_t; 2] {
        both!(vcvtq_u32_f32, a)
    }
    #[inline(always)]
    fn to_floats(self, a: [uint32x4_t; 2]) -> [float32x4_t; 2] {
        both!(vcvtq_f32_u32, a)
    }
    #[inline(always)]
    fn flip(self, a: [float32x4_t; 2], bits: [uint32x4_t; 2]) -> [float32x4_t; 2] {
        self.floats_of_bits(both!(veorq_u32, self.bits_of_floats(a), bits))
    }
    #[inline(always)]
    fn floats_of_bits(self, a: [uint32x4_t; 2]) -> [float32x4_t; 2] {
        both!(vreinterpretq_f32_u32, a)
    }
    #[inline(always)]
    fn bits_of_floats(self, a: [float32x4_t; 2]) -> [uint32x4_t; 2] {
        both!(vreinterpretq_u32_f32, a)
    }

    #[inline(always)]
    fn transpose(self, rows: [[float32x4_t; 2]; LANES]) -> [[float32x4_t; 2]; LANES] {
        let quarter = |first: usize, half: usize| {
            transpose_quads([0, 1, 2, 3].map(|row| rows[first + row][half]))
        };
        let [a, b, c, d] = [quarter(0, 0), quarter(4, 0), quarter(0, 1), quarter(4, 1)];
        std::array::from_fn(|row| match row {
            0..4 => [a[row], b[row]],
            _ => [c[row - 4], d[row - 4]],
        })
    }
    #[inline(always)]
    fn load_quads(self, rows: [&Quad; LANES]) -> [[float32x4_t; 2]; 4] {
        // SAFETY: there is NEON; each reference covers the 16 bytes read.
        let row = |row: usize| unsafe { vld1q_f32(rows[row].as_ptr()) };
        let low = transpose_quads([row(0), row(1), row(2), row(3)]);
        let high = transpose_quads([row(4), row(5), row(6), row(7)]);
        [0, 1, 2, 3].map(|column| [low[column], high[column]])
    }
    #[inline(always)]
    fn store_quads(self, columns: [[float32x4_t; 2]; 4], rows: [&mut Quad; LANES]) {
        let [low, high] = [0, 1].map(|half| transpose_quads(columns.map(|column| column[half])));
        for (index, row) in rows.into_iter().enumerate() {
            let quad = if index < 4 { low[index] } else { high[index - 4] };
            // SAFETY: there is NEON; the reference covers the 16 bytes written.
            unsafe { vst1q_f32(row.as_mut_ptr(), quad) };
        }
    }

    #[inline(always)]
    fn pack_pairs(
        self,
        bits: u32,
        id: [uint32x4_t; 2],
        ids: [uint32x4_t; 2],
        to: &mut [Pair; LANES],
    ) -> usize {
        let (ids, count) = left_pack(bits, ids);
        let (less, more) = (both!(vminq_u32, id, ids), both!(vmaxq_u32, id, ids));
        let to = to.as_mut_ptr().cast::<u32>();
        // SAFETY: there is NEON; `to` holds eight pairs, which are the 64 bytes written.
        unsafe {
            vst2q_u32(to, uint32x4x2_t(less[0], more[0]));
            vst2q_u32(to.add(LANES), uint32x4x2_t(less[1], more[1]));
        }
        count
    }
    #[inline(always)]
    fn pack_ints(self, bits: u32, values: [uint32x4_t; 2], to: &mut [u32; LANES]) -> usize {
        let (packed, count) = left_pack(bits, values);
        self.store_int(packed, to);
        count
    }
}

/// How to move the lanes that are set in a mask to the front.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct LeftPack {
    /// Where each byte of two registers is to come from: the bytes of the lanes, in order.
    bytes: [u8; 4 * LANES],
    /// How many lanes are set. To count them takes four instructions, to and fro between registers.
    count: u8,
}

/// For each mask of eight bits.
static LEFT_PACK: [LeftPack; 256] = left_pack_table();

const fn left_pack_table() -> [LeftPack; 256] {
    let mut table = [LeftPack { bytes: [0; 4 * LANES], count: 0 }; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut from, mut to) = (0, 0);
        while from < 4 * LANES {
            if mask >> (from / 4) & 1 == 1 {
                table[mask].bytes[to] = from as u8;
                to += 1;
            }
            from += 1;
        }
        table[mask].count = mask.count_ones() as u8;
        mask += 1;
    }
    table
}

/// The lanes that are set in `bits`, moved to the front, and how many they are.
#[inline(always)]
fn left_pack(bits: u32, values: [uint32x4_t; 2]) -> ([uint32x4_t; 2], usize) {
    let LeftPack { bytes, count } = &LEFT_PACK[(bits & 0xff) as usize];
    // SAFETY: there is NEON; the reference covers the 32 bytes read.
    let order = unsafe { [vld1q_u8(bytes.as_ptr()), vld1q_u8(bytes.as_ptr().add(16))] };
    let [low, high] = both!(vreinterpretq_u8_u32, values);
    let packed = both!(vqtbl2q_u8, [uint8x16x2_t(low, high); 2], order);
    (both!(vreinterpretq_u32_u8, packed), (*count).into())
}

/// Four rows of four to columns.
#[inline(always)]
fn transpose_quads(r: [float32x4_t; 4]) -> [float32x4_t; 4] {
    neon!({
        let pairs = |a, b| [vtrn1q_f32(a, b), vtrn2q_f32(a, b)].map(|r| vreinterpretq_f64_f32(r));
        let ([a, b], [c, d]) = (pairs(r[0], r[1]), pairs(r[2], r[3]));
        [vtrn1q_f64(a, c), vtrn1q_f64(b, d), vtrn2q_f64(a, c), vtrn2q_f64(b, d)]
            .map(|r| vreinterpretq_f32_f64(r))
    })
}
