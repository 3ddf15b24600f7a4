//! The operations on eight lanes that every backend has. See the [parent module](super).

use crate::Pair;

/// Number of lanes in a group.
pub const LANES: usize = 8;

/// Four floats, the unit in which shapes and contacts are gathered and scattered.
pub type Quad = [f32; 4];

/// The operations on eight lanes. See the [module](super) for the contract.
///
/// Implementations are `#[inline(always)]`: they only turn into the level's instructions when they
/// are inlined into a [`Pass`](crate::Pass) that [`SimdLevel::run`](crate::SimdLevel::run) entered.
pub trait Lanes: Copy + Send + Sync + 'static {
    /// Name of the level, as in [`SimdLevel::name`](crate::SimdLevel::name).
    const NAME: &'static str;
    /// Eight `f32`.
    type Floats: Copy;
    /// Eight `u32`.
    type Ints: Copy;
    /// Eight truth values.
    type Mask: Copy;

    /// All lanes equal to `value`.
    fn splat(self, value: f32) -> Self::Floats;
    /// Lanes from memory of any alignment.
    fn load(self, from: &[f32; LANES]) -> Self::Floats;
    /// Lanes to memory of any alignment.
    fn store(self, lanes: Self::Floats, to: &mut [f32; LANES]);

    /// `a + b`.
    fn add(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// `a - b`.
    fn sub(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// `a * b`.
    fn mul(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// `a / b`.
    fn div(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// The square root, rounded to nearest.
    fn sqrt(self, a: Self::Floats) -> Self::Floats;
    /// `if a < b { a } else { b }`.
    fn min(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// `if a > b { a } else { b }`.
    fn max(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;

    /// `a <= b`, false where either is NaN.
    fn le(self, a: Self::Floats, b: Self::Floats) -> Self::Mask;
    /// `a < b`, false where either is NaN.
    fn lt(self, a: Self::Floats, b: Self::Floats) -> Self::Mask;
    /// Both.
    fn both(self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Either or both.
    fn either(self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// The first and not the second.
    fn but_not(self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// The mask as bits, lane 0 in bit 0.
    fn bits(self, mask: Self::Mask) -> u32;
    /// `if mask { yes } else { no }`, lane by lane.
    fn select(self, mask: Self::Mask, yes: Self::Floats, no: Self::Floats) -> Self::Floats;

    /// All lanes equal to `value`.
    fn splat_int(self, value: u32) -> Self::Ints;
    /// Lanes from memory of any alignment.
    fn load_int(self, from: &[u32; LANES]) -> Self::Ints;
    /// Lanes to memory of any alignment.
    fn store_int(self, lanes: Self::Ints, to: &mut [u32; LANES]);
    /// `a + b`, wrapping around.
    fn add_int(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// `a * b`, wrapping around.
    fn mul_int(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Bitwise and.
    fn and_int(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Bitwise or.
    fn or_int(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// Whether each of the four bytes of a lane of `a` is at most that of `b`.
    fn le_bytes(self, a: Self::Ints, b: Self::Ints) -> Self::Mask;
    /// `a == b`.
    fn eq_int(self, a: Self::Ints, b: Self::Ints) -> Self::Mask;
    /// Rounds toward zero. The lanes must lie in `0.0..2^31`.
    fn truncate(self, a: Self::Floats) -> Self::Ints;
    /// The nearest floats. The lanes must lie in `0..2^31`.
    fn to_floats(self, a: Self::Ints) -> Self::Floats;
    /// `a` with the bits flipped that are set in `bits`.
    fn flip(self, a: Self::Floats, bits: Self::Ints) -> Self::Floats;
    /// The same bits, seen as floats.
    fn floats_of_bits(self, a: Self::Ints) -> Self::Floats;
    /// The bits of floats.
    fn bits_of_floats(self, a: Self::Floats) -> Self::Ints;

    /// Rows to columns: lane `j` of row `i` becomes lane `i` of row `j`.
    fn transpose(self, rows: [Self::Floats; LANES]) -> [Self::Floats; LANES];
    /// Eight rows of four to four columns, from memory of any alignment: entry `j` of row `i`
    /// becomes lane `i` of column `j`.
    fn load_quads(self, rows: [&Quad; LANES]) -> [Self::Floats; 4];
    /// Four columns to eight rows of four, the inverse of [`load_quads`](Self::load_quads).
    fn store_quads(self, columns: [Self::Floats; 4], rows: [&mut Quad; LANES]);

    /// Writes the ordered pairs `(id[k], ids[k])` of the lanes `k` set in `bits` to the front of
    /// `to`, in lane order, and returns how many they are. The rest of `to` is overwritten with
    /// unspecified pairs. All lanes of `id` must be equal.
    fn pack_pairs(
        self,
        bits: u32,
        id: Self::Ints,
        ids: Self::Ints,
        to: &mut [Pair; LANES],
    ) -> usize;

    /// Writes those of `values` whose lanes are set in `bits` to the front of `to`, in lane order,
    /// and returns how many they are. The rest of `to` is overwritten with unspecified values.
    fn pack_ints(self, bits: u32, values: Self::Ints, to: &mut [u32; LANES]) -> usize;
}

/// For each mask of eight bits, the lanes that are set, in order, one per byte.
#[cfg(target_arch = "x86_64")]
pub(super) static LEFT_PACK: [u64; 256] = left_pack_table();

#[cfg(target_arch = "x86_64")]
const fn left_pack_table() -> [u64; 256] {
    let mut table = [0; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut slot) = (0, 0);
        while lane < LANES {
            if mask >> lane & 1 == 1 {
                table[mask] |= (lane as u64) << (8 * slot);
                slot += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
}

/// The numbers of the bits that are set, in ascending order.
#[inline(always)]
pub fn set_bits(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then_some(bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        bit
    })
}

#[cfg(test)]
mod tests {
    use super::set_bits;

    #[test]
    fn every_set_bit_once_and_in_order() {
        assert!(set_bits(0).next().is_none());
        assert!(set_bits(0b1000_0000_0000_0101).eq([0, 2, 15]));
        assert!(set_bits(u32::MAX).eq(0..32));
    }
}
