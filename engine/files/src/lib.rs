//! The files of the trade: readers of [`boxes`], [`mesh`]es, [`particles`], [`trajectory`] files
//! and arrays ([`npy`]), writers of [`pairs`] and of every [`table`] of results, and a [`page`] of
//! HTML that draws a scene.
//!
//! No reader trusts its file: whatever is wrong with it comes back as a [`FileError`] whose message
//! is one line with the path, the fault and where it is: a line of text or a byte of binary data.
//! No count in a header makes a reader allocate more than the file could fill.

pub mod boxes;
mod lines;
pub mod mesh;
pub mod npy;
pub mod number;
pub mod page;
pub mod pairs;
pub mod particles;
pub mod table;
pub mod trajectory;
mod vtp;

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use thiserror::Error;

/// Why a file could not be read or written.
#[derive(Debug, Error)]
pub enum FileError {
    /// The operating system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The refusal.
        source: io::Error,
    },
    /// A file is broken, is not what it should be, or its name does not end as it should.
    #[error("{}: {message}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        message: String,
    },
}

impl FileError {
    /// The operating system refused `path`.
    #[must_use]
    pub fn io(path: &Path, source: io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }

    /// Something is wrong with `path`.
    #[must_use]
    pub fn file(path: &Path, message: impl Into<String>) -> Self {
        Self::File { path: path.to_owned(), message: message.into() }
    }

    fn rows(path: &Path, size: usize, row: usize) -> Self {
        let why = format!("{size} bytes are not a whole number of rows of {row} bytes");
        Self::file(path, why)
    }
}

/// Reads a file as a whole.
fn bytes_of(path: &Path) -> Result<Vec<u8>, FileError> {
    fs::read(path).map_err(|source| FileError::io(path, source))
}

/// Writes a file, over whatever was there.
fn write_file(
    path: &Path,
    content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), FileError> {
    let write = || {
        let mut out = BufWriter::new(File::create(path)?);
        content(&mut out)?;
        // Dropping the writer would lose the error of the last write.
        out.flush()
    };
    write().map_err(|source| FileError::io(path, source))
}

/// The end of the name of a file, in lowercase, by which its format is chosen; empty where there is
/// none.
#[must_use]
pub fn extension(path: &Path) -> String {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.unwrap_or_default().to_ascii_lowercase()
}
