//! The columns of a kind, as they are rounded.

use jostle_kernels::{Lanes, Pass, SimdLevel};

use super::{kept::Out, round::BLOCK};
use crate::{Error, threads};

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
