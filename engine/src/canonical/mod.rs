//! Canonical order: sorted by `a`, then by `b`.
//!
//! Broad phases find pairs in the order that is cheapest for them. The canonical order is the one
//! they all share; it is on request, because it costs about a third of finding the pairs.
//!
//! Two passes over memory: pairs are scattered by the upper bits of `a` into buckets that fit the
//! first-level cache, then each [`bucket`] is sorted. Both passes run on all threads.

mod bucket;

use std::ops::Range;

use bucket::{BucketBuffers, Layout};
use jostle_kernels::{SimdLevel, simd::prefetch};

use crate::{
    Error, Pair,
    exec::{
        disjoint_slice::DisjointSlice,
        threads::{self, Scratches},
    },
    memory::{grow, reserve},
};

/// Pairs in a bucket on average.
const BUCKET: usize = 2048;

/// Most buckets: each is a write stream of the scattering pass.
const MOST_BUCKETS: usize = 1 << 12;

/// Pairs are prefetched so many ahead, to read them and to write them to their buckets. The
/// processor sees no streams by itself among hundreds: without this the pass takes more than twice
/// the time.
const READ_AHEAD: usize = 64;
const WRITE_AHEAD: usize = 8;

/// Pairs from which a second thread pays.
const FEWEST_PER_CHUNK: usize = 16 * 1024;

/// Buffers for sorting.
#[derive(Default)]
pub(crate) struct Sorter {
    chunks: Vec<SortChunk>,
    used: usize,
    scattered: Vec<Pair>,
    buckets: Vec<Range<usize>>,
    scratches: Scratches<BucketBuffers>,
}

/// A range of the pairs, and where the next one of each bucket goes.
#[derive(Default)]
struct SortChunk {
    range: Range<usize>,
    /// As large as any number of its pairs, and of no more bits.
    largest: [u32; 2],
    places: Vec<usize>,
}

impl Sorter {
    /// Sorts pairs, all different, into canonical order.
    pub(crate) fn sort(&mut self, pairs: &mut [Pair]) -> Result<(), Error> {
        self.cut(pairs.len())?;
        threads::for_each(&mut self.chunks[..self.used], |_, chunk| {
            let all = |[a, b]: [u32; 2], pair: &Pair| [a | pair.a, b | pair.b];
            chunk.largest = pairs[chunk.range.clone()].iter().fold([0; 2], all);
        });
        let all =
            |[a, b]: [u32; 2], chunk: &SortChunk| [a | chunk.largest[0], b | chunk.largest[1]];
        let largest = self.chunks[..self.used].iter().fold([0; 2], all);
        self.sort_up_to(pairs, largest)
    }

    /// Sorts pairs, all different, of no larger numbers than these into canonical order. Not to
    /// have to look for the largest saves a tenth of the time. With larger ones it may panic, or
    /// end in another order.
    pub(crate) fn sort_up_to(&mut self, pairs: &mut [Pair], [a, b]: [u32; 2]) -> Result<(), Error> {
        if pairs.is_empty() {
            return Ok(());
        }
        let wanted = (pairs.len() / BUCKET).clamp(1, MOST_BUCKETS) as u32;
        // The fewest low bits that leave no more buckets than wanted.
        let low_bits = (a / wanted).checked_ilog2().map_or(0, |log| log + 1);
        let layout = Layout { low_bits, bits_of_b: u32::BITS - b.leading_zeros() };
        grow(&mut self.scattered, pairs.len(), "the pairs in canonical order")?;
        self.cut(pairs.len())?;
        self.count(pairs, bucket_of(a, low_bits) + 1, low_bits)?;
        let fullest = self.buckets.iter().map(Range::len).max().unwrap_or(0);
        self.scratches.prepare(threads::count(), |scratch| scratch.prepare(fullest, layout))?;
        self.scatter(pairs, low_bits);
        let all = BucketSort { from: &self.scattered, layout, scratches: &self.scratches };
        all.sort(pairs, &self.buckets, 0);
        Ok(())
    }

    /// Bytes held.
    pub(crate) fn memory_bytes(&self) -> usize {
        let places: usize = self.chunks.iter().map(|chunk| chunk.places.capacity()).sum();
        self.scattered.capacity() * size_of::<Pair>()
            + places * size_of::<usize>()
            + self.buckets.capacity() * size_of::<Range<usize>>()
            + self.scratches.sum(BucketBuffers::memory_bytes)
    }

