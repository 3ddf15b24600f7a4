//! The tree of boxes: what it is made of, and all that can be asked of it.

#[path = "../common/mod.rs"]
mod common;

mod balls;
mod batches;
mod casts;
mod extremes;
mod faults;
mod fuzz;
mod neighbors;
mod rays;
mod refit;
mod regions;
mod tree;
mod within;
