//! Records sorted along the sweep axis into a run of columns.

use jostle_kernels::{
    Lanes, Pass, Record, SimdLevel,
    bounds::to_columns,
    simd::{LANES, prefetch},
    sort::{place, prefix_sum, sort_by_high_half, sort_key},
    sweep::{AxisBins, BoxRun, ByteBins, PADDING, Ranges},
};

use super::{
    bin::BinnedRecords,
    grid::CellSpace,
    sorted::{Index, Reach, SortedBoxes, find_ends, lanes_of},
};
use crate::{
    Error,
    broad::run_buffer::RunBuffer,
    memory::{grow, reserve},
};

/// The boxes of a cell, or one partition of them, in sweep order. Built again for each cell.
#[derive(Default)]
pub(super) struct SortedRun<const D: usize> {
    pub(super) boxes: RunBuffer<D>,
    digits: Vec<u32>,
    /// The records in sweep order.
    rows: Vec<Record>,
    /// Room for them where they are sorted exactly.
    spare: Vec<Record>,
    pub(super) table: Vec<u32>,
    keys: Vec<u64>,
    /// The bounds in bytes, where they were asked for.
    words: [Vec<u32>; 2],
    has_words: bool,
    ends: Vec<u32>,
    pub(super) index: Index,
    pub(super) reach: Reach,
}

/// Which records belong to a run, by their exclusion bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordFilter {
    pub(super) mask: u32,
    pub(super) value: u32,
}

impl RecordFilter {
    /// All records.
    pub(super) const ALL: Self = Self { mask: 0, value: 0 };

    #[inline(always)]
    fn keeps(self, exclusion: u32) -> bool {
        exclusion & self.mask == self.value
    }
}

/// Buckets of this average size in squares: above it, sorting exactly pays for itself.
const CROWDED: u64 = 24;

/// Blocks are prefetched so many ahead: one takes about as long to sort as memory to answer.
const AHEAD: usize = 2;

/// Most buckets: their table is to stay in the second-level cache.
const MOST_BUCKETS: usize = 1 << 16;

/// Buckets for `len` records.
fn bucket_count(len: usize) -> usize {
    len.next_power_of_two().clamp(16, MOST_BUCKETS)
}

impl<const D: usize> SortedRun<D> {
    /// Makes the buffers hold `len` boxes of unspecified value.
    pub(super) fn resize(&mut self, len: usize) -> Result<(), Error> {
        let what = "the sort of a cell";
        self.boxes.resize(len)?;
        // In 2D none are asked for.
        if D > 2 {
            for column in &mut self.words {
                grow(column, len + PADDING, what)?;
            }
        }
        grow(&mut self.digits, len, what)?;
        grow(&mut self.rows, len + PADDING, what)?;
        grow(&mut self.ends, len + PADDING, what)?;
        reserve(&mut self.spare, len + PADDING, what)?;
        reserve(&mut self.keys, 2 * len, what)?;
        // One more than the buckets, for the records that are not kept.
        reserve(&mut self.table, bucket_count(len) + 1, what)?;
        self.reach.reserve(len, bucket_count(len))
    }

    /// Sorts those records of a cell that are to be kept.
    ///
    /// [`sorted`](Self::sorted) may only be called if `with_reach`.
    pub(super) fn build(
        &mut self,
        level: SimdLevel,
        bins: (&BinnedRecords, usize),
        space: CellSpace,
        keep: RecordFilter,
        with_reach: bool,
    ) -> Result<(), Error> {
        self.resize(bins.0.len(bins.1))?;
        level.run(SortPass { run: self, bins, space, keep });
        if with_reach {
            let len = self.len();
            self.reach.find(&self.index, &self.boxes.max[0][..len]);
        }
        Ok(())
    }

