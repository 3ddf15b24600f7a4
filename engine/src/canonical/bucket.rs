//! Sorting the pairs of a bucket, whose `a` have all but their lowest bits in common.
//!
//! Pairs become keys: the low bits of `a` above `b`, in 32 bits where that is enough. Keys are put
//! in the order of `a`, or of some of its bits where pairs are sparse, by counting. Then only keys
//! that were counted together, of which there are mostly few, may be out of order, so each is at
//! most a few places from where it belongs: by as many as there are smaller ones behind it, less
//! the larger ones before it. To count these for all keys at once takes no branch.

use jostle_kernels::{Lanes, Pass, SimdLevel, sort::prefix_sum};

use crate::{
    Error, Pair,
    memory::{grow_filled, reserve},
};

/// Pairs counted together from which on they are sorted by themselves.
const MANY: usize = 64;

/// How many bits of pairs differ within a bucket.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// Of `a`.
    pub(super) low_bits: u32,
    /// Of `b`.
    pub(super) bits_of_b: u32,
}

/// A pair of a bucket as a number.
trait Key: Copy + Default + Ord {
    fn of(pair: Pair, layout: Layout) -> Self;
    /// The low bits of `a`, and `b`.
    fn parts(self, layout: Layout) -> (u32, u32);
}

/// The lowest bits of a number, up to all of them.
fn lowest(number: u32, bits: u32) -> u32 {
    number & 1_u32.checked_shl(bits).unwrap_or(0).wrapping_sub(1)
}

impl Key for u64 {
    #[inline(always)]
    fn of(pair: Pair, layout: Layout) -> Self {
        Self::from(lowest(pair.a, layout.low_bits)) << u32::BITS | Self::from(pair.b)
    }

    #[inline(always)]
    fn parts(self, _: Layout) -> (u32, u32) {
        ((self >> u32::BITS) as u32, self as u32)
    }
}

/// Only where [`fits_short`] says so. Either part may have all bits; then the other has none.
impl Key for u32 {
    #[inline(always)]
    fn of(pair: Pair, layout: Layout) -> Self {
        lowest(pair.a, layout.low_bits).checked_shl(layout.bits_of_b).unwrap_or(0) | pair.b
    }

    #[inline(always)]
    fn parts(self, layout: Layout) -> (u32, u32) {
        (self.checked_shr(layout.bits_of_b).unwrap_or(0), lowest(self, layout.bits_of_b))
    }
}

/// Buffers to sort a bucket in.
#[derive(Default)]
pub(super) struct BucketBuffers {
    /// Where the pairs that are counted together end.
    table: Vec<u32>,
    short: Vec<u32>,
    long: Vec<u64>,
    /// How far each key is before its place.
    shifts: Vec<i32>,
}

impl BucketBuffers {
    /// Makes room for buckets of up to so many pairs.
    pub(super) fn prepare(&mut self, pairs: usize, layout: Layout) -> Result<(), Error> {
        let values = longest_table(pairs).min(1 << layout.low_bits) as usize;
        self.table.clear();
        reserve(&mut self.table, values, "the counts of pairs")?;
        if fits_short(layout) {
            make_room(&mut self.short, pairs)?;
        } else {
            make_room(&mut self.long, pairs)?;
        }
        make_room(&mut self.shifts, pairs)
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        4 * (self.table.capacity() + self.short.capacity() + self.shifts.capacity())
            + 8 * self.long.capacity()
    }

    /// Sorts the pairs of a bucket with this number from `from` to `to`.
    pub(super) fn sort(
        &mut self,
        level: SimdLevel,
        to: &mut [Pair],
        from: &[Pair],
        number: usize,
        layout: Layout,
    ) {
        let Self { table, short, long, shifts } = self;
        let values = 1_u64 << layout.low_bits;
        // Sparse pairs are counted by fewer bits.
        let coarse = (values / longest_table(from.len())).checked_ilog2().map_or(0, |log| log + 1);
        table.clear();
        table.resize((values >> coarse).max(1) as usize, 0);
        let shifts = &mut shifts[..from.len()];
        if fits_short(layout) {
            let keys = &mut short[..from.len()];
            level.run(Sort { to, from, number, layout, coarse, table, keys, shifts });
        } else {
            let keys = &mut long[..from.len()];
            level.run(Sort { to, from, number, layout, coarse, table, keys, shifts });
        }
    }
}

