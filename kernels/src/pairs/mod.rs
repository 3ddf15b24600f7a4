//! Pairs of shapes: whether, how and when they touch. One file for each pair of kinds.
//!
//! A file `<a>_<b>` holds all tests of its pair: overlap and distance by separating axes, the
//! contact with its points, and the time of impact in closed form where there is one. [`PairTest`]
//! is the contract of the first two, [`SweptTest`] that of the last.
//!
//! * **Distance.** Minus the depth where the shapes overlap, positive where they are apart. Its
//!   sign is certain: it is positive only if exact arithmetic on the stored numbers finds a gap.
//!   Where `f32` cannot tell, the pair is decided in `f64`.
//! * **Normal.** A unit vector from A to B: moving B by `-distance` along it makes them touch.
//! * **Points.** Each is a point of A and one of B, relative to the center of each. Their features
//!   tell the points of a pair apart, so that a solver finds them again in the next frame.
//!
//! Everything is computed relative to A. So only the difference of two centers is rounded, wherever
//! in the world the shapes are.
//!
//! Separating axes: two convex shapes are apart if and only if their projections on some axis are
//! (S. Gottschalk, *Separating axis theorem*, 1996; C. Ericson, *Real-Time Collision Detection*,
//! 2005, section 4.4). For polytopes the normals of the faces of both and the cross products of
//! their edges are enough. All of them are tested.
//!
//! What several pairs share:
//!
//! * `batch`: pairs by eight: gather, compute, store ([`Batch`], [`Kernel`])
//! * `pair_test`, `contact`: the contract of tests, their kernels, and [`Contact`]
//! * `impact`, `impact_batch`: the same for moving shapes, and [`Impact`]
//! * `advance`: conservative advancement, for shapes that turn as they move
//! * `course`: a point that moves past a rounded box, the closed form for moving balls
//! * `axes`: projections, the deepest axis, certain signs of determinants
//! * `segments`, `normal`: closest points of segments, and unit normals of short vectors
//! * `hull`, `clip`: convex hulls in the plane, and clipping one edge against another
//! * [`convex`]: any two convex shapes in space, for pairs without a file of their own
//! * `face_clip`: clipping one face against another in space
//! * `half_space`: half-spaces, against each kind alike
//! * `box_segment`: a segment against a box
//! * `bounding_spheres`: a cheap first test

mod aabb_aabb;
mod aabb_times;
pub mod advance;
mod axes;
mod ball_ball;
mod ball_box;
mod ball_capsule;
mod ball_polygon;
mod ball_triangle;
mod batch;
mod bounding_spheres;
mod box_box2;
mod box_box3;
mod box_capsule;
mod box_polygon;
mod box_segment;
mod box_triangle;
mod capsule_capsule;
mod capsule_polygon;
mod capsule_triangle;
mod clip;
mod contact;
pub mod convex;
mod course;
mod face_clip;
mod half_space;
mod hull;
mod impact;
mod impact_batch;
mod normal;
mod pair_test;
mod polygon_polygon;
mod round_hull;
mod segments;
mod triangle_triangle;

pub use aabb_aabb::{AxisTimes, AxisTimesOf, SweptAabbs};
pub use aabb_times::{MovingBox, Times};
pub use ball_ball::{BallBall, SweptBallBall};
pub use ball_box::{BallBox, SweptBallBox};
pub(crate) use ball_box::{ball_box_apart, skew};
pub use ball_capsule::{BallCapsule, SweptBallCapsule};
pub use ball_polygon::BallPolygon;
pub use ball_triangle::BallTriangle;
pub(crate) use ball_triangle::from_triangle;
pub use batch::{Batch, Kernel, SingleKernel};
pub use bounding_spheres::SpheresTouch;
pub use box_box2::{BoxBox2, BoxBox2Manifold};
pub use box_box3::*;
pub use box_capsule::BoxCapsule;
pub use box_polygon::{BoxPolygon, BoxPolygonManifold};
pub use box_triangle::BoxTriangle;
pub use capsule_capsule::CapsuleCapsule;
pub use capsule_polygon::CapsulePolygon;
pub use capsule_triangle::CapsuleTriangle;
pub use contact::{Contact, ContactPoint, MAX_POINTS, RawContact};
pub use course::GAP;
pub use face_clip::{FacePoints, add_face_points};
pub use half_space::{
    AtHalfSpace, AtHalfSpacePoints, Footprint, SweptAtHalfSpace, SweptTwoHalfSpaces, TwoHalfSpaces,
};
pub use impact::{
    Impact, ImpactState, LATEST, MovingOf, MovingOne, MovingShape, Straight, SweptTest, impact_of,
    moving_from_quads,
};
pub use impact_batch::{Impacts, Movers, SweptBatch, SweptKernel};
pub(crate) use normal::Lifted;
pub use pair_test::{ContactKernel, Overlaps, PairTest, Separated, classify, contact_of, touches};
pub use polygon_polygon::{PolygonPolygon, PolygonPolygonManifold};
pub(crate) use segments::{UnitLine, closest_between_segments, closest_on_segment};
pub use triangle_triangle::TriangleTriangle;
