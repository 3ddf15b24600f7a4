//! What structures draw of themselves, held against the boxes they were given.

#[path = "../common/mod.rs"]
mod common;

mod cells;
mod fat_boxes;
mod nothing;
mod recorder;
mod sweeps;
mod trees;
