//! Whether a point is in a shape, or on its boundary.
//!
//! Exact for what is made of points and for balls. For capsules and oriented boxes, which are not
//! made of points, "no" is certain; see each function. A point that is not finite is in nothing.
//!
//! ```
//! use jostle_kernels::geometry::inside;
//!
//! let arrow = [[0.0, 0.0], [4.0, 2.0], [0.0, 4.0], [1.0, 2.0]];
//! assert!(inside::polygon([2.0, 2.0], &arrow));
//! assert!(inside::polygon([0.5, 1.0], &arrow)); // on an edge
//! assert!(!inside::polygon([0.5, 2.0], &arrow)); // in the notch
//! assert!(inside::convex_polygon([4.0, 2.0], &arrow[..3])); // a vertex
//! ```

mod ball;
mod capsule;
mod convex_polygon;
mod obb;
mod polygon;
mod segment;
mod triangle2;
mod triangle3;

pub use ball::ball;
pub(super) use ball::power;
pub use capsule::capsule;
pub use convex_polygon::convex_polygon;
pub use obb::obb;
pub use polygon::polygon;
pub use segment::segment;
pub use triangle2::triangle2;
pub use triangle3::{over_triangle3, triangle3};
