//! The program, run as a user runs it.

mod commands;
mod errors;
mod explain_sat;
mod files;
mod frame;
mod machine;
mod mesh;
mod narrow;
#[path = "../present/mod.rs"]
mod present;
mod queries;
#[path = "../recorded/mod.rs"]
mod recorded;
mod recorded_scenes;
mod render;
mod replay;
mod simulate;
mod support;
mod world;
