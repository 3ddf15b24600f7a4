//! Where the outlines of two shapes cross.
//!
//! How many points there are is decided without rounding, but for [`circle_segment`], which says
//! with what slack. Points that were given come out as they are; the others are rounded to nearest
//! and off by up to half a step of `f32` and [`ERROR`] times the sum of the sizes, or infinite
//! where `f32` does not reach.
//!
//! ```
//! use jostle_kernels::geometry::intersect::{self, CircleIntersection, SegmentIntersection};
//! use jostle_kernels::shape::Ball;
//!
//! let crossing = intersect::segments([[0.0, 0.0], [4.0, 4.0]], [[0.0, 2.0], [2.0, 0.0]]);
//! assert_eq!(crossing, SegmentIntersection::Point([1.0, 1.0]));
//! let collinear = intersect::segments([[0.0, 0.0], [4.0, 4.0]], [[6.0, 6.0], [1.0, 1.0]]);
//! assert_eq!(collinear, SegmentIntersection::Overlap([[1.0, 1.0], [4.0, 4.0]]));
//!
//! let [left, right] = [[-3.0, 0.0], [3.0, 0.0]].map(|center| Ball { center, radius: 5.0 });
//! let points = [[0.0, 4.0], [0.0, -4.0]];
//! assert_eq!(intersect::circles(&left, &right), CircleIntersection::Points(points));
//! ```

mod chord;
mod circle_segment;
mod circles;
mod segments;
mod spheres;

pub use circle_segment::circle_segment;
pub use circles::{CircleIntersection, circles};
pub use segments::{SegmentIntersection, segments};
pub use spheres::{SphereIntersection, spheres};

/// A bound of the error of a point in units of the sum of the sizes, rounding to `f32` apart.
pub const ERROR: f64 = 8.0 * super::determinant::ERROR;
