//! Boxes in a row, each touching the next in one face.

use super::motion::Scene;
use super::placement::shuffled_boxes;
use super::{Build, SceneKind};

pub(super) const CHAIN: SceneKind = SceneKind {
    name: "chain",
    summary: "box i is [i, i+1] on x: n-1 pairs",
    build: Build::Three(chain),
    exact: chain_pairs,
};

pub(super) const DENORMALS: SceneKind = SceneKind {
    name: "denormals",
    summary: "a chain in steps of 1e-45, at most 8388607 boxes m: m-1 pairs",
    build: Build::Three(denormals),
    exact: denormal_pairs,
};

/// From here on `i + 1` is not an `f32` for each `i`.
const CHAIN_EXACT: u32 = 1 << f32::MANTISSA_DIGITS;

/// Number of positive denormal values.
const DENORMAL_COUNT: u32 = f32::MIN_POSITIVE.to_bits() - 1;

/// `n` unit cubes in a row on x.
fn chain(n: u32, seed: u64) -> Scene<3> {
    shuffled_boxes(CHAIN.name, n, seed, |i| {
        let x = i as f32;
        ([x, 0.0, 0.0], [x + 1.0, 1.0, 1.0])
    })
}

fn chain_pairs(n: u32) -> Option<u64> {
    (n <= CHAIN_EXACT).then(|| u64::from(n.saturating_sub(1)))
}

/// Boxes of the smallest positive size in a row on x, with all bounds denormal;
/// at most as many as there are denormal values.
///
/// Where denormals are flushed to zero, all of them coincide.
fn denormals(n: u32, seed: u64) -> Scene<3> {
    let smallest = f32::from_bits(1);
    shuffled_boxes(DENORMALS.name, n.min(DENORMAL_COUNT), seed, |i| {
        // The bits of a denormal are the multiple of the smallest one.
        let (min, max) = (f32::from_bits(i), f32::from_bits(i + 1));
        ([min, 0.0, 0.0], [max, smallest, smallest])
    })
}

fn denormal_pairs(n: u32) -> Option<u64> {
    Some(u64::from(n.min(DENORMAL_COUNT).saturating_sub(1)))
}
