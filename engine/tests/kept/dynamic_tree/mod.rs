//! The dynamic tree against a plain list of boxes.

mod exhaustive;
mod extremes;
mod model;
mod operations;
