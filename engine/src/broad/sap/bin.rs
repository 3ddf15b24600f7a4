//! Binning: one pass over the boxes that gates them and scatters them into cells.
//!
//! How many boxes a cell will get is not known beforehand, and counting them first would cost a
//! second pass over all bounds. So a cell's records lie in a chain of blocks that are handed out as
//! cells fill up. The pass cuts the boxes into shards, one per thread, each with blocks of its own;
//! a cell is its chains in shard order, which is the order a single pass would have given it.

use jostle_kernels::{Lanes, Level, Pass, Record, lane::LANES, lane::prefetch, record::to_rows};

use super::{
    class::LargeSet,
    grid::{Grid, Span},
};
use crate::{
    Error, Quarantined,
    bounds::{Set, Source, with_source},
    broad::part::{Part, lacks},
    error::{grow, reserve},
    threads,
};

/// Boxes from which a second thread pays.
const FEWEST_PER_SHARD: usize = 4096;

/// Records in a block: half a page, so that reading one back is a stream and few are half empty.
const BLOCK: usize = 64;

/// Records in a slab of one MiB, the unit in which memory is had. Growing never moves what is there,
/// so the peak is what is needed; and what was never written to is not taken from the machine.
const SLAB: usize = 512 * BLOCK;

/// What the slabs are for.
const RECORDS: &str = "the records of the grid";

type Slab = Box<[Record; SLAB]>;

/// Records ahead of which the next line of a block is asked for. A line takes longer to come from
/// memory than the store buffer can wait for: without this the pass takes almost twice the time.
const AHEAD: usize = 4;

/// A chain of blocks.
#[derive(Clone, Copy, Default)]
struct Chain {
    /// Where the next record goes, or a multiple of [`BLOCK`] when a block is needed first.
    cursor: u32,
    /// Number of blocks.
    blocks: u32,
    /// The first of them.
    first: u32,
}

impl Chain {
    /// Number of records.
    fn len(&self) -> usize {
        let in_last = (self.cursor as usize).wrapping_sub(1) % BLOCK + 1;
        (self.blocks as usize * BLOCK + in_last).saturating_sub(BLOCK)
    }
}

/// A range of the boxes of one part, and their records.
#[derive(Default)]
struct Shard {
    part: usize,
    first: usize,
    last: usize,
    cells: Vec<Chain>,
    slabs: Vec<Slab>,
    /// For each block the one behind it in its chain.
    links: Vec<u32>,
    most_blocks: usize,
    large: Vec<(u32, Span)>,
    quarantined: Vec<Quarantined>,
    outcome: Option<Refusal>,
}

/// Why a shard gave up.
#[derive(Clone, Debug)]
enum Refusal {
    /// The grid makes more copies than the caller wants.
    TooManyCopies,
    Error(Error),
}

/// Shards, and where the cells begin if all records are counted one behind the other.
#[derive(Default)]
pub(super) struct Bins {
    shards: Vec<Shard>,
    used: usize,
    pub(super) starts: Vec<u64>,
}

