//! Bytes of files: each is an error or something sound, and none ends the process.
//!
//! * Snapshots: raw bytes, words behind a right mark and before a right checksum, and whole
//!   snapshots of worlds of which some words are others. What is read is written again as it was;
//!   a world that comes of it steps, forgets all its shapes, takes another and steps.
//! * Meshes: vertices and triangles of any numbers, as trees, parts of a shape, and a polyhedron.
//! * Readers of boxes (raw, CSV, arrays), meshes (OBJ, PLY, STL, raw pairs), particles (XYZ,
//!   LAMMPS, CSV, arrays) and trajectories: nothing that they read refers to what is not there, and
//!   the positions of meshes and particles are finite.

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
    let _ = match first % 32 {
        0 | 1 => snapshots::raw(rest),
        2..8 => snapshots::words(rest),
        8..12 => snapshots::changed::<2>(&mut u),
        12..16 => snapshots::changed::<3>(&mut u),
        16..20 => meshes::run(&mut u),
        number => files::read(number - 20, rest),
    };
});
