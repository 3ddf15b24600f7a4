//! Small geometry in 2D and 3D: single points, segments and rays against single shapes.
//!
//! * [`inside`]: whether a point is in a shape
//! * [`closest`]: the point of a shape that is closest to a point, or those of two segments
//! * [`intersect`]: where the outlines of segments, circles and spheres cross
//! * [`ray`]: where a ray first meets a shape
//! * [`fit`]: the oriented box around points
//!
//! What each promises, the [kernels](jostle_kernels::geometry) say. For many boxes at once ask a
//! [`Bvh`](crate::bvh::Bvh), which takes the same [`Ray`](ray::Ray); for two shapes,
//! [`narrow`](crate::narrow).
//!
//! ```
//! use jostle::geometry::{Obb, closest, inside, ray::{self, Ray}};
//! use jostle::shape::{OrientedBox, Rotation};
//!
//! let rotation = Rotation::from_angle(0.3);
//! let obb = Obb::from(OrientedBox { center: [5.0, 0.0], half: [2.0, 1.0], rotation });
//! let shot = Ray::new([0.0, 0.0], [1.0, 0.0]);
//! let hit = ray::obb(&shot, &obb).expect("it is in the way");
//! let place = [hit.t, 0.0];
//! assert!((2.90..2.91).contains(&hit.t) && hit.normal[0] < -0.9);
//! let on_box = closest::obb(place, &obb);
//! assert!((on_box[0] - place[0]).abs() < 1e-5 && (on_box[1] - place[1]).abs() < 1e-5);
//! assert!(inside::obb([5.0, 0.0], &obb));
//! ```

pub mod fit;

pub use jostle_kernels::{
    geometry::{closest, inside, intersect, ray},
    shape::Obb,
};

use crate::shape::{OrientedBox, plane_box, space_box};

/// With axes rounded once. Those of an invalid rotation mean nothing.
impl From<OrientedBox<2>> for Obb<2> {
    fn from(oriented: OrientedBox<2>) -> Self {
        plane_box(&oriented)
    }
}

/// With axes rounded once. Those of an invalid rotation mean nothing.
impl From<OrientedBox<3>> for Obb<3> {
    fn from(oriented: OrientedBox<3>) -> Self {
        space_box(&oriented)
    }
}
