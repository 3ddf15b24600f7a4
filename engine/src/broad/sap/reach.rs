//! How far back the boxes of a sorted run reach.

use super::{
    sorted::{Finder, Sorted},
    sorted_run::{Index, SortedRun},
};
use crate::{Error, error::reserve};

/// How far back the boxes of the run reach, made only where boxes from outside the run will ask.
#[derive(Default)]
pub(super) struct Reach {
    /// By bucket: the first box of the run that ends in this bucket or a later one.
    first: Vec<u32>,
    /// By box: the largest maximum so far.
    maxima: Vec<f32>,
}

impl Reach {
    /// Makes room for a run of `len` boxes in `strips` strips.
    pub(super) fn reserve(&mut self, len: usize, strips: usize) -> Result<(), Error> {
        reserve(&mut self.first, strips, "the reach of a cell")?;
        reserve(&mut self.maxima, len, "the reach of a cell")
    }

    /// Words of memory held.
    pub(super) fn memory_words(&self) -> usize {
        self.first.capacity() + self.maxima.capacity()
    }
}

impl<const D: usize> SortedRun<D> {
    /// The run, to hold boxes from outside against; its reach must have been found.
    pub(super) fn sorted(&self) -> Sorted<'_, D> {
        let run = self.run();
        let finder = match &self.index {
            Index::Buckets(ruler) => {
                Finder::Buckets { ruler: *ruler, ends: &self.table, first: &self.reach.first }
            }
            Index::Sorted => Finder::Sorted {
                minima: &self.boxes.min[0][..self.len()],
                maxima: &self.reach.maxima,
            },
        };
        Sorted { run, finder }
    }

    /// Makes [`sorted`](Self::sorted) possible, in O(boxes + buckets).
    pub(super) fn find_reach(&mut self) {
        let len = self.len();
        let maxima = &self.boxes.max[0][..len];
        match &self.index {
            Index::Buckets(ruler) => {
                let first = &mut self.reach.first;
                first.clear();
                first.resize(ruler.strips() as usize, len as u32);
                for (position, max) in maxima.iter().enumerate().rev() {
                    first[ruler.strip(*max) as usize] = position as u32;
                }
                let mut nearest = len as u32;
                for first in first.iter_mut().rev() {
                    nearest = nearest.min(*first);
                    *first = nearest;
                }
            }
            Index::Sorted => {
                self.reach.maxima.clear();
                let mut farthest = f32::NEG_INFINITY;
                self.reach.maxima.extend(maxima.iter().map(|max| {
                    farthest = farthest.max(*max);
                    farthest
                }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use jostle_kernels::{Record, SimdLevel};

    use super::{
        super::{bin::Bins, sorted_run::RecordFilter},
        *,
    };

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
        let bins = Bins::of_one_cell(&records(intervals.iter().copied()));
        for level in SimdLevel::available() {
            let mut run = SortedRun::<2>::default();
            run.build(*level, (&bins, 0), (0.0, 100.0), RecordFilter::ALL, true).unwrap();
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
