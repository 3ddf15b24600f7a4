//! Structures that are kept from call to call: put in, move, take out.

#[path = "../common/mod.rs"]
mod common;

mod dynamic_tree;
mod frames;
mod incremental_sap;
