//! The cells of a grid, and the nodes over them.

use jostle_kernels::{
    Lanes, Pass, Record, SimdLevel,
    sah::{self, Weights},
};

use super::{
    grid::CellGrid,
    passes::BoxChunk,
    wide::{Child, Effort, Wide, WideBuilder, WideTask},
};
use crate::{
    Error,
    memory::{grow, reserve, reserve_one},
};

/// Boxes that are split further by one thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct BuildGroup {
    pub(super) first: usize,
    pub(super) len: usize,
    pub(super) depth: u32,
    /// The wide and slot above that refer to it; none for the root.
    pub(super) parent: Option<(usize, usize)>,
}

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
    /// of the boxes for exclusion bits.
    records: Vec<Record>,
    /// Leaves, in the order of their cells among the records.
    leaves: Vec<Leaf>,
    /// Per cell: its leaf.
    pub(super) group_of: Vec<u32>,
    builder: WideBuilder<D>,
}

impl<const D: usize> Cells<D> {
    /// Builds nodes over the cells that the chunks have counted, appends them to `wides`, and tells
    /// the chunks where the boxes of each leaf go.
    pub(super) fn divide(
        &mut self,
        level: SimdLevel,
        chunks: &mut [BoxChunk<D>],
        grid: &CellGrid<D>,
        whole: &BuildGroup,
        effort: Effort,
        wides: &mut Vec<Wide>,
    ) -> Result<(), Error> {
        self.sum_up(level, chunks, grid.cells())?;
        self.build(level, whole, effort, wides)?;
        self.assign(grid.cells())?;
        self.set_cursors(chunks)
    }

    /// Makes a record of every cell that has boxes, with their union and number.
    fn sum_up(
        &mut self,
        level: SimdLevel,
        chunks: &[BoxChunk<D>],
        cells: usize,
    ) -> Result<(), Error> {
        self.records.clear();
        reserve(&mut self.records, cells, "the cells of a tree's grid")?;
        level.run(SumUp { chunks, cells, to: &mut self.records });
        Ok(())
    }

    /// Builds nodes over the cells, and lists the leaves: cells whose boxes stay together.
    fn build(
        &mut self,
        level: SimdLevel,
        whole: &BuildGroup,
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
        let task = WideTask {
            effort,
            weights: Weights::Exclusion,
            limit: effort.group,
            depth: whole.depth,
        };
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

    /// Gives every leaf room for its boxes: the chunks' ones behind each other, so that they keep
    /// their order.
    fn set_cursors(&self, chunks: &mut [BoxChunk<D>]) -> Result<(), Error> {
        for chunk in &mut *chunks {
            chunk.cursors.clear();
            grow(&mut chunk.cursors, self.leaves.len(), "the groups of a tree")?;
            for cell in &self.records {
                let cell = cell.id() as usize;
                chunk.cursors[self.group_of[cell] as usize] += chunk.counts[cell];
            }
        }
        let mut place = 0;
        for leaf in 0..self.leaves.len() {
            for chunk in &mut *chunks {
                let count = std::mem::replace(&mut chunk.cursors[leaf], place);
                place += count;
            }
        }
        Ok(())
    }

    /// The groups that the leaves are, once their boxes were moved there.
    pub(super) fn groups(&self, whole: &BuildGroup) -> impl Iterator<Item = BuildGroup> {
        let mut first = whole.first;
        self.leaves.iter().map(move |leaf| {
            let cells = &self.records[leaf.first..][..leaf.len];
            let len = cells.iter().map(|cell| cell.exclusion() as usize).sum();
            let group = BuildGroup { first, len, depth: leaf.depth, parent: leaf.parent };
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
    chunks: &'a [BoxChunk<D>],
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
            for chunk in self.chunks {
                count += chunk.counts[cell];
                row = sah::union(lanes, lanes.load(&chunk.rows[cell]), row);
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
