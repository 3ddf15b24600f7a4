//! Other libraries on the boxes of a scene, each in a process of its own.
//!
//! The programs that hold them are built apart from this one (`bench-harness/peers`,
//! `bench-harness/peers-cpp`). Each reads a file of boxes, answers for one library, and prints one
//! JSON object. Here they take turns. A textbook grid and a textbook sweep are among them.

mod answer;
mod build;
mod call;
mod contest;

use std::{fmt::Display, path::PathBuf, time::Duration};

use serde::{Deserialize, Serialize};

use crate::runner::{Error, SceneRequest};

pub use build::{build, built_before};

/// The peer that all are held against: the engine.
pub const REFERENCE: &str = "jostle";

/// What a library is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// All pairs of boxes that touch, from nothing in each run
    Pairs,
    /// The same while boxes go on by a share of their size a frame, from what is kept
    Drift,
    /// The nearest centers of boxes for each of them
    Nearest,
}

/// Libraries on the boxes of a scene.
#[derive(Clone, Debug)]
pub struct Contest<'a> {
    /// The boxes, and how they drift.
    pub scene: SceneRequest,
    /// What is asked.
    pub task: Task,
    /// The programs that have the libraries.
    pub programs: &'a [PathBuf],
    /// The libraries to ask, by name; all, where there are none.
    pub only: &'a [String],
    /// Processes of each.
    pub rounds: u32,
    /// Runs to time in each process; one more runs first.
    pub runs: u32,
    /// How long a process may take.
    pub limit: Duration,
}

/// A program or a file is no use.
fn refuse(what: impl Display, why: impl Display) -> Error {
    Error::Request(format!("{what}: {why}"))
}

/// A library that a program has.
#[derive(Clone, Debug, Deserialize)]
struct Listed {
    name: String,
    dims: Vec<usize>,
    /// By name: other versions of a program may know others.
    tasks: Vec<String>,
    /// Whether it can use several threads.
    threads: bool,
}

/// A library, and the program that has it.
#[derive(Clone, Debug)]
struct Entrant {
    program: PathBuf,
    listed: Listed,
}
