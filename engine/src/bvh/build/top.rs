//! The top of a tree: grids over the boxes, and nodes over the cells.

use jostle_kernels::{
    Lanes, Level, Node, Pass, Record,
    lane::LANES,
    sah::{self, Weights},
};

use super::{
    boxes::Boxes,
    emit::{Slot, write_inner},
    grid::Grid,
    shard::Shard,
    wide::{Child, DEEP, Effort, Task, Wide, WideBuilder},
};
use crate::{
    Error,
    bvh::tree::ROOF,
    error::{grow, reserve},
    threads::{self, Scattered},
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
    parent: Option<(usize, usize)>,
}

/// Cells whose boxes stay together.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    first: usize,
    len: usize,
    depth: u32,
    parent: Option<(usize, usize)>,
}

/// Builds the tops of trees. Kept for its buffers.
#[derive(Default)]
pub(super) struct Top<const D: usize> {
    shards: Vec<Shard<D>>,
    cell_records: Vec<Record>,
    group_of: Vec<u32>,
    builder: WideBuilder<D>,
    pub(super) wides: Vec<Wide>,
    /// By place of their boxes.
    pub(super) groups: Vec<Group>,
    leaves: Vec<Leaf>,
    pending: Vec<Group>,
    moved: Vec<Record>,
    slots: Vec<Slot>,
}

impl<const D: usize> Top<D> {
    /// Sorts the valid boxes into groups. Returns their number and the ends of their centres.
    pub(super) fn build(
        &mut self,
        level: Level,
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
        let whole = Group { first: 0, len: valid, depth: 0, parent: None };
        let grid =
            if valid <= effort.group as usize { Grid::WHOLE } else { Grid::new(&ends, valid) };
        self.divide(level, boxes, &grid, whole, effort, &mut records[..valid])?;
        while let Some(group) = self.pending.pop() {
            self.divide_again(level, group, effort, &mut records[..valid])?;
        }
        self.groups.sort_unstable_by_key(|group| group.first);
        Ok((valid, ends))
    }

