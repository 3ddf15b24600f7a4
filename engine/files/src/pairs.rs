//! Writer of pair lists.

use std::{io::Write, path::Path};

use crate::{
    FileError, extension,
    table::{Links, Table, Values},
    write_file,
};

/// Writes `pairs` to `path`, over whatever file was there.
///
/// A name that ends in `.bin` gets each pair as two little-endian `u32`, without a header. One that
/// ends in `.csv`, `.npy` or `.vtp` gets a [table](Table) of the columns `a` and `b`; for `.vtp` it
/// takes where both are, by `points`, which no other format needs.
///
/// # Errors
/// [`FileError::File`] where the name ends otherwise, before anything is written, and those of
/// [`Table::write`].
pub fn write(
    path: &Path,
    pairs: &[[u32; 2]],
    points: Option<&[[f64; 3]]>,
) -> Result<(), FileError> {
    match extension(path).as_str() {
        "bin" => write_file(path, |out| out.write_all(bytemuck::cast_slice(pairs))),
        "csv" | "npy" | "vtp" => {
            let [a, b] = [0, 1].map(|end| pairs.iter().map(|pair| pair[end]).collect::<Vec<_>>());
            let table = Table::new(pairs.len());
            let table = table.with("a", 1, Values::U32(&a)).with("b", 1, Values::U32(&b));
            table.write(path, points.map(|points| Links { points, ends: pairs }))
        }
        _ => Err(FileError::file(path, "the file name must end in .bin, .csv, .npy or .vtp")),
    }
}
