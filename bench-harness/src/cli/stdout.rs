//! The one place that writes to standard output.

use std::io::{self, ErrorKind, Write};

use serde::Serialize;

use super::failure::Failure;

/// Prints `result` as one line of JSON, or else the text.
pub(super) fn print(
    json: bool,
    result: &impl Serialize,
    text: impl FnOnce() -> String,
) -> Result<(), Failure> {
    if json {
        let line = serde_json::to_string(result).map_err(io::Error::from)?;
        return print_text(&(line + "\n"));
    }
    print_text(&text())
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
