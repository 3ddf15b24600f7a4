//! The incremental sweep and prune: frames that follow from one another are as those from nothing.

mod exhaustive;
mod fallbacks;
mod fuzz;
mod lanes;
mod motion;
