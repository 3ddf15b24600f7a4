//! How the program ends when not all is well.

use std::{
    fmt::{self, Display, Formatter},
    io::{self, Write},
    process::ExitCode,
};

/// Why the program ends with another exit code than 0. The message is one line.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The library ran and failed, or what it found cannot be right.
    Library(String),
    /// It could not be run.
    Request(String),
}

impl Failure {
    /// Says why on standard error, and returns the exit code.
    pub(crate) fn exit(&self) -> ExitCode {
        // Where standard error is closed too, the exit code has to do.
        let _ = writeln!(io::stderr(), "jostle-peers: {self}");
        match self {
            Self::Library(_) => ExitCode::from(1),
            Self::Request(_) => ExitCode::from(2),
        }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Library(why) | Self::Request(why) => f.write_str(why),
        }
    }
}
