//! Raw files of boxes and points: little-endian `f32` rows without a header.

use std::{array, path::Path};

use super::Boxes;
use crate::{FileError, bytes_of};

const F32_BYTES: usize = size_of::<f32>();

/// Reads boxes from the raw file `path`.
///
/// A row is the `D` lower bounds and then the `D` upper bounds of one box, each
/// a little-endian `f32`. Bounds come back as they are, NaN and infinities too.
///
/// # Errors
/// [`FileError::Io`], and [`FileError::File`] where the size of the file is
/// not a multiple of the `8 * D` bytes of a row.
pub fn read_boxes<const D: usize>(path: &Path) -> Result<Boxes<D>, FileError> {
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
/// [`FileError::Io`], and [`FileError::File`] where the size of the file is
/// not a multiple of the `4 * D` bytes of a row.
pub fn read_points<const D: usize>(path: &Path) -> Result<[Vec<f32>; D], FileError> {
    let values = read_values(path, D)?;
    Ok(array::from_fn(|axis| values.iter().skip(axis).step_by(D).copied().collect()))
}

/// The values of all rows, each of so many columns.
fn read_values(path: &Path, columns: usize) -> Result<Vec<f32>, FileError> {
    let bytes = bytes_of(path)?;
    let row = columns * F32_BYTES;
    if !bytes.len().is_multiple_of(row) {
        return Err(FileError::rows(path, bytes.len(), row));
    }
    let (values, _) = bytes.as_chunks::<F32_BYTES>();
    Ok(values.iter().map(|value| f32::from_le_bytes(*value)).collect())
}
