//! Size classes: boxes far larger than a cell do not make all cells slow.
//!
//! A box that overlaps many cells is not copied into them. It goes to the large set of its class,
//! is tested against the boxes of each cell it overlaps while that cell is swept, and becomes a box
//! of the next class, whose grid fits its size. Each class is at most a quarter of the one before,
//! so there are few, and memory stays proportional to the number of boxes whatever their sizes.

use std::time::Duration;

use jostle_kernels::SimdLevel;

use super::{
    bin::BinnedRecords,
    grid::{GridBudget, LargeSet, SweepGrid},
    plan::{CostEstimate, Planner},
    sweep_order::SweepOrder,
};
use crate::{
    Error, broad::sample::Sample, clock::Clock, join::part::Part, memory::reserve_one, span::span,
};

/// One size class: a grid with its boxes binned, and the boxes too large for it.
#[derive(Default)]
pub(super) struct Class<const D: usize> {
    pub(super) bins: BinnedRecords,
    pub(super) large: LargeSet<D>,
    pub(super) grid: Option<SweepGrid<D>>,
    pub(super) planning: Planning<D>,
    /// The boxes of the cells in sweep order, where a run noted them.
    pub(super) order: SweepOrder,
}

impl<const D: usize> Class<D> {
    /// Plans the grid and bins the boxes of the parts.
    pub(super) fn prepare(
        &mut self,
        level: SimdLevel,
        parts: &[Part<'_, D>],
    ) -> Result<Preparation, Error> {
        let Self { bins, large, grid, planning, .. } = self;
        let fill = &mut |grid: &SweepGrid<D>, limits| bins.fill(level, parts, grid, large, limits);
        let (settled, took) = planning.settle(parts, fill)?;
        *grid = Some(settled);
        Ok(took)
    }
}

/// The class with a number, made where there is none yet, and the one before.
pub(super) fn finer_and_next<T: Default>(
    all: &mut Vec<T>,
    number: usize,
) -> Result<(Option<&T>, &mut T), Error> {
    if number == all.len() {
        reserve_one(all, "the classes of sizes")?;
        all.push(T::default());
    }
    let (finer, rest) = all.split_at_mut(number);
    Ok((finer.last(), &mut rest[0]))
}

/// Records from which a cell is swept by several threads, if it has so large a share of all: a
/// smaller one keeps no thread busy longer than the others.
const HEAVY: usize = 1 << 16;
const HEAVY_SHARE: usize = 64;

impl<const D: usize> Class<D> {
    /// The grid, once prepared.
    pub(super) fn grid(&self) -> &SweepGrid<D> {
        self.grid.as_ref().expect("a class is prepared before it is swept")
    }

    /// Whether a cell would keep one thread busy alone.
    pub(super) fn is_heavy(&self, cell: usize) -> bool {
        let len = self.bins.len(cell);
        len >= HEAVY && len >= self.bins.records() / HEAVY_SHARE
    }

    /// The heavy cells.
    pub(super) fn heavy_cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.grid().cells()).filter(|cell| self.is_heavy(*cell))
    }

    /// Records in the largest cell that is not heavy.
    pub(super) fn largest_light_cell(&self) -> usize {
        let cells = 0..self.grid().cells();
        let light = cells.filter(|cell| !self.is_heavy(*cell));
        light.map(|cell| self.bins.len(cell)).max().unwrap_or(0)
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.bins.memory_bytes() + self.large.memory_bytes() + self.order.memory_bytes()
    }
}

/// A sample of boxes and the plan made from it.
#[derive(Default)]
pub(super) struct Planning<const D: usize> {
    sample: Sample<D>,
    planner: Planner<D>,
    /// The grid of the parts whose cost was just estimated.
    planned: Option<SweepGrid<D>>,
}

/// Time that preparing a class took.
#[derive(Clone, Copy, Default)]
pub(super) struct Preparation {
    pub(super) plan: Duration,
    pub(super) bounds: Duration,
}

/// Bins boxes, and says whether the grid keeps to its limits.
pub(super) type Fill<'a, const D: usize> =
    dyn FnMut(&SweepGrid<D>, GridBudget) -> Result<bool, Error> + 'a;

impl<const D: usize> Planning<D> {
    /// Plans the grid for the parts, which are to be binned next, and estimates its cost.
    pub(super) fn estimate(
        &mut self,
        parts: &[Part<'_, D>],
    ) -> Result<(&Sample<D>, CostEstimate), Error> {
        self.sample.take(parts)?;
        let grid = self.planner.plan(&mut self.sample, 1.0);
        let cost = self.planner.cost_estimate(&self.sample);
        self.planned = Some(grid);
        Ok((&self.sample, cost))
    }

    /// Plans grids for the parts and bins them by `fill`, until one keeps to its limits.
    pub(super) fn settle(
        &mut self,
        parts: &[Part<'_, D>],
        fill: &mut Fill<'_, D>,
    ) -> Result<(SweepGrid<D>, Preparation), Error> {
        let mut took = Preparation::default();
        let start = Clock::start();
        let mut planned = self.planned.take();
        if planned.is_none() {
            span!("sample", self.sample.take(parts))?;
        }
        took.plan = start.elapsed();
        let mut coarser = 1.0;
        loop {
            let start = Clock::start();
            let plan = || span!("plan", self.planner.plan(&mut self.sample, coarser));
            let grid = planned.take().unwrap_or_else(plan);
            took.plan += start.elapsed();
            let start = Clock::start();
            let filled = span!("bounds", fill(&grid, GridBudget::of(self.sample.population)))?;
            took.bounds += start.elapsed();
            if filled {
                return Ok((grid, took));
            }
            coarser *= 4.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_heavy_where_it_has_many_records_and_a_large_share() {
        let is_heavy = |first: usize, others: usize| {
            let mut class = Class::<2>::default();
            class.bins.starts = vec![0, first as u64, (first + others) as u64];
            class.is_heavy(0)
        };
        assert!(is_heavy(HEAVY, 0) && is_heavy(HEAVY, 63 * HEAVY));
        assert!(!is_heavy(HEAVY - 1, 0) && !is_heavy(HEAVY, 64 * HEAVY));
    }
}
