//! A box as one record, the form in which the grid scatters it.

use bytemuck::{Pod, Zeroable, cast_mut};

use crate::{Lanes, lane::LANES};

/// A box with its id and lacks bits in 32 bytes, two to a cache line.
///
/// Scattering whole records writes one line per box and cell; scattering six columns would write
/// six, and gathering from them later costs more than everything else in the sweep together.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct Record {
    /// `D` minima, `D` maxima as bits of `f32`, unused words up to 6, id, lacks.
    words: [u32; LANES],
}

const ID: usize = 6;
const LACKS: usize = 7;

impl Record {
    /// Minimum on an axis of a `D`-dimensional record.
    #[inline(always)]
    #[must_use]
    pub fn min<const D: usize>(&self, axis: usize) -> f32 {
        debug_assert!(axis < D);
        f32::from_bits(self.words[axis])
    }

    /// Maximum on an axis of a `D`-dimensional record.
    #[inline(always)]
    #[must_use]
    pub fn max<const D: usize>(&self, axis: usize) -> f32 {
        debug_assert!(axis < D);
        f32::from_bits(self.words[D + axis])
    }

    /// The id.
    #[inline(always)]
    #[must_use]
    pub fn id(&self) -> u32 {
        self.words[ID]
    }

    /// The lacks bits of the [sweep](crate::sweep).
    #[inline(always)]
    #[must_use]
    pub fn lacks(&self) -> u32 {
        self.words[LACKS]
    }

    /// The same record with other lacks bits.
    #[inline(always)]
    #[must_use]
    pub fn with_lacks(mut self, lacks: u32) -> Self {
        self.words[LACKS] = lacks;
        self
    }
}

/// Eight boxes as columns to eight records.
#[inline(always)]
pub fn to_records<L: Lanes, const D: usize>(
    lanes: L,
    min: [L::Floats; D],
    max: [L::Floats; D],
    ids: L::Ints,
    lacks: L::Ints,
) -> [Record; LANES] {
    const { assert!(2 * D <= ID) };
    let mut columns = [lanes.splat(0.0); LANES];
    for axis in 0..D {
        columns[axis] = min[axis];
        columns[D + axis] = max[axis];
    }
    columns[ID] = lanes.from_bits(ids);
    columns[LACKS] = lanes.from_bits(lacks);
    let rows = lanes.transpose(columns);
    let mut records = [Record::default(); LANES];
    for (record, row) in records.iter_mut().zip(rows) {
        lanes.store(row, cast_mut(&mut record.words));
    }
    records
}

/// Eight boxes as columns, made from eight records.
pub struct Columns<L: Lanes, const D: usize> {
    /// Minima per axis.
    pub min: [L::Floats; D],
    /// Maxima per axis.
    pub max: [L::Floats; D],
    /// Bits of the ids.
    pub ids: L::Floats,
    /// Bits of the lacks.
    pub lacks: L::Floats,
}

/// Eight records to columns: the inverse of [`to_records`].
#[inline(always)]
pub fn to_columns<L: Lanes, const D: usize>(
    lanes: L,
    records: [&Record; LANES],
) -> Columns<L, D> {
    let mut rows = [lanes.splat(0.0); LANES];
    for (row, record) in rows.iter_mut().zip(records) {
        *row = lanes.load(bytemuck::cast_ref(&record.words));
    }
    let columns = lanes.transpose(rows);
    let (mut min, mut max) = ([columns[0]; D], [columns[D]; D]);
    for axis in 1..D {
        min[axis] = columns[axis];
        max[axis] = columns[D + axis];
    }
    Columns { min, max, ids: columns[ID], lacks: columns[LACKS] }
}
