//! Scenes, input readers, runner and verification of the `jostle` benchmark harness.
//!
//! [`scene`] makes repeatable arrangements of boxes and balls from a count and a
//! seed, [`input`] reads boxes and meshes from files and writes pair lists, and
//! [`boxes`] holds the column layout that both of them produce. [`runner`] times
//! broad phases on them, [`queries`] asks trees over them, [`verify`] holds both
//! against brute force, [`baseline`] has textbook methods to compare with,
//! [`narrow`] times the narrow phase on pairs of shapes, [`peers`] asks other
//! libraries about them, [`frame`] goes all the way from moved shapes to contacts,
//! [`meshes`] finds the triangles of two meshes that touch, [`capacity`] asks how many shapes fit into a given time,
//! [`render`] draws scenes, [`explain`] the separating axis test, and [`cli`] is the
//! program around all of it.

pub mod baseline;
pub mod boxes;
pub mod capacity;
pub mod cli;
pub mod explain;
pub mod frame;
pub mod input;
pub mod meshes;
pub mod narrow;
mod number;
pub mod peers;
pub mod queries;
pub mod render;
pub mod replay;
pub mod runner;
pub mod scene;
pub mod verify;
