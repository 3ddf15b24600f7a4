//! Radix passes.
//!
//! * [`key`]: `f32` to an integer that sorts alike, with both zeros equal
//! * [`buckets`]: one counting pass over a digit the caller made
//! * [`lsd`]: least-significant-digit radix sort of 64-bit items by their upper or whole key
mod buckets;
mod key;
mod lsd;

pub use buckets::{count_digits, place, prefix_sum};
pub use key::sort_key;
pub use lsd::{sort_by_high_half, sort_whole};
