//! Worlds of raw or tame shapes, through operations of any kind.
//!
//! * A world of shapes without parts, none of which is fast, finds in each step what a model finds
//!   by asking about each pair alone (`tests/world/model.rs`), as far as their bounds touch and
//!   they reach no farther than 1e18.
//! * Two worlds that differ in broad phase and SIMD level go through the same and find the same,
//!   bit for bit, with compound, mesh and fast shapes too. One of them is taken down and made again
//!   from the bytes of a snapshot now and then.
//! * Whatever is refused is refused by both, and changes nothing that is found. A step that fails
//!   is no loss: the next one finds what that of a world finds that is made from a snapshot before.
//! * Queries of the last step answer what each shape alone answers. What is explained of a pair is
//!   what the last step found; so is what is looked up of a shape, also after it was changed. Each
//!   contact is resolved once, and values stay with their pairs.

#![no_main]

#[path = "../../../../tests/common/mod.rs"]
mod common;
mod found;
#[path = "../../../../tests/world/looked_up.rs"]
mod looked_up;
#[allow(dead_code, reason = "its tests use more of it")]
#[path = "../../../../tests/world/model.rs"]
mod model;
mod operations;
#[allow(unused_imports, dead_code, reason = "its tests use more of it")]
#[path = "../../../../tests/world/pair_data.rs"]
mod pair_data;

use arbitrary::Unstructured;
use jostle_fuzz::on_one_thread;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: on_one_thread(), |data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let (mut u, is_modeled) = (Unstructured::new(rest), first & 2 == 0);
    // Bytes that do not suffice are no input.
    let _ = match first % 2 {
        0 => operations::run::<2>(&mut u, is_modeled),
        _ => operations::run::<3>(&mut u, is_modeled),
    };
});
