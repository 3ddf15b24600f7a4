//! Neighbor lists of points.

mod exact;
mod list;

pub(crate) use list::{NeighborList, query_pairs};
