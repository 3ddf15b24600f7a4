//! Steps of pipelines on arrays of any numbers, which are changed, grow and shrink.
//!
//! * Two pipelines that differ in broad phase and SIMD level find the same, bit for bit, also of
//!   fast shapes.
//! * A row is listed as invalid where its shape alone is refused. Pairs of bounds are those of a
//!   double loop, as the filter, the function of the user and the sensors want them. Contacts and
//!   overlaps of sensors are those of each pair alone, and events tell what the two last lists say.
//! * A step that is refused finds nothing, and the next one is compared with the last good one.

#![no_main]

mod arrays;
#[path = "../../../../tests/common/contact_text.rs"]
mod contact_text;
mod frames;

use arbitrary::Unstructured;
use jostle_fuzz::on_one_thread;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: on_one_thread(), |data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let mut u = Unstructured::new(rest);
    // Bytes that do not suffice are no input.
    let _ = if first % 2 == 0 { frames::run::<2>(&mut u) } else { frames::run::<3>(&mut u) };
});
