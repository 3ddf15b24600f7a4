//! Worlds and frames against a model that asks about each pair alone.

#[path = "../common/mod.rs"]
mod common;

mod agreement;
mod batches;
mod ccd;
mod churn;
mod enabled;
mod few_changes;
mod frames;
mod geometry;
mod half_spaces;
mod history;
mod invalid;
mod kept;
mod limits;
mod looked_up;
mod lookup;
mod model;
mod near;
mod pair_data;
mod pair_rules;
mod panics;
mod resolve;
mod rest;
mod sensors;
mod snapshots;
mod threads;
