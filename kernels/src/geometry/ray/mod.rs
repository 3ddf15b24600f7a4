//! Where a ray first meets a shape.
//!
//! Solid shapes are met at `t_min` by rays that begin in or on them; the normal is zero then. Else
//! normals are unit vectors that point against the ray. A ray without direction is a point, which
//! meets what it is in, but no triangle in space. A ray meets nothing after [`f32::MAX`], and
//! nothing where one of its numbers, but for `t_max`, or one of the shape is not finite.
//!
//! Boxes, segments, triangles and polygons are told from the stored numbers without rounding: no
//! ray slips between two triangles that share an edge. Balls, capsules and oriented boxes are
//! missed only where that is certain.
//!
//! ```
//! use jostle_kernels::{Aabb, geometry::ray::{self, Ray}};
//!
//! let aabb = Aabb::new([2.0, -1.0, 0.0], [3.0, 1.0, 0.0]);
//! let hit = ray::aabb(&Ray::new([0.0; 3], [0.5, 0.0, -0.0]), &aabb); // in the plane of a face
//! assert_eq!(hit.map(|hit| (hit.t, hit.normal)), Some((4.0, [-1.0, 0.0, 0.0])));
//! assert_eq!(ray::aabb(&Ray::segment([0.0; 3], [1.0, 0.0, 0.0]), &aabb), None);
//! ```

mod aabb;
mod convex_polygon;
mod line;
mod segment;
mod solid;
mod triangle3;

pub use aabb::aabb;
pub use convex_polygon::convex_polygon;
pub use line::Ray;
pub use segment::segment;
pub use solid::{ball, capsule, obb};
pub use triangle3::{TriangleHit, triangle3};

use super::determinant::ERROR;

/// Where a ray meets a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit<const D: usize> {
    /// The first `t` of the ray, between its `t_min` and `t_max`, at which it is in the shape.
    pub t: f32,
    /// A unit vector out of the shape where it is met; zero where the ray begins in it.
    pub normal: [f32; D],
}

impl<const D: usize> RayHit<D> {
    /// A hit at the beginning of a ray.
    fn at_start(ray: &Ray<D>) -> Self {
        Self { t: ray.t_min + 0.0, normal: [0.0; D] }
    }
}

/// By how much more than `t` itself a time may be beyond `t_min` or `t_max` and count as that.
const LATE: f64 = 8.0 * ERROR;
