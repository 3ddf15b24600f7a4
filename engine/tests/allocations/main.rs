//! After the first frames of a moving scene nothing is allocated any more, on any thread.
//!
//! One test, as the counter counts for the whole process.

#[path = "../common/mod.rs"]
mod common;

mod broad;
mod events;
mod impacts;
mod large;
mod meshes;
mod narrow;
mod neighbors;
mod shapes;
mod world;

use common::{Counting, allocations};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn steady_frames_allocate_nothing() {
    let before = allocations();
    drop(std::hint::black_box(vec![0_u8; 100]));
    assert!(allocations() > before, "the counter does not count");
    // Nothing else runs: what is counted below is the engine's.
    broad::check();
    events::check();
    shapes::check();
    narrow::check();
    impacts::check();
    meshes::check();
    world::check();
    neighbors::check();
    large::check();
}
