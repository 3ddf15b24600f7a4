//! Masks, bit by bit.

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
