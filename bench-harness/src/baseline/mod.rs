//! Textbook methods to compare with: two broad phases with the comparison, and a tree.
//!
//! The broad phases are written the way a programmer writes them who needs one this afternoon:
//! single-threaded, scalar, a new list per call, and no case handled specially. They want finite
//! boxes with `min <= max`. What runs per box is a plain loop: the program is optimized in many
//! units, where adapters of arrays would stay calls.

mod compare;
pub mod full_sweep;
pub mod grid;
pub mod sweep;

#[cfg(test)]
mod tests;

pub use compare::{Compare, Comparison, Contender};

use crate::boxes::Boxes;

/// The corners of all boxes, box by box: both methods visit boxes in no order of theirs.
fn records<const D: usize>(min: &[Vec<f32>; D], max: &[Vec<f32>; D]) -> Vec<([f32; D], [f32; D])> {
    let mut records = vec![([0.0; D], [0.0; D]); min[0].len()];
    for axis in 0..D {
        for ((record, min), max) in records.iter_mut().zip(&min[axis]).zip(&max[axis]) {
            record.0[axis] = *min;
            record.1[axis] = *max;
        }
    }
    records
}

/// The largest extent of a box on any axis over the largest extent of the space they are in.
///
/// A grid with cells as large as the largest box is no use where this is not far below one.
fn coarseness<const D: usize>(boxes: &Boxes<D>) -> f64 {
    let mut largest = 0.0_f64;
    let mut domain = 0.0_f64;
    for (min, max) in boxes.min.iter().zip(&boxes.max) {
        let extents = min.iter().zip(max).map(|(min, max)| f64::from(*max) - f64::from(*min));
        largest = extents.fold(largest, f64::max);
        let low = min.iter().copied().fold(f32::INFINITY, f32::min);
        let high = max.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        domain = domain.max(f64::from(high) - f64::from(low));
    }
    largest / domain
}
