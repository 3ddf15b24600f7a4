//! Records sorted along the sweep axis into a run of columns.

use jostle_kernels::{
    Lanes, Level, Pass, Record,
    grid::Ruler,
    lane::{LANES, prefetch},
    record::to_columns,
    sort::{place, prefix_sum, sort_by_high_half, sort_key},
    sweep::{PADDING, Ranges, Run},
};

use super::reach::Reach;
use crate::{
    Error,
    broad::run_buffer::RunBuffer,
    error::{grow, reserve},
};

/// The boxes of a cell, or one cohort of them, in sweep order. Built again for each cell.
#[derive(Default)]
pub(super) struct SortedRun<const D: usize> {
    pub(super) boxes: RunBuffer<D>,
    digits: Vec<u32>,
    records: Vec<Record>,
    order: Vec<u32>,
    pub(super) table: Vec<u32>,
    keys: Vec<u64>,
    ends: Vec<u32>,
    pub(super) index: Index,
    pub(super) reach: Reach,
}

/// Which records belong to a run, by their lacks bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keep {
    pub(super) mask: u32,
    pub(super) value: u32,
}

impl Keep {
    /// All records.
    pub(super) const ALL: Self = Self { mask: 0, value: 0 };

    #[inline(always)]
    fn keeps(self, lacks: u32) -> bool {
        lacks & self.mask == self.value
    }
}

/// How positions in the run are found from coordinates.
#[derive(Clone, Copy, Default)]
pub(super) enum Index {
    /// Sorted by bucket: the table holds where each bucket ends.
    Buckets(Ruler),
    /// Sorted by minimum.
    #[default]
    Sorted,
}

/// Buckets of this average size in squares: above it, sorting exactly pays for itself.
const CROWDED: u64 = 24;

/// Most buckets: their table is to stay in the second-level cache.
const MOST_BUCKETS: usize = 1 << 16;

/// Buckets for `len` records.
fn buckets(len: usize) -> usize {
    len.next_power_of_two().clamp(16, MOST_BUCKETS)
}

impl<const D: usize> SortedRun<D> {
    /// Makes the buffers hold `len` boxes of unspecified value.
    pub(super) fn resize(&mut self, len: usize) -> Result<(), Error> {
        let what = "the sort of a cell";
        self.boxes.resize(len)?;
        // One more than the boxes: a record that is not kept is written and then overwritten.
        grow(&mut self.digits, len + 1, what)?;
        grow(&mut self.records, len + 1, what)?;
        grow(&mut self.order, len, what)?;
        grow(&mut self.ends, len + PADDING, what)?;
        reserve(&mut self.keys, 2 * len, what)?;
        reserve(&mut self.table, buckets(len), what)?;
        self.reach.reserve(len, buckets(len))
    }

