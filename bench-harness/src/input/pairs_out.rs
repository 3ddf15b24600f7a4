//! Writer of pair lists.

use std::io::{self, Write};
use std::path::Path;

use super::{Format, InputError, write_file};

/// Writes `pairs` to `path`, over whatever file was there.
///
/// A name that ends in `.bin` gets each pair as two little-endian `u32`, without
/// a header; one that ends in `.csv` gets the header `a,b` and a line per pair.
///
/// # Errors
///
/// [`InputError::Extension`] where the name ends otherwise, before anything is
/// written, and [`InputError::Io`].
pub fn write_pairs(path: &Path, pairs: &[[u32; 2]]) -> Result<(), InputError> {
    let format = Format::of(path)?;
    write_file(path, |out| match format {
        Format::Raw => write_raw(out, pairs),
        Format::Csv => write_csv(out, pairs),
    })
}

fn write_raw(out: &mut impl Write, pairs: &[[u32; 2]]) -> io::Result<()> {
    for index in pairs.as_flattened() {
        out.write_all(&index.to_le_bytes())?;
    }
    Ok(())
}

fn write_csv(out: &mut impl Write, pairs: &[[u32; 2]]) -> io::Result<()> {
    writeln!(out, "a,b")?;
    for [a, b] in pairs {
        writeln!(out, "{a},{b}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::input::fixture::TempFile;

    const PAIRS: [[u32; 2]; 2] = [[0, 258], [7, u32::MAX]];

    #[test]
    fn raw_pairs_are_little_endian() {
        let file = TempFile::new("pairs.bin", b"old");
        write_pairs(file.path(), &PAIRS).unwrap();
        let expected = [0, 0, 0, 0, 2, 1, 0, 0, 7, 0, 0, 0, 255, 255, 255, 255];
        assert_eq!(fs::read(file.path()).unwrap(), expected);
    }

    #[test]
    fn csv_pairs_have_a_header() {
        let file = TempFile::new("pairs.csv", b"old");
        write_pairs(file.path(), &PAIRS).unwrap();
        assert_eq!(fs::read_to_string(file.path()).unwrap(), "a,b\n0,258\n7,4294967295\n");
    }

    #[test]
    fn no_pairs_are_a_file_too() {
        let file = TempFile::new("none.bin", b"old");
        write_pairs(file.path(), &[]).unwrap();
        assert!(fs::read(file.path()).unwrap().is_empty());
    }

    #[test]
    fn unknown_extension_is_an_error() {
        let error = write_pairs(Path::new("pairs.json"), &PAIRS).unwrap_err();
        assert!(matches!(error, InputError::Extension { .. }));
    }

    #[test]
    fn absent_folder_is_an_error_with_the_path() {
        let message = write_pairs(Path::new("absent/pairs.bin"), &PAIRS).unwrap_err().to_string();
        assert!(message.starts_with("absent/pairs.bin: "), "{message}");
    }
}