impl Bins {
    /// Gates all boxes and scatters the valid ones into the cells of the grid, and those that are
    /// too large for it into `large`.
    ///
    /// False when that would take more than `most_copies` records, or more than `most_large` boxes
    /// are too large. The grid is then too fine, and the bins hold nothing.
    pub(super) fn fill<const D: usize>(
        &mut self,
        level: Level,
        parts: &[Part<'_, D>],
        grid: &Grid<D>,
        large: &mut LargeSet<D>,
        (most_copies, most_large): (usize, usize),
    ) -> Result<bool, Error> {
        self.cut(parts);
        for shard in &mut self.shards[..self.used] {
            shard.clear(grid.cells(), most_copies)?;
        }
        threads::for_each(&mut self.shards[..self.used], |_, shard| {
            let part = &parts[shard.part];
            with_source!(part.bounds, source => level.run(Fill { source, part, grid, shard }));
        });
        let shards = &self.shards[..self.used];
        for shard in shards {
            match &shard.outcome {
                None => {}
                Some(Refusal::TooManyCopies) => return Ok(false),
                Some(Refusal::Error(error)) => return Err(error.clone()),
            }
        }
        // Exactly, so that the answer does not depend on how the boxes were cut into shards.
        let copies = |shard: &Shard| shard.cells.iter().map(Chain::len).sum::<usize>();
        let large_boxes = shards.iter().map(|shard| shard.large.len()).sum::<usize>();
        if shards.iter().map(copies).sum::<usize>() > most_copies || large_boxes > most_large {
            return Ok(false);
        }
        large.clear(grid.axes);
        for shard in shards {
            shard.collect_large(&parts[shard.part], large);
        }
        self.sum_up(grid.cells())?;
        Ok(true)
    }

    /// The boxes that the gate held back, in order.
    pub(super) fn quarantined(&self) -> impl Iterator<Item = &Quarantined> {
        self.shards[..self.used].iter().flat_map(|shard| &shard.quarantined)
    }

    /// Number of records in a cell.
    #[inline]
    pub(super) fn len(&self, cell: usize) -> usize {
        (self.starts[cell + 1] - self.starts[cell]) as usize
    }

    /// The records of a cell, block by block.
    pub(super) fn blocks(&self, cell: usize) -> impl Iterator<Item = &[Record]> + Clone {
        self.shards[..self.used].iter().flat_map(move |shard| {
            let chain = shard.cells[cell];
            let mut block = chain.first as usize;
            (0..chain.blocks).map(move |number| {
                let last = number + 1 == chain.blocks;
                let len = if last { chain.len() - number as usize * BLOCK } else { BLOCK };
                let records = &shard.slabs[block * BLOCK / SLAB][block * BLOCK % SLAB..][..len];
                block = shard.links[block] as usize;
                records
            })
        })
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        let shard = |shard: &Shard| {
            shard.slabs.len() * size_of::<[Record; SLAB]>()
                + shard.cells.capacity() * size_of::<Chain>()
                + shard.links.capacity() * size_of::<u32>()
        };
        self.shards.iter().map(shard).sum::<usize>() + self.starts.capacity() * size_of::<u64>()
    }

    /// Cuts the parts into shards of whole groups.
    fn cut<const D: usize>(&mut self, parts: &[Part<'_, D>]) {
        let boxes: usize = parts.iter().map(|part| part.bounds.len()).sum();
        let wanted = (boxes / FEWEST_PER_SHARD).clamp(1, threads::count());
        let size = boxes.div_ceil(wanted).next_multiple_of(LANES).max(LANES);
        self.used = 0;
        for (index, part) in parts.iter().enumerate() {
            for first in (0..part.bounds.len()).step_by(size) {
                if self.used == self.shards.len() {
                    self.shards.push(Shard::default());
                }
                let shard = &mut self.shards[self.used];
                (shard.part, shard.first) = (index, first);
                shard.last = part.bounds.len().min(first + size);
                self.used += 1;
            }
        }
    }

    fn sum_up(&mut self, cells: usize) -> Result<(), Error> {
        grow(&mut self.starts, cells + 1, "the cell table")?;
        let mut sum = 0;
        for (cell, start) in self.starts[..cells].iter_mut().enumerate() {
            *start = sum;
            sum += self.shards[..self.used]
                .iter()
                .map(|shard| shard.cells[cell].len() as u64)
                .sum::<u64>();
        }
        self.starts[cells] = sum;
        Ok(())
    }
}

impl Shard {
    fn clear(&mut self, cells: usize, most_copies: usize) -> Result<(), Error> {
        self.cells.clear();
        grow(&mut self.cells, cells, "the cells of the grid")?;
        // A frame with a few more records than the last one is to find room.
        let blocks = self.links.len() + self.links.len() / 16;
        while !self.slabs.is_empty() && self.slabs.len() * SLAB < blocks * BLOCK {
            self.add_slab()?;
        }
        self.links.clear();
        self.most_blocks = most_copies / BLOCK + cells + 1;
        self.large.clear();
        self.quarantined.clear();
        self.outcome = None;
        Ok(())
    }

    /// Where the next record of a cell goes.
    #[inline(always)]
    fn next(&mut self, cell: usize) -> &mut Record {
        let chain = &mut self.cells[cell];
        if (chain.cursor as usize).is_multiple_of(BLOCK) {
            self.add_block(cell);
        }
        let chain = &mut self.cells[cell];
        let place = chain.cursor as usize;
        chain.cursor += 1;
        let slab = &mut self.slabs[place / SLAB];
        prefetch::for_writing(slab.as_slice(), place % SLAB + AHEAD);
        &mut slab[place % SLAB]
    }

    /// Adds a block to a cell's chain. Where there is none to be had, the first block is written
    /// over, and the outcome says so.
    #[inline(never)]
    fn add_block(&mut self, cell: usize) {
        let mut block = self.links.len();
        // At this many blocks there are too many copies even if every cell's last one is empty.
        if block == self.most_blocks || block * BLOCK > u32::MAX as usize - BLOCK {
            self.outcome = Some(Refusal::TooManyCopies);
            block = 0;
        } else if let Err(error) = self.reserve_block() {
            self.outcome = Some(Refusal::Error(error));
            block = 0;
        }
        let chain = &mut self.cells[cell];
        if chain.blocks == 0 {
            chain.first = block as u32;
        } else {
            let last = (chain.cursor as usize - 1) / BLOCK;
            self.links[last] = block as u32;
        }
        chain.blocks += 1;
        chain.cursor = (block * BLOCK) as u32;
    }

    /// Makes room for one more block.
    fn reserve_block(&mut self) -> Result<(), Error> {
        let blocks = self.links.len() + 1;
        if self.slabs.len() * SLAB < blocks * BLOCK {
            self.add_slab()?;
        }
        reserve(&mut self.links, blocks, RECORDS)?;
        self.links.push(0);
        Ok(())
    }

    fn add_slab(&mut self) -> Result<(), Error> {
        let slabs = self.slabs.len() + 1;
        reserve(&mut self.slabs, slabs, RECORDS)?;
        let bytes = slabs * size_of::<[Record; SLAB]>();
        let slab = bytemuck::allocation::try_zeroed_slice_box(SLAB)
            .map_err(|()| Error::OutOfMemory { what: RECORDS, bytes })?;
        // The conversion only checks the length.
        self.slabs.extend(slab.try_into().ok());
        Ok(())
    }

    fn collect_large<const D: usize>(&self, part: &Part<'_, D>, large: &mut LargeSet<D>) {
        for (index, span) in &self.large {
            let index = *index as usize;
            if let Ok(aabb) = part.bounds.get(index) {
                let (id, lacks) = part.tags.of(index);
                large.push(&aabb, id, lacks, *span);
            }
        }
    }
}

struct Fill<'a, 'p, S, const D: usize> {
    source: S,
    part: &'a Part<'p, D>,
    grid: &'a Grid<D>,
    shard: &'a mut Shard,
}

impl<S: Source<D>, const D: usize> Pass for Fill<'_, '_, S, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Fill { source, part, grid, shard } = self;
        for first in (shard.first..shard.last).step_by(LANES) {
            let count = LANES.min(shard.last - first);
            let group = source.load(lanes, first);
            let exist = (1 << count) - 1;
            if group.valid != exist {
                quarantine(&source, part.set, first, exist & !group.valid, shard);
            }
            let spans = grid.spans(lanes, &group.min, &group.max);
            let (ids, lacks) = part.tags.load(lanes, first, count);
            let min = permute::<L, D>(group.min, grid.axes);
            let max = permute::<L, D>(group.max, grid.axes);
            let rows = to_rows(lanes, min, max, ids, lacks);
            let small = group.valid & !spans.large;
            if small == (1 << LANES) - 1 {
                // Every box begins in some cell, so there is no branch per box.
                for (lane, row) in rows.iter().enumerate() {
                    shard.next(spans.first_cell(grid, lane)).set(lanes, *row);
                }
            } else {
                for lane in set_bits(small) {
                    shard.next(spans.first_cell(grid, lane)).set(lanes, rows[lane]);
                }
                let large = set_bits(group.valid & spans.large);
                shard.large.extend(large.map(|lane| ((first + lane) as u32, spans.of(lane))));
            }
            for lane in set_bits(small & spans.wide) {
                push_rest(lanes, grid, spans.of(lane), rows[lane], shard);
            }
            if shard.outcome.is_some() {
                return;
            }
        }
    }
}

