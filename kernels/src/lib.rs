//! SIMD kernels of the jostle collision detection engine.
//!
//! A kernel is a pure function of lanes and slices: it starts no threads, allocates nothing and
//! knows no ids. Groups are of **eight** everywhere, so batches, padding and results are the same
//! on every machine. Each wide kernel stands beside its scalar reference, or is one [formula](real)
//! with it, and the tests hold the two together bit for bit at every [`SimdLevel`] the processor
//! has.
//!
//! * [`lane`]: the eight-lane abstraction and its backends
//! * [`level`]: which backend runs, chosen once per pass at run time
//! * [`bounds`]: algebra of axis-aligned bounding boxes
//! * [`grid`]: rulers that cut an axis into strips
//! * [`near`]: points within a distance of a point, left-packed
//! * [`node`]: eight boxes as the node of a tree
//! * [`real`]: one formula for one pair and for eight
//! * [`shape`]: balls, boxes, capsules, polygons and triangles, packed in quads
//! * [`batch`]: pairs of shapes by eight: gather, compute, store
//! * [`dispatch`]: which test computes which pair of kinds
//! * [`sat`]: separating axis tests
//! * [`contact`]: how two shapes touch
//! * [`geometry`]: single points, segments and rays against single shapes
//! * [`orient`]: on which side of a line or plane a point is, without rounding
//! * [`sah`]: binned surface area heuristic: bin, scan, partition
//! * [`sort`]: radix passes over float keys and over pairs
//! * [`sweep`]: intervals against a sorted run, hits left-packed
//! * [`swept`]: times of impact of moving shapes

pub mod batch;
pub mod bounds;
pub mod contact;
pub mod dispatch;
mod expansion;
pub mod geometry;
pub mod grid;
pub mod lane;
pub mod level;
pub mod node;
pub mod orient;
pub mod pair;
pub mod radius_search;
pub mod real;
pub mod record;
pub mod sah;
pub mod sat;
pub mod shape;
pub mod sort;
pub mod sweep;
pub mod swept;

pub use bounds::Aabb;
pub use lane::Lanes;
pub use level::{Pass, SimdLevel, SimdLevelError};
pub use node::Node;
pub use pair::Pair;
pub use record::Record;
