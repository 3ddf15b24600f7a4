//! Why a run was refused.

use jostle::error::SimdLevelError;
use jostle_kernels::simd::LEVEL_VARIABLE;
use rayon::ThreadPoolBuildError;
use thiserror::Error as ThisError;

use super::broad_phases::known_names;
use crate::{input::InputError, scene::SceneError};

/// Why a run was refused or could not be finished. The message is one line.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// No such scene.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A file could not be read or written.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The engine refused.
    #[error(transparent)]
    Engine(#[from] jostle::Error),
    /// No such SIMD level, or not on this processor.
    #[error(transparent)]
    SimdLevel(#[from] SimdLevelError),
    /// The same, where the environment asked for it.
    #[error("environment variable {LEVEL_VARIABLE}: {0}")]
    LevelVariable(SimdLevelError),
    /// No broad phase has this name.
    #[error("unknown broad phase \"{name}\"; the broad phases are: {}", known_names())]
    UnknownBroadPhase {
        /// The name that was asked for.
        name: String,
    },
    /// There cannot be this number of threads.
    #[error(
        "{threads} threads: the number of threads must be from 1 to {}",
        rayon::max_num_threads()
    )]
    Threads {
        /// The number that was asked for.
        threads: usize,
    },
    /// The threads could not be started.
    #[error("cannot start {threads} threads: {source}")]
    Pool {
        /// The number that was asked for.
        threads: usize,
        /// What went wrong.
        source: ThreadPoolBuildError,
    },
    /// There is nothing to take a median of.
    #[error("0 frames: the number of frames must be at least 1")]
    NoFrames,
    /// What is asked for does not exist, or does not go together.
    #[error("{0}")]
    Request(String),
    /// A comparison keeps all pairs, and they do not fit.
    #[error(
        "{scene} of {shapes} shapes has {pairs} touching pairs, too many to keep (at most {}): \
         ask for fewer shapes",
        super::PAIRS_LIMIT
    )]
    TooManyPairs {
        /// The scene.
        scene: &'static str,
        /// Its shapes.
        shapes: usize,
        /// Its pairs.
        pairs: u64,
    },
}

impl Error {
    /// There is nothing of this name; the message lists what there is.
    #[must_use]
    pub fn unknown(what: &str, name: &str, known: &[&str]) -> Self {
        Self::Request(format!("unknown {what} \"{name}\"; there are: {}", known.join(", ")))
    }
}
