//! Shapes: what is let in, handles, columns, and shapes made ready for a frame.

#[path = "../common/mod.rs"]
mod common;

mod again;
mod at_rest;
mod columns;
mod hulls;
mod insert;
mod invalid;
mod operations;
mod prepare;
mod support;
