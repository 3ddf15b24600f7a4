//! Where memory is refused, whichever buffer it is for, a broad phase or a step of a world says so,
//! and finds everything when asked again; an operation on a structure that is kept says so, and
//! leaves it as it was.
//!
//! The allocator refuses memory to the whole process, so nothing else runs in it: see `Cargo.toml`.

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

use common::{Check, pool, run_checks};
use points::Points;
use refusing::Refusing;

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

const CHECKS: [Check; 6] = [
    ("the allocator", refusing::check),
    ("broad phases in 2D", broad::check::<2>),
    ("broad phases in 3D", broad::check::<3>),
    ("worlds", world::check),
    ("what is kept", kept::check),
    ("every point", every_point),
];

fn main() {
    run_checks(&CHECKS, "refused memory is an error, and nothing is lost");
}

/// Refuses memory at every point of everything else: with debug assertions on one thread, without
/// on three, where the same points come in another order each time, and others are being passed
/// meanwhile.
fn every_point() {
    let threads = if cfg!(debug_assertions) { 1 } else { 3 };
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
