//! The sweep: intervals against a sorted run of boxes, hits left-packed.
//!
//! A run is a set of boxes as structure-of-arrays columns ([`Run`]), sorted (or sorted by buckets)
//! along axis 0. For each query box the caller knows a range of the run outside which nothing can
//! touch it; [`sweep()`] compares that range on every axis, eight boxes at a time, and writes the
//! pairs that touch one behind the other, without a branch on the outcome.
//!
//! Besides touching, a pair must satisfy the *lacks* rule: each box carries a set of bits, and two
//! boxes with a bit in common are not reported. The broad phase uses it to report a pair in one
//! cell only, and to leave out pairs of two static boxes, for the price of one test.

mod kernel;
mod run;
#[cfg(test)]
mod tests;

pub use kernel::{Cursor, Ranges, count, reference, sweep};
pub use run::{PADDING, Run, RunError};
