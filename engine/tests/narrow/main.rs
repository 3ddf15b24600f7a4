//! The narrow phase: what it finds about pairs of all kinds of shapes that rest, and when such meet
//! that move.

#[path = "../common/mod.rs"]
mod common;

mod distance;
mod extremes;
mod faults;
mod impacts;
mod lists;
mod mirror;
mod near;
mod panics;
