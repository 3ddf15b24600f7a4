//! The one place that writes to standard output.

use std::{
    io::{self, ErrorKind, Write},
    time::SystemTime,
};

use humantime::format_rfc3339_seconds;
use serde::Serialize;

use super::failure::Failure;
use crate::host::Host;

/// A result, and where it comes from.
#[derive(Serialize)]
struct Found<'a, R> {
    command: &'static str,
    #[serde(flatten)]
    result: &'a R,
    host: Host,
    /// UTC.
    when: String,
}

/// Prints the result of a command as one line of JSON that says where it is from, or else the text.
pub(super) fn print(
    json: bool,
    command: &'static str,
    result: &impl Serialize,
    text: impl FnOnce() -> String,
) -> Result<(), Failure> {
    if json {
        let when = format_rfc3339_seconds(SystemTime::now()).to_string();
        return print_line(&Found { command, result, host: Host::this(), when });
    }
    print_text(&text())
}

/// Prints a value as one line of JSON.
fn print_line(value: &impl Serialize) -> Result<(), Failure> {
    let line = serde_json::to_string(value).map_err(io::Error::from)?;
    print_text(&(line + "\n"))
}

/// Prints `output` as it is.
pub(super) fn print_text(output: &str) -> Result<(), Failure> {
    match write(output) {
        // Whoever read it has read enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}

fn write(output: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(output.as_bytes())?;
    stdout.flush()
}
