//! Figures that were printed as JSON before: read again, and held against each other.

mod compare;
mod read;

pub use compare::{compare, fault};
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
    /// There is nothing in it.
    #[error("{path}: there are no times in it")]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// What is in it is not what `--json` prints, or cannot be compared.
    #[error("{0}")]
    Use(String),
}
