//! How the program ends when not all is well.

use std::{
    error::Error,
    io::{self, Write},
    process::ExitCode,
};

use crate::runner;

/// Why the program ends with another exit code than 0. The message is one line.
#[derive(Debug)]
pub(super) enum Failure {
    /// It ran, and the result is not what it should be.
    Finding(String),
    /// It could not be run, or what was found is wrong.
    Other(Box<dyn Error>),
}

impl<E: Error + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Other(Box::new(error))
    }
}

impl Failure {
    /// Says why on standard error, and returns the exit code.
    pub(super) fn exit(&self) -> ExitCode {
        let (code, why) = match self {
            Self::Finding(why) => (1, why.clone()),
            Self::Other(error) => match error.downcast_ref() {
                Some(runner::Error::Finding(why)) => (1, why.clone()),
                _ => (2, error.to_string()),
            },
        };
        // Where standard error is closed too, the exit code has to do.
        let _ = writeln!(io::stderr(), "jostle-bench: {why}");
        ExitCode::from(code)
    }
}
