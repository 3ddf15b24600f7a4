//! Bytes of files: each is an error or something sound, and none ends the process.
//!
//! * Snapshots: raw bytes, words behind a right mark and before a right checksum, and whole
//!   snapshots of worlds of which some words are others. What is read is written again as it was;
//!   a world that comes of it steps, forgets all its shapes, takes another and steps.
//! * Meshes: vertices and triangles of any numbers, as trees, parts of a shape, and a polyhedron.
//! * The harness' readers of boxes (raw, CSV), meshes (OBJ, PLY, raw pairs), points, trajectories
//!   and figures: nothing that they read refers to what is not there.

#![no_main]

mod files;
mod meshes;
mod snapshots;

use arbitrary::Unstructured;
use jostle_fuzz::on_one_thread;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: on_one_thread(), |data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let mut u = Unstructured::new(rest);
    // Bytes that do not suffice are no input.
    let _ = match first % 16 {
        0 => snapshots::raw(rest),
        1..4 => snapshots::words(rest),
        4 | 5 => snapshots::changed::<2>(&mut u),
        6 | 7 => snapshots::changed::<3>(&mut u),
        8 | 9 => meshes::run(&mut u),
        number => files::read(number - 10, rest),
    };
});
