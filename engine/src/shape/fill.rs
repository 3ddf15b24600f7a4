//! From columns to records and bounds: eight rows at a time, on all threads.

use jostle_kernels::{
    Lanes, Pass, SimdLevel,
    real::{Mask, Real, Truth, Wide},
    shape::{Bounded, Pack, is_stored, store},
    simd::LANES,
};

use super::{
    Ranges, ShapeKind,
    lane_columns::{EightRows, LaneColumns},
};
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
        let Self { rows, first, mut out } = self;
        let (mut all_valid, mut any_written) = (true, false);
        for at in (0..out.records.len()).step_by(LANES) {
            let filled = fill_eight(lanes, rows, first, &mut out, at);
            all_valid &= filled.valid;
            any_written |= filled.written;
        }
        if let Some(writing) = out.again
            && any_written
        {
            writing.note_blocks(first, out.records.len());
        }
        all_valid
    }
}

/// Makes some rows ready, and those beside them; the records and bounds of all are there.
struct FillSome<'a, R: LaneColumns<D>, const D: usize> {
    rows: &'a R,
    some: &'a [u32],
    out: FillOut<'a, Records<R, D>, D>,
}

impl<R: LaneColumns<D>, const D: usize> Pass for FillSome<'_, R, D> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        let Self { rows, some, mut out } = self;
        let mut all_valid = true;
        for row in some {
            let at = *row as usize / LANES * LANES;
            // A shape that was in a row may have been removed.
            if at < rows.len() {
                let filled = fill_eight(lanes, rows, 0, &mut out, at);
                all_valid &= filled.valid;
                if let Some(writing) = out.again
                    && filled.written
                {
                    writing.note_blocks(at, LANES.min(rows.len() - at));
                }
            }
        }
        all_valid
    }
}

/// What became of eight rows.
struct Filled {
    /// Whether all are valid.
    valid: bool,
    /// Whether they were not there as they are.
    written: bool,
}

/// Makes the rows from `first + at` on ready, eight or as many as there are, of which the records
/// and bounds begin at `at`.
#[inline(always)]
fn fill_eight<R: LaneColumns<D>, L: Lanes, const D: usize>(
    lanes: L,
    rows: &R,
    first: usize,
    out: &mut FillOut<'_, Records<R, D>, D>,
    at: usize,
) -> Filled {
    let (shapes, valid) = rows.load(EightRows { lanes, first: first + at });
    if let Some(writing) = out.again {
        let records = &out.records[at..];
        if valid.all()
            && let Some(eight) = records.first_chunk()
            && is_stored::<R::Shape, L>(lanes, &shapes, eight)
        {
            return Filled { valid: true, written: false };
        }
        writing.note(first + at, records.len().min(LANES));
    }
    let (min, max) = R::Shape::bounds(&shapes);
    for axis in 0..D {
        put(&mut out.min[axis][at..], min[axis], valid);
        put(&mut out.max[axis][at..], max[axis], valid);
    }
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
    Filled { valid: valid.all(), written: true }
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

/// What is to be done about the shapes of a kind.
#[derive(Clone, Copy)]
pub(super) enum Work<'a> {
    /// To pack and bound all of them.
    All,
    /// To do so where they differ from the records of the frame before, which are still there.
    Changes,
    /// The same, of these rows alone.
    Rows(&'a [u32]),
}

/// One row in so many may be looked at one after the other before it is faster to look at all, on
/// all threads.
const FEW: usize = 64;

impl<'a> Work<'a> {
    /// What is to be done where no more than these rows changed.
    pub(super) fn of_rows(rows: &'a [u32], count: usize) -> Self {
        if rows.len() <= count / FEW + 1 { Self::Rows(rows) } else { Self::Changes }
    }
}

/// The shapes of a frame that are still to be packed and bounded, kind by kind.
pub(super) struct Filling<'a, const D: usize> {
    pub(super) level: SimdLevel,
    pub(super) ranges: &'a Ranges,
    /// By kind.
    pub(super) work: [Work<'a>; ShapeKind::COUNT],
    /// Notes which records and bounds are written.
    pub(super) ledger: &'a Ledger,
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
        let (count, first) = (rows.len(), self.first);
        let mut min: [_; E] = std::array::from_fn(|axis| split_off(&mut self.min[axis], count));
        let max = std::array::from_fn(|axis| split_off(&mut self.max[axis], count));
        self.first += count;
        if count == 0 {
            return;
        }
        let min_again = min.each_mut().map(|column| &mut **column);
        let mut out = FillOut { records: &mut records[..count], min: min_again, max, again: None };
        let all_valid = match self.work[self.ranges.kind_of(first).0 as usize] {
            Work::All => {
                self.ledger.note_all(first..first + count);
                fill(self.level, rows, 0, out)
            }
            Work::Changes => {
                out.again = Some(self.ledger.from(first));
                fill(self.level, rows, 0, out)
            }
            Work::Rows(some) => {
                out.again = Some(self.ledger.from(first));
                self.level.run(FillSome { rows, some, out })
            }
        };
        if !all_valid {
            let invalid = min[0].iter().enumerate().filter(|(_, min)| min.is_nan());
            for (row, _) in invalid {
                let fault = rows.check(row).err();
                let invalid = fault.map(|reason| InvalidShape::of_first(first + row, reason));
                self.invalid.extend(invalid);
            }
        }
    }
}
