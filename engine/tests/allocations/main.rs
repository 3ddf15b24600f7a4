//! After the first frames of a moving scene nothing is allocated any more, on any thread.
//!
//! The counter counts for the whole process, so this is a program of its own: the standard test
//! harness allocates when it reports, after a minute, that a test is still running.

#[path = "../common/mod.rs"]
mod common;

mod broad;
mod events;
mod impacts;
mod large;
mod meshes;
mod narrow;
mod neighbors;
mod outside;
mod queries;
mod shapes;
mod world;

use common::{Check, Counting, allocations, run_checks};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const CHECKS: [Check; 11] = [
    // It makes the global pool.
    ("outside", outside::check),
    ("broad", broad::check),
    ("events", events::check),
    ("shapes", shapes::check),
    ("narrow", narrow::check),
    ("impacts", impacts::check),
    ("meshes", meshes::check),
    ("queries", queries::check),
    ("world", world::check),
    ("neighbors", neighbors::check),
    ("large", large::check),
];

fn main() {
    let before = allocations();
    drop(std::hint::black_box(vec![0_u8; 100]));
    assert!(allocations() > before, "the counter does not count");
    run_checks(&CHECKS, "steady frames allocate nothing");
}
