//! The place of recorded data, which is not part of the project.

use std::{env, io, path::PathBuf};

use jostle_files::FileError;

/// The environment variable that names the folder of recorded data.
pub const FOLDER_VARIABLE: &str = "JOSTLE_DATA";

/// The folder where the variable is not set: beside the checkout.
const DEFAULT_FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data");

/// The path of the recorded file `name`, which is relative to the folder of recorded data.
///
/// # Errors
/// [`FileError::Io`] where there is no such file.
pub fn file(name: &str) -> Result<PathBuf, FileError> {
    let folder =
        env::var_os(FOLDER_VARIABLE).map_or_else(|| PathBuf::from(DEFAULT_FOLDER), PathBuf::from);
    let path = folder.join(name);
    if path.is_file() {
        return Ok(path);
    }
    let why =
        format!("absent; the environment variable {FOLDER_VARIABLE} names the folder of data");
    Err(FileError::Io { path, source: io::Error::new(io::ErrorKind::NotFound, why) })
}
