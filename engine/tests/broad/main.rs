//! Broad phases: all of them give the pairs that brute force gives, on any input and in any use.

#[path = "../common/mod.rs"]
mod common;

mod adversarial;
mod agreement;
mod determinism;
mod filters;
mod gate;
mod gate_balls;
mod half_spaces;
mod laws;
mod layouts;
mod panics;
mod reentry;
mod size_classes;
mod streaming;
mod tests_made;
mod two_sets;
