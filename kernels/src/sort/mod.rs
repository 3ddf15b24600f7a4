//! Radix passes.
//!
//! * [`sort_key`]: `f32` to an integer that sorts alike, with both zeros equal; [`float_of_key`]
//!   back
//! * [`count_digits`], [`prefix_sum`], [`place`]: one counting pass over a digit the caller made
//! * [`sort_by_high_half`], [`sort_whole`]: least-significant-digit radix sort of 64-bit items
//! * [`insertion_sort`]: for items that are nearly in order, with a limit
//! * [`sort_rows`]: many short lists, eight at a time by a network

mod buckets;
mod insertion;
mod key;
mod lsd;
mod rows;

pub use buckets::{count_digits, place, prefix_sum};
pub use insertion::{Insertion, insertion_sort};
pub use key::{float_of_key, sort_key};
pub use lsd::{sort_by_high_half, sort_whole};
pub use rows::{LARGEST_KEY, SMALLEST_KEY, sort_rows};
