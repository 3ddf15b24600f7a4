//! Recorded data, which is not part of the project.

use std::path::PathBuf;

use jostle_bench::recorded::file;

/// The recorded file `name`; `None`, and a line that says so, where it is absent.
pub(crate) fn recorded(name: &str) -> Option<PathBuf> {
    file(name).inspect_err(|absent| eprintln!("SKIPPED: {absent}")).ok()
}
