//! Pairs with their limits, in blocks of which most are passed over.

use std::{
    ops::Range,
    sync::atomic::{AtomicU64, Ordering},
};

use jostle_kernels::{Record, SimdLevel};

use super::limits::{Clock, Test};
use crate::{
    Error, Pair, Pairs,
    exec::{
        sink::{Interrupt, ROOM, Sink},
        threads,
    },
    join::PairFilter,
    memory::{reserve_one, resize},
};

/// Pairs of a block: as many as a word has bits.
pub(super) const BLOCK: usize = 64;

/// Blocks that one thread tests one after the other.
const CHUNK: usize = 128;

/// Touching pairs of a block from which it is faster to look at all of them.
const MANY: u32 = 24;

/// What memory is for.
const WHAT: &str = "the candidate pairs that are kept";

/// What is known of 64 pairs.
#[derive(Clone, Copy)]
pub(super) struct Block {
    /// The least of the limits, or NaN.
    pub(super) soonest: f32,
    /// What the clock of the era says when a pair has to be tested again; NaN where it was not.
    pub(super) limits: [f32; BLOCK],
    /// By bits: which of the pairs touch, and are not both static.
    pub(super) touching: u64,
}

impl Block {
    /// None of the pairs was tested.
    const UNKNOWN: Self = Self { soonest: f32::NAN, limits: [f32::NAN; BLOCK], touching: 0 };

    /// No pairs.
    const EMPTY: Self =
        Self { soonest: f32::INFINITY, limits: [f32::INFINITY; BLOCK], touching: 0 };
}

/// Pairs in canonical order.
#[derive(Default)]
pub(super) struct LimitedPairs {
    pub(super) pairs: Pairs,
    /// Behind the last pair there are limits that are never reached.
    blocks: Vec<Block>,
}

