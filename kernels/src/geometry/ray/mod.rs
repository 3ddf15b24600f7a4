//! Where a ray first meets a shape.
//!
//! Solid shapes are met at `t_min` by rays that begin in or on them; the normal is zero then. Else
//! normals are unit vectors that point against the ray. A ray without direction is a point, which
//! meets what it is in, but no triangle in space. A ray meets nothing after [`f32::MAX`], and
//! nothing where one of its numbers, but for `t_max`, or one of the shape is not finite.
//!
//! Boxes, segments, triangles and polygons are told from the stored numbers without rounding: no
//! ray slips between two triangles that share an edge. Balls, capsules, oriented boxes, half-spaces
//! and polygons about a center are missed only where that is certain.
//!
//! ```
//! use jostle_kernels::{Aabb, geometry::ray::{self, Ray}};
//!
//! let aabb = Aabb::new([2.0, -1.0, 0.0], [3.0, 1.0, 0.0]);
//! let hit = ray::aabb(&Ray::new([0.0; 3], [0.5, 0.0, -0.0]), &aabb); // in the plane of a face
//! assert_eq!(hit.map(|hit| (hit.t, hit.normal)), Some((4.0, [-1.0, 0.0, 0.0])));
//! assert_eq!(ray::aabb(&Ray::segment([0.0; 3], [1.0, 0.0, 0.0]), &aabb), None);
//! ```

mod flat;
mod hull;
mod line;
mod polygon;
mod solid;
mod target;

pub use flat::{TriangleHit, convex_polygon, segment, triangle3};
pub(crate) use hull::{enter_hull, face_facing};
pub use line::{Entry, PreparedRay, Ray, RayHit};
pub use polygon::polygon;
pub use solid::{aabb, ball, capsule, obb};
pub use target::RayTarget;
