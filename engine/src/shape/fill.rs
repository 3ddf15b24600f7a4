//! From columns to records and bounds: eight rows at a time, on all threads.

use jostle_kernels::{
    Lanes, Pass, SimdLevel,
    real::{Mask, Real, Truth, Wide},
    shape::{Bounded, Pack, is_stored, store},
    simd::LANES,
};

use super::lane_columns::{EightRows, LaneColumns};
use crate::{
    bounds::{Ledger, Writing},
    exec::threads,
    validate::InvalidShape,
};

/// Rows that one thread makes ready at a time.
const CHUNK: usize = 4096;

/// Where the records and bounds of some rows go.
struct FillOut<'a, Q, const D: usize> {
    records: &'a mut [Q],
    min: [&'a mut [f32]; D],
    max: [&'a mut [f32]; D],
    /// Set where the records and bounds of the frame before are still there: notes which rows are
    /// written again. An unchanged row is not written, which halves the time of shapes at rest. To
    /// read first what is written next costs moving shapes nothing.
    again: Option<Writing<'a>>,
}

impl<'a, Q, const D: usize> FillOut<'a, Q, D> {
    /// Those of the first rows; the rest stays.
    fn split_off(&mut self, rows: usize) -> Self {
        Self {
            records: split_off(&mut self.records, rows),
            min: self.min.each_mut().map(|column| split_off(column, rows)),
            max: self.max.each_mut().map(|column| split_off(column, rows)),
            again: self.again,
        }
    }
}

/// The first entries of a slice; the rest stays.
fn split_off<'a, T>(slice: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    slice.split_off_mut(..count).expect("the slice is as long as there are rows")
}

/// The records of a kind.
type Records<R, const D: usize> = <<R as LaneColumns<D>>::Shape as Pack>::Quads;

/// Makes all rows from `first` on ready, and says whether all are valid.
///
/// The parts are the same for any number of threads, and so is what becomes of a row in any part.
fn fill<R: LaneColumns<D>, const D: usize>(
    level: SimdLevel,
    rows: &R,
    first: usize,
    mut out: FillOut<'_, Records<R, D>, D>,
) -> bool {
    let count = out.records.len();
    if count <= CHUNK {
        return level.run(FillChunk { rows, first, out });
    }
    let half = (count / 2).next_multiple_of(CHUNK);
    let before = out.split_off(half);
    let (mut left, mut right) = (true, true);
    threads::join(
        || left = fill(level, rows, first, before),
        || right = fill(level, rows, first + half, out),
    );
    left & right
}

struct FillChunk<'a, R: LaneColumns<D>, const D: usize> {
    rows: &'a R,
    first: usize,
    out: FillOut<'a, Records<R, D>, D>,
}

impl<R: LaneColumns<D>, const D: usize> Pass for FillChunk<'_, R, D> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        let Self { rows, first, out } = self;
        let mut all_valid = true;
        for at in (0..out.records.len()).step_by(LANES) {
            let (shapes, valid) = rows.load(EightRows { lanes, first: first + at });
            if let Some(writing) = out.again {
                let records = &out.records[at..];
                if valid.all()
                    && let Some(eight) = records.first_chunk()
                    && is_stored::<R::Shape, L>(lanes, &shapes, eight)
                {
                    continue;
                }
                writing.note(first + at, records.len().min(LANES));
            }
            let (min, max) = R::Shape::bounds(&shapes);
            for axis in 0..D {
                put(&mut out.min[axis][at..], min[axis], valid);
                put(&mut out.max[axis][at..], max[axis], valid);
            }
            all_valid &= valid.all();
            let records = &mut out.records[at..];
            match records.first_chunk_mut() {
                Some(eight) => store::<R::Shape, L>(lanes, &shapes, eight),
                None => {
                    let mut eight = [Default::default(); LANES];
                    store::<R::Shape, L>(lanes, &shapes, &mut eight);
                    let count = records.len();
                    records.copy_from_slice(&eight[..count]);
                }
            }
        }
        all_valid
    }
}

/// Writes the bounds of eight rows, or of as many as there are; NaN for invalid rows.
#[inline(always)]
fn put<L: Lanes>(to: &mut [f32], bounds: Wide<L>, valid: Truth<L>) {
    let Wide { lanes, floats } = Wide::select(valid, bounds, bounds.of(f32::NAN));
    match to.first_chunk_mut() {
        Some(eight) => lanes.store(floats, eight),
        None => {
            let mut eight = [0.0; LANES];
            lanes.store(floats, &mut eight);
            to.copy_from_slice(&eight[..to.len()]);
        }
    }
}

/// The shapes of a frame that are still to be packed and bounded, kind by kind.
pub(super) struct Filling<'a, const D: usize> {
    pub(super) level: SimdLevel,
    /// Set where the records and bounds of the frame before are still there: notes which are
    /// written again.
    pub(super) ledger: Option<&'a Ledger>,
    /// The index of the next shape.
    pub(super) first: usize,
    pub(super) min: [&'a mut [f32]; D],
    pub(super) max: [&'a mut [f32]; D],
    pub(super) invalid: &'a mut Vec<InvalidShape>,
}

impl<const D: usize> Filling<'_, D> {
    /// Makes the shapes of a kind ready. `E` is the dimension where it is known by number.
    pub(super) fn add<R: LaneColumns<E>, const E: usize>(
        &mut self,
        rows: &R,
        records: &mut [<R::Shape as Pack>::Quads],
    ) {
        let count = rows.len();
        let mut min: [_; E] = std::array::from_fn(|axis| split_off(&mut self.min[axis], count));
        let max = std::array::from_fn(|axis| split_off(&mut self.max[axis], count));
        let min_again = min.each_mut().map(|column| &mut **column);
        let again = self.ledger.map(|ledger| ledger.from(self.first));
        let out = FillOut { records: &mut records[..count], min: min_again, max, again };
        if !fill(self.level, rows, 0, out) {
            let invalid = min[0].iter().enumerate().filter(|(_, min)| min.is_nan());
            for (row, _) in invalid {
                let (index, fault) = (self.first + row, rows.check(row).err());
                self.invalid.extend(fault.map(|reason| InvalidShape::of_first(index, reason)));
            }
        }
        self.first += count;
    }
}
