//! Scenes with a known number of touching pairs, in the shapes that a broad phase is most likely to
//! get wrong: equal bounds, faces that just touch, axes that tell nothing, the ends of `f32`.

use super::{SceneKind, placement::shuffled_boxes};

pub(super) const COINCIDENT: SceneKind =
    SceneKind::three("coincident", "n times the same box: all n(n-1)/2 pairs touch", |n, seed| {
        shuffled_boxes(COINCIDENT.name, n, seed, |_| ([0.0; 3], [1.0; 3]))
    })
    .with(|n| Some(all_pairs(n)));

/// Boxes `[-1, -0.0]` and `[+0.0, 1]` on all axes, half of each kind. A compare by bit pattern, or
/// a sort key that puts -0.0 before +0.0, loses the pairs of one kind with the other.
pub(super) const SIGNED_ZEROS: SceneKind = SceneKind::three(
    "signed-zeros",
    "boxes that meet only at zero, written -0.0 and +0.0: all n(n-1)/2 pairs touch",
    |n, seed| {
        shuffled_boxes(SIGNED_ZEROS.name, n, seed, |i| {
            if i.is_multiple_of(2) { ([-1.0; 3], [-0.0; 3]) } else { ([0.0; 3], [1.0; 3]) }
        })
    },
)
.with(|n| Some(all_pairs(n)));

/// The first `n` cells, in lexicographic order, of a cubic lattice with the smallest side that has
/// room for them.
pub(super) const TOUCHING_GRID: SceneKind = SceneKind::three(
    "touching-grid",
    "unit cubes of a lattice of k^3 cells: ((3k-2)^3 - k^3)/2 pairs at n = k^3",
    |n, seed| {
        let side = lattice_side(n, 3);
        shuffled_boxes(TOUCHING_GRID.name, n, seed, |i| cell(i, side))
    },
)
.with(|n| lattice_pairs(n, 3));

pub(super) const TOUCHING_SQUARES: SceneKind = SceneKind::two(
    "touching-squares",
    "unit squares of a lattice of k^2 cells: ((3k-2)^2 - k^2)/2 pairs at n = k^2",
    |n, seed| {
        let side = lattice_side(n, 2);
        shuffled_boxes(TOUCHING_SQUARES.name, n, seed, |i| cell(i, side))
    },
)
.with(|n| lattice_pairs(n, 2));

pub(super) const CHAIN: SceneKind =
    SceneKind::three("chain", "box i is [i, i+1] on x: n-1 pairs", |n, seed| {
        shuffled_boxes(CHAIN.name, n, seed, |i| {
            let x = i as f32;
            ([x, 0.0, 0.0], [x + 1.0, 1.0, 1.0])
        })
    })
    .with(|n| (n <= CHAIN_EXACT).then(|| u64::from(n.saturating_sub(1))));

/// From here on `i + 1` is not an `f32` for each `i`.
const CHAIN_EXACT: u32 = 1 << f32::MANTISSA_DIGITS;

/// Boxes of the smallest positive size in a row on x, with all bounds denormal; at most as many as
/// there are denormal values. Where denormals are flushed to zero, all of them coincide.
pub(super) const DENORMALS: SceneKind = SceneKind::three(
    "denormals",
    "a chain in steps of 1e-45, at most 8388607 boxes m: m-1 pairs",
    |n, seed| {
        let smallest = f32::from_bits(1);
        shuffled_boxes(DENORMALS.name, n.min(DENORMAL_COUNT), seed, |i| {
            // The bits of a denormal are the multiple of the smallest one.
            let (min, max) = (f32::from_bits(i), f32::from_bits(i + 1));
            ([min, 0.0, 0.0], [max, smallest, smallest])
        })
    },
)
.with(|n| Some(u64::from(n.min(DENORMAL_COUNT).saturating_sub(1))));

/// Number of positive denormal values.
const DENORMAL_COUNT: u32 = f32::MIN_POSITIVE.to_bits() - 1;

/// Box `i` is `[-2^(i-126), 2^(i-126)]` on every axis, so each contains all the smaller ones.
pub(super) const NESTED: SceneKind = SceneKind::three(
    "nested",
    "boxes from -2^i to 2^i around the origin, at most 254 boxes m: m(m-1)/2 pairs",
    |n, seed| shuffled_boxes(NESTED.name, n.min(POWERS), seed, |i| ([-power(i); 3], [power(i); 3])),
)
.with(|n| Some(all_pairs(n.min(POWERS))));

