//! Size classes: boxes far larger than a cell do not cost everybody.
//!
//! A box that overlaps many cells is not copied into them. It goes to the large set of its class,
//! is held against each cell it overlaps while that cell is swept, and becomes a box of the next
//! class, whose grid fits its size. Each class is at most a quarter of the one before, so there
//! are few, and memory stays proportional to the number of boxes whatever their sizes.

use std::time::{Duration, Instant};

use jostle_kernels::Level;

use super::{
    bin::Bins,
    grid::{Grid, Span},
    plan::{Outlook, Planner},
};
use crate::{
    Aabb, Bounds, Error,
    bounds::Set,
    broad::{
        part::{Part, Tags},
        sample::Sample,
    },
};

/// Boxes that overlap too many cells of a grid to be copied into them.
pub(super) struct LargeSet<const D: usize> {
    pub(super) min: [Vec<f32>; D],
    pub(super) max: [Vec<f32>; D],
    pub(super) ids: Vec<u32>,
    pub(super) lacks: Vec<u32>,
    pub(super) spans: Vec<Span>,
    /// Axes of the grid: columns above are in the order of the user's axes.
    pub(super) axes: [usize; D],
}

impl<const D: usize> Default for LargeSet<D> {
    fn default() -> Self {
        Self {
            min: std::array::from_fn(|_| Vec::new()),
            max: std::array::from_fn(|_| Vec::new()),
            ids: Vec::new(),
            lacks: Vec::new(),
            spans: Vec::new(),
            axes: std::array::from_fn(|axis| axis),
        }
    }
}

impl<const D: usize> LargeSet<D> {
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(super) fn clear(&mut self, axes: [usize; D]) {
        self.min.iter_mut().chain(&mut self.max).for_each(Vec::clear);
        self.ids.clear();
        self.lacks.clear();
        self.spans.clear();
        self.axes = axes;
    }

    pub(super) fn push(&mut self, aabb: &Aabb<D>, id: u32, lacks: u32, span: Span) {
        for axis in 0..D {
            self.min[axis].push(aabb.min[axis]);
            self.max[axis].push(aabb.max[axis]);
        }
        self.ids.push(id);
        self.lacks.push(lacks);
        self.spans.push(span);
    }

    /// The boxes as the input of the next class.
    pub(super) fn part(&self) -> Result<Part<'_, D>, Error> {
        let min = std::array::from_fn(|axis| &*self.min[axis]);
        let max = std::array::from_fn(|axis| &*self.max[axis]);
        Ok(Part {
            bounds: Bounds::from_columns(min, max)?,
            set: Set::First,
            tags: Tags::Given { ids: &self.ids, lacks: &self.lacks },
        })
    }
}

/// One size class: a grid with its boxes binned, and the boxes too large for it.
#[derive(Default)]
pub(super) struct Class<const D: usize> {
    pub(super) bins: Bins,
    pub(super) large: LargeSet<D>,
    pub(super) grid: Option<Grid<D>>,
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

impl<const D: usize> Class<D> {
    /// Plans the grid for the parts, which are then to be prepared, and says what to expect.
    pub(super) fn look(&mut self, parts: &[Part<'_, D>]) -> (&Sample<D>, Outlook) {
        self.sample.take(parts);
        let grid = self.planner.plan(&mut self.sample, 1.0);
        let outlook = self.planner.outlook(&self.sample);
        self.planned = Some(grid);
        (&self.sample, outlook)
    }

    /// Plans the grid and bins the boxes of the parts.
    pub(super) fn prepare(
        &mut self,
        level: Level,
        parts: &[Part<'_, D>],
    ) -> Result<Preparation, Error> {
        let mut took = Preparation::default();
        let start = Instant::now();
        let mut planned = self.planned.take();
        if planned.is_none() {
            self.sample.take(parts);
        }
        took.plan = start.elapsed();
        let mut coarser = 1.0;
        let grid = loop {
            let start = Instant::now();
            let plan = || self.planner.plan(&mut self.sample, coarser);
            let grid = planned.take().unwrap_or_else(plan);
            took.plan += start.elapsed();
            let start = Instant::now();
            let boxes = self.sample.population;
            // The sample can mislead the plan; these limits hold whatever it says.
            let limits = (6 * boxes + 4096, boxes / 4);
            let filled = self.bins.fill(level, parts, &grid, &mut self.large, limits)?;
            took.bounds += start.elapsed();
            if filled {
                break grid;
            }
            coarser *= 4.0;
        };
        self.grid = Some(grid);
        Ok(took)
    }
}

/// Records from which a cell is swept by several threads.
const HEAVY: usize = 1 << 16;

impl<const D: usize> Class<D> {
    /// The grid, once prepared.
    pub(super) fn grid(&self) -> &Grid<D> {
        self.grid.as_ref().expect("a class is prepared before it is swept")
    }

    /// Whether a cell would keep one thread busy alone.
    pub(super) fn is_heavy(&self, cell: usize) -> bool {
        self.bins.len(cell) >= HEAVY
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
        self.bins.memory_bytes() + self.large.len() * (8 * D + 24)
    }
}
