//! The portable backend, on `wide`.

use bytemuck::cast;
use wide::{f32x8, i32x8, u8x16, u32x8};

use super::lanes::{LANES, Quad};
use crate::{Lanes, Pair};

/// Eight lanes at the baseline of the build, on any processor.
#[derive(Clone, Copy, Debug, Default)]
pub struct Portable;

impl Lanes for Portable {
    const NAME: &'static str = "portable";
    type Floats = f32x8;
    type Ints = u32x8;
    /// All bits of a lane set, or none.
    type Mask = f32x8;

    #[inline(always)]
    fn splat(self, value: f32) -> f32x8 {
        f32x8::splat(value)
    }
    #[inline(always)]
    fn load(self, from: &[f32; LANES]) -> f32x8 {
        f32x8::new(*from)
    }
    #[inline(always)]
    fn store(self, lanes: f32x8, to: &mut [f32; LANES]) {
        *to = lanes.to_array();
    }

    #[inline(always)]
    fn add(self, a: f32x8, b: f32x8) -> f32x8 {
        a + b
    }
    #[inline(always)]
    fn sub(self, a: f32x8, b: f32x8) -> f32x8 {
        a - b
    }
    #[inline(always)]
    fn mul(self, a: f32x8, b: f32x8) -> f32x8 {
        a * b
    }
    #[inline(always)]
    fn div(self, a: f32x8, b: f32x8) -> f32x8 {
        a / b
    }
    #[inline(always)]
    fn sqrt(self, a: f32x8) -> f32x8 {
        a.sqrt()
    }
    // `fast_min` is a single instruction whose answer for NaN and for zeros of unlike sign
    // depends on the target; the select keeps to the contract on all of them.
    #[inline(always)]
    fn min(self, a: f32x8, b: f32x8) -> f32x8 {
        self.select(self.lt(a, b), a, b)
    }
    #[inline(always)]
    fn max(self, a: f32x8, b: f32x8) -> f32x8 {
        self.select(self.lt(b, a), a, b)
    }

    #[inline(always)]
    fn le(self, a: f32x8, b: f32x8) -> f32x8 {
        a.simd_le(b)
    }
    #[inline(always)]
    fn lt(self, a: f32x8, b: f32x8) -> f32x8 {
        a.simd_lt(b)
    }
    #[inline(always)]
    fn both(self, a: f32x8, b: f32x8) -> f32x8 {
        a & b
    }
    #[inline(always)]
    fn either(self, a: f32x8, b: f32x8) -> f32x8 {
        a | b
    }
    #[inline(always)]
    fn but_not(self, a: f32x8, b: f32x8) -> f32x8 {
        a & !b
    }
    #[inline(always)]
    fn bits(self, mask: f32x8) -> u32 {
        mask.to_bitmask()
    }
    #[inline(always)]
    fn select(self, mask: f32x8, yes: f32x8, no: f32x8) -> f32x8 {
        mask.bitselect(yes, no)
    }

    #[inline(always)]
    fn splat_int(self, value: u32) -> u32x8 {
        u32x8::splat(value)
    }
    #[inline(always)]
    fn load_int(self, from: &[u32; LANES]) -> u32x8 {
        u32x8::new(*from)
    }
    #[inline(always)]
    fn store_int(self, lanes: u32x8, to: &mut [u32; LANES]) {
        *to = lanes.to_array();
    }
    #[inline(always)]
    fn add_int(self, a: u32x8, b: u32x8) -> u32x8 {
        a + b
    }
    #[inline(always)]
    fn mul_int(self, a: u32x8, b: u32x8) -> u32x8 {
        a * b
    }
    #[inline(always)]
    fn and_int(self, a: u32x8, b: u32x8) -> u32x8 {
        a & b
    }
    #[inline(always)]
    fn or_int(self, a: u32x8, b: u32x8) -> u32x8 {
        a | b
    }
    #[inline(always)]
    fn le_bytes(self, a: u32x8, b: u32x8) -> f32x8 {
        let [halves, others] = [a, b].map(cast::<u32x8, [u8x16; 2]>);
        self.eq_int(cast([halves[0].max(others[0]), halves[1].max(others[1])]), b)
    }
    #[inline(always)]
    fn eq_int(self, a: u32x8, b: u32x8) -> f32x8 {
        cast(a.simd_eq(b))
    }
    #[inline(always)]
    fn truncate(self, a: f32x8) -> u32x8 {
        cast(a.fast_trunc_int())
    }
    #[inline(always)]
    fn to_floats(self, a: u32x8) -> f32x8 {
        cast::<u32x8, i32x8>(a).round_float()
    }
    #[inline(always)]
    fn flip(self, a: f32x8, bits: u32x8) -> f32x8 {
        a ^ cast::<u32x8, f32x8>(bits)
    }
    #[inline(always)]
    fn floats_of_bits(self, a: u32x8) -> f32x8 {
        cast(a)
    }
    #[inline(always)]
    fn bits_of_floats(self, a: f32x8) -> u32x8 {
        cast(a)
    }

    #[inline(always)]
    fn transpose(self, rows: [f32x8; LANES]) -> [f32x8; LANES] {
        f32x8::transpose(rows)
    }

    #[inline(always)]
    fn load_quads(self, rows: [&Quad; LANES]) -> [f32x8; 4] {
        [0, 1, 2, 3].map(|column| f32x8::new(rows.map(|row| row[column])))
    }
    #[inline(always)]
    fn store_quads(self, columns: [f32x8; 4], rows: [&mut Quad; LANES]) {
        let columns = columns.map(f32x8::to_array);
        for (lane, row) in rows.into_iter().enumerate() {
            *row = columns.map(|column| column[lane]);
        }
    }

    #[inline(always)]
    fn pack_pairs(self, bits: u32, id: u32x8, ids: u32x8, to: &mut [Pair; LANES]) -> usize {
        let id = id.to_array()[0];
        let ids = ids.to_array();
        let mut count = 0;
        for (lane, other) in ids.into_iter().enumerate() {
            // Branch-free: the slot is written either way, and kept only if the bit is set.
            // `count <= lane`, so the index is in range.
            to[count] = Pair::ordered(id, other);
            count += (bits >> lane & 1) as usize;
        }
        count
    }
    #[inline(always)]
    fn pack_ints(self, bits: u32, values: u32x8, to: &mut [u32; LANES]) -> usize {
        let mut count = 0;
        for (lane, value) in values.to_array().into_iter().enumerate() {
            // As in `pack_pairs`.
            to[count] = value;
            count += (bits >> lane & 1) as usize;
        }
        count
    }
}
