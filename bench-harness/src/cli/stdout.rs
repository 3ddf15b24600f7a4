//! The one place that writes to standard output.

use std::{
    io::{self, ErrorKind, Write},
    time::SystemTime,
};

use humantime::format_rfc3339_seconds;
use serde::Serialize;

use super::{failure::Failure, text::text};
use crate::{host::Host, runner::Row};

/// A result, and where it comes from.
#[derive(Serialize)]
struct Found<'a> {
    #[serde(flatten)]
    result: &'a Row,
    host: Host,
    /// UTC.
    when: String,
}

/// How a result is printed.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Output {
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(super) json: bool,
}

impl Output {
    /// Prints a report, as text without these figures of its lists.
    pub(super) fn print(self, row: &Row, hidden: &[&str]) -> Result<(), Failure> {
        if self.json { print_line(row) } else { print_text(&text(row, hidden)) }
    }
}

fn print_line(result: &Row) -> Result<(), Failure> {
    let when = format_rfc3339_seconds(SystemTime::now()).to_string();
    let found = Found { result, host: Host::this(), when };
    let line = serde_json::to_string(&found).map_err(io::Error::from)?;
    print_text(&(line + "\n"))
}

/// Prints `output` as it is.
pub(super) fn print_text(output: &str) -> Result<(), Failure> {
    match write(output) {
        // Whoever read it has read enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(io::Error::other(format!("standard output: {error}")).into()),
        Ok(()) => Ok(()),
    }
}

fn write(output: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(output.as_bytes())?;
    stdout.flush()
}
