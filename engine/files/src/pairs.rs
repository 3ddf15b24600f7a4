//! Writer of pair lists.

use std::{io::Write, path::Path};

use crate::{FileError, is_raw, write_file};

/// Writes `pairs` to `path`, over whatever file was there.
///
/// A name that ends in `.bin` gets each pair as two little-endian `u32`, without
/// a header; one that ends in `.csv` gets the header `a,b` and a line per pair.
///
/// # Errors
/// [`FileError::File`] where the name ends otherwise, before anything is
/// written, and [`FileError::Io`].
pub fn write(path: &Path, pairs: &[[u32; 2]]) -> Result<(), FileError> {
    let is_raw = is_raw(path)?;
    write_file(path, |out| {
        if is_raw {
            return out.write_all(bytemuck::cast_slice(pairs));
        }
        writeln!(out, "a,b")?;
        pairs.iter().try_for_each(|[a, b]| writeln!(out, "{a},{b}"))
    })
}
