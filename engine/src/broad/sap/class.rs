//! Size classes: boxes far larger than a cell do not cost everybody.
//!
//! A box that overlaps many cells is not copied into them. It goes to the large set of its class,
//! is held against each cell it overlaps while that cell is swept, and becomes a box of the next
//! class, whose grid fits its size. Each class is at most a quarter of the one before, so there
//! are few, and memory stays proportional to the number of boxes whatever their sizes.

use jostle_kernels::SimdLevel;

use super::{
    bin::Bins,
    grid::{Grid, Span},
    planning::{Planning, Preparation},
};
use crate::{Aabb, Error, broad::run_buffer::RunBuffer, join::part::Part, memory::reserve_one};

/// Boxes that overlap too many cells of a grid to be copied into them.
pub(super) struct LargeSet<const D: usize> {
    pub(super) boxes: RunBuffer<D>,
    pub(super) spans: Vec<Span>,
    /// Axes of the grid: the columns of the boxes are in the order of the user's axes.
    pub(super) axes: [usize; D],
}

impl<const D: usize> Default for LargeSet<D> {
    fn default() -> Self {
        let axes = std::array::from_fn(|axis| axis);
        Self { boxes: RunBuffer::default(), spans: Vec::new(), axes }
    }
}

impl<const D: usize> LargeSet<D> {
    pub(super) fn len(&self) -> usize {
        self.boxes.len()
    }

    pub(super) fn clear(&mut self, axes: [usize; D]) -> Result<(), Error> {
        self.spans.clear();
        self.axes = axes;
        self.boxes.resize(0)
    }

    pub(super) fn push(
        &mut self,
        aabb: &Aabb<D>,
        (id, exclusion): (u32, u32),
        span: Span,
    ) -> Result<(), Error> {
        reserve_one(&mut self.spans, "the large boxes")?;
        self.spans.push(span);
        self.boxes.push(aabb, id, exclusion)
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.boxes.memory_bytes() + self.spans.capacity() * size_of::<Span>()
    }
}

/// One size class: a grid with its boxes binned, and the boxes too large for it.
#[derive(Default)]
pub(super) struct Class<const D: usize> {
    pub(super) bins: Bins,
    pub(super) large: LargeSet<D>,
    pub(super) grid: Option<Grid<D>>,
    pub(super) planning: Planning<D>,
}

impl<const D: usize> Class<D> {
    /// Plans the grid and bins the boxes of the parts.
    pub(super) fn prepare(
        &mut self,
        level: SimdLevel,
        parts: &[Part<'_, D>],
    ) -> Result<Preparation, Error> {
        let Self { bins, large, grid, planning } = self;
        let fill = &mut |grid: &Grid<D>, limits| bins.fill(level, parts, grid, large, limits);
        let (settled, took) = planning.settle(parts, fill)?;
        *grid = Some(settled);
        Ok(took)
    }
}

/// The class or layer with a number, made where there is none yet, and the one before.
pub(super) fn finer_and_next<T: Default>(all: &mut Vec<T>, number: usize) -> (Option<&T>, &mut T) {
    if number == all.len() {
        all.push(T::default());
    }
    let (finer, rest) = all.split_at_mut(number);
    (finer.last(), &mut rest[0])
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
        self.bins.memory_bytes() + self.large.memory_bytes()
    }
}
