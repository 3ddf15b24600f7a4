//! The program, run as a user runs it.

mod commands;
mod errors;
mod explain_sat;
mod files;
mod frame;
mod mesh;
mod narrow;
mod queries;
mod render;
mod replay;
mod support;
