//! Boxes as rows.

use crate::{Lanes, Record, simd::LANES};

/// A box as minima, then negated maxima, then lanes of no meaning.
pub type Row = [f32; LANES];

/// The row of no box: the neutral element of [`union`].
pub const EMPTY: Row = [f32::INFINITY; LANES];

/// The bits to flip between a record and its row: the signs of the maxima.
#[must_use]
pub const fn signs<const D: usize>() -> [u32; LANES] {
    let mut signs = [0; LANES];
    let mut axis = 0;
    while axis < D {
        signs[D + axis] = 1 << 31;
        axis += 1;
    }
    signs
}

/// The row of a record.
#[inline(always)]
pub fn row_of<L: Lanes, const D: usize>(lanes: L, record: &Record) -> L::Floats {
    lanes.flip(record.load(lanes), lanes.load_int(&signs::<D>()))
}

/// The row of the union of two boxes.
#[inline(always)]
pub fn union<L: Lanes>(lanes: L, a: L::Floats, b: L::Floats) -> L::Floats {
    lanes.min(a, b)
}

/// Half the surface area of a box in 3D, half its circumference in 2D; finite for every box, and 0
/// for none.
#[must_use]
pub fn half_area<const D: usize>(row: &Row) -> f64 {
    let mut extents = [0.0; D];
    for axis in 0..D {
        extents[axis] = f64::from(extent(row[axis], row[D + axis]));
    }
    if D == 2 {
        extents[0] + extents[1]
    } else {
        extents[0] * extents[1] + extents[1] * extents[2] + extents[2] * extents[0]
    }
}

/// The sum of the extents of a box in space.
#[must_use]
#[inline(always)]
pub fn girth(row: &Row) -> f64 {
    (0..3).map(|axis| f64::from(extent(row[axis], row[3 + axis]))).sum()
}

/// Extent from a minimum and a negated maximum, between 0 and twice [`FAR`]; 0 for an interval that
/// lies at infinity.
#[inline(always)]
pub(super) fn extent(min: f32, negated_max: f32) -> f32 {
    let extent = 0.0 - (min + negated_max);
    if extent > 0.0 { extent.min(2.0 * FAR) } else { 0.0 }
}

/// Coordinates are cut to this magnitude where centers and areas are computed, so that these stay
/// finite for infinite boxes and for those near `f32::MAX`.
pub(crate) const FAR: f32 = 1e18;
