//! Neighbor lists with all settings, of points of any numbers that move, come and go.
//!
//! * Lists, and what of them is within the radius, are those of a double loop over points and their
//!   images, kept by a skin or built anew: exactly where space does not repeat itself or `f64` does
//!   not round, and else but for pairs that are as far apart as the reach but for roundings.
//! * Invalid points are listed, and change nothing for the others.
//! * What is refused is what the documentation says, and nothing else.

#![no_main]

mod asked;
#[path = "../../../../tests/common/mod.rs"]
mod common;
mod frames;
mod lattice;
mod oracle;
mod scene;

use arbitrary::Unstructured;
use jostle_fuzz::on_one_thread;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: on_one_thread(), |data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let mut u = Unstructured::new(rest);
    // Bytes that do not suffice are no input.
    let _ = if first % 2 == 0 { frames::run::<2>(&mut u) } else { frames::run::<3>(&mut u) };
});
