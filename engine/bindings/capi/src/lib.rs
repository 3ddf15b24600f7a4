//! The C interface of the jostle collision detection engine. Its users read `jostle.h`, which is
//! made of what is said here.
//!
//! * A call that can fail returns a [`jst_status`](status::jst_status), and leaves alone what its
//!   results would go to; [`jst_last_error`](status::jst_last_error) has a text.
//! * No call panics, aborts, unwinds, or changes the caller's floating-point environment.
//! * What callers hold of an object is a number in the guise of a pointer, which is looked up.
//! * Structs go by pointer, enums are `int32_t`, so that a wrong one is an error.

#![allow(non_camel_case_types, reason = "these are names of C")]

pub mod arrays;
pub mod bounds;
pub mod broad;
pub mod bvh;
pub mod contacts;
mod dimensions;
pub mod domains;
pub mod draw;
mod environment;
pub mod geometry;
pub mod invalid;
pub mod library;
pub mod mesh_tree;
pub mod narrow;
pub mod neighbors;
mod objects;
pub mod pipeline;
pub mod pool;
pub mod rays;
pub mod shape;
pub mod shapes;
mod space;
pub mod stats;
pub mod status;
pub mod world;
