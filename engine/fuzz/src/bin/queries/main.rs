//! Queries about shapes of every kind, of raw or tame numbers.
//!
//! * Rays, moving shapes, paths, overlaps and nearest shapes: every structure (trees of all build
//!   qualities, a tree that is kept, a world) answers as a plain loop over all shapes does, each of
//!   which is asked alone, bit for bit; or refuses the question as they do.
//! * First, any and all hits say the same, with and without a filter.
//! * Rays of tame numbers meet what an oracle in `f64` says (`tests/query/rays.rs`).

#![no_main]

mod alone;
mod ask;
#[path = "../../../../tests/common/mod.rs"]
mod common;
#[allow(dead_code, reason = "its tests use more of it")]
#[path = "../../../../tests/query/oracle.rs"]
mod oracle;
#[allow(unused_imports, dead_code, reason = "its tests use more of it")]
#[path = "../../../../tests/query/rays.rs"]
mod rays;
#[allow(unused_imports, dead_code, reason = "its tests use more of it")]
#[path = "../../../../tests/query/scene.rs"]
mod scene;

use arbitrary::Unstructured;
use jostle_fuzz::on_one_thread;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: on_one_thread(), |data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let mut u = Unstructured::new(rest);
    // Bytes that do not suffice are no input.
    let _ = if first % 2 == 0 { ask::run::<2>(&mut u) } else { ask::run::<3>(&mut u) };
});
