//! Canonical order: sorted by `a`, then by `b`.
//!
//! Broad phases find pairs in the order that is cheapest for them. The canonical order is the one
//! they all share; it is on request, because it costs about a third of finding the pairs.
//!
//! Two passes over memory: pairs are scattered by the upper bits of `a` into buckets that fit the
//! first-level cache, then each bucket is sorted by counting the lower bits of `a`, and the few
//! pairs of each `a` by `b`. Both passes run on all threads.

use std::ops::Range;

use jostle_kernels::sort::prefix_sum;

use crate::{
    Error, Pair,
    error::{grow, reserve},
    threads::{self, Scattered, Scratches},
};

/// Pairs in a bucket on average.
const BUCKET: usize = 2048;

/// Most buckets: each is a write stream of the scattering pass.
const MOST_BUCKETS: usize = 1 << 12;

/// Pairs from which a second thread pays.
const FEWEST_PER_CHUNK: usize = 16 * 1024;

/// Pairs of one `a` up to which insertion beats a sort.
const FEW: usize = 24;

/// Buffers for sorting.
#[derive(Default)]
pub(crate) struct Sorter {
    chunks: Vec<Chunk>,
    used: usize,
    scattered: Vec<Pair>,
    buckets: Vec<Range<usize>>,
    tables: Scratches<Vec<u32>>,
}

/// A range of the pairs, and where the next one of each bucket goes.
#[derive(Default)]
struct Chunk {
    range: Range<usize>,
    places: Vec<usize>,
}

impl Sorter {
    /// Sorts pairs, all different, into canonical order.
    pub(crate) fn sort(&mut self, pairs: &mut [Pair]) -> Result<(), Error> {
        let Some(largest) = pairs.iter().map(|pair| pair.a).max() else { return Ok(()) };
        let wanted = (pairs.len() / BUCKET).clamp(1, MOST_BUCKETS) as u32;
        // The fewest low bits that leave no more buckets than wanted.
        let low_bits = (largest / wanted).checked_ilog2().map_or(0, |log| log + 1);
        grow(&mut self.scattered, pairs.len(), "the pairs in canonical order")?;
        self.count(pairs, bucket_of(largest, low_bits) + 1, low_bits)?;
        let fullest = self.buckets.iter().map(Range::len).max().unwrap_or(0);
        let values = longest_table(fullest).min(1 << low_bits) as usize;
        self.tables.prepare(threads::count(), |table| {
            table.clear();
            reserve(table, values, "the counts of pairs")
        })?;
        let places = Scattered::new(&mut self.scattered);
        threads::for_each(&mut self.chunks[..self.used], |_, chunk| {
            for pair in &pairs[chunk.range.clone()] {
                let place = &mut chunk.places[bucket_of(pair.a, low_bits)];
                // SAFETY: 1. and 2. places start at the sum of all counts before them and rise by
                // one per pair, so they are below the number of pairs and no two are equal.
                unsafe { places.write(*place, *pair) };
                *place += 1;
            }
        });
        sort_buckets(pairs, &self.scattered, &self.buckets, low_bits, &self.tables);
        Ok(())
    }

    /// Bytes held.
    pub(crate) fn memory_bytes(&self) -> usize {
        let places: usize = self.chunks.iter().map(|chunk| chunk.places.capacity()).sum();
        self.scattered.capacity() * size_of::<Pair>()
            + places * size_of::<usize>()
            + self.buckets.capacity() * size_of::<Range<usize>>()
            + self.tables.sum(|table| table.capacity() * size_of::<u32>())
    }

    /// Counts the pairs per bucket, chunk by chunk, and turns the counts into places.
    fn count(&mut self, pairs: &[Pair], buckets: usize, low_bits: u32) -> Result<(), Error> {
        let chunks = (pairs.len() / FEWEST_PER_CHUNK).clamp(1, threads::count());
        let size = pairs.len().div_ceil(chunks);
        self.used = pairs.len().div_ceil(size);
        if self.chunks.len() < self.used {
            self.chunks.resize_with(self.used, Chunk::default);
        }
        for (index, chunk) in self.chunks[..self.used].iter_mut().enumerate() {
            chunk.range = index * size..pairs.len().min((index + 1) * size);
            chunk.places.clear();
            grow(&mut chunk.places, buckets, "the counts of pairs")?;
        }
        threads::for_each(&mut self.chunks[..self.used], |_, chunk| {
            for pair in &pairs[chunk.range.clone()] {
                chunk.places[bucket_of(pair.a, low_bits)] += 1;
            }
        });
        self.buckets.clear();
        let mut sum = 0;
        for bucket in 0..buckets {
            let first = sum;
            for chunk in &mut self.chunks[..self.used] {
                let count = std::mem::replace(&mut chunk.places[bucket], sum);
                sum += count;
            }
            self.buckets.push(first..sum);
        }
        Ok(())
    }
}

