//! The program, run as a user runs it.

mod commands;
mod compare;
mod errors;
mod explain;
mod files;
mod frame;
mod mesh;
#[cfg(feature = "mpi")]
mod mpi;
mod narrow;
mod neighbors;
#[cfg(unix)]
mod peers;
#[path = "../present/mod.rs"]
mod present;
mod queries;
mod record;
#[path = "../recorded/mod.rs"]
mod recorded;
mod recorded_scenes;
mod render;
mod scaling;
mod soak;
mod support;
#[cfg(feature = "tracing")]
mod trace;
mod world;
