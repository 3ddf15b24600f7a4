//! Queries for shapes, held against all shapes one by one.

#[path = "../common/mod.rs"]
mod common;

mod agreement;
mod casts;
mod faults;
mod filters;
mod nearest;
mod oracle;
mod overlaps;
mod rays;
mod scene;