    /// The sorted run.
    pub(super) fn run(&self) -> BoxRun<'_, D> {
        let run = self.boxes.run();
        if self.has_words {
            let words = self.words.each_ref().map(Vec::as_slice);
            return run.with_bytes(words).expect("there is a word for each box");
        }
        run
    }

    /// The run, to sweep boxes from outside against. It must have been built with its reach.
    pub(super) fn sorted(&self) -> SortedBoxes<'_, D> {
        let minima = &self.boxes.min[0][..self.len()];
        let finder = self.reach.finder(&self.index, &self.table, minima);
        SortedBoxes { run: self.run(), finder }
    }

    /// For each box of the run, how far the boxes behind it can reach back to it.
    pub(super) fn ranges(&self) -> Ranges<'_> {
        Ranges::Behind { ends: &self.ends[..self.len()] }
    }

    /// The boxes' intervals on the sweep axis.
    pub(super) fn intervals(&self) -> impl Iterator<Item = (f32, f32)> {
        let (min, max) = (&self.boxes.min[0], &self.boxes.max[0]);
        min.iter().zip(max).take(self.len()).map(|(min, max)| (*min, *max))
    }

    /// Number of boxes in the run.
    pub(super) fn len(&self) -> usize {
        self.boxes.len()
    }

    /// How many candidates box `index` has.
    pub(super) fn candidates(&self, index: usize) -> usize {
        (self.ends[index] as usize).saturating_sub(index + 1)
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        let words = self.digits.capacity()
            + self.table.capacity()
            + self.ends.capacity()
            + self.words.iter().map(Vec::capacity).sum::<usize>()
            + self.reach.memory_words();

        self.boxes.memory_bytes()
            + 32 * (self.rows.capacity() + self.spare.capacity())
            + 4 * words
            + 8 * self.keys.capacity()
    }

    /// Sorts by buckets where the records are spread evenly enough, else exactly.
    #[inline(always)]
    fn sort<L: Lanes>(
        &mut self,
        lanes: L,
        (bins, cell): (&BinnedRecords, usize),
        domain: (f32, f32),
        keep: RecordFilter,
    ) {
        let buckets = AxisBins::new(domain.0, domain.1, bucket_count(self.len()) as u32);
        let others = buckets.bins();
        self.table.clear();
        self.table.resize(others as usize + 1, 0);
        self.count(lanes, (bins, cell), &buckets, keep);
        self.table[others as usize] = 0;
        let squares = prefix_sum(&mut self.table);
        let kept = self.table[others as usize] as usize;
        self.place(lanes, bins.blocks(cell));
        // Records that are not kept lie behind the others.
        self.table.truncate(others as usize);
        self.boxes.truncate(kept);
        if squares > CROWDED * kept as u64 {
            self.sort_exactly();
            self.index = Index::Sorted;
        } else {
            self.index = Index::Buckets(buckets);
        }
    }

    /// Finds the bucket of each record, and how many are in each. Those that are not kept have one
    /// behind all bins.
    #[inline(always)]
    fn count<L: Lanes>(
        &mut self,
        lanes: L,
        (bins, cell): (&BinnedRecords, usize),
        buckets: &AxisBins,
        keep: RecordFilter,
    ) {
        // Slices: where a vector lies would be read again for each record.
        let (mut digits, table) = (&mut self.digits[..], &mut self.table[..]);
        let mut ahead = bins.blocks_from(cell).skip(AHEAD);
        for block in bins.blocks(cell) {
            let ahead = ahead.next().unwrap_or_default();
            let (of_block, rest) = digits.split_at_mut(block.len());
            for (index, (record, digit)) in block.iter().zip(of_block).enumerate() {
                // Blocks lie anywhere, where the processor does not look by itself.
                prefetch::for_reading(ahead, index);
                let bucket = bucket_of(lanes, buckets, record.min::<D>(0));
                *digit = if keep.keeps(record.exclusion()) { bucket } else { buckets.bins() };
                table[*digit as usize] += 1;
            }
            digits = rest;
        }
    }

    /// Copies each record to its place. The table holds where buckets begin, and then where they
    /// end.
    #[inline(always)]
    fn place<'a, L: Lanes>(&mut self, lanes: L, blocks: impl Iterator<Item = &'a [Record]>) {
        let (rows, table) = (&mut self.rows[..], &mut self.table[..]);
        let mut digits = &self.digits[..];
        for block in blocks {
            let (of_block, rest) = digits.split_at(block.len());
            place(of_block, table, |index, place| rows[place].copy_from(lanes, &block[index]));
            digits = rest;
        }
    }

    /// Radix sort by the whole key, ties by position in the cell.
    #[cold]
    fn sort_exactly(&mut self) {
        let len = self.len();
        self.keys.clear();
        self.keys.resize(2 * len, 0);
        let (keys, scratch) = self.keys.split_at_mut(len);
        // Records with the same key are in the order of the cell, as they were put into the same
        // bucket.
        for (position, (key, record)) in keys.iter_mut().zip(&self.rows).enumerate() {
            *key = u64::from(sort_key(record.min::<D>(0))) << 32 | position as u64;
        }
        sort_by_high_half(keys, scratch);
        self.spare.clear();
        self.spare.extend(keys.iter().map(|key| self.rows[*key as u32 as usize]));
        self.spare.resize(len + PADDING, Record::default());
        std::mem::swap(&mut self.rows, &mut self.spare);
    }
}

struct SortPass<'c, const D: usize> {
    run: &'c mut SortedRun<D>,
    /// The cell.
    bins: (&'c BinnedRecords, usize),
    space: CellSpace,
    keep: RecordFilter,
}

