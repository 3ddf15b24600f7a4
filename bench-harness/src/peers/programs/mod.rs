//! Other libraries on the boxes of a scene, each in a process of its own.
//!
//! The programs that hold them are built apart from this one (`bench-harness/peers`,
//! `bench-harness/peers-cpp`). Each reads a file of boxes, answers for one library, and prints one
//! JSON object. Here they take turns.

mod answer;
mod build;
mod call;
mod contest;
mod files;
mod report;

use std::path::PathBuf;

use serde::Deserialize;
use thiserror::Error;

use crate::runner;

pub use answer::Task;
pub use build::{build, built_before};
pub use contest::Contest;
pub use report::{Failed, PeerPoint, PeersReport, REFERENCE};

/// Why no library could be asked.
#[derive(Debug, Error)]
pub enum ProgramError {
    /// The scene could not be made.
    #[error(transparent)]
    Run(#[from] runner::Error),
    /// A program could not be started.
    #[error("cannot run {program}: {source}")]
    Start {
        /// Its name.
        program: String,
        /// Why.
        source: std::io::Error,
    },
    /// The libraries could not be built.
    #[error("{command} failed: see above")]
    Build {
        /// What was run.
        command: String,
    },
    /// A program does not list its libraries.
    #[error("{program} list --json: {why}")]
    List {
        /// The program.
        program: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The boxes could not be written for the programs.
    #[error("{path}: {source}")]
    Boxes {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// No library of this name can be asked this.
    #[error("no peer {name} for this task in {dim}D; there are: {known}")]
    Unknown {
        /// The name.
        name: String,
        /// Number of axes.
        dim: usize,
        /// The names that there are.
        known: String,
    },
    /// The engine itself did not answer, so nobody can be held against it.
    #[error("{REFERENCE} did not answer: {why}")]
    NoReference {
        /// Why.
        why: String,
    },
}

/// A library that a program has.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Listed {
    pub(super) name: String,
    pub(super) dims: Vec<usize>,
    pub(super) tasks: Vec<Task>,
    /// Whether it can use several threads.
    pub(super) threads: bool,
}

/// A library, and the program that has it.
#[derive(Clone, Debug)]
pub(super) struct Entrant {
    pub(super) program: PathBuf,
    pub(super) listed: Listed,
}
