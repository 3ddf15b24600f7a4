//! Where memory is refused, whichever buffer it is for, a broad phase or a step of a world says so,
//! and finds everything when asked again; an operation on a structure that is kept says so, and
//! leaves it as it was.
//!
//! One test, as the allocator refuses memory to the whole process.

#[path = "../common/mod.rs"]
mod common;

mod broad;
mod frames;
mod kept;
mod meshes;
mod neighbors;
mod points;
mod queries;
mod refusing;
mod shapes;
mod world;

use common::{pool, scale};
use points::Points;
use refusing::Refusing;

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

#[test]
fn refused_memory_is_an_error_and_nothing_is_lost() {
    refusing::check();
    broad::check::<2>();
    broad::check::<3>();
    world::check();
    kept::check();
    every_point();
}

/// Refuses memory at every point of everything else, on one thread. With `JOSTLE_TEST_SCALE` on
/// three as well, where the same points come in another order each time, and others are being
/// passed meanwhile: there a thread was once seen to want 512 bytes that nobody could refuse it.
fn every_point() {
    for threads in [1, 3].into_iter().take(scale().min(2)) {
        let mut points = Points::on(threads);
        pool(threads).install(|| {
            meshes::check(&mut points);
            neighbors::check(&mut points);
            queries::check(&mut points);
            shapes::check(&mut points);
            frames::check(&mut points);
        });
        points.print();
    }
}
