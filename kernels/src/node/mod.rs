//! The node of a wide tree: eight boxes in columns, so that one kernel call tests all of them.
//!
//! Inner nodes and leaves are alike; what a slot refers to is for the tree to say. A box that is
//! not there is NaN on every side, which nothing touches.

mod cast;
mod growth;
mod layout;
mod query;
#[cfg(test)]
mod tests;

pub use cast::{Cast, CastLanes};
pub use growth::{cheapest_slot, growth, growths};
pub use layout::{ABSENT, Node, row_of_slot};
pub use query::{BoxQuery, PointQuery, distance_squared, per_unit};
