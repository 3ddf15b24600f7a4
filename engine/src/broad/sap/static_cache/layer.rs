//! A size class with its static boxes packed.

use jostle_kernels::SimdLevel;

use super::super::{bin::Bins, grid::Grid, static_cells::StaticCells};
use crate::{
    Error,
    broad::sap::{
        grid::GridBudget,
        size_class::{Class, Preparation},
    },
    join::part::Part,
};

/// A size class: moving boxes, which are binned in each run, and static ones, which are kept.
#[derive(Default)]
pub(super) struct Layer<const D: usize> {
    pub(super) class: Class<D>,
    pub(super) resting: StaticCells<D>,
    /// Boxes when they were packed.
    pub(super) boxes: usize,
}

impl<const D: usize> Layer<D> {
    /// Plans the grid for all boxes, packs the static ones and bins those that move. `bins` are a
    /// place to work in.
    pub(super) fn pack(
        &mut self,
        level: SimdLevel,
        all: &[Part<'_, D>],
        [resting, moving]: [Part<'_, D>; 2],
        bins: &mut Bins,
    ) -> Result<Preparation, Error> {
        let Self { class, resting: kept, boxes } = self;
        let Class { bins: moving_bins, large, grid, planning } = class;
        let fill = &mut |grid: &Grid<D>, limits: GridBudget| {
            if !bins.fill(level, &[resting], grid, &mut kept.large, limits)? {
                return Ok(false);
            }
            kept.packed.pack(level, bins, grid.cells(), grid.domain)?;
            moving_bins.fill(level, &[moving], grid, large, limits)
        };
        let (settled, took) = planning.settle(all, fill)?;
        *grid = Some(settled);
        *boxes = all.iter().map(|part| part.bounds.len()).sum();
        Ok(took)
    }

    /// Bins the boxes that move. Returns whether the grid is good for them.
    pub(super) fn fill(&mut self, level: SimdLevel, moving: Part<'_, D>) -> Result<bool, Error> {
        let Class { bins, large, grid, .. } = &mut self.class;
        let Some(grid) = grid else { return Ok(false) };
        let limits = GridBudget::of(self.boxes + moving.bounds.len());
        bins.fill(level, &[moving], grid, large, limits)
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.class.memory_bytes() + self.resting.memory_bytes()
    }
}
