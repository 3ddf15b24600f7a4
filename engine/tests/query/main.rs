//! Queries for shapes, held against all shapes one by one.

#![allow(clippy::print_stdout, reason = "how often was asked is worth a look: --nocapture")]

#[path = "../common/mod.rs"]
mod common;

mod agreement;
mod casts;
mod every;
mod faults;
mod filters;
#[allow(dead_code, reason = "tests of composite shapes use more of it")]
#[path = "../composite/made.rs"]
mod made;
mod nearest;
mod oracle;
mod overlaps;
mod rays;
mod scene;
