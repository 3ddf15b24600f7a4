//! How the program ends when not all is well.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use thiserror::Error;

use crate::{
    figures::FigureError, input::InputError, peers::programs::ProgramError, record::RecordError,
    runner, scene::SceneError,
};

/// Why the program ends with another exit code than 0. The message is one line.
#[derive(Debug, Error)]
pub(super) enum Failure {
    /// It ran, and the result is not what it should be.
    #[error("{0}")]
    Finding(String),
    /// It could not be run.
    #[error(transparent)]
    Run(#[from] runner::Error),
    /// Figures are no use.
    #[error(transparent)]
    Figures(#[from] FigureError),
    /// No other library could be asked.
    #[error(transparent)]
    Peers(#[from] ProgramError),
    /// No record was made.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The output could not be written.
    #[error("standard output: {0}")]
    Stdout(#[from] io::Error),
}

impl From<SceneError> for Failure {
    fn from(error: SceneError) -> Self {
        Self::Run(error.into())
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::Run(error.into())
    }
}

impl Failure {
    /// Says why on standard error, and returns the exit code.
    pub(super) fn exit(&self) -> ExitCode {
        // Where standard error is closed too, the exit code has to do.
        let _ = writeln!(io::stderr(), "jostle-bench: {self}");
        match self {
            Self::Finding(_) => ExitCode::from(1),
            Self::Run(_)
            | Self::Figures(_)
            | Self::Peers(_)
            | Self::Record(_)
            | Self::Stdout(_) => ExitCode::from(2),
        }
    }
}
