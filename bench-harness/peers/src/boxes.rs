//! Boxes, and the raw files they come from.

use std::{array, fs, path::Path};

use crate::failure::Failure;

/// A box by its minimum and maximum. It is closed: boxes that share only a face touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Corners<const D: usize> {
    pub(crate) min: [f32; D],
    pub(crate) max: [f32; D],
}

impl<const D: usize> Corners<D> {
    /// Whether they share a point. Without short cuts: which of the axes separates two boxes that
    /// are near each other is a toss-up, and a wrong guess costs more than the comparisons.
    #[inline(always)]
    pub(crate) fn touches(&self, other: &Self) -> bool {
        self.touches_from::<0>(other)
    }

    /// Whether they do as far as the axes from `FIRST` on can tell.
    #[inline(always)]
    pub(crate) fn touches_from<const FIRST: usize>(&self, other: &Self) -> bool {
        (FIRST..D).fold(true, |touch, axis| {
            touch & (self.min[axis] <= other.max[axis]) & (other.min[axis] <= self.max[axis])
        })
    }

    /// The middle, as the nearest `f32`.
    pub(crate) fn center(&self) -> [f32; D] {
        array::from_fn(|axis| f32::midpoint(self.min[axis], self.max[axis]))
    }

    /// Moves it.
    pub(crate) fn shift(&mut self, by: &[f32; D]) {
        for (axis, by) in by.iter().enumerate() {
            self.min[axis] += by;
            self.max[axis] += by;
        }
    }

    fn is_valid(&self) -> bool {
        self.min
            .iter()
            .zip(&self.max)
            .all(|(min, max)| min.is_finite() && max.is_finite() && min <= max)
    }
}

/// Reads boxes from a raw file: little-endian `f32` rows of `D` minima and `D` maxima, no header.
pub(crate) fn read<const D: usize>(path: &Path) -> Result<Vec<Corners<D>>, Failure> {
    let values = values(path, 2 * D)?;
    let boxes: Vec<_> = values.chunks_exact(2 * D).map(corners).collect();
    match boxes.iter().position(|corners: &Corners<D>| !corners.is_valid()) {
        Some(index) => {
            Err(fault(path, format!("box {index} is not finite, or ends before it begins")))
        }
        None => Ok(boxes),
    }
}

/// Reads what each of so many boxes goes on by in a frame: a row of `D` numbers each.
pub(crate) fn read_by<const D: usize>(path: &Path, boxes: usize) -> Result<Vec<[f32; D]>, Failure> {
    let values = values(path, D)?;
    let (rows, _) = values.as_chunks::<D>();
    if rows.len() != boxes {
        let why = format!("{} rows, where the other file has {boxes}", rows.len());
        return Err(fault(path, why));
    }
    match values.iter().all(|value| value.is_finite()) {
        true => Ok(rows.to_vec()),
        false => Err(fault(path, "a number is not finite".to_owned())),
    }
}

fn fault(path: &Path, why: String) -> Failure {
    Failure::Request(format!("{}: {why}", path.display()))
}

/// The numbers of a file of rows of so many.
fn values(path: &Path, columns: usize) -> Result<Vec<f32>, Failure> {
    let bytes = fs::read(path).map_err(|error| fault(path, error.to_string()))?;
    let row = columns * size_of::<f32>();
    if !bytes.len().is_multiple_of(row) {
        let size = bytes.len();
        let why = format!("{size} bytes are not a whole number of rows of {row} bytes");
        return Err(fault(path, why));
    }
    // Some libraries have signed numbers for nodes, of which there are two per box.
    if bytes.len() / row > i32::MAX as usize / 2 {
        return Err(fault(path, format!("more than {} boxes", i32::MAX / 2)));
    }
    let (values, _) = bytes.as_chunks::<4>();
    Ok(values.iter().map(|value| f32::from_le_bytes(*value)).collect())
}

fn corners<const D: usize>(row: &[f32]) -> Corners<D> {
    let value = |column: usize| row[column];
    Corners { min: array::from_fn(value), max: array::from_fn(|axis| value(D + axis)) }
}
