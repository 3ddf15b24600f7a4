//! SIMD kernels of the jostle collision detection engine.
//!
//! A kernel is a pure function of lanes and slices. It starts no threads, allocates nothing and
//! knows no handles. It works on groups of **eight** on every machine, so batches, padding and
//! results are the same everywhere. A wide kernel stands beside its scalar reference, or shares one
//! [formula](real) with it. The tests compare the two bit for bit at every [`SimdLevel`] that the
//! processor has.
//!
//! From the bottom up:
//!
//! * [`simd`]: eight lanes, one backend per instruction set, and which of them runs
//! * [`real`]: numbers over which one formula computes a single pair or eight
//! * [`bounds`]: algebra of axis-aligned bounding boxes, and the 32-byte [`Record`] of a box
//! * [`shape`]: balls, boxes, capsules, polygons, triangles, solids and hulls: value, packing,
//!   bounds, motion; and the convex hull of points, which is no kernel, and allocates
//! * [`geometry`]: exact predicates, and single points, segments and rays against single shapes
//! * [`pairs`]: overlap, contact and time of impact, one file for each pair of kinds of shapes
//! * [`dispatch`]: the tables that choose the kernel of a pair of kinds
//! * [`sort`]: radix passes over float keys, and a sorting network
//! * [`sweep`]: intervals against a sorted run, and bins along an axis
//! * [`node`]: eight boxes as the node of a tree
//! * [`sah`]: binned surface area heuristic: bin, scan, partition
//! * [`radius_search`]: points within a distance of a point

pub mod bounds;
pub mod dispatch;
pub mod geometry;
pub mod node;
mod pair;
pub mod pairs;
pub mod radius_search;
pub mod real;
pub mod sah;
pub mod shape;
pub mod simd;
pub mod sort;
pub mod sweep;
#[cfg(test)]
mod testing;

pub use bounds::{Aabb, Record};
pub use node::Node;
pub use pair::Pair;
pub use simd::{Lanes, Pass, SimdLevel, SimdLevelError};
