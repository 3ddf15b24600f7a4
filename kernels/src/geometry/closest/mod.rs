//! The point of a shape that is closest to a point, or two points of two segments.
//!
//! Shapes are solid: a point inside is its own closest point. What is over a
//! [`Real`](crate::real::Real) is one formula without branches, for `f32`, `f64`, and eight lanes,
//! and gives the same bits for one and for eight. It errs by at most [`ROUNDINGS`] of the sum of
//! the sizes of all coordinates and extents that go in, or 1e-37, for sizes up to 1e37.
//!
//! ```
//! use jostle_kernels::geometry::closest;
//!
//! assert_eq!(closest::segment([3.0, 5.0], [[0.0, 1.0], [4.0, 1.0]]), [3.0, 1.0]);
//! let triangle = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
//! assert_eq!(closest::polygon([4.0, 4.0], &triangle), Some([2.0, 2.0]));
//! let (low, high) = ([[0.0_f32; 3], [2.0, 0.0, 0.0]], [[1.0, 1.0, -1.0], [1.0, 1.0, 1.0]]);
//! let pair = closest::segments(low, high);
//! assert_eq!((pair.on_first, pair.on_second), ([1.0, 0.0, 0.0], [1.0, 1.0, 0.0]));
//! ```

mod aabb;
mod barycentric;
mod obb;
mod polygon;
mod round;
mod segment;
mod segments;
mod triangle3;

pub use aabb::aabb;
pub use barycentric::barycentric;
pub use obb::obb;
pub use polygon::polygon;
pub use round::{ball, capsule};
pub use segment::segment;
pub use segments::{SegmentPair, segments};
pub use triangle3::triangle3;

/// How much a closest point errs, or for triangles and two segments the distance, in units of
/// rounding of the sum of all sizes.
pub const ROUNDINGS: f32 = 48.0;
