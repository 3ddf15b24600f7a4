//! SVG files.

use std::{fs, path::Path};

use super::failure::Failure;
use crate::{input::InputError, runner};

/// Refuses names that do not end in `.svg`, before anything is computed.
pub(super) fn check_name(path: &Path) -> Result<(), Failure> {
    if path.extension().is_some_and(|extension| extension == "svg") {
        return Ok(());
    }
    let path = path.display();
    Err(runner::Error::Request(format!("{path}: the file name must end in .svg")).into())
}

/// Writes a picture.
pub(super) fn write(path: &Path, picture: String) -> Result<(), Failure> {
    fs::write(path, picture)
        .map_err(|source| InputError::Io { path: path.to_owned(), source }.into())
}
