//! The sweep: intervals against a sorted run of boxes, hits left-packed.
//!
//! A run is a set of boxes as structure-of-arrays columns ([`BoxRun`]), sorted (or sorted by
//! buckets) along axis 0. For each query box the caller knows a range of the run outside which
//! nothing can touch it; [`sweep()`] compares that range on every axis, eight boxes at a time, and
//! writes the pairs that touch one behind the other, without a branch on the outcome.
//!
//! Besides touching, a pair must pass the *exclusion masks*: each box carries a set of bits, and
//! two boxes with a bit in common are not reported. The broad phase uses it to report a pair in one
//! cell only, and to leave out pairs of two static boxes, for the price of one test.
//!
//! * `run`: [`BoxRun`], the padded columns
//! * `kernel`: [`sweep()`], [`count`] and their scalar [`reference`](reference())
//! * `axis_bins`: [`AxisBins`], which cuts an axis into bins: the cells of a grid, and those of the
//!   surface area heuristic
//! * `bytes`: [`ByteBins`], by which two axes are compared in one load
//! * `grading`: [`Grading`], by which bins get wider with the distance from a point

mod axis_bins;
mod bytes;
mod grading;
mod kernel;
mod run;
#[cfg(test)]
mod tests;

pub use axis_bins::AxisBins;
pub use bytes::ByteBins;
pub use grading::Grading;
pub use kernel::{Cursor, Ranges, count, reference, sweep};
pub use run::{BoxRun, PADDING, RunError};
