//! The Morton curve (Morton 1966): points that are near in space are mostly near along it.

/// A place on the curve: the bits of two or three numbers in turn, those of the first the lowest.
/// A number has at most 16 bits of two, and ten of three.
#[inline]
pub(crate) fn code<const D: usize>(numbers: [u32; D]) -> u32 {
    let mut code = 0;
    for (axis, number) in numbers.into_iter().enumerate() {
        code |= spread::<D>(number) << axis;
    }
    code
}

/// Puts `D - 1` zeros behind each bit: halves of a number move apart, then halves of those.
#[inline]
fn spread<const D: usize>(number: u32) -> u32 {
    let steps = if D == 2 {
        [(8, 0x00ff_00ff), (4, 0x0f0f_0f0f), (2, 0x3333_3333), (1, 0x5555_5555)]
    } else {
        [(16, 0x0300_00ff), (8, 0x0300_f00f), (4, 0x030c_30c3), (2, 0x0924_9249)]
    };
    steps.into_iter().fold(number, |bits, (shift, mask)| (bits | bits << shift) & mask)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same, bit by bit.
    fn expected<const D: usize>(numbers: [u32; D]) -> u32 {
        let bits = (0..30).filter(|bit| numbers[*bit as usize % D] >> (*bit as usize / D) & 1 != 0);
        bits.map(|bit| 1 << bit).sum()
    }

    #[test]
    fn bits_are_taken_in_turn() {
        for number in 0..1 << 10 {
            let other = number * 7 % (1 << 10);
            assert_eq!(code([number, other]), expected([number, other]));
            let three = [other, number, 1023 - number];
            assert_eq!(code(three), expected(three));
        }
        assert_eq!(code([0xffff, 0]), 0x5555_5555);
        assert_eq!(code([0, 0xffff]), 0xaaaa_aaaa);
    }
}
