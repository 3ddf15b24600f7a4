//! Where memory is refused, whichever buffer it is for, a broad phase or a step of a world says so,
//! and finds everything when asked again.
//!
//! One test, as the allocator refuses memory to the whole process.

#[path = "../common/mod.rs"]
mod common;

mod broad;
mod refusing;
mod world;

use refusing::Refusing;

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

#[test]
fn refused_memory_is_an_error_and_nothing_is_lost() {
    refusing::check();
    broad::check::<2>();
    broad::check::<3>();
    world::check();
}