impl LimitedPairs {
    /// Forgets the pairs and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
        self.blocks.clear();
    }

    /// Begins with pairs that were put into the list, none of which was tested.
    pub(super) fn begin(&mut self) -> Result<(), Error> {
        let Self { pairs, blocks } = self;
        blocks.clear();
        resize(blocks, pairs.len().div_ceil(BLOCK), Block::UNKNOWN, WHAT)?;
        if let Some(last) = blocks.last_mut() {
            let used = pairs.len() - (pairs.len() - 1) / BLOCK * BLOCK;
            last.limits[used..].fill(f32::INFINITY);
        }
        Ok(())
    }

    /// Takes over what is known of a pair of another list, which comes next in this one.
    pub(super) fn push_from(&mut self, other: &Self, index: usize) -> Result<(), Error> {
        let from = &other.blocks[index / BLOCK];
        let is_touching = from.touching >> (index % BLOCK) & 1;
        let limit = from.limits[index % BLOCK];
        self.push(other.pairs[index], limit, is_touching)
    }

    /// Adds a pair that was not tested, and comes next.
    pub(super) fn push_unknown(&mut self, pair: Pair) -> Result<(), Error> {
        self.push(pair, f32::NAN, 0)
    }

    fn push(&mut self, pair: Pair, limit: f32, is_touching: u64) -> Result<(), Error> {
        let place = self.pairs.len() % BLOCK;
        if place == 0 {
            reserve_one(&mut self.blocks, WHAT)?;
            self.blocks.push(Block::EMPTY);
        }
        self.pairs.space(1)?[0] = pair;
        self.pairs.commit(1);
        if let Some(last) = self.blocks.last_mut() {
            last.limits[place] = limit;
            last.touching |= is_touching << place;
            // To look at the block once more costs little.
            last.soonest = f32::NAN;
        }
        Ok(())
    }

    /// Has a pair tested in any case.
    pub(super) fn forget_limit(&mut self, index: usize) {
        let block = &mut self.blocks[index / BLOCK];
        block.limits[index % BLOCK] = f32::NAN;
        block.soonest = f32::NAN;
    }

    /// Has the pairs of some boxes tested in any case: of those that `has_changed` tells of.
    /// O(pairs), on all threads.
    pub(super) fn forget_limits_of(&mut self, has_changed: &[bool]) {
        let pairs = self.pairs.as_slice();
        threads::for_each_chunk(&mut self.blocks, CHUNK, |number, blocks| {
            let pairs = &pairs[number * CHUNK * BLOCK..];
            for (block, pairs) in blocks.iter_mut().zip(pairs.chunks(BLOCK)) {
                let mut some = false;
                for (limit, pair) in block.limits.iter_mut().zip(pairs) {
                    let is_forgotten = has_changed[pair.a as usize] | has_changed[pair.b as usize];
                    *limit = if is_forgotten { f32::NAN } else { *limit };
                    some |= is_forgotten;
                }
                block.soonest = if some { f32::NAN } else { block.soonest };
            }
        });
    }

    /// Tests those pairs whose limit is reached. Returns how many they are. O(pairs), on all
    /// threads.
    pub(super) fn test<const D: usize>(
        &mut self,
        level: SimdLevel,
        boxes: &[Record],
        clock: Clock,
    ) -> u64 {
        let tested = AtomicU64::new(0);
        let pairs = self.pairs.as_slice();
        threads::for_each_chunk(&mut self.blocks, CHUNK, |number, blocks| {
            let pairs = &pairs[number * CHUNK * BLOCK..];
            let count = level.run(Test::<D> { pairs, blocks, boxes, clock });
            tested.fetch_add(count, Ordering::Relaxed);
        });
        tested.into_inner()
    }

    /// Of how many of some pairs it is known that they touch.
    pub(super) fn count(&self, range: Range<usize>) -> usize {
        touching(&self.blocks, range).map(|(_, bits)| bits.count_ones() as usize).sum()
    }

    /// Writes those of some pairs that touch to the front of `to`, which has room for them. Returns
    /// how many they are.
    pub(super) fn write(&self, range: Range<usize>, to: &mut [Pair]) -> usize {
        let mut count = 0;
        for (block, mut bits) in touching(&self.blocks, range) {
            let pairs = &self.pairs[BLOCK * block..];
            match (pairs.first_chunk::<BLOCK>(), to[count..].first_chunk_mut::<BLOCK>()) {
                (Some(pairs), Some(to)) if bits.count_ones() >= MANY => {
                    // Without a branch: which of them touch is unpredictable.
                    let mut written = 0;
                    for pair in pairs {
                        to[written % BLOCK] = *pair;
                        written += (bits & 1) as usize;
                        bits >>= 1;
                    }
                    count += written;
                }
                _ => {
                    while bits != 0 {
                        to[count] = pairs[bits.trailing_zeros() as usize];
                        count += 1;
                        bits &= bits - 1;
                    }
                }
            }
        }
        count
    }

    /// Hands out those of some pairs that touch and are wanted.
    pub(super) fn emit(
        &self,
        range: Range<usize>,
        sink: &mut dyn Sink,
        filter: &PairFilter<'_>,
    ) -> Result<(), Interrupt> {
        let mut begin = range.start;
        while begin < range.end {
            let end = range.end.min(begin + ROOM);
            let space = sink.space()?;
            let written = self.write(begin..end, space);
            let kept = filter.apply(&mut space[..written]);
            sink.commit(kept)?;
            begin = end;
        }
        Ok(())
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.pairs.capacity_bytes() + self.blocks.capacity() * size_of::<Block>()
    }
}

/// The blocks that some pairs are in, each with those of the pairs that touch.
fn touching(blocks: &[Block], range: Range<usize>) -> impl Iterator<Item = (usize, u64)> {
    let Range { start, end } = range;
    (start / BLOCK..end.div_ceil(BLOCK)).map(move |block| {
        let first = BLOCK * block;
        let mut bits = blocks[block].touching;
        if start > first {
            bits &= u64::MAX << (start - first);
        }
        if end < first + BLOCK {
            bits &= !(u64::MAX << (end - first));
        }
        (block, bits)
    })
}
