//! Neighbor lists against a double loop without rounding.

#[path = "../common/mod.rs"]
mod common;

mod cells;
mod crowds;
mod exact;
mod extremes;
mod oracle;
mod periodic;
mod recorded;
mod refusals;
mod sets;
mod skin;
