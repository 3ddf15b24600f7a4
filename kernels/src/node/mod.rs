//! The node of a wide tree: eight boxes in columns, so that one kernel call tests all of them.
//!
//! Inner nodes and leaves are alike. The tree says what a slot refers to. An absent box is NaN on
//! every side, which nothing touches.
//!
//! * `layout`: [`Node`], and how it is assembled from rows and records
//! * `query`: which boxes touch a box, and how far they are from a point
//! * `reach`: which of them are within a distance of a point
//! * `cast`: when a moving box or a ray meets them
//! * `growth`: which box grows least when it has to contain another one

mod cast;
mod growth;
mod layout;
mod query;
mod reach;
#[cfg(test)]
mod tests;

pub use cast::{Cast, CastLanes};
pub use growth::{cheapest_slot, growth, growths};
pub use layout::{ABSENT, Node, row_of_slot};
pub use query::{BoxQuery, PointQuery, distance_squared, per_unit};
pub use reach::Reach;
