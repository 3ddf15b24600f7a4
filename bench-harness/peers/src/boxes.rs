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

    fn is_valid(&self) -> bool {
        self.min
            .iter()
            .zip(&self.max)
            .all(|(min, max)| min.is_finite() && max.is_finite() && min <= max)
    }
}

/// Reads boxes from a raw file: little-endian `f32` rows of `D` minima and `D` maxima, no header.
pub(crate) fn read<const D: usize>(path: &Path) -> Result<Vec<Corners<D>>, Failure> {
    let fault = |why: String| Failure::Request(format!("{}: {why}", path.display()));
    let bytes = fs::read(path).map_err(|error| fault(error.to_string()))?;
    let row = 2 * D * size_of::<f32>();
    if !bytes.len().is_multiple_of(row) {
        let size = bytes.len();
        return Err(fault(format!("{size} bytes are not a whole number of rows of {row} bytes")));
    }
    // Some libraries have signed numbers for nodes, of which there are two per box.
    if bytes.len() / row > i32::MAX as usize / 2 {
        return Err(fault(format!("more than {} boxes", i32::MAX / 2)));
    }
    let (values, _) = bytes.as_chunks::<4>();
    let boxes: Vec<_> = values.chunks_exact(2 * D).map(corners).collect();
    match boxes.iter().position(|corners: &Corners<D>| !corners.is_valid()) {
        Some(index) => Err(fault(format!("box {index} is not finite, or ends before it begins"))),
        None => Ok(boxes),
    }
}

fn corners<const D: usize>(row: &[[u8; 4]]) -> Corners<D> {
    let value = |column: usize| f32::from_le_bytes(row[column]);
    Corners { min: array::from_fn(value), max: array::from_fn(|axis| value(D + axis)) }
}
