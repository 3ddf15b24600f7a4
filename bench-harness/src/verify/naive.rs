//! The plain double loop that everything is held against in the end.

use jostle::Pair;

/// All touching pairs in canonical order. A box with a NaN or with `min > max` is in none.
#[must_use]
pub fn pairs<const D: usize>(min: &[Vec<f32>; D], max: &[Vec<f32>; D]) -> Vec<Pair> {
    let len = min[0].len();
    let valid = |i: usize| (0..D).all(|axis| min[axis][i] <= max[axis][i]);
    let touch = |a: usize, b: usize| {
        (0..D).all(|axis| min[axis][a] <= max[axis][b] && min[axis][b] <= max[axis][a])
    };
    let mut pairs = Vec::new();
    for a in (0..len).filter(|&a| valid(a)) {
        for b in (a + 1..len).filter(|&b| valid(b)) {
            if touch(a, b) {
                pairs.push(Pair { a: a as u32, b: b as u32 });
            }
        }
    }
    pairs
}
