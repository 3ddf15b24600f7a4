//! Float keys for radix sorting.

/// An integer that sorts like the float, with `-0.0` and `+0.0` equal. NaN has no place in the
/// order and must have been stopped before.
///
/// Positive floats sort like their bits; negative ones the other way round. See Terdiman, "Radix
/// Sort Revisited" (2000), and Herf, "Radix Tricks" (2001).
#[inline]
#[must_use]
pub fn sort_key(x: f32) -> u32 {
    // Adding +0.0 turns -0.0 into +0.0 and changes nothing else. Without it the two zeros differ
    // as keys although they are equal as floats, and boxes that touch at zero would be lost.
    let bits = (x + 0.0).to_bits();
    if bits >> 31 == 1 { !bits } else { bits | 1 << 31 }
}

/// The float with this key, `+0.0` for either zero.
#[inline]
#[must_use]
pub fn float_of_key(key: u32) -> f32 {
    f32::from_bits(if key >> 31 == 1 { key & !(1 << 31) } else { !key })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_like_the_floats() {
        let tiny = f32::from_bits(1);
        let ordered = [
            f32::NEG_INFINITY,
            -f32::MAX,
            -1.0,
            -f32::MIN_POSITIVE,
            -tiny,
            0.0,
            tiny,
            f32::MIN_POSITIVE,
            1.0,
            f32::MAX,
            f32::INFINITY,
        ];
        assert!(ordered.windows(2).all(|pair| sort_key(pair[0]) < sort_key(pair[1])));
        assert_eq!(sort_key(-0.0), sort_key(0.0));
        for x in ordered {
            assert_eq!(float_of_key(sort_key(x)).to_bits(), x.to_bits());
        }
        assert_eq!(float_of_key(sort_key(-0.0)).to_bits(), 0.0_f32.to_bits());
    }
}
