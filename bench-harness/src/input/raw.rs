//! Raw files of boxes and points: little-endian `f32` rows without a header.

use std::array;
use std::fs;
use std::path::Path;

use super::InputError;
use crate::boxes::{Boxes, columns};

const F32_BYTES: usize = size_of::<f32>();

/// Reads boxes from the raw file `path`.
///
/// A row is the `D` lower bounds and then the `D` upper bounds of one box, each
/// a little-endian `f32`. Bounds come back as they are, NaN and infinities too.
///
/// # Errors
///
/// [`InputError::Io`], and [`InputError::RowSize`] where the size of the file is
/// not a multiple of the `8 * D` bytes of a row.
pub fn read_boxes<const D: usize>(path: &Path) -> Result<Boxes<D>, InputError> {
    let values = read_values(path, 2 * D)?;
    let mut boxes = Boxes::with_capacity(values.len() / (2 * D));
    for bounds in values.chunks_exact(2 * D) {
        boxes.push(array::from_fn(|axis| bounds[axis]), array::from_fn(|axis| bounds[D + axis]));
    }
    Ok(boxes)
}

/// The bytes of a raw file of boxes, as [`read_boxes`] reads them.
#[must_use]
pub fn raw_boxes<const D: usize>(boxes: &Boxes<D>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * D * F32_BYTES * boxes.len());
    for index in 0..boxes.len() {
        let (min, max) = boxes.corners(index);
        bytes.extend(min.iter().chain(&max).flat_map(|bound| bound.to_le_bytes()));
    }
    bytes
}

/// Reads points from the raw file `path`: a column per axis.
///
/// A row is the `D` coordinates of one point, each a little-endian `f32`, which
/// come back as they are.
///
/// # Errors
///
/// [`InputError::Io`], and [`InputError::RowSize`] where the size of the file is
/// not a multiple of the `4 * D` bytes of a row.
pub fn read_points<const D: usize>(path: &Path) -> Result<[Vec<f32>; D], InputError> {
    let values = read_values(path, D)?;
    let mut points = columns(values.len() / D);
    for (axis, column) in points.iter_mut().enumerate() {
        column.extend(values.iter().skip(axis).step_by(D));
    }
    Ok(points)
}

/// The values of all rows, each of so many columns.
fn read_values(path: &Path, columns: usize) -> Result<Vec<f32>, InputError> {
    let bytes = fs::read(path).map_err(|source| InputError::io(path, source))?;
    let row = columns * F32_BYTES;
    if !bytes.len().is_multiple_of(row) {
        return Err(InputError::RowSize { path: path.to_owned(), size: bytes.len(), row });
    }
    let (values, _) = bytes.as_chunks::<F32_BYTES>();
    Ok(values.iter().map(|value| f32::from_le_bytes(*value)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::fixture::TempFile;

    fn encoded(values: &[f32]) -> Vec<u8> {
        values.iter().flat_map(|value| value.to_le_bytes()).collect()
    }

    #[test]
    fn rows_become_boxes() {
        let rows = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, -0.0, -1.0, -2.0, 1e-45, f32::INFINITY, 6.0];
        let file = TempFile::new("rows.bin", &encoded(&rows));
        let boxes = read_boxes::<3>(file.path()).unwrap();
        assert_eq!(boxes.len(), 2);
        assert_eq!(boxes.corners(0), ([0.0, 1.0, 2.0], [3.0, 4.0, 5.0]));
        assert_eq!(boxes.corners(1), ([-0.0, -1.0, -2.0], [1e-45, f32::INFINITY, 6.0]));
        assert!(boxes.min[0][1].is_sign_negative());
        assert_eq!(raw_boxes(&boxes), encoded(&rows));
    }

    #[test]
    fn rows_become_points() {
        let file = TempFile::new("points.f32", &encoded(&[0.0, 1.0, 2.0, 3.0, 4.0, f32::INFINITY]));
        let points = read_points::<3>(file.path()).unwrap();
        assert_eq!(points, [[0.0, 3.0], [1.0, 4.0], [2.0, f32::INFINITY]].map(Vec::from));
        let message = read_points::<2>(TempFile::new("odd.f32", &[0; 12]).path()).unwrap_err();
        assert!(
            message.to_string().ends_with("12 bytes are not a whole number of rows of 8 bytes")
        );
    }

    #[test]
    fn nan_is_kept() {
        let file = TempFile::new("nan.bin", &encoded(&[f32::NAN, 0.0, 1.0, 1.0]));
        assert!(read_boxes::<2>(file.path()).unwrap().min[0][0].is_nan());
    }

    #[test]
    fn empty_file_has_no_boxes() {
        let file = TempFile::new("empty.bin", b"");
        assert!(read_boxes::<3>(file.path()).unwrap().is_empty());
    }

    #[test]
    fn truncated_file_is_an_error_with_both_sizes() {
        let file = TempFile::new("truncated.bin", &[0; 47]);
        let message = read_boxes::<3>(file.path()).unwrap_err().to_string();
        assert!(message.starts_with(&file.path().display().to_string()));
        assert!(message.ends_with("47 bytes are not a whole number of rows of 24 bytes"));
    }
}
