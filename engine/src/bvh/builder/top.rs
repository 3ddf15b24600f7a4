//! The top of a tree: grids over the boxes, and nodes over the cells.

use jostle_kernels::{Node, Record, SimdLevel, simd::LANES};

use super::{
    cells::{BuildGroup, Cells},
    emit::{EmitTop, NodeSlot},
    grid::CellGrid,
    passes::{BoxChunk, Boxes},
    wide::{DEEP, Effort, Wide},
};
use crate::{
    Error,
    exec::{disjoint_slice::DisjointSlice, threads},
    memory::{grow, reserve},
};

/// Boxes of a group from which on it gets a grid of its own, so that more than one thread splits
/// it.
const LARGE: usize = 1 << 16;

/// Boxes from which a second thread pays.
const FEWEST_PER_CHUNK: usize = 4096;

/// Builds the tops of trees. Kept for its buffers.
#[derive(Default)]
pub(super) struct Top<const D: usize> {
    chunks: Vec<BoxChunk<D>>,
    /// Chunks at work; the others are kept for their buffers.
    used: usize,
    cells: Cells<D>,
    pub(super) wides: Vec<Wide>,
    /// By place of their boxes.
    pub(super) groups: Vec<BuildGroup>,
    pending: Vec<BuildGroup>,
    moved: Vec<Record>,
    pub(super) slots: Vec<NodeSlot>,
}

impl<const D: usize> Top<D> {
    /// Sorts the valid boxes into groups. Returns their number and the ends of their centers.
    pub(super) fn build(
        &mut self,
        level: SimdLevel,
        boxes: impl Boxes<D>,
        len: usize,
        effort: Effort,
        records: &mut Vec<Record>,
    ) -> Result<(usize, [(f32, f32); D]), Error> {
        self.wides.clear();
        self.groups.clear();
        self.pending.clear();
        let (valid, ends) = self.survey(level, boxes, len)?;
        grow(records, valid, "the boxes of a tree")?;
        let whole = BuildGroup { first: 0, len: valid, depth: 0, parent: None };
        let grid = if valid <= effort.group as usize {
            CellGrid::WHOLE
        } else {
            CellGrid::new(&ends, valid, effort.per_cell)
        };
        self.divide(level, boxes, &grid, whole, effort, &mut records[..valid])?;
        while let Some(group) = self.pending.pop() {
            self.divide_again(level, group, effort, &mut records[..valid])?;
        }
        self.groups.sort_unstable_by_key(|group| group.first);
        // For `emit`, which has no way to fail.
        reserve(&mut self.slots, self.wides.len().max(1), "the nodes of a tree")?;
        Ok((valid, ends))
    }

    /// Divides a group that is too large for one thread by a grid of its own.
    fn divide_again(
        &mut self,
        level: SimdLevel,
        group: BuildGroup,
        effort: Effort,
        records: &mut [Record],
    ) -> Result<(), Error> {
        let records = &mut records[group.first..][..group.len];
        let (_, ends) = self.survey(level, &*records, group.len)?;
        let grid = CellGrid::new(&ends, group.len, effort.per_cell);
        if grid.cells() == 1 || group.depth >= DEEP {
            let groups = self.groups.len() + 1;
            reserve(&mut self.groups, groups, "the groups of a tree")?;
            self.groups.push(group);
            return Ok(());
        }
        let mut moved = std::mem::take(&mut self.moved);
        let result = grow(&mut moved, group.len, "the boxes of a tree").and_then(|()| {
            self.divide(level, &*records, &grid, group, effort, &mut moved[..group.len])
        });
        if result.is_ok() {
            records.copy_from_slice(&moved[..group.len]);
        }
        self.moved = moved;
        result
    }

    /// Counts the valid boxes and finds the ends of their centers.
    fn survey(
        &mut self,
        level: SimdLevel,
        boxes: impl Boxes<D>,
        len: usize,
    ) -> Result<(usize, [(f32, f32); D]), Error> {
        self.used = (len / FEWEST_PER_CHUNK).clamp(1, threads::count());
        let size = len.div_ceil(self.used).next_multiple_of(LANES).max(LANES);
        if self.chunks.len() < self.used {
            reserve(&mut self.chunks, self.used, "the chunks of boxes")?;
            self.chunks.resize_with(self.used, BoxChunk::default);
        }
        let chunks = &mut self.chunks[..self.used];
        for (index, chunk) in chunks.iter_mut().enumerate() {
            chunk.first = (index * size).min(len);
            chunk.last = (chunk.first + size).min(len);
        }
        threads::for_each(chunks, |_, chunk| chunk.survey(level, boxes));
        let mut ends = [(f32::INFINITY, f32::NEG_INFINITY); D];
        let mut valid = 0;
        for chunk in chunks {
            valid += chunk.valid;
            for (ends, of_chunk) in ends.iter_mut().zip(&chunk.ends) {
                *ends = (ends.0.min(of_chunk.0), ends.1.max(of_chunk.1));
            }
        }
        Ok((valid, ends))
    }

    /// Moves the boxes of `whole` to groups: those to be divided again become pending. The survey
    /// has cut the chunks.
    fn divide(
        &mut self,
        level: SimdLevel,
        boxes: impl Boxes<D>,
        grid: &CellGrid<D>,
        whole: BuildGroup,
        effort: Effort,
        to: &mut [Record],
    ) -> Result<(), Error> {
        let chunks = &mut self.chunks[..self.used];
        threads::for_each(chunks, |_, chunk| chunk.count(level, boxes, grid));
        chunks.iter().try_for_each(|chunk| chunk.outcome.clone())?;
        let (cells, wides) = (&mut self.cells, &mut self.wides);
        cells.divide(level, chunks, grid, &whole, effort, wides)?;
        let (group_of, to) = (&cells.group_of, &DisjointSlice::new(to));
        threads::for_each(chunks, |_, chunk| {
            // SAFETY: 1. `Cells::divide` gave every group of every chunk the room for the boxes
            // that the chunk counted, one behind the other, and `to` has room for all.
            unsafe { chunk.scatter(level, boxes, group_of, to) };
        });
        for group in self.cells.groups(&whole) {
            let divides = group.len >= LARGE && group.depth < DEEP;
            let list = if divides { &mut self.pending } else { &mut self.groups };
            reserve(list, list.len() + 1, "the groups of a tree")?;
            list.push(group);
        }
        Ok(())
    }

    /// Writes the sentinel root and the nodes of the top, given what refers to the roots of the
    /// groups.
    pub(super) fn emit(&mut self, level: SimdLevel, roots: &[NodeSlot], nodes: &mut [Node<D>]) {
        let Self { wides, groups, slots, .. } = self;
        level.run(EmitTop { wides, groups, roots, nodes, slots });
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.chunks.iter().map(BoxChunk::memory_bytes).sum::<usize>()
            + self.moved.capacity() * size_of::<Record>()
            + self.wides.capacity() * size_of::<Wide>()
            + self.groups.capacity() * size_of::<BuildGroup>()
            + self.cells.memory_bytes()
    }
}
