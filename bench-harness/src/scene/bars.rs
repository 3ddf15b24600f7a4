//! Boxes that overlap on some axes with everything, on another with nothing.

use super::motion::Scene;
use super::placement::shuffled_boxes;
use super::{Build, SceneKind};

pub(super) const COMBS: SceneKind = SceneKind {
    name: "combs",
    summary: "n/2 horizontal bars across n - n/2 vertical bars: their product in pairs",
    build: Build::Two(combs),
    exact: comb_pairs,
};

pub(super) const AXIS_LIARS: SceneKind = SceneKind {
    name: "axis-liars",
    summary: "plates that all overlap on x and y and are disjoint on z: 0 pairs",
    build: Build::Three(axis_liars),
    exact: no_pairs,
};

/// Up to this many bars of one comb, `f32` holds the bounds of each exactly.
const BARS_EXACT: u32 = 1 << (f32::MANTISSA_DIGITS - 1);

/// `n / 2` horizontal bars, each long enough to cross all of the `n - n / 2`
/// vertical bars and the other way round; bars are 1 wide and 1 apart.
///
/// On each axis half of the bars overlap with everything, so a sweep along
/// either one is quadratic in bars that do not touch.
fn combs(n: u32, seed: u64) -> Scene<2> {
    let horizontal = n / 2;
    let length = 2.0 * (n - horizontal) as f32;
    shuffled_boxes(COMBS.name, n, seed, |i| {
        let (bar, along_x) = if i < horizontal { (i, true) } else { (i - horizontal, false) };
        let (across_min, across_max) = tooth(bar);
        if along_x {
            ([-1.0, across_min], [length, across_max])
        } else {
            ([across_min, -1.0], [across_max, length])
        }
    })
}

fn comb_pairs(n: u32) -> Option<u64> {
    let horizontal = n / 2;
    let vertical = n - horizontal;
    (vertical <= BARS_EXACT).then(|| u64::from(horizontal) * u64::from(vertical))
}

/// `n` plates, stacked on z with gaps of 1, whose x and y extents grow with the
/// height so that each overlaps with all others there.
fn axis_liars(n: u32, seed: u64) -> Scene<3> {
    shuffled_boxes(AXIS_LIARS.name, n, seed, |i| {
        let half = 1.0 + i as f32;
        let (bottom, top) = tooth(i);
        ([-half, -half, bottom], [half, half, top])
    })
}

fn no_pairs(n: u32) -> Option<u64> {
    (n <= BARS_EXACT).then_some(0)
}

/// The extent of tooth `index` of a comb: 1 wide, with a gap of 1 to the next.
fn tooth(index: u32) -> (f32, f32) {
    let start = 2.0 * index as f32;
    (start, start + 1.0)
}
