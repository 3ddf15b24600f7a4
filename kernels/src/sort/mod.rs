//! Radix passes, and sorts for short or nearly sorted lists.
//!
//! * `radix`: [`sort_key`] and [`float_of_key`] between floats and keys that sort alike;
//!   [`count_digits`], [`prefix_sum`] and [`place`], one counting pass over a digit;
//!   [`sort_by_high_half`] and [`sort_whole`], a least-significant-digit sort of 64-bit items
//! * `insertion`: [`insertion_sort`], for items that are nearly in order, with a limit
//! * `network`: [`sort_rows`], for many short lists, eight at a time

mod insertion;
mod network;
mod radix;

pub use insertion::{Insertion, insertion_sort};
pub use network::{LARGEST_KEY, SMALLEST_KEY, sort_rows};
pub use radix::{
    count_digits, float_of_key, place, prefix_sum, sort_by_high_half, sort_key, sort_whole,
};
