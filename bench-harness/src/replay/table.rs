//! The numbers of each frame as a table in a file.

use std::{io::Write, path::Path};

use super::FrameContacts;
use crate::input::{InputError, write_file};

/// Refuses names of files that do not end in `.csv`.
///
/// # Errors
/// [`InputError::CsvName`] where that is so.
pub fn check_name(path: &Path) -> Result<(), InputError> {
    if path.extension().is_some_and(|extension| extension == "csv") {
        return Ok(());
    }
    Err(InputError::CsvName { path: path.to_owned() })
}

/// Writes the numbers of each frame to a CSV file, over whatever file was there.
///
/// # Errors
/// [`InputError::Io`].
pub fn write_frames(path: &Path, frames: &[FrameContacts]) -> Result<(), InputError> {
    write_file(path, |out| {
        writeln!(out, "frame,people,contacts,begun,ended")?;
        frames.iter().try_for_each(|row| {
            let FrameContacts { frame, people, contacts, begun, ended, .. } = row;
            writeln!(out, "{frame},{people},{contacts},{begun},{ended}")
        })
    })
}
