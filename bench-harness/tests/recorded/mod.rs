//! Recorded data, which is not part of the project.

use std::{env, path::PathBuf};

/// The recorded file `name` below `$JOSTLE_DATA`; `None`, and a line that says so, where it is absent.
pub(crate) fn recorded(name: &str) -> Option<PathBuf> {
    let root = env::var_os("JOSTLE_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")),
        PathBuf::from,
    );
    let path = root.join(name);
    if path.is_file() {
        return Some(path);
    }
    eprintln!("SKIPPED: {} is absent; JOSTLE_DATA names the folder of the data", path.display());
    None
}
