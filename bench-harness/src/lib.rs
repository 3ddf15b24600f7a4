//! The benchmark harness of `jostle`: [`scene`] and [`jostle_files`] make [`boxes`], [`runner`] has
//! the one loop that times cases and the one kind of report, and [`narrow`], [`frame`], [`world`],
//! [`queries`] and [`meshes`] are cases. [`verify`] holds broad phases and trees against brute
//! force, [`soak`] steps worlds for hours, [`peers`] asks other libraries, [`figures`] reads what
//! was printed and compares it, [`record`] takes all figures of a [`host`], [`report`] makes a page
//! of them, [`render`] draws scenes, and [`cli`] is the program around all of it. What uses the
//! engine as its users do is in `examples`.

pub mod boxes;
pub mod cli;
pub mod elements;
pub mod figures;
#[cfg(feature = "tracing")]
pub mod fork_model;
pub mod frame;
pub mod host;
pub mod meshes;
pub mod names;
pub mod narrow;
mod number;
pub mod peers;
pub mod queries;
#[cfg(feature = "mpi")]
pub mod ranks;
pub mod record;
pub mod recorded;
pub mod render;
pub mod report;
pub mod runner;
pub mod scaling;
pub mod scene;
mod sheet;
pub mod soak;
pub mod tiling;
pub mod verify;
pub mod world;
