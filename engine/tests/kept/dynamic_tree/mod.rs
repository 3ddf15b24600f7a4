//! The dynamic tree against a plain list of boxes.

mod exhaustive;
mod extremes;
mod fuzz;
mod loaded;
mod model;
mod operations;
