//! The columns of a kind, as they are rounded.

use super::{kept::Out, round::BLOCK};
use crate::{Error, threads};

/// The columns of a kind in double precision.
pub(super) trait Rows<const D: usize>: Sync {
    /// Whether the kind has half extents or axes.
    const VECTORS: bool = false;
    /// Whether the kind has radii.
    const RADII: bool = false;

    /// Number of rows.
    fn len(&self) -> usize;

    /// About where a row is.
    fn centre(&self, row: usize) -> [f64; D];

    /// Rounds as many rows from `first` on as there is room for, which is for a block at most, and makes
    /// them grow by what they were moved.
    fn round(&self, first: usize, origin: &[f64; D], out: Out<'_, D>);
}

/// Rows that one thread rounds one after the other.
const CHUNK: usize = 32 * BLOCK;

/// Rounds all rows from `first` on, and returns the largest slack.
///
/// Each row is rounded for itself, so the result is the same for any number of threads.
pub(super) fn round_all<const D: usize>(
    rows: &impl Rows<D>,
    mut first: usize,
    origin: &[f64; D],
    mut out: Out<'_, D>,
) -> f32 {
    let len = out.slacks.len();
    if len > CHUNK {
        let half = (len / 2).next_multiple_of(BLOCK);
        let (left, right) = (out.split_off(half), out);
        let mut most = [0.0; 2];
        let [of_left, of_right] = &mut most;
        threads::join(
            || *of_left = round_all(rows, first, origin, left),
            || *of_right = round_all(rows, first + half, origin, right),
        );
        return f32::max(most[0], most[1]);
    }
    let mut most = 0.0;
    while !out.slacks.is_empty() {
        let mut block = out.split_off(BLOCK.min(out.slacks.len()));
        rows.round(first, origin, block.again());
        first += block.slacks.len();
        most = block.slacks.iter().fold(most, |most, slack| f32::max(most, *slack));
    }
    most
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
