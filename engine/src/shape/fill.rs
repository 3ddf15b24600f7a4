//! From columns to records and bounds: eight rows at a time, on all threads.

use jostle_kernels::{
    Lanes, Pass, SimdLevel,
    real::{Mask, Real, Truth, Wide},
    shape::{Bounded, Pack, is_stored, store},
    simd::LANES,
};

use super::rows::{Group, Rows};
use crate::{bounds::Writing, exec::threads};

/// Rows that one thread makes ready at a time.
const CHUNK: usize = 4096;

/// Where the records and bounds of some rows go.
pub(super) struct Out<'a, Q, const D: usize> {
    pub(super) records: &'a mut [Q],
    pub(super) min: [&'a mut [f32]; D],
    pub(super) max: [&'a mut [f32]; D],
    /// Where they are there already, from the frame before, to note which are written again. Those
    /// that stay as they are are not: shapes at rest cost half of it, and to read first what is
    /// written next costs the others nothing.
    pub(super) again: Option<Writing<'a>>,
}

impl<'a, Q, const D: usize> Out<'a, Q, D> {
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
pub(super) fn split_off<'a, T>(slice: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    slice.split_off_mut(..count).expect("the slice is as long as there are rows")
}

/// The records of a kind.
type Records<R, const D: usize> = <<R as Rows<D>>::Shape as Pack>::Quads;

/// Makes all rows from `first` on ready, and says whether all are valid.
///
/// The parts are the same for any number of threads, and so is what becomes of a row in any part.
pub(super) fn fill<R: Rows<D>, const D: usize>(
    level: SimdLevel,
    rows: &R,
    first: usize,
    mut out: Out<'_, Records<R, D>, D>,
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

struct FillChunk<'a, R: Rows<D>, const D: usize> {
    rows: &'a R,
    first: usize,
    out: Out<'a, Records<R, D>, D>,
}

impl<R: Rows<D>, const D: usize> Pass for FillChunk<'_, R, D> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        let Self { rows, first, out } = self;
        let mut all_valid = true;
        for at in (0..out.records.len()).step_by(LANES) {
            let (shapes, valid) = rows.load(Group { lanes, first: first + at });
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

/// Writes the bounds of eight rows, or of as many as there are; NaN for those that are not valid.
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
