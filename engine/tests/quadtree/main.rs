//! The quadtree: operations against a model, the edges of space, and frames of moving boxes.

#[path = "../common/mod.rs"]
mod common;

mod churn;
mod edges;
mod frames;
mod fuzz;
mod model;
mod refusals;
mod sequences;