    /// Sorts those of at most `len` records that are to be kept. Along the sweep axis most of them
    /// lie within `domain`.
    ///
    /// [`sorted`](Self::sorted) may only be asked for if `with_reach`.
    pub(super) fn build<'a>(
        &mut self,
        level: Level,
        blocks: impl Iterator<Item = &'a [Record]> + Clone,
        len: usize,
        domain: (f32, f32),
        keep: Keep,
        with_reach: bool,
    ) -> Result<(), Error> {
        self.resize(len)?;
        level.run(Build { run: self, blocks, domain, keep });
        if with_reach {
            self.find_reach();
        }
        Ok(())
    }

    /// The sorted run.
    pub(super) fn run(&self) -> Run<'_, D> {
        self.boxes.run()
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
            + self.order.capacity()
            + self.table.capacity()
            + self.ends.capacity()
            + self.reach.memory_words();

        self.boxes.memory_bytes()
            + 32 * self.records.capacity()
            + 4 * words
            + 8 * self.keys.capacity()
    }

    /// Sorts by buckets where the records are spread evenly enough, else exactly.
    #[inline(always)]
    fn sort<'a, L: Lanes>(
        &mut self,
        lanes: L,
        blocks: impl Iterator<Item = &'a [Record]> + Clone,
        domain: (f32, f32),
        keep: Keep,
    ) {
        let ruler = Ruler::new(domain.0, domain.1, buckets(self.len()) as u32);
        self.table.clear();
        self.table.resize(ruler.strips() as usize, 0);
        let mut kept = 0;
        let mut ahead = blocks.clone().skip(1);
        for block in blocks {
            let next = ahead.next().unwrap_or_default();
            for (index, record) in block.iter().enumerate() {
                // The next block lies anywhere, where the processor does not look by itself.
                prefetch::for_reading(next, index);
                let digit = ruler.strip(record.min::<D>(0));
                self.records[kept].copy_from(lanes, record);
                self.digits[kept] = digit;
                let keeps = keep.keeps(record.lacks());
                self.table[digit as usize] += u32::from(keeps);
                kept += usize::from(keeps);
            }
        }
        self.boxes.truncate(kept);
        if prefix_sum(&mut self.table) > CROWDED * kept as u64 {
            self.sort_exactly();
            self.index = Index::Sorted;
        } else {
            place(&self.digits[..kept], &mut self.table, &mut self.order);
            self.index = Index::Buckets(ruler);
        }
    }

    /// Radix sort by the whole key, ties by position in the cell.
    #[cold]
    fn sort_exactly(&mut self) {
        let len = self.len();
        self.keys.clear();
        self.keys.resize(2 * len, 0);
        let (keys, scratch) = self.keys.split_at_mut(len);
        for (position, (key, record)) in keys.iter_mut().zip(&self.records).enumerate() {
            *key = u64::from(sort_key(record.min::<D>(0))) << 32 | position as u64;
        }
        sort_by_high_half(keys, scratch);
        for (order, key) in self.order.iter_mut().zip(keys) {
            *order = *key as u32;
        }
    }
}

struct Build<'c, B, const D: usize> {
    run: &'c mut SortedRun<D>,
    blocks: B,
    domain: (f32, f32),
    keep: Keep,
}

impl<'a, B: Iterator<Item = &'a [Record]> + Clone, const D: usize> Pass for Build<'_, B, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Build { run, blocks, domain, keep } = self;
        run.sort(lanes, blocks, domain, keep);
        gather(lanes, run);
        find_ends(lanes, run);
    }
}

/// Reads the records in order, eight at a time, and writes the columns.
#[inline(always)]
fn gather<L: Lanes, const D: usize>(lanes: L, run: &mut SortedRun<D>) {
    let boxes = &mut run.boxes;
    let (len, absent) = (boxes.len(), Record::default());
    for first in (0..len).step_by(LANES) {
        let mut group = [&absent; LANES];
        for (slot, position) in group.iter_mut().zip(&run.order[first..len.min(first + LANES)]) {
            *slot = &run.records[*position as usize];
        }
        let columns = to_columns::<L, D>(lanes, group);
        for axis in 0..D {
            lanes.store(columns.min[axis], chunk(&mut boxes.min[axis], first));
            lanes.store(columns.max[axis], chunk(&mut boxes.max[axis], first));
        }
        lanes.store(columns.ids, chunk(bytemuck::cast_slice_mut(&mut boxes.ids), first));
        lanes.store(columns.lacks, chunk(bytemuck::cast_slice_mut(&mut boxes.lacks), first));
    }
    // The last group may have been written over the padding.
    boxes.pad();
}

#[inline(always)]
fn chunk<T>(column: &mut [T], first: usize) -> &mut [T; LANES] {
    column[first..].first_chunk_mut().expect("columns are padded by more than a group")
}

/// For each box, the end of the boxes whose minimum can be within its maximum.
#[inline(always)]
fn find_ends<L: Lanes, const D: usize>(lanes: L, run: &mut SortedRun<D>) {
    let len = run.len();
    let maxima = &run.boxes.max[0];
    match &run.index {
        Index::Buckets(ruler) => {
            for first in (0..len).step_by(LANES) {
                let mut strips = [0; LANES];
                let max = lanes.load(maxima[first..].first_chunk().expect("padded"));
                lanes.store_int(ruler.strips_of(lanes, max), &mut strips);
                for (end, strip) in chunk(&mut run.ends, first).iter_mut().zip(strips) {
                    *end = run.table[strip as usize];
                }
            }
        }
        Index::Sorted => {
            let minima = &run.boxes.min[0][..len];
            for (index, end) in run.ends[..len].iter_mut().enumerate() {
                *end =
                    (index + minima[index..].partition_point(|min| *min <= maxima[index])) as u32;
            }
        }
    }
}
