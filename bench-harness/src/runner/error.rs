//! Why a run was refused.

use jostle::error::SimdLevelError;
use jostle_files::FileError;
use jostle_kernels::simd::LEVEL_VARIABLE;
use thiserror::Error as ThisError;

use crate::{names::UnknownName, scene::SceneError};

/// Why a run was refused or could not be finished. The message is one line.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// No such scene.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The engine refused.
    #[error(transparent)]
    Engine(#[from] jostle::Error),
    /// A step of many ranks failed.
    #[cfg(feature = "mpi")]
    #[error(transparent)]
    Ranks(#[from] jostle_mpi::Error),
    /// No such SIMD level, or not on this processor.
    #[error(transparent)]
    SimdLevel(#[from] SimdLevelError),
    /// The same, where the environment asked for it.
    #[error("environment variable {LEVEL_VARIABLE}: {0}")]
    LevelVariable(SimdLevelError),
    /// Nothing has this name.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// There is nothing to take a median of.
    #[error("0 frames: the number of frames must be at least 1")]
    NoFrames,
    /// What is asked for does not exist, or does not go together.
    #[error("{0}")]
    Request(String),
    /// It ran, and the result is not what it should be.
    #[error("{0}")]
    Finding(String),
}
