//! Whether answers are the same.

use std::fmt::{self, Display, Formatter};

use jostle::query::ShapeHit;

/// Most that times of the same hit differ by: this share of them, or this where they are below 1.
pub(crate) const TOLERANCE: f32 = 1e-4;

/// Least cosine between normals that are the same: an angle of 1.8 degrees.
const COSINE: f32 = 0.9995;

/// How the answers of one compare to those of another.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    /// Rays that hit anything, as the first says.
    pub(crate) hits: usize,
    /// Of these, those that begin in a shape.
    pub(crate) begins_within: usize,
    /// Rays that hit another shape at the same time.
    pub(crate) ties: usize,
    /// Rays that only one of the two says to hit, or at times that differ.
    pub(crate) apart: usize,
    /// Rays that hit the same shape from outside, with another normal.
    pub(crate) aslant: usize,
}

impl Tally {
    /// Compares answers to the same rays.
    pub(crate) fn of(first: &[Option<ShapeHit<3>>], other: &[Option<ShapeHit<3>>]) -> Self {
        let mut tally = Self::default();
        for pair in first.iter().zip(other) {
            let (Some(first), Some(other)) = pair else {
                tally.hits += usize::from(pair.0.is_some());
                tally.apart += usize::from(pair.0.is_some() != pair.1.is_some());
                continue;
            };
            tally.hits += 1;
            tally.begins_within += usize::from(first.t == 0.0);
            let is_near = (first.t - other.t).abs() <= TOLERANCE * first.t.max(1.0);
            let cosine: f32 = first.normal.iter().zip(other.normal).map(|(a, b)| a * b).sum();
            tally.apart += usize::from(!is_near);
            tally.ties += usize::from(is_near && first.index != other.index);
            let is_same = is_near && first.index == other.index && first.t > 0.0;
            tally.aslant += usize::from(is_same && cosine < COSINE);
        }
        tally
    }
}

impl Display for Tally {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { hits, begins_within, ties, apart, aslant } = self;
        write!(f, "{hits} hits, {begins_within} of which from within; ")?;
        write!(f, "{ties} ties, {apart} other answers, {aslant} other normals")
    }
}
