//! A box as one record, the form in which the grid scatters it.

use bytemuck::{Pod, Zeroable, cast_mut, cast_ref};

use crate::{Aabb, Lanes, lane::LANES};

/// A box with its id and lacks bits in 32 bytes, two to a cache line.
///
/// Scattering whole records writes one line per box and cell; scattering six columns would write
/// six, and gathering from them later costs more than everything else in the sweep together.
#[repr(C, align(16))]
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
    pub fn exclusion(&self) -> u32 {
        self.words[LACKS]
    }

    /// The record of a box.
    #[inline]
    #[must_use]
    pub fn of_box<const D: usize>(aabb: &Aabb<D>, id: u32, exclusion: u32) -> Self {
        const { assert!(2 * D <= ID) };
        let mut words = [0; LANES];
        for axis in 0..D {
            (words[axis], words[D + axis]) = (aabb.min[axis].to_bits(), aabb.max[axis].to_bits());
        }
        (words[ID], words[LACKS]) = (id, exclusion);
        Self { words }
    }

    /// Sets all words: minima, maxima, unused words, id, lacks.
    pub fn set_words(&mut self, words: [u32; LANES]) {
        self.words = words;
    }

    /// The record of no box: NaN on every side, the id that no box has, and all lacks bits.
    #[must_use]
    pub const fn absent<const D: usize>() -> Self {
        const { assert!(2 * D <= ID) };
        let nan = f32::NAN.to_bits();
        Self { words: [nan, nan, nan, nan, nan, nan, u32::MAX, u32::MAX] }
    }

    /// Copies another record through a register. The compiler's own copy goes by fields where
    /// some of them are used next to it, at several times the cost.
    #[inline(always)]
    pub fn copy_from<L: Lanes>(&mut self, lanes: L, other: &Self) {
        self.set(lanes, other.load(lanes));
    }

    /// The whole record as lanes.
    #[inline(always)]
    pub fn load<L: Lanes>(&self, lanes: L) -> L::Floats {
        lanes.load(cast_ref(&self.words))
    }

    /// Writes a row of [`to_rows`].
    #[inline(always)]
    pub fn set<L: Lanes>(&mut self, lanes: L, row: L::Floats) {
        lanes.store(row, cast_mut(&mut self.words));
    }

    /// Sets id and lacks bits.
    #[inline(always)]
    pub fn set_tags(&mut self, id: u32, exclusion: u32) {
        self.words[ID] = id;
        self.words[LACKS] = exclusion;
    }

    /// Adds lacks bits.
    #[inline(always)]
    pub fn add_exclusion(&mut self, exclusion: u32) {
        self.words[LACKS] |= exclusion;
    }
}

/// Eight boxes as columns to eight records, still in registers: row `k` is the record of lane `k`.
#[inline(always)]
pub fn to_rows<L: Lanes, const D: usize>(
    lanes: L,
    min: [L::Floats; D],
    max: [L::Floats; D],
    ids: L::Ints,
    exclusion: L::Ints,
) -> [L::Floats; LANES] {
    const { assert!(2 * D <= ID) };
    let mut columns = [lanes.splat(0.0); LANES];
    columns[..D].copy_from_slice(&min);
    columns[D..2 * D].copy_from_slice(&max);
    columns[ID] = lanes.floats_of_bits(ids);
    columns[LACKS] = lanes.floats_of_bits(exclusion);
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
    pub exclusion: L::Floats,
}

/// Eight records to columns: the inverse of [`to_rows`].
#[inline(always)]
pub fn to_columns<L: Lanes, const D: usize>(lanes: L, records: [&Record; LANES]) -> Columns<L, D> {
    let mut rows = [lanes.splat(0.0); LANES];
    for (row, record) in rows.iter_mut().zip(records) {
        *row = record.load(lanes);
    }
    let columns = lanes.transpose(rows);
    let (mut min, mut max) = ([columns[0]; D], [columns[D]; D]);
    min.copy_from_slice(&columns[..D]);
    max.copy_from_slice(&columns[D..2 * D]);
    Columns { min, max, ids: columns[ID], exclusion: columns[LACKS] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pass, SimdLevel};

    struct RoundTrip;
    impl Pass for RoundTrip {
        type Output = ();
        const AVX512: bool = true;
        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) {
            let column = |k: u32| std::array::from_fn::<u32, 8, _>(|lane| 100 * k + lane as u32);
            let floats = |k| lanes.floats_of_bits(lanes.load_int(&column(k)));
            let (min, max) = ([floats(1), floats(2), floats(3)], [floats(4), floats(5), floats(6)]);
            let (ids, exclusion) = (lanes.load_int(&column(7)), lanes.load_int(&column(8)));
            let rows = to_rows(lanes, min, max, ids, exclusion);
            let mut records = [Record::default(); LANES];
            for (lane, (record, row)) in records.iter_mut().zip(&rows).enumerate() {
                record.set(lanes, *row);
                record.add_exclusion(1 << 20);
                let lane = lane as u32;
                assert_eq!(record.min::<3>(1).to_bits(), 200 + lane);
                assert_eq!(record.max::<3>(2).to_bits(), 600 + lane);
                assert_eq!(record.id(), 700 + lane);
                assert_eq!(record.exclusion(), (800 + lane) | 1 << 20);
                let mut copy = Record::default();
                copy.copy_from(lanes, record);
                assert_eq!(copy, *record);
            }
            let back = to_columns::<L, 3>(lanes, std::array::from_fn(|lane| &records[lane]));
            let mut out = [0.0; LANES];
            lanes.store(back.max[0], &mut out);
            assert_eq!(out.map(f32::to_bits), column(4));
            lanes.store(back.ids, &mut out);
            assert_eq!(out.map(f32::to_bits), column(7));
        }
    }

    #[test]
    fn columns_to_records_and_back() {
        SimdLevel::available().iter().for_each(|level| level.run(RoundTrip));
    }
}
