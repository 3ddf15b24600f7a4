//! Textbook sort-and-sweep on the first axis.

use jostle::Pair;

use super::records;

/// All touching pairs: sorts by the minimum on x, then holds each box against those that begin
/// before it ends.
#[must_use]
pub fn pairs<const D: usize>(min: &[Vec<f32>; D], max: &[Vec<f32>; D]) -> Vec<Pair> {
    let boxes = records(min, max);
    let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
    order.sort_unstable_by(|&a, &b| min[0][a as usize].total_cmp(&min[0][b as usize]));
    let sorted: Vec<_> = order.iter().map(|&index| boxes[index as usize]).collect();
    let mut pairs = Vec::new();
    for (first, (min, max)) in sorted.iter().enumerate() {
        for (second, (other_min, other_max)) in sorted.iter().enumerate().skip(first + 1) {
            if other_min[0] > max[0] {
                break;
            }
            if (1..D).all(|axis| min[axis] <= other_max[axis] && other_min[axis] <= max[axis]) {
                pairs.push(Pair::ordered(order[first], order[second]));
            }
        }
    }
    pairs
}