impl<const D: usize> Pass for SortPass<'_, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let SortPass { run, bins, space, keep } = self;
        run.sort(lanes, bins, space.domain, keep);
        run.has_words = space.bytes.is_some();
        to_boxes(lanes, run, space.bytes);
        let len = run.len();
        let SortedRun { boxes, index, table, ends, .. } = run;
        find_ends(lanes, index, table, (&boxes.min[0][..len], &boxes.max[0]), ends);
    }
}

/// The bin of one coordinate, as [`find_ends`] computes it of eight: the SIMD conversion has no
/// check for NaN, as a scalar cast has.
#[inline(always)]
fn bucket_of<L: Lanes>(lanes: L, buckets: &AxisBins, at: f32) -> u32 {
    let mut bins = [0; LANES];
    lanes.store_int(buckets.bins_of(lanes, lanes.splat(at)), &mut bins);
    bins[0]
}

/// Reads the rows eight at a time, and writes the columns.
#[inline(always)]
fn to_boxes<L: Lanes, const D: usize>(lanes: L, run: &mut SortedRun<D>, bytes: Option<ByteBins>) {
    let SortedRun { boxes, rows, words: [words, words_of_queries], .. } = run;
    // As in `sort`.
    let padded = boxes.len().next_multiple_of(LANES);
    let min = &mut boxes.min.each_mut().map(|column| &mut column[..padded]);
    let max = &mut boxes.max.each_mut().map(|column| &mut column[..padded]);
    let ids = &mut bytemuck::cast_slice_mut(&mut boxes.ids)[..padded];
    let exclusion = &mut bytemuck::cast_slice_mut(&mut boxes.exclusion)[..padded];
    for (group, rows) in rows[..padded].chunks_exact(LANES).enumerate() {
        let first = group * LANES;
        let rows: &[Record; LANES] = rows.first_chunk().expect("a whole group");
        let columns = to_columns::<L, D>(lanes, rows.each_ref());
        for axis in 0..D {
            lanes.store(columns.min[axis], lanes_of(min[axis], first));
            lanes.store(columns.max[axis], lanes_of(max[axis], first));
        }
        if let Some(bytes) = bytes {
            let [word, of_query] = bytes.words(lanes, &columns.min, &columns.max);
            lanes.store_int(word, lanes_of(words, first));
            lanes.store_int(of_query, lanes_of(words_of_queries, first));
        }
        lanes.store(columns.ids, lanes_of(ids, first));
        lanes.store(columns.exclusion, lanes_of(exclusion, first));
    }
    // The last group may have been written over the padding.
    boxes.pad();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records with these intervals on the sweep axis, and everything on the others.
    fn records(intervals: impl Iterator<Item = (f32, f32)>) -> Vec<Record> {
        let record = |(id, (min, max)): (usize, (f32, f32))| {
            let mut record = Record::default();
            let words = [min, f32::NEG_INFINITY, max, f32::INFINITY].map(f32::to_bits);
            let [a, b, c, d] = words;
            record.set_words([a, b, c, d, 0, 0, id as u32, 0]);
            record
        };
        intervals.enumerate().map(record).collect()
    }

    fn check(intervals: &[(f32, f32)], sorted_exactly: bool) {
        let bins = BinnedRecords::of_one_cell(&records(intervals.iter().copied()));
        for level in SimdLevel::available() {
            let mut run = SortedRun::<2>::default();
            let space = CellSpace { domain: (0.0, 100.0), bytes: None };
            run.build(*level, (&bins, 0), space, RecordFilter::ALL, true).unwrap();
            assert_eq!(matches!(run.index, Index::Sorted), sorted_exactly);
            let boxes: Vec<(f32, f32)> = run.intervals().collect();
            assert_eq!(boxes.len(), intervals.len());
            for (index, (min, max)) in boxes.iter().enumerate() {
                let end = index + 1 + run.candidates(index);
                assert!(boxes[end.max(index)..].iter().all(|other| other.0 > *max));
                let (begin, end) = run.sorted().range(*min, *max);
                let outside = boxes[..begin as usize].iter().chain(&boxes[end as usize..]);
                assert!(outside.into_iter().all(|other| other.0 > *max || other.1 < *min));
            }
        }
    }

    #[test]
    fn ranges_leave_nothing_out() {
        let spread = |i: u32| (i * 37 % 997) as f32 * 0.1;
        let even: Vec<_> = (0..500).map(|i| (spread(i), spread(i) + (i % 7) as f32)).collect();
        check(&even, false);
        let long = even.iter().copied().chain([(0.0, f32::INFINITY), (f32::NEG_INFINITY, 3.0)]);
        check(&long.collect::<Vec<_>>(), false);
        let crowded: Vec<_> = even.iter().map(|(a, b)| (a * 1e-3, b * 1e-3)).collect();
        check(&crowded, true);
        check(&[], false);
        check(&[(5.0, 5.0)], false);
    }
}
