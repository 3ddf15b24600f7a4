//! Axis-aligned boxes as structure-of-arrays columns, one `f32` column per axis, and their readers.

pub mod csv;
pub mod raw;

use std::{array, path::Path};

use crate::{FileError, extension, npy};

/// Axis-aligned boxes as structure-of-arrays columns.
///
/// All `2 * D` columns have the same length, and row `i` of each belongs to box `i`. A box is
/// closed: it contains its faces, so two boxes that share only a face, an edge or a corner touch.
/// Nothing here enforces `min <= max`; readers hand on what the file says.
#[derive(Clone, Debug, PartialEq)]
pub struct Boxes<const D: usize> {
    /// Lower bounds: `min[axis][i]` is the lower bound of box `i` on `axis`.
    pub min: [Vec<f32>; D],
    /// Upper bounds: `max[axis][i]` is the upper bound of box `i` on `axis`.
    pub max: [Vec<f32>; D],
}

impl<const D: usize> Boxes<D> {
    /// No boxes, and no memory reserved for any.
    pub fn new() -> Self {
        Self::with_capacity(0)
    }

    /// No boxes, with memory for `capacity` of them.
    pub fn with_capacity(capacity: usize) -> Self {
        let columns = || array::from_fn(|_| Vec::with_capacity(capacity));
        Self { min: columns(), max: columns() }
    }

    /// Appends the box with the corners `min` and `max`.
    pub fn push(&mut self, min: [f32; D], max: [f32; D]) {
        for axis in 0..D {
            self.min[axis].push(min[axis]);
            self.max[axis].push(max[axis]);
        }
    }

    /// The corners `(min, max)` of box `index`.
    ///
    /// # Panics
    /// If `index` is not below [`len`](Self::len).
    pub fn corners(&self, index: usize) -> ([f32; D], [f32; D]) {
        (array::from_fn(|axis| self.min[axis][index]), array::from_fn(|axis| self.max[axis][index]))
    }

    /// Number of boxes.
    pub fn len(&self) -> usize {
        self.min.first().map_or(0, Vec::len)
    }

    /// Whether there are no boxes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<const D: usize> Default for Boxes<D> {
    fn default() -> Self {
        Self::new()
    }
}

/// Reads boxes from `path`: a raw file where its name ends in `.bin`, a CSV file where it ends in
/// `.csv`, and where it ends in `.npy` an array of `2 * D` columns, the minima and then the maxima,
/// rounded to nearest `f32`.
///
/// # Errors
/// [`FileError::File`] where the name ends otherwise or an array has another shape, and those of
/// [`raw::read_boxes`], [`csv::read_boxes`] and [`npy::read`].
pub fn read<const D: usize>(path: &Path) -> Result<Boxes<D>, FileError> {
    match extension(path).as_str() {
        "bin" => raw::read_boxes(path),
        "csv" => csv::read_boxes(path),
        "npy" => of_array(path),
        _ => Err(FileError::file(path, "the file name must end in .bin, .csv or .npy")),
    }
}

/// The boxes of an array.
fn of_array<const D: usize>(path: &Path) -> Result<Boxes<D>, FileError> {
    let npy::Array { shape, values } = npy::read(path)?;
    if shape.len() != 2 || shape[1] != 2 * D {
        let why = format!("an array of shape {shape:?} where (n, {}) is expected", 2 * D);
        return Err(FileError::file(path, why));
    }
    let mut boxes = Boxes::with_capacity(shape[0]);
    for row in values.chunks_exact(2 * D) {
        let bound = |column: usize| row[column] as f32;
        boxes.push(array::from_fn(bound), array::from_fn(|axis| bound(D + axis)));
    }
    Ok(boxes)
}
