//! The columns of a kind as they were rounded, kept for their memory.

use jostle_kernels::SimdLevel;

use super::rows::{LargeRows, RoundTask};
use crate::{Error, memory::resize};

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
