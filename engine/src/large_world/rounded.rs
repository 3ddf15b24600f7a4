//! How the columns of a kind are rounded, and where they are kept for their memory.

use jostle_kernels::{Lanes, Pass, SimdLevel};

use super::round::BLOCK;
use crate::{Error, exec::threads, memory::resize};

/// Parts of a rotation at most.
pub(super) const TURNS: usize = 4;

/// Rounded columns of a kind. What the kind has none of is empty.
#[derive(Clone, Debug)]
pub(super) struct RoundedColumns<const D: usize> {
    pub(super) centers: [Vec<f32>; D],
    /// Half extents of boxes, axes of capsules.
    pub(super) vectors: [Vec<f32>; D],
    /// Parts of rotations.
    pub(super) turns: [Vec<f32>; TURNS],
    pub(super) radii: Vec<f32>,
    /// How far shapes reach beyond what they were before.
    pub(super) slacks: Vec<f32>,
}

impl<const D: usize> Default for RoundedColumns<D> {
    fn default() -> Self {
        Self {
            centers: [const { Vec::new() }; D],
            vectors: [const { Vec::new() }; D],
            turns: [const { Vec::new() }; TURNS],
            radii: Vec::new(),
            slacks: Vec::new(),
        }
    }
}

impl<const D: usize> RoundedColumns<D> {
    /// Takes rows, relative to an origin, and returns the largest slack. O(rows), on all threads.
    pub(super) fn take<R: LargeRows<D>>(
        &mut self,
        level: SimdLevel,
        rows: &R,
        is_turned: bool,
        origin: &[f64; D],
    ) -> Result<f32, Error> {
        let len = |is_there: bool| if is_there { rows.len() } else { 0 };
        let fit = |column: &mut Vec<f32>, is_there| {
            resize(column, len(is_there), 0.0, "shapes relative to an origin")
        };
        self.centers.iter_mut().try_for_each(|column| fit(column, true))?;
        self.vectors.iter_mut().try_for_each(|column| fit(column, R::VECTORS))?;
        self.turns.iter_mut().try_for_each(|column| fit(column, is_turned))?;
        fit(&mut self.radii, R::RADII)?;
        fit(&mut self.slacks, true)?;
        Ok(RoundTask { rows, first: 0, origin, out: self.out() }.work(level))
    }

    fn out(&mut self) -> Out<'_, D> {
        Out {
            centers: self.centers.each_mut().map(Vec::as_mut_slice),
            vectors: self.vectors.each_mut().map(Vec::as_mut_slice),
            turns: self.turns.each_mut().map(Vec::as_mut_slice),
            radii: &mut self.radii,
            slacks: &mut self.slacks,
        }
    }

    pub(super) fn clear(&mut self) {
        self.columns_mut().for_each(Vec::clear);
    }

    fn columns_mut(&mut self) -> impl Iterator<Item = &mut Vec<f32>> {
        let Self { centers, vectors, turns, radii, slacks } = self;
        centers.iter_mut().chain(vectors).chain(turns).chain([radii, slacks])
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let Self { centers, vectors, turns, radii, slacks } = self;
        let columns = centers.iter().chain(vectors).chain(turns).chain([radii, slacks]);
        columns.map(|column| column.capacity() * size_of::<f32>()).sum()
    }
}

/// Where some rows go.
pub(super) struct Out<'a, const D: usize> {
    pub(super) centers: [&'a mut [f32]; D],
    pub(super) vectors: [&'a mut [f32]; D],
    pub(super) turns: [&'a mut [f32]; TURNS],
    pub(super) radii: &'a mut [f32],
    pub(super) slacks: &'a mut [f32],
}

impl<'a, const D: usize> Out<'a, D> {
    /// Where the first rows go; the rest stays.
    pub(super) fn split_off(&mut self, rows: usize) -> Self {
        Self {
            centers: self.centers.each_mut().map(|column| split_off(column, rows)),
            vectors: self.vectors.each_mut().map(|column| split_off(column, rows)),
            turns: self.turns.each_mut().map(|column| split_off(column, rows)),
            radii: split_off(&mut self.radii, rows),
            slacks: split_off(&mut self.slacks, rows),
        }
    }

    /// The same once more.
    pub(super) fn again(&mut self) -> Out<'_, D> {
        Out {
            centers: self.centers.each_mut().map(|column| &mut **column),
            vectors: self.vectors.each_mut().map(|column| &mut **column),
            turns: self.turns.each_mut().map(|column| &mut **column),
            radii: self.radii,
            slacks: self.slacks,
        }
    }
}

/// The first entries of a column, if it has any; the rest stays.
fn split_off<'a>(column: &mut &'a mut [f32], rows: usize) -> &'a mut [f32] {
    column.split_off_mut(..rows).unwrap_or_default()
}

/// The columns of a kind in double precision.
pub(super) trait LargeRows<const D: usize>: Sync {
    /// Whether the kind has half extents or axes.
    const VECTORS: bool = false;
    /// Whether the kind has radii.
    const RADII: bool = false;

    /// Number of rows.
    fn len(&self) -> usize;

    /// About where a row is.
    fn center(&self, row: usize) -> [f64; D];

    /// Rounds as many rows from `first` on as there is room for, which is for a block at most, and
    /// makes them grow by what they were moved.
    fn round(&self, first: usize, origin: &[f64; D], out: Out<'_, D>);
}

/// Rows that one thread rounds one after the other.
const CHUNK: usize = 32 * BLOCK;

/// Rows that are to be rounded.
pub(super) struct RoundTask<'a, R, const D: usize> {
    pub(super) rows: &'a R,
    pub(super) first: usize,
    pub(super) origin: &'a [f64; D],
    pub(super) out: Out<'a, D>,
}

impl<R: LargeRows<D>, const D: usize> RoundTask<'_, R, D> {
    /// Rounds all rows, and returns the largest slack.
    ///
    /// Each row is rounded for itself, so the result is the same for any number of threads.
    pub(super) fn work(self, level: SimdLevel) -> f32 {
        let Self { rows, first, origin, mut out } = self;
        let len = out.slacks.len();
        if len <= CHUNK {
            return level.run(RoundTask { rows, first, origin, out });
        }
        let half = (len / 2).next_multiple_of(BLOCK);
        let (left, right) = (out.split_off(half), out);
        let mut most = [0.0; 2];
        let [of_left, of_right] = &mut most;
        threads::join(
            || *of_left = RoundTask { rows, first, origin, out: left }.work(level),
            || *of_right = RoundTask { rows, first: first + half, origin, out: right }.work(level),
        );
        f32::max(most[0], most[1])
    }
}

/// Without a word of lanes: compilers make vectors of it, as wide as the level's.
impl<R: LargeRows<D>, const D: usize> Pass for RoundTask<'_, R, D> {
    type Output = f32;

    #[inline(always)]
    fn run<L: Lanes>(mut self, _lanes: L) -> f32 {
        let mut most = 0.0;
        while !self.out.slacks.is_empty() {
            let mut block = self.out.split_off(BLOCK.min(self.out.slacks.len()));
            self.rows.round(self.first, self.origin, block.again());
            self.first += block.slacks.len();
            most = block.slacks.iter().fold(most, |most, slack| f32::max(most, *slack));
        }
        most
    }
}

/// Makes sure that columns are of one length.
pub(super) fn same_length<const N: usize>(
    what: &'static str,
    expected: usize,
    lengths: [usize; N],
) -> Result<(), Error> {
    match lengths.into_iter().find(|found| *found != expected) {
        Some(found) => Err(Error::Length { what, expected, found }),
        None => Ok(()),
    }
}
