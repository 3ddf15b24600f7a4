//! Pairs of a run, strip by strip.

use jostle_kernels::{
    Pair, SimdLevel,
    dispatch::contacts::{MOST_NUMBERS, Rows, Strip, Test},
};

use super::split::Run;

/// Pairs in a strip: their numbers stay in the first cache until they are read.
const STRIP: usize = 64;

/// Room for the numbers of a strip.
pub(super) struct Numbers(Box<[f32; STRIP * MOST_NUMBERS]>);

impl Default for Numbers {
    fn default() -> Self {
        Self(Box::new([0.0; STRIP * MOST_NUMBERS]))
    }
}

impl Numbers {
    /// Computes pairs of rows, and hands on the numbers of each strip with that of its first pair.
    pub(super) fn compute<const D: usize>(
        &mut self,
        test: Test<Rows>,
        level: SimdLevel,
        run: &Run<'_>,
        rows: &[Pair],
        mut each: impl FnMut(usize, &[f32]),
    ) {
        for first in (0..rows.len()).step_by(STRIP) {
            let (pairs, ahead) = rows[first..].split_at(STRIP.min(rows.len() - first));
            let numbers = &mut self.0[..pairs.len() * test.stride::<D>()];
            (test.run)(level, run.columns, Strip { pairs, ahead }, numbers);
            each(first, numbers);
        }
    }
}
