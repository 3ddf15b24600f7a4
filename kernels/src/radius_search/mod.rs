//! Points within a distance of a point: eight distances at a time, hits left-packed.
//!
//! Squares of distances are computed in `f32`. A [`Band`] says which of them decide; for those in
//! between, which are rare, the caller is asked. So the answer is as exact as the caller's.

mod band;
mod scan;

#[cfg(test)]
mod tests;

pub use band::Band;
pub use scan::{Query, Targets, scan};
