//! Boxes whose bounds are the powers of two over the whole range of `f32`.

use super::motion::Scene;
use super::placement::shuffled_boxes;
use super::{Build, SceneKind, all_pairs};

pub(super) const NESTED: SceneKind = SceneKind {
    name: "nested",
    summary: "boxes from -2^i to 2^i around the origin, at most 254 boxes m: m(m-1)/2 pairs",
    build: Build::Three(nested),
    exact: nested_pairs,
};

pub(super) const EXPONENTIAL: SceneKind = SceneKind {
    name: "exponential",
    summary: "boxes from 2^i to 2^(i+1), at most 253 boxes m: m-1 pairs",
    build: Build::Three(exponential),
    exact: exponential_pairs,
};

/// Number of normal powers of two, from 2^-126 to 2^127.
const POWERS: u32 = 254;

/// Box `i` is `[-2^(i-126), 2^(i-126)]` on every axis, so each contains all the
/// smaller ones. The scene holds `min(n, 254)` boxes.
fn nested(n: u32, seed: u64) -> Scene<3> {
    shuffled_boxes(NESTED.name, n.min(POWERS), seed, |i| ([-power(i); 3], [power(i); 3]))
}

fn nested_pairs(n: u32) -> Option<u64> {
    Some(all_pairs(n.min(POWERS)))
}

/// Box `i` is `[2^(i-126), 2^(i-125)]` on every axis, so each touches the next in
/// one corner. The scene holds `min(n, 253)` boxes.
fn exponential(n: u32, seed: u64) -> Scene<3> {
    shuffled_boxes(EXPONENTIAL.name, n.min(POWERS - 1), seed, |i| {
        ([power(i); 3], [power(i + 1); 3])
    })
}

fn exponential_pairs(n: u32) -> Option<u64> {
    Some(u64::from(n.min(POWERS - 1).saturating_sub(1)))
}

/// 2 to the power of `index - 126`, for an `index` below [`POWERS`].
///
/// Made from its exponent bits, since `powi` may round differently per platform.
fn power(index: u32) -> f32 {
    f32::from_bits((index + 1) << (f32::MANTISSA_DIGITS - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_span_the_normal_range() {
        assert_eq!(power(0), f32::MIN_POSITIVE);
        assert_eq!(power(126), 1.0);
        assert_eq!(power(POWERS - 1), 2.0_f32.powi(127));
    }
}
