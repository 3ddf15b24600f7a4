//! The cells of a grid, and the nodes over them.

use jostle_kernels::{
    Lanes, Pass, Record, SimdLevel,
    sah::{self, Weights},
};

use super::{
    grid::Grid,
    shard::Shard,
    top::Group,
    wide::{Child, Effort, Task, Wide, WideBuilder},
};
use crate::{
    Error,
    error::{grow, reserve, reserve_one},
};

/// Cells whose boxes stay together.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    first: usize,
    len: usize,
    depth: u32,
    parent: Option<(usize, usize)>,
}

/// The cells at work. Kept for its buffers.
#[derive(Default)]
pub(super) struct Cells<const D: usize> {
    /// A record per cell that has boxes: their union, the number of the cell for an id, the number
    /// of the boxes for lacks bits.
    records: Vec<Record>,
    /// Leaves, in the order of their cells among the records.
    leaves: Vec<Leaf>,
    /// Per cell: its leaf.
    pub(super) group_of: Vec<u32>,
    builder: WideBuilder<D>,
}

impl<const D: usize> Cells<D> {
    /// Builds nodes over the cells that the shards have counted, appends them to `wides`, and tells
    /// the shards where the boxes of each leaf go.
    pub(super) fn divide(
        &mut self,
        level: SimdLevel,
        shards: &mut [Shard<D>],
        grid: &Grid<D>,
        whole: &Group,
        effort: Effort,
        wides: &mut Vec<Wide>,
    ) -> Result<(), Error> {
        self.sum_up(level, shards, grid.cells())?;
        self.build(level, whole, effort, wides)?;
        self.assign(grid.cells())?;
        self.set_cursors(shards)
    }

    /// Makes a record of every cell that has boxes, with their union and number.
    fn sum_up(&mut self, level: SimdLevel, shards: &[Shard<D>], cells: usize) -> Result<(), Error> {
        self.records.clear();
        reserve(&mut self.records, cells, "the cells of a tree's grid")?;
        level.run(SumUp { shards, cells, to: &mut self.records });
        Ok(())
    }

    /// Builds nodes over the cells, and lists the leaves: cells whose boxes stay together.
    fn build(
        &mut self,
        level: SimdLevel,
        whole: &Group,
        effort: Effort,
        wides: &mut Vec<Wide>,
    ) -> Result<(), Error> {
        self.leaves.clear();
        let cells = &mut self.records;
        if cells.len() <= 1 || whole.len <= effort.group as usize {
            let leaf =
                Leaf { first: 0, len: cells.len(), depth: whole.depth, parent: whole.parent };
            return if cells.is_empty() { Ok(()) } else { push_leaf(&mut self.leaves, leaf) };
        }
        let root = wides.len();
        let task =
            Task { effort, weights: Weights::Lacks, limit: effort.group, depth: whole.depth };
        self.builder.build(level, cells, task, wides)?;
        for (number, wide) in wides.iter().enumerate().skip(root) {
            for (slot, child) in wide.children.iter().enumerate() {
                if let Child::Leaf { first, len } = *child {
                    let (first, len, depth) = (first as usize, len as usize, wide.depth + 1);
                    let leaf = Leaf { first, len, depth, parent: Some((number, slot)) };
                    push_leaf(&mut self.leaves, leaf)?;
                }
            }
        }
        if let Some((wide, slot)) = whole.parent {
            wides[wide].children[slot] = Child::Inner(root as u32);
        }
        // In the order of space, so that neighbors in space are neighbors in memory.
        self.leaves.sort_unstable_by_key(|leaf| leaf.first);
        Ok(())
    }

    /// Writes down for each cell which leaf it belongs to.
    fn assign(&mut self, cells: usize) -> Result<(), Error> {
        grow(&mut self.group_of, cells, "the groups of cells")?;
        for (number, leaf) in self.leaves.iter().enumerate() {
            for cell in &self.records[leaf.first..][..leaf.len] {
                self.group_of[cell.id() as usize] = number as u32;
            }
        }
        Ok(())
    }

    /// Gives every leaf room for its boxes: the shards' ones behind each other, so that they keep
    /// their order.
    fn set_cursors(&self, shards: &mut [Shard<D>]) -> Result<(), Error> {
        for shard in &mut *shards {
            shard.cursors.clear();
            grow(&mut shard.cursors, self.leaves.len(), "the groups of a tree")?;
            for cell in &self.records {
                let cell = cell.id() as usize;
                shard.cursors[self.group_of[cell] as usize] += shard.counts[cell];
            }
        }
        let mut place = 0;
        for leaf in 0..self.leaves.len() {
            for shard in &mut *shards {
                let count = std::mem::replace(&mut shard.cursors[leaf], place);
                place += count;
            }
        }
        Ok(())
    }

    /// The groups that the leaves are, once their boxes were moved there.
    pub(super) fn groups(&self, whole: &Group) -> impl Iterator<Item = Group> {
        let mut first = whole.first;
        self.leaves.iter().map(move |leaf| {
            let cells = &self.records[leaf.first..][..leaf.len];
            let len = cells.iter().map(|cell| cell.exclusion() as usize).sum();
            let group = Group { first, len, depth: leaf.depth, parent: leaf.parent };
            first += len;
            group
        })
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.records.capacity() * size_of::<Record>()
            + self.group_of.capacity() * size_of::<u32>()
            + self.leaves.capacity() * size_of::<Leaf>()
            + self.builder.memory_bytes()
    }
}

fn push_leaf(leaves: &mut Vec<Leaf>, leaf: Leaf) -> Result<(), Error> {
    reserve_one(leaves, "the groups of a tree")?;
    leaves.push(leaf);
    Ok(())
}

struct SumUp<'a, const D: usize> {
    shards: &'a [Shard<D>],
    cells: usize,
    to: &'a mut Vec<Record>,
}

impl<const D: usize> Pass for SumUp<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let signs = lanes.load_int(&sah::signs::<D>());
        for cell in 0..self.cells {
            let mut count = 0;
            let mut row = lanes.load(&sah::EMPTY);
            for shard in self.shards {
                count += shard.counts[cell];
                row = sah::union(lanes, lanes.load(&shard.rows[cell]), row);
            }
            if count > 0 {
                let mut record = Record::default();
                record.set(lanes, lanes.flip(row, signs));
                record.set_tags(cell as u32, count);
                self.to.push(record);
            }
        }
    }
}
