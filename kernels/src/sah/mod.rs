//! The binned surface area heuristic (SAH): where to split a set of boxes in two.
//!
//! The boxes are [`Record`](crate::Record)s. Their centers are put into a few bins per axis, the
//! cost of a split between any two bins is estimated from the areas and weights on both sides, and
//! the records are partitioned at the cheapest one: Wald, "On fast Construction of SAH-based
//! Bounding Volume Hierarchies" (2007). The cost of a side is its area times the groups of eight
//! its boxes fill, because a group of eight is what the tree tests at once.
//!
//! A box travels as one *row*: minima, negated maxima and two idle lanes, so that the union of two
//! boxes is one `min`.

mod bins;
mod centers;
mod partition;
mod row;
mod scan;
mod split;
#[cfg(test)]
mod tests;

pub use centers::{ends_of, twice_center};
pub use row::{EMPTY, Row, half_area, row_of, signs, union};
pub use split::{Axes, Buffers, Options, Split, Weights, split};

/// Most bins on an axis.
pub const BINS: usize = 16;

/// Coordinates are cut to this magnitude where centers and areas are computed, so that these stay
/// finite for infinite boxes and for those near `f32::MAX`.
pub(crate) const FAR: f32 = 1e18;