/// Makes room for the keys of so many pairs, and where that takes memory for twice as many: the
/// fullest bucket wavers from frame to frame.
fn make_room<T: Clone + Default>(keys: &mut Vec<T>, pairs: usize) -> Result<(), Error> {
    if keys.len() < pairs { grow_filled(keys, 2 * pairs, "the keys of pairs") } else { Ok(()) }
}

/// Values that so many pairs are sorted by counting; with more, most of them would count nothing.
fn longest_table(pairs: usize) -> u64 {
    4 * pairs as u64 + 64
}

/// Whether keys have no more than 32 bits.
fn fits_short(layout: Layout) -> bool {
    layout.low_bits + layout.bits_of_b <= u32::BITS
}

/// Sorts a bucket.
struct Sort<'a, K> {
    to: &'a mut [Pair],
    from: &'a [Pair],
    number: usize,
    layout: Layout,
    /// Low bits of `a` that keys are not counted by.
    coarse: u32,
    /// Zeros.
    table: &'a mut [u32],
    keys: &'a mut [K],
    shifts: &'a mut [i32],
}

impl<K: Key> Pass for Sort<'_, K> {
    type Output = ();
    const AVX512: bool = true;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let Self { to, from, number, layout, coarse, table, keys, shifts } = self;
        let low = |pair: &Pair| (u64::from(lowest(pair.a, layout.low_bits)) >> coarse) as usize;
        from.iter().for_each(|pair| table[low(pair)] += 1);
        prefix_sum(table);
        for pair in from {
            let place = &mut table[low(pair)];
            keys[*place as usize] = K::of(*pair, layout);
            *place += 1;
        }
        let mut longest = longest_run(table) as usize;
        if longest > MANY {
            sort_long_runs(keys, table);
            longest = MANY;
        }
        find_shifts(keys, shifts, longest);
        let high = ((number as u64) << layout.low_bits) as u32;
        for ((key, shift), at) in keys.iter().zip(&*shifts).zip(0..) {
            let (a, b) = key.parts(layout);
            let place: i32 = at + *shift;
            to[place as usize] = Pair { a: high | a, b };
        }
    }
}

/// The length of the longest run, by where runs end.
#[inline(always)]
fn longest_run(ends: &[u32]) -> u32 {
    let first = ends.first().copied().unwrap_or(0);
    ends.windows(2).fold(first, |longest, ends| longest.max(ends[1] - ends[0]))
}

/// Sorts the runs of many keys that were counted together.
#[cold]
fn sort_long_runs<K: Key>(keys: &mut [K], ends: &[u32]) {
    let mut begin = 0;
    for end in ends {
        let run = begin..*end as usize;
        begin = run.end;
        if run.len() > MANY {
            keys[run].sort_unstable();
        }
    }
}

/// Finds how far each key is before its place, given that runs that are not in order are at most so
/// long.
#[inline(always)]
fn find_shifts<K: Key>(keys: &[K], shifts: &mut [i32], longest: usize) {
    shifts.fill(0);
    for distance in 1..longest.min(keys.len()) {
        let (before, behind) = (&keys[..keys.len() - distance], &keys[distance..]);
        for ((shift, key), later) in shifts.iter_mut().zip(before).zip(behind) {
            *shift += i32::from(later < key);
        }
        for ((shift, earlier), key) in shifts[distance..].iter_mut().zip(before).zip(behind) {
            *shift -= i32::from(key < earlier);
        }
    }
}