/// Box `i` is `[2^(i-126), 2^(i-125)]` on every axis, so each touches the next in one corner.
pub(super) const EXPONENTIAL: SceneKind = SceneKind::three(
    "exponential",
    "boxes from 2^i to 2^(i+1), at most 253 boxes m: m-1 pairs",
    |n, seed| {
        let corners = |i| ([power(i); 3], [power(i + 1); 3]);
        shuffled_boxes(EXPONENTIAL.name, n.min(POWERS - 1), seed, corners)
    },
)
.with(|n| Some(u64::from(n.min(POWERS - 1).saturating_sub(1))));

/// Number of normal powers of two, from 2^-126 to 2^127.
const POWERS: u32 = 254;

/// 2 to the power of `index - 126`, for an `index` below [`POWERS`]. Made from its exponent bits,
/// since `powi` may round differently per platform.
fn power(index: u32) -> f32 {
    f32::from_bits((index + 1) << (f32::MANTISSA_DIGITS - 1))
}

/// `n / 2` horizontal bars, each long enough to cross all of the `n - n / 2` vertical bars and the
/// other way round; bars are 1 wide and 1 apart. On each axis half of the bars overlap with
/// everything, so a sweep along either one is quadratic in bars that do not touch.
pub(super) const COMBS: SceneKind = SceneKind::two(
    "combs",
    "n/2 horizontal bars across n - n/2 vertical bars: their product in pairs",
    |n, seed| {
        let horizontal = n / 2;
        let length = 2.0 * (n - horizontal) as f32;
        shuffled_boxes(COMBS.name, n, seed, |i| {
            let (bar, along_x) = if i < horizontal { (i, true) } else { (i - horizontal, false) };
            let (min, max) = tooth(bar);
            if along_x { ([-1.0, min], [length, max]) } else { ([min, -1.0], [max, length]) }
        })
    },
)
.with(|n| {
    let (horizontal, vertical) = (n / 2, n - n / 2);
    (vertical <= BARS_EXACT).then(|| u64::from(horizontal) * u64::from(vertical))
});

/// `n` plates, stacked on z with gaps of 1, whose x and y extents grow with the height so that each
/// overlaps with all others there.
pub(super) const AXIS_LIARS: SceneKind = SceneKind::three(
    "axis-liars",
    "plates that all overlap on x and y and are disjoint on z: 0 pairs",
    |n, seed| {
        shuffled_boxes(AXIS_LIARS.name, n, seed, |i| {
            let half = 1.0 + i as f32;
            let (bottom, top) = tooth(i);
            ([-half, -half, bottom], [half, half, top])
        })
    },
)
.with(|n| (n <= BARS_EXACT).then_some(0));

/// Up to this many bars of one comb, `f32` holds the bounds of each exactly.
const BARS_EXACT: u32 = 1 << (f32::MANTISSA_DIGITS - 1);

/// The extent of tooth `index` of a comb: 1 wide, with a gap of 1 to the next.
fn tooth(index: u32) -> (f32, f32) {
    let start = 2.0 * index as f32;
    (start, start + 1.0)
}

/// Pairs of `n` shapes that all touch one another.
fn all_pairs(n: u32) -> u64 {
    let n = u64::from(n);
    n * n.saturating_sub(1) / 2
}

/// The unit cell `index` of a lattice; `f32` holds its bounds exactly, since no lattice of `u32`
/// cells has a side above 65,536.
fn cell<const D: usize>(index: u32, side: u32) -> ([f32; D], [f32; D]) {
    let mut rest = index;
    let mut min = [0.0; D];
    for coordinate in min.iter_mut().rev() {
        *coordinate = (rest % side) as f32;
        rest /= side;
    }
    (min, min.map(|coordinate| coordinate + 1.0))
}

/// The smallest `k` with `k^dim >= n`.
fn lattice_side(n: u32, dim: u32) -> u32 {
    // The root is rounded, so it may be one off on either side.
    let mut side = (f64::from(n).powf(1.0 / f64::from(dim)) as u32).saturating_sub(1);
    while u64::from(side).pow(dim) < u64::from(n) {
        side += 1;
    }
    side
}

/// On each axis `3k - 2` ordered pairs of cell indices differ by at most one; `k^dim` ordered pairs
/// of cells are a cell with itself.
fn lattice_pairs(n: u32, dim: u32) -> Option<u64> {
    let side = u64::from(lattice_side(n, dim));
    let cells = side.pow(dim);
    let ordered = (3 * side).saturating_sub(2).pow(dim);
    (cells == u64::from(n)).then(|| (ordered - cells) / 2)
}
