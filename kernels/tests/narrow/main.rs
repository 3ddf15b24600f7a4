//! The narrow phase against exact arithmetic.

#![allow(clippy::print_stdout, reason = "the worst that was seen is worth a look: --nocapture")]

mod advance;
mod advance_round;
mod ball_obb;
mod ball_polygon;
mod ball_triangle;
mod balls;
mod bounds;
mod capsule_polygon;
mod capsule_triangle;
mod capsules;
mod circles;
mod convex;
mod faces;
mod half_space;
mod manifold2;
mod manifold3;
mod obb2;
mod obb3;
mod obb_capsule;
mod obb_triangle;
mod polygon2;
mod polyhedron;
mod resting;
mod rotation;
mod round_polygon;
mod sizes;
mod support;
mod swept_aabb;
mod swept_ball;
mod triangles;
