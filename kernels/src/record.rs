//! A box as one record, the form in which the grid scatters it.

use bytemuck::{Pod, Zeroable, cast_mut, cast_ref};

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

    /// Copies another record through a register. The compiler's own copy goes by fields where
    /// some of them are used next to it, at several times the cost.
    #[inline(always)]
    pub fn copy_from<L: Lanes>(&mut self, lanes: L, other: &Self) {
        self.set(lanes, lanes.load(cast_ref(&other.words)));
    }

    /// Writes a row of [`to_rows`].
    #[inline(always)]
    pub fn set<L: Lanes>(&mut self, lanes: L, row: L::Floats) {
        lanes.store(row, cast_mut(&mut self.words));
    }

    /// Adds lacks bits.
    #[inline(always)]
    pub fn add_lacks(&mut self, lacks: u32) {
        self.words[LACKS] |= lacks;
    }
}

/// Eight boxes as columns to eight records, still in registers: row `k` is the record of lane `k`.
#[inline(always)]
pub fn to_rows<L: Lanes, const D: usize>(
    lanes: L,
    min: [L::Floats; D],
    max: [L::Floats; D],
    ids: L::Ints,
    lacks: L::Ints,
) -> [L::Floats; LANES] {
    const { assert!(2 * D <= ID) };
    let mut columns = [lanes.splat(0.0); LANES];
    columns[..D].copy_from_slice(&min);
    columns[D..2 * D].copy_from_slice(&max);
    columns[ID] = lanes.floats_of_bits(ids);
    columns[LACKS] = lanes.floats_of_bits(lacks);
    lanes.transpose(columns)
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

/// Eight records to columns: the inverse of [`to_rows`].
#[inline(always)]
pub fn to_columns<L: Lanes, const D: usize>(lanes: L, records: [&Record; LANES]) -> Columns<L, D> {
    let mut rows = [lanes.splat(0.0); LANES];
    for (row, record) in rows.iter_mut().zip(records) {
        *row = lanes.load(cast_ref(&record.words));
    }
    let columns = lanes.transpose(rows);
    let (mut min, mut max) = ([columns[0]; D], [columns[D]; D]);
    min.copy_from_slice(&columns[..D]);
    max.copy_from_slice(&columns[D..2 * D]);
    Columns { min, max, ids: columns[ID], lacks: columns[LACKS] }
}
