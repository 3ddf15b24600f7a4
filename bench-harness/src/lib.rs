//! Scenes, input readers, runner and verification of the `jostle` benchmark harness.
//!
//! [`scene`] makes repeatable arrangements of boxes and balls from a count and a
//! seed, [`input`] reads boxes and meshes from files and writes pair lists, and
//! [`boxes`] holds the column layout that both of them produce. [`tiling`] repeats
//! what was recorded on a grid of copies. [`runner`] times
//! broad phases on them, [`queries`] asks trees over them, [`verify`] holds both
//! against brute force, [`baseline`] has textbook methods to compare with,
//! [`narrow`] times the narrow phase on pairs of shapes, [`peers`] asks other
//! libraries about them, [`frame`] goes all the way from moved shapes to contacts,
//! [`meshes`] finds the triangles of two meshes that touch, [`capacity`] asks how many shapes fit into a given time,
//! [`scaling`] how time grows with shapes and shrinks with threads, [`figures`] reads what was printed and
//! compares it, [`host`] says on what machine it was,
//! [`record`] takes all figures of a machine, [`report`] makes a page of them,
//! [`render`] draws scenes, [`explain`] the separating axis test, [`simulation`] uses the engine
//! as its users do, and [`cli`] is the program around all of it.

pub mod baseline;
pub mod boxes;
pub mod capacity;
pub mod cli;
pub mod explain;
pub mod figures;
pub mod frame;
pub mod host;
pub mod input;
pub mod meshes;
pub mod narrow;
mod number;
pub mod peers;
pub mod queries;
pub mod record;
pub mod render;
pub mod replay;
pub mod report;
pub mod runner;
pub mod scaling;
pub mod scene;
pub mod simulation;
pub mod tiling;
pub mod verify;
pub mod world;

// What tests share is written for those outside of the crate, so the crate has its name inside, too.
#[cfg(test)]
extern crate self as jostle_bench;
#[cfg(test)]
#[path = "../tests/present/mod.rs"]
mod present;
#[cfg(test)]
#[path = "../tests/recorded/mod.rs"]
mod recorded;