/// Adds copies of a record to all cells it overlaps but the one it begins in.
#[inline(always)]
fn push_rest<L: Lanes, const D: usize>(
    lanes: L,
    grid: &Grid<D>,
    span: Span,
    copy: L::Floats,
    shard: &mut Shard,
) {
    for row in span.rows.0..=span.rows.1 {
        let late_row = u32::from(row != span.rows.0) * lacks::FIRST_ROW;
        for column in span.columns.0..=span.columns.1 {
            let late_column = u32::from(column != span.columns.0) * lacks::FIRST_COLUMN;
            let late = late_row | late_column;
            if late != 0 {
                let record = shard.next(grid.cell(row, column));
                record.set(lanes, copy);
                record.add_lacks(late);
            }
        }
    }
}

/// The numbers of the bits that are set, in ascending order.
#[inline(always)]
fn set_bits(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then_some(bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        bit
    })
}

#[cold]
fn quarantine<S: Source<D>, const D: usize>(
    source: &S,
    set: Set,
    first: usize,
    lanes: u32,
    shard: &mut Shard,
) {
    for lane in set_bits(lanes) {
        let index = first + lane;
        if let Err(reason) = source.get(index) {
            shard.quarantined.push(Quarantined { set, index: index as u32, reason });
        }
    }
}

/// Axes in the order of the grid: sweep, row, column.
#[inline(always)]
fn permute<L: Lanes, const D: usize>(by_axis: [L::Floats; D], axes: [usize; D]) -> [L::Floats; D] {
    let mut out = by_axis;
    for k in 0..D {
        out[k] = by_axis[axes[k]];
    }
    out
}
