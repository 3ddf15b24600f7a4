//! Radix passes.
//!
//! * [`sort_key`]: `f32` to an integer that sorts alike, with both zeros equal; [`float_of_key`] back
//! * [`count_digits`], [`prefix_sum`], [`place`]: one counting pass over a digit the caller made
//! * [`sort_by_high_half`], [`sort_whole`]: least-significant-digit radix sort of 64-bit items
//! * [`insertion_sort`]: for items that are nearly in order, with a limit
//! * [`sort_rows`]: many short lists, eight at a time by a network

mod insertion;
mod network;
mod radix;

pub use insertion::{Insertion, insertion_sort};
pub use network::{LARGEST_KEY, SMALLEST_KEY, sort_rows};
pub use radix::{
    count_digits, float_of_key, place, prefix_sum, sort_by_high_half, sort_key, sort_whole,
};
