//! What the tests of small geometry share.

#![allow(dead_code, reason = "the numbers without rounding serve the narrow phase, too")]

mod cases;
#[path = "../../narrow/support/exact.rs"]
mod exact;
mod plane;
#[path = "../../narrow/support/random.rs"]
mod random;

pub(crate) use cases::{Cases, power};
pub(crate) use exact::{Exact, cross, dot, exact, sub};
pub(crate) use plane::{hull, on_segment, turn};
pub(crate) use random::{Random, rotation};

/// How much longer than by default to test, from the environment.
pub(crate) fn scale() -> usize {
    std::env::var("JOSTLE_TEST_SCALE").map_or(1, |scale| {
        scale.parse().expect("JOSTLE_TEST_SCALE is a whole number to multiply the cases by")
    })
}

/// The exact coordinates.
pub(crate) fn point<const D: usize>(at: [f32; D]) -> [Exact; D] {
    at.map(exact)
}

/// The sum of the sizes of all coordinates.
pub(crate) fn sizes<const D: usize>(points: &[[f32; D]]) -> f64 {
    points.as_flattened().iter().map(|x| f64::from(x.abs())).sum()
}

/// How far rounding may move a number.
pub(crate) fn half_step(x: f32) -> f64 {
    let [below, at, above] = [x.next_down(), x, x.next_up()].map(f64::from);
    0.5 * (above - at).max(at - below)
}

/// In `f64`.
pub(crate) fn wide<const D: usize>(vector: [f32; D]) -> [f64; D] {
    vector.map(f64::from)
}

pub(crate) fn minus<const D: usize>(a: [f64; D], b: [f64; D]) -> [f64; D] {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

pub(crate) fn product<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub(crate) fn length<const D: usize>(v: [f64; D]) -> f64 {
    product(v, v).sqrt()
}

/// The distance of a point from a segment, by its ends and its foot.
pub(crate) fn to_segment<const D: usize>(p: [f64; D], [a, b]: [[f64; D]; 2]) -> f64 {
    let (side, from) = (minus(b, a), minus(p, a));
    let ends = length(from).min(length(minus(p, b)));
    let t = product(from, side) / product(side, side);
    let foot = minus(from, side.map(|x| x * t));
    if t > 0.0 && t < 1.0 { ends.min(length(foot)) } else { ends }
}
