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
//!
//! * `row`: boxes as rows, and half of their surface
//! * `bins`: centers, and the boxes and weights of each bin
//! * `scan`: from bins to the cheapest plane
//! * `split`: [`split()`], the whole of it, and the partition of the records

mod bins;
mod row;
mod scan;
mod split;
#[cfg(test)]
mod tests;

pub use bins::{BINS, SplitBuffers, Weights, ends_of, twice_center};
pub use row::{EMPTY, Row, girth, half_area, row_of, signs, union};
pub use split::{Axes, SahSplit, SplitOptions, split};