    /// Divides a group that is too large for one thread by a grid of its own.
    fn divide_again(
        &mut self,
        level: Level,
        group: Group,
        effort: Effort,
        records: &mut [Record],
    ) -> Result<(), Error> {
        let records = &mut records[group.first..][..group.len];
        let (_, ends) = self.survey(level, &*records, group.len)?;
        let grid = Grid::new(&ends, group.len);
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

    /// Counts the valid boxes and finds the ends of their centres.
    fn survey(
        &mut self,
        level: Level,
        boxes: impl Boxes<D>,
        len: usize,
    ) -> Result<(usize, [(f32, f32); D]), Error> {
        let wanted = (len / FEWEST_PER_SHARD).clamp(1, threads::count());
        let size = len.div_ceil(wanted).next_multiple_of(LANES).max(LANES);
        self.shards.resize_with(wanted, Shard::default);
        for (index, shard) in self.shards.iter_mut().enumerate() {
            shard.first = (index * size).min(len);
            shard.last = (shard.first + size).min(len);
        }
        threads::for_each(&mut self.shards, |_, shard| shard.survey(level, boxes));
        let mut ends = [(f32::INFINITY, f32::NEG_INFINITY); D];
        let mut valid = 0;
        for shard in &self.shards {
            valid += shard.valid;
            for (ends, of_shard) in ends.iter_mut().zip(&shard.ends) {
                *ends = (ends.0.min(of_shard.0), ends.1.max(of_shard.1));
            }
        }
        Ok((valid, ends))
    }

    /// Moves the boxes of `whole` to groups: those to be divided again become pending. The survey
    /// has cut the shards.
    fn divide(
        &mut self,
        level: Level,
        boxes: impl Boxes<D>,
        grid: &Grid<D>,
        whole: Group,
        effort: Effort,
        to: &mut [Record],
    ) -> Result<(), Error> {
        threads::for_each(&mut self.shards, |_, shard| shard.count(level, boxes, grid));
        self.shards.iter().try_for_each(|shard| shard.outcome.clone())?;
        self.sum_up(level, grid)?;
        self.build_over_cells(level, &whole, effort)?;
        self.assign_cells(grid.cells())?;
        self.set_cursors()?;
        let (group_of, to) = (&self.group_of, &Scattered::new(to));
        threads::for_each(&mut self.shards, |_, shard| {
            // SAFETY: 1. `set_cursors` gave every group of every shard the room for the boxes that
            // the shard counted, one behind the other, and `to` has room for all.
            unsafe { shard.scatter(level, boxes, group_of, to) };
        });
        self.add_groups(&whole)
    }

    /// Makes a record of every cell that has boxes, with their union and number.
    fn sum_up(&mut self, level: Level, grid: &Grid<D>) -> Result<(), Error> {
        self.cell_records.clear();
        reserve(&mut self.cell_records, grid.cells(), "the cells of a tree's grid")?;
        let (shards, to) = (&self.shards, &mut self.cell_records);
        level.run(SumUp { shards, cells: grid.cells(), to });
        Ok(())
    }

    /// Builds nodes over the cells, and lists the leaves: cells whose boxes stay together.
    fn build_over_cells(
        &mut self,
        level: Level,
        whole: &Group,
        effort: Effort,
    ) -> Result<(), Error> {
        self.leaves.clear();
        let cells = &mut self.cell_records;
        if cells.len() <= 1 || whole.len <= effort.group as usize {
            let leaf =
                Leaf { first: 0, len: cells.len(), depth: whole.depth, parent: whole.parent };
            self.leaves.extend((!cells.is_empty()).then_some(leaf));
            return Ok(());
        }
        let root = self.wides.len();
        let task =
            Task { effort, weights: Weights::Lacks, limit: effort.group, depth: whole.depth };
        self.builder.build(level, cells, task, &mut self.wides)?;
        for (number, wide) in self.wides.iter().enumerate().skip(root) {
            for (slot, child) in wide.children.iter().enumerate() {
                if let Child::Leaf { first, len } = *child {
                    let (first, len, depth) = (first as usize, len as usize, wide.depth + 1);
                    self.leaves.push(Leaf { first, len, depth, parent: Some((number, slot)) });
                }
            }
        }
        if let Some((wide, slot)) = whole.parent {
            self.wides[wide].children[slot] = Child::Inner(root as u32);
        }
        // In the order of space, so that neighbours in space are neighbours in memory.
        self.leaves.sort_unstable_by_key(|leaf| leaf.first);
        Ok(())
    }

    /// Writes down for each cell which leaf it belongs to.
    fn assign_cells(&mut self, cells: usize) -> Result<(), Error> {
        grow(&mut self.group_of, cells, "the groups of cells")?;
        for (number, leaf) in self.leaves.iter().enumerate() {
            for cell in &self.cell_records[leaf.first..][..leaf.len] {
                self.group_of[cell.id() as usize] = number as u32;
            }
        }
        Ok(())
    }

    /// Gives every leaf room for its boxes: the shards' ones behind each other, so that they keep
    /// their order.
    fn set_cursors(&mut self) -> Result<(), Error> {
        for shard in &mut self.shards {
            shard.cursors.clear();
            grow(&mut shard.cursors, self.leaves.len(), "the groups of a tree")?;
            for cell in &self.cell_records {
                let cell = cell.id() as usize;
                shard.cursors[self.group_of[cell] as usize] += shard.counts[cell];
            }
        }
        let mut place = 0;
        for leaf in 0..self.leaves.len() {
            for shard in &mut self.shards {
                let count = std::mem::replace(&mut shard.cursors[leaf], place);
                place += count;
            }
        }
        Ok(())
    }

    /// Makes groups of the leaves, after their boxes were moved there.
    fn add_groups(&mut self, whole: &Group) -> Result<(), Error> {
        let what = "the groups of a tree";
        let groups = self.groups.len() + self.leaves.len();
        reserve(&mut self.groups, groups, what)?;
        let mut first = whole.first;
        for leaf in &self.leaves {
            let cells = &self.cell_records[leaf.first..][..leaf.len];
            let len = cells.iter().map(|cell| cell.lacks() as usize).sum();
            let group = Group { first, len, depth: leaf.depth, parent: leaf.parent };
            let divides = len >= LARGE && leaf.depth < DEEP;
            let list = if divides { &mut self.pending } else { &mut self.groups };
            list.push(group);
            first += len;
        }
        Ok(())
    }

    /// Writes the roof and the nodes of the top, given what refers to the roots of the groups.
    pub(super) fn emit(&mut self, level: Level, roots: &[Slot], nodes: &mut [Node<D>]) {
        nodes[ROOF] = Node::NONE;
        level.run(EmitTop { top: self, roots, nodes });
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.shards.iter().map(Shard::memory_bytes).sum::<usize>()
            + (self.cell_records.capacity() + self.moved.capacity()) * size_of::<Record>()
            + self.group_of.capacity() * size_of::<u32>()
            + self.wides.capacity() * size_of::<Wide>()
            + self.groups.capacity() * size_of::<Group>()
            + self.builder.memory_bytes()
    }
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

struct EmitTop<'a, const D: usize> {
    top: &'a mut Top<D>,
    roots: &'a [Slot],
    nodes: &'a mut [Node<D>],
}

impl<const D: usize> Pass for EmitTop<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Top { wides, groups, slots, .. } = self.top;
        slots.clear();
        slots.resize(wides.len().max(1), Slot::ABSENT);
        for (number, group) in groups.iter().enumerate() {
            match group.parent {
                Some((wide, slot)) => {
                    let (first, len) = (number as u32, group.len as u32);
                    wides[wide].children[slot] = Child::Leaf { first, len };
                }
                None => slots[0] = self.roots[number],
            }
        }
        // Children lie behind their parents.
        for (number, wide) in wides.iter().enumerate().rev() {
            let mut children = [Slot::ABSENT; LANES];
            for (slot, child) in children.iter_mut().zip(wide.children) {
                *slot = match child {
                    Child::None => break,
                    Child::Inner(inner) => slots[inner as usize],
                    Child::Leaf { first: group, .. } => self.roots[group as usize],
                };
            }
            let place = ROOF + 1 + number;
            slots[number] = write_inner(lanes, &children, place as u32, &mut self.nodes[place]);
        }
        let mut roof = [Slot::ABSENT; LANES];
        roof[0] = slots[0];
        write_inner(lanes, &roof, ROOF as u32, &mut self.nodes[ROOF]);
    }
}