    /// Cuts so many pairs into chunks.
    fn cut(&mut self, pairs: usize) -> Result<(), Error> {
        let chunks = (pairs / FEWEST_PER_CHUNK).clamp(1, threads::count());
        let size = pairs.div_ceil(chunks).max(1);
        self.used = pairs.div_ceil(size);
        if self.chunks.len() < self.used {
            reserve(&mut self.chunks, self.used, "the chunks of pairs")?;
            self.chunks.resize_with(self.used, SortChunk::default);
        }
        for (index, chunk) in self.chunks[..self.used].iter_mut().enumerate() {
            chunk.range = index * size..pairs.min((index + 1) * size);
        }
        Ok(())
    }

    /// Counts the pairs per bucket, chunk by chunk, and turns the counts into places.
    fn count(&mut self, pairs: &[Pair], buckets: usize, low_bits: u32) -> Result<(), Error> {
        for chunk in &mut self.chunks[..self.used] {
            chunk.places.clear();
            grow(&mut chunk.places, buckets, "the counts of pairs")?;
        }
        threads::for_each(&mut self.chunks[..self.used], |_, chunk| {
            for pair in &pairs[chunk.range.clone()] {
                chunk.places[bucket_of(pair.a, low_bits)] += 1;
            }
        });
        self.buckets.clear();
        reserve(&mut self.buckets, buckets, "the counts of pairs")?;
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

    /// Writes the pairs bucket by bucket.
    fn scatter(&mut self, pairs: &[Pair], low_bits: u32) {
        let places = DisjointSlice::new(&mut self.scattered);
        threads::for_each(&mut self.chunks[..self.used], |_, chunk| {
            let pairs = &pairs[chunk.range.clone()];
            for (index, pair) in pairs.iter().enumerate() {
                prefetch::for_reading(pairs, index + READ_AHEAD);
                let place = &mut chunk.places[bucket_of(pair.a, low_bits)];
                places.prefetch(*place + WRITE_AHEAD);
                // SAFETY: 1. and 2. places start at the sum of all counts before them and rise by
                // one per pair, so they are below the number of pairs and no two are equal.
                unsafe { places.write(*place, *pair) };
                *place += 1;
            }
        });
    }
}

/// The bucket of the pairs that begin with `a`. All 32 bits can be low ones.
#[inline]
fn bucket_of(a: u32, low_bits: u32) -> usize {
    (u64::from(a) >> low_bits) as usize
}

/// Sorting all buckets.
struct BucketSort<'a> {
    from: &'a [Pair],
    layout: Layout,
    scratches: &'a Scratches<BucketBuffers>,
}

impl BucketSort<'_> {
    /// Sorts some buckets, the first of which has this number, to where they begin, halving them
    /// over the threads.
    fn sort(&self, to: &mut [Pair], buckets: &[Range<usize>], number: usize) {
        let (Some(first), Some(last)) = (buckets.first(), buckets.last()) else { return };
        let pairs = last.end - first.start;
        if pairs <= FEWEST_PER_CHUNK || buckets.len() == 1 || threads::count() == 1 {
            let mut scratch = self.scratches.take();
            let level = SimdLevel::detect();
            for (bucket, number) in buckets.iter().zip(number..) {
                let to = &mut to[bucket.start - first.start..bucket.end - first.start];
                scratch.sort(level, to, &self.from[bucket.clone()], number, self.layout);
            }
            self.scratches.put(scratch);
            return;
        }
        let half = buckets.len() / 2;
        let (left, right) = buckets.split_at(half);
        let (to_left, to_right) = to.split_at_mut(right[0].start - first.start);
        threads::join(
            || self.sort(to_left, left, number),
            || self.sort(to_right, right, number + half),
        );
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::on_threads;

    fn check(mut pairs: Vec<Pair>) {
        let mut expected = pairs.clone();
        expected.sort_unstable();
        let mut sorter = Sorter::default();
        let unsorted = pairs.clone();
        sorter.sort(&mut pairs).unwrap();
        assert_eq!(pairs, expected);
        let largest = |of: fn(&Pair) -> u32| unsorted.iter().map(of).max().unwrap_or(0);
        let [a, b] = [largest(|pair| pair.a), largest(|pair| pair.b)];
        for beyond in [0, 1, u32::MAX] {
            pairs.clone_from(&unsorted);
            let up_to = [a.saturating_add(beyond), b.saturating_add(beyond)];
            sorter.sort_up_to(&mut pairs, up_to).unwrap();
            assert_eq!(pairs, expected, "up to {up_to:?}");
        }
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
        let spread = |i: u64| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 44) << 32 | i;
        on_threads(3, || check((0..200_000).map(|i| Pair::from_key(spread(i))).collect()));
        let one_hub = |i: u64| i.wrapping_mul(0x9e37_79b9) & 0xffff_ffff;
        on_threads(3, || check((0..200_000).map(|i| Pair::from_key(one_hub(i))).collect()));
    }
}
