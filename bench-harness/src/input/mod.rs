//! Readers of boxes, meshes and trajectories, the writer of pair lists, and the place of recorded
//! data.
//!
//! No reader trusts its file: whatever is wrong with it comes back as an [`InputError`] whose
//! message is one line with the path, the fault and where it is, and no count in a header makes a
//! reader allocate more than the file could fill.

pub mod csv;
pub mod elements;
pub mod mesh;
pub mod pairs_out;
pub mod ply;
pub mod raw;
pub mod recorded;
pub mod trajectory;

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use thiserror::Error;

use crate::boxes::Boxes;

/// Why a file could not be read or written.
#[derive(Debug, Error)]
pub enum InputError {
    /// The operating system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The refusal.
        source: io::Error,
    },
    /// A recorded file is not where recorded data is looked for.
    #[error(
        "{} is absent; the environment variable {} names the folder of recorded data",
        path.display(),
        recorded::FOLDER_VARIABLE
    )]
    Absent {
        /// The file.
        path: PathBuf,
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

impl InputError {
    fn io(path: &Path, source: io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }

    pub(crate) fn file(path: &Path, message: impl Into<String>) -> Self {
        Self::File { path: path.to_owned(), message: message.into() }
    }

    fn rows(path: &Path, size: usize, row: usize) -> Self {
        let why = format!("{size} bytes are not a whole number of rows of {row} bytes");
        Self::file(path, why)
    }
}

/// Writes a file, over whatever was there.
pub(crate) fn write_file(
    path: &Path,
    content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), InputError> {
    let write = || {
        let mut out = BufWriter::new(File::create(path)?);
        content(&mut out)?;
        // Dropping the writer would lose the error of the last write.
        out.flush()
    };
    write().map_err(|source| InputError::io(path, source))
}

/// Reads boxes from `path`: a raw file where its name ends in `.bin`, a CSV file
/// where it ends in `.csv`.
///
/// # Errors
/// [`InputError::File`] where the name ends otherwise, and those of
/// [`raw::read_boxes`] and [`csv::read_boxes`].
pub fn read_boxes<const D: usize>(path: &Path) -> Result<Boxes<D>, InputError> {
    if is_raw(path)? { raw::read_boxes(path) } else { csv::read_boxes(path) }
}

/// Reads a mesh from `path`, in the format that the end of its name tells.
///
/// * `.obj`: Wavefront's text; polygons become fans of triangles, points and lines are skipped, and
///   vertices that no face names are left out
/// * `.ply`: as [`ply::read_mesh`] reads it
/// * `X.pos.f32` or `X.tri.u32`: either of a raw pair
///
/// # Errors
/// Those of [`ply::read_mesh`], [`InputError::Io`], and [`InputError::File`] where the name ends
/// otherwise, a file is malformed or ends early, a position is not finite, or an index has no
/// vertex.
pub fn read_mesh(path: &Path) -> Result<mesh::Mesh, InputError> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    match (extension.map(str::to_ascii_lowercase).as_deref(), mesh::raw_pair(path)) {
        (Some("obj"), _) => mesh::read_obj(path),
        (Some("ply"), _) => ply::read_mesh(path),
        (_, Some(pair)) => mesh::read_raw(&pair),
        _ => {
            let why = "the file name of a mesh must end in .obj, .ply, .pos.f32 or .tri.u32";
            Err(InputError::file(path, why))
        }
    }
}

/// Whether the file of a table is raw, and not CSV, by the extension of its name.
fn is_raw(path: &Path) -> Result<bool, InputError> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("bin") => Ok(true),
        Some("csv") => Ok(false),
        _ => Err(InputError::file(path, "the file name must end in .bin or .csv")),
    }
}
