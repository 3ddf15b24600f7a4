//! Structures that are kept from frame to frame, through operations of any kind.
//!
//! * Raw bytes are operations on a `DynamicTree` and a `Quadtree`, which stay sound and hold what a
//!   model holds (`tests/kept/dynamic_tree`, `tests/quadtree`).
//! * Frames in which boxes move a little, come, go, trade places or become invalid: every broad
//!   phase that keeps something, and a tree that is refitted, finds the pairs of a double loop over
//!   the boxes, and lists the invalid ones, also where it is told which boxes moved, and where
//!   boxes are stored otherwise than before, or are those of balls. It draws valid boxes only. Some
//!   frames have enough boxes that none falls back to what it does with few.

#![no_main]

#[path = "../../../../tests/common/mod.rs"]
mod common;
mod dynamic_tree;
mod frames;
mod quadtree;
#[allow(dead_code, reason = "its tests use more of it")]
#[path = "../../../../tests/debug/recorder.rs"]
mod recorder;
// The quadtree's.
#[path = "../../../../tests/quadtree/model.rs"]
mod model;

use arbitrary::Unstructured;
use common::Counts;
use frames::frames;
use jostle_fuzz::{on_one_thread, stored::Kind};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: on_one_thread(), |data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let counts = &mut Counts::default();
    let kind = if first >> 3 & 3 == 3 { Kind::Balls } else { Kind::Boxes };
    match first % 8 {
        0 => dynamic_tree::fuzz::operations::<2>(rest, counts),
        1 => dynamic_tree::fuzz::operations::<3>(rest, counts),
        2 => quadtree::fuzz::operations::<2>(rest, counts),
        3 => quadtree::fuzz::operations::<3>(rest, counts),
        // Bytes that do not suffice are no input.
        4 | 5 => drop(frames::<2>(&mut Unstructured::new(rest), kind)),
        _ => drop(frames::<3>(&mut Unstructured::new(rest), kind)),
    }
});
