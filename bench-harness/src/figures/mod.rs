//! Figures that were printed as JSON before: read again, and held against each other.

mod compare;
mod read;

pub use compare::{Comparison, Row, Verdict, compare};
pub use read::{Figure, read};

use std::path::PathBuf;

use thiserror::Error;

/// Why files of figures are no use.
#[derive(Debug, Error)]
pub enum FigureError {
    /// The file cannot be read.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not what `--json` prints.
    #[error("{path}: value {number} is not what a command prints with --json: {why}")]
    Format {
        /// The file.
        path: PathBuf,
        /// Which of the values in it, from 1.
        number: usize,
        /// What is wrong.
        why: String,
    },
    /// There is nothing in it.
    #[error("{path}: there are no times in it")]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// Times of two machines say nothing about two programs.
    #[error(
        "{a} is of {cpu_a}, {b} of {cpu_b}: times of two machines are not compared without --across-machines"
    )]
    Machines {
        /// The first file.
        a: PathBuf,
        /// The second file.
        b: PathBuf,
        /// The processor of the first.
        cpu_a: String,
        /// The processor of the second.
        cpu_b: String,
    },
    /// No figure of one file is in the other.
    #[error("{a} and {b} have no figure in common")]
    NothingInCommon {
        /// The first file.
        a: PathBuf,
        /// The second file.
        b: PathBuf,
    },
}
