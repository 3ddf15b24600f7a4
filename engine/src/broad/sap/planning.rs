//! Settling on a grid: the plan, and coarser ones where it turns out to be too fine.

use std::time::Duration;

use super::{
    grid::Grid,
    plan::{CostEstimate, Planner},
};
use crate::{Error, broad::sample::Sample, clock::Clock, join::part::Part, span::span};

/// A sample of boxes and the plan made from it.
#[derive(Default)]
pub(super) struct Planning<const D: usize> {
    sample: Sample<D>,
    planner: Planner,
    /// The grid of the parts that were just looked at.
    planned: Option<Grid<D>>,
}

/// Time that preparing a class took.
#[derive(Clone, Copy, Default)]
pub(super) struct Preparation {
    pub(super) plan: Duration,
    pub(super) bounds: Duration,
}

/// What a grid has to keep to. The sample can mislead the plan; this holds whatever it says.
#[derive(Clone, Copy)]
pub(super) struct GridBudget {
    /// The most records of boxes in cells.
    pub(super) copies: usize,
    /// The most boxes that are too large for the grid.
    pub(super) large: usize,
}

impl GridBudget {
    /// Those for so many boxes.
    pub(super) fn of(boxes: usize) -> Self {
        Self { copies: 6 * boxes + 4096, large: boxes / 4 }
    }
}

/// Bins boxes, and says whether the grid keeps to its limits.
pub(super) type Fill<'a, const D: usize> =
    dyn FnMut(&Grid<D>, GridBudget) -> Result<bool, Error> + 'a;

impl<const D: usize> Planning<D> {
    /// Plans the grid for the parts, which are to be settled on next, and says what to expect.
    pub(super) fn look(&mut self, parts: &[Part<'_, D>]) -> (&Sample<D>, CostEstimate) {
        self.sample.take(parts);
        let grid = self.planner.plan(&mut self.sample, 1.0);
        let outlook = self.planner.outlook(&self.sample);
        self.planned = Some(grid);
        (&self.sample, outlook)
    }

    /// Plans grids for the parts and bins them by `fill`, until one keeps to its limits.
    pub(super) fn settle(
        &mut self,
        parts: &[Part<'_, D>],
        fill: &mut Fill<'_, D>,
    ) -> Result<(Grid<D>, Preparation), Error> {
        let mut took = Preparation::default();
        let start = Clock::start();
        let mut planned = self.planned.take();
        if planned.is_none() {
            span!("sample", self.sample.take(parts));
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
