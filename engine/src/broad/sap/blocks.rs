//! The records of the boxes that one thread bins: chains of blocks, one chain per cell.

use jostle_kernels::{Record, simd::prefetch};

use super::grid::CellRange;
use crate::{
    Error,
    memory::{grow, grow_filled, reserve, reserve_one},
    validate::InvalidShape,
};

/// Records in a block: half a page, so that reading one back is a stream and few are half empty.
const BLOCK: usize = 64;

/// Records in a slab of 256 KiB, the unit in which memory is had. Growing never moves what is
/// there, so the peak is what is needed; and what was never written to is not taken from the
/// machine.
const SLAB: usize = 128 * BLOCK;

/// What the slabs are for.
const RECORDS: &str = "the records of the grid";

type Slab = Box<[Record; SLAB]>;

/// Records ahead of which the next line of a block is prefetched. A line takes longer to come from
/// memory than the store buffer can wait for: without this the pass takes almost twice the time.
const AHEAD: usize = 4;

/// A chain of blocks.
#[derive(Clone, Copy, Default)]
struct BlockChain {
    /// Number of blocks.
    blocks: u32,
    /// The first of them.
    first: u32,
}

/// A range of the boxes of one part, and their records.
#[derive(Default)]
pub(super) struct BinChunk {
    pub(super) part: usize,
    pub(super) first: usize,
    pub(super) last: usize,
    /// For each cell where its next record goes, or a multiple of [`BLOCK`] when a block is needed
    /// first. Apart from the chains, so that those of some thousand cells stay in the first-level
    /// cache.
    cursors: Vec<u32>,
    chains: Vec<BlockChain>,
    slabs: Vec<Slab>,
    /// For each block the one behind it in its chain.
    links: Vec<u32>,
    most_blocks: usize,
    pub(super) large: Vec<(u32, CellRange)>,
    pub(super) invalid: Vec<InvalidShape>,
    pub(super) outcome: Option<Refusal>,
}

/// Why a chunk gave up.
#[derive(Clone, Debug)]
pub(super) enum Refusal {
    /// The grid makes more copies than the caller wants.
    TooManyCopies,
    Error(Error),
}

impl BinChunk {
    /// Makes room for the records of so many cells. Where there is none, the outcome says so.
    pub(super) fn clear(&mut self, cells: usize, most_copies: usize) -> bool {
        let cleared = self.try_clear(cells, most_copies);
        self.outcome = cleared.err().map(Refusal::Error);
        self.outcome.is_none()
    }

    fn try_clear(&mut self, cells: usize, most_copies: usize) -> Result<(), Error> {
        self.cursors.clear();
        self.chains.clear();
        grow(&mut self.cursors, cells, "the cells of the grid")?;
        grow_filled(&mut self.chains, cells, "the cells of the grid")?;
        // A frame with a few more records than the last one is to find room; and there is always a
        // first block.
        let blocks = 1 + self.links.len() + self.links.len() / 16;
        while self.slabs.len() * SLAB < blocks * BLOCK {
            self.add_slab()?;
        }
        self.links.clear();
        self.most_blocks = most_copies / BLOCK + cells + 1;
        self.large.clear();
        self.invalid.clear();
        Ok(())
    }

    /// Lets `write` fill in the next record of the cell of each item. Items are the bits that are
    /// set, from the lowest on.
    #[inline(always)]
    pub(super) fn push_all(
        &mut self,
        items: u32,
        cell_of: impl Fn(usize) -> usize,
        mut write: impl FnMut(usize, &mut Record),
    ) {
        let mut rest = items;
        while rest != 0 {
            // As slices, until a block is needed: where a vector lies would be read again for each
            // record.
            let (cursors, slabs) = (&mut self.cursors[..], &mut self.slabs[..]);
            while rest != 0 {
                let item = rest.trailing_zeros() as usize;
                let cursor = &mut cursors[cell_of(item)];
                if (*cursor as usize).is_multiple_of(BLOCK) {
                    break;
                }
                write(item, next(cursor, slabs));
                rest &= rest - 1;
            }
            if rest != 0 {
                let item = rest.trailing_zeros() as usize;
                write(item, self.next_in_new_block(cell_of(item)));
                rest &= rest - 1;
            }
        }
    }

    /// Where the next record of a cell goes, which is in a block of its own.
    #[inline(never)]
    fn next_in_new_block(&mut self, cell: usize) -> &mut Record {
        self.add_block(cell);
        next(&mut self.cursors[cell], &mut self.slabs)
    }

    /// Where the next record of a cell goes.
    #[inline(always)]
    pub(super) fn next(&mut self, cell: usize) -> &mut Record {
        if (self.cursors[cell] as usize).is_multiple_of(BLOCK) {
            return self.next_in_new_block(cell);
        }
        next(&mut self.cursors[cell], &mut self.slabs)
    }

    /// Adds a block to a cell's chain. Where there is none to be had, the first block is written
    /// over, and the outcome says so.
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
        let (chain, cursor) = (&mut self.chains[cell], &mut self.cursors[cell]);
        if chain.blocks == 0 {
            chain.first = block as u32;
        } else {
            let last = (*cursor as usize - 1) / BLOCK;
            self.links[last] = block as u32;
        }
        chain.blocks += 1;
        *cursor = (block * BLOCK) as u32;
    }

    /// Adds a box that is too large for the grid. Where there is no room, the outcome says so.
    #[inline(never)]
    pub(super) fn push_large(&mut self, index: u32, span: CellRange) {
        match reserve_one(&mut self.large, "the large boxes") {
            Ok(()) => self.large.push((index, span)),
            Err(error) => self.outcome = Some(Refusal::Error(error)),
        }
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

    /// Number of cells.
    pub(super) fn cells(&self) -> usize {
        self.cursors.len()
    }

    /// Number of records in a cell.
    pub(super) fn len(&self, cell: usize) -> usize {
        let in_last = (self.cursors[cell] as usize).wrapping_sub(1) % BLOCK + 1;
        (self.chains[cell].blocks as usize * BLOCK + in_last).saturating_sub(BLOCK)
    }

    /// The records of a cell, block by block.
    pub(super) fn blocks(&self, cell: usize) -> impl Iterator<Item = &[Record]> + Clone {
        let (chain, len) = (self.chains[cell], self.len(cell));
        let mut block = chain.first as usize;
        (0..chain.blocks).map(move |number| {
            let last = number + 1 == chain.blocks;
            let len = if last { len - number as usize * BLOCK } else { BLOCK };
            let records = &self.slabs[block * BLOCK / SLAB][block * BLOCK % SLAB..][..len];
            block = self.links[block] as usize;
            records
        })
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.slabs.len() * size_of::<[Record; SLAB]>()
            + self.cursors.capacity() * size_of::<u32>()
            + self.chains.capacity() * size_of::<BlockChain>()
            + self.links.capacity() * size_of::<u32>()
    }
}

/// The record at a cursor, which moves on, and prefetches those that follow.
#[inline(always)]
fn next<'a>(cursor: &mut u32, slabs: &'a mut [Slab]) -> &'a mut Record {
    let place = *cursor as usize;
    *cursor += 1;
    let slab = &mut slabs[place / SLAB];
    prefetch::for_writing(slab.as_slice(), place % SLAB + AHEAD);
    &mut slab[place % SLAB]
}