/// The bucket of the pairs that begin with `a`. All 32 bits can be low ones.
#[inline]
fn bucket_of(a: u32, low_bits: u32) -> usize {
    (u64::from(a) >> low_bits) as usize
}

/// Sorts each bucket from `from` to `to`, halving the buckets over the threads.
fn sort_buckets(
    to: &mut [Pair],
    from: &[Pair],
    buckets: &[Range<usize>],
    low_bits: u32,
    tables: &Scratches<Vec<u32>>,
) {
    let (Some(first), Some(last)) = (buckets.first(), buckets.last()) else { return };
    let pairs = last.end - first.start;
    if pairs <= FEWEST_PER_CHUNK || buckets.len() == 1 || threads::count() == 1 {
        let mut table = tables.take();
        for bucket in buckets {
            let to = &mut to[bucket.start - first.start..bucket.end - first.start];
            sort_bucket(to, &from[bucket.clone()], low_bits, &mut table);
        }
        tables.put(table);
        return;
    }
    let (left, right) = buckets.split_at(buckets.len() / 2);
    let (to_left, to_right) = to.split_at_mut(right[0].start - first.start);
    threads::join(
        || sort_buckets(to_left, from, left, low_bits, tables),
        || sort_buckets(to_right, from, right, low_bits, tables),
    );
}

/// Values that so many pairs are sorted by counting; with more, most of them would count nothing.
fn longest_table(pairs: usize) -> u64 {
    4 * pairs as u64 + 64
}

/// Sorts one bucket by the lower bits of `a`, then the pairs of each `a` by `b`.
fn sort_bucket(to: &mut [Pair], from: &[Pair], low_bits: u32, table: &mut Vec<u32>) {
    let values = 1_u64 << low_bits;
    if values > longest_table(from.len()) {
        to.copy_from_slice(from);
        to.sort_unstable_by_key(|pair| pair.key());
        return;
    }
    let low = |pair: &Pair| (pair.a & (values - 1) as u32) as usize;
    table.clear();
    table.resize(values as usize, 0);
    from.iter().for_each(|pair| table[low(pair)] += 1);
    prefix_sum(table);
    for pair in from {
        let place = &mut table[low(pair)];
        to[*place as usize] = *pair;
        *place += 1;
    }
    for run in to.chunk_by_mut(|x, y| x.a == y.a) {
        if run.len() <= FEW {
            insertion_sort(run);
        } else {
            run.sort_unstable_by_key(|pair| pair.b);
        }
    }
}

fn insertion_sort(run: &mut [Pair]) {
    for index in 1..run.len() {
        let pair = run[index];
        let mut place = index;
        while place > 0 && run[place - 1].b > pair.b {
            run[place] = run[place - 1];
            place -= 1;
        }
        run[place] = pair;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(mut pairs: Vec<Pair>) {
        let mut expected = pairs.clone();
        expected.sort_unstable();
        let mut sorter = Sorter::default();
        sorter.sort(&mut pairs).unwrap();
        assert_eq!(pairs, expected);
    }

    proptest! {
        #[test]
        fn equals_std(
            keys in prop::collection::hash_set(any::<u64>(), 0..300),
            mask in any::<u64>(), shift in 0u32..60,
        ) {
            let keys = keys.into_iter().map(|key| (key & mask) >> shift);
            check(keys.map(Pair::from_key).collect());
        }
    }

    #[test]
    fn many_pairs_on_many_threads() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let spread = |i: u64| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 44) << 32 | i;
        pool.install(|| check((0..200_000).map(|i| Pair::from_key(spread(i))).collect()));
        let one_hub = |i: u64| i.wrapping_mul(0x9e37_79b9) & 0xffff_ffff;
        pool.install(|| check((0..200_000).map(|i| Pair::from_key(one_hub(i))).collect()));
    }
}
