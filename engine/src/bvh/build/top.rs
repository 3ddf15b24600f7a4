//! The top of a tree: grids over the boxes, and nodes over the cells.

use jostle_kernels::{Record, SimdLevel, simd::LANES};

use super::{
    boxes::Boxes,
    cells::Cells,
    emit::Slot,
    grid::Grid,
    shard::Shard,
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
const FEWEST_PER_SHARD: usize = 4096;

/// Boxes that are split further by one thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) first: usize,
    pub(super) len: usize,
    pub(super) depth: u32,
    /// The wide and slot above that refer to it; none for the root.
    pub(super) parent: Option<(usize, usize)>,
}

/// Builds the tops of trees. Kept for its buffers.
#[derive(Default)]
pub(super) struct Top<const D: usize> {
    shards: Vec<Shard<D>>,
    /// Shards at work; the others are kept for their buffers.
    used: usize,
    cells: Cells<D>,
    pub(super) wides: Vec<Wide>,
    /// By place of their boxes.
    pub(super) groups: Vec<Group>,
    pending: Vec<Group>,
    moved: Vec<Record>,
    pub(super) slots: Vec<Slot>,
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
        let (valid, ends) = self.survey(level, boxes, len);
        grow(records, valid, "the boxes of a tree")?;
        let whole = Group { first: 0, len: valid, depth: 0, parent: None };
        let grid = if valid <= effort.group as usize {
            Grid::WHOLE
        } else {
            Grid::new(&ends, valid, effort.per_cell)
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
        group: Group,
        effort: Effort,
        records: &mut [Record],
    ) -> Result<(), Error> {
        let records = &mut records[group.first..][..group.len];
        let (_, ends) = self.survey(level, &*records, group.len);
        let grid = Grid::new(&ends, group.len, effort.per_cell);
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
    ) -> (usize, [(f32, f32); D]) {
        self.used = (len / FEWEST_PER_SHARD).clamp(1, threads::count());
        let size = len.div_ceil(self.used).next_multiple_of(LANES).max(LANES);
        if self.shards.len() < self.used {
            self.shards.resize_with(self.used, Shard::default);
        }
        let shards = &mut self.shards[..self.used];
        for (index, shard) in shards.iter_mut().enumerate() {
            shard.first = (index * size).min(len);
            shard.last = (shard.first + size).min(len);
        }
        threads::for_each(shards, |_, shard| shard.survey(level, boxes));
        let mut ends = [(f32::INFINITY, f32::NEG_INFINITY); D];
        let mut valid = 0;
        for shard in shards {
            valid += shard.valid;
            for (ends, of_shard) in ends.iter_mut().zip(&shard.ends) {
                *ends = (ends.0.min(of_shard.0), ends.1.max(of_shard.1));
            }
        }
        (valid, ends)
    }

    /// Moves the boxes of `whole` to groups: those to be divided again become pending. The survey
    /// has cut the shards.
    fn divide(
        &mut self,
        level: SimdLevel,
        boxes: impl Boxes<D>,
        grid: &Grid<D>,
        whole: Group,
        effort: Effort,
        to: &mut [Record],
    ) -> Result<(), Error> {
        let shards = &mut self.shards[..self.used];
        threads::for_each(shards, |_, shard| shard.count(level, boxes, grid));
        shards.iter().try_for_each(|shard| shard.outcome.clone())?;
        let (cells, wides) = (&mut self.cells, &mut self.wides);
        cells.divide(level, shards, grid, &whole, effort, wides)?;
        let (group_of, to) = (&cells.group_of, &DisjointSlice::new(to));
        threads::for_each(shards, |_, shard| {
            // SAFETY: 1. `Cells::divide` gave every group of every shard the room for the boxes
            // that the shard counted, one behind the other, and `to` has room for all.
            unsafe { shard.scatter(level, boxes, group_of, to) };
        });
        for group in self.cells.groups(&whole) {
            let divides = group.len >= LARGE && group.depth < DEEP;
            let list = if divides { &mut self.pending } else { &mut self.groups };
            reserve(list, list.len() + 1, "the groups of a tree")?;
            list.push(group);
        }
        Ok(())
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.shards.iter().map(Shard::memory_bytes).sum::<usize>()
            + self.moved.capacity() * size_of::<Record>()
            + self.wides.capacity() * size_of::<Wide>()
            + self.groups.capacity() * size_of::<Group>()
            + self.cells.memory_bytes()
    }
}
