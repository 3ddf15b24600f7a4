//! The boxes of each cell in sweep order, kept behind a run for boxes that are looked up later.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use jostle_kernels::sort::sort_key;

use super::{Sap, bin::BinnedRecords, cell::Cell, size_class::Class};
use crate::{
    Aabb, Error,
    memory::{reserve, reserve_more},
};

/// What memory is for.
const WHAT: &str = "the boxes of cells in sweep order";

/// Where an interval has to begin at least to reach `at`, in spite of rounding, if none is longer
/// than `longest`: the difference of its ends.
pub(in crate::broad) fn earliest_begin(at: f32, longest: f32) -> f32 {
    const ROUNDED: f32 = 1.0 + 1.0 / (1 << 22) as f32;
    let begin = (at - longest * ROUNDED).next_down();
    // Of two infinite ones the difference is no number.
    if begin.is_nan() { f32::NEG_INFINITY } else { begin }
}

/// The boxes of all cells. Threads write to cells that are not the same.
#[derive(Default)]
pub(super) struct SweepOrder {
    /// Cell by cell: where a box begins on the sweep axis, as a [key](sort_key), and its id.
    keys: Vec<AtomicU64>,
    cells: Vec<CellOrder>,
}

/// How the boxes of a cell are ordered.
#[derive(Default)]
struct CellOrder {
    /// How many of them are in the first of two partitions.
    first: AtomicU32,
    /// The longest interval on the sweep axis.
    longest: AtomicU32,
}

impl SweepOrder {
    /// Makes room for the boxes of so many cells.
    pub(super) fn resize(&mut self, bins: &BinnedRecords, cells: usize) -> Result<(), Error> {
        let records = bins.records();
        if self.keys.len() < records {
            reserve(&mut self.keys, records, WHAT)?;
            self.keys.resize_with(records, AtomicU64::default);
        }
        if self.cells.len() < cells {
            reserve(&mut self.cells, cells, WHAT)?;
            self.cells.resize_with(cells, CellOrder::default);
        }
        Ok(())
    }

    /// Notes the boxes of a cell, whose records begin at `start`.
    pub(super) fn note<const D: usize>(&self, number: usize, start: usize, cell: &Cell<D>) {
        let (mut next, mut longest) = (start, 0.0_f32);
        for (partition, boxes) in cell.intervals().into_iter().enumerate() {
            let first = next;
            for (min, max, id) in boxes {
                longest = longest.max(max - min);
                let key = u64::from(sort_key(min)) << 32 | u64::from(id);
                // Boxes are sorted up to those of the same bucket.
                let mut place = next;
                while place > first && self.keys[place - 1].load(Relaxed) > key {
                    self.keys[place].store(self.keys[place - 1].load(Relaxed), Relaxed);
                    place -= 1;
                }
                self.keys[place].store(key, Relaxed);
                next += 1;
            }
            if partition == 0 {
                self.cells[number].first.store((next - start) as u32, Relaxed);
            }
        }
        self.cells[number].longest.store(longest.to_bits(), Relaxed);
    }

    /// The keys of the boxes of a cell that overlap `min..=max` on the sweep axis, and of some that
    /// do not.
    fn near(&self, bins: &BinnedRecords, number: usize, [min, max]: [f32; 2]) -> [&[AtomicU64]; 2] {
        let keys = &self.keys[bins.starts[number] as usize..bins.starts[number + 1] as usize];
        let cell = &self.cells[number];
        let longest = f32::from_bits(cell.longest.load(Relaxed));
        let [low, high] = [earliest_begin(min, longest), max].map(sort_key);
        // A cell without boxes was not noted: what is known of it is of an earlier run.
        let first = (cell.first.load(Relaxed) as usize).min(keys.len());
        let (first, second) = keys.split_at(first);
        let key_of = |key: &AtomicU64| (key.load(Relaxed) >> 32) as u32;
        [first, second].map(|keys| {
            let begin = keys.partition_point(|key| key_of(key) < low);
            let end = keys.partition_point(|key| key_of(key) <= high);
            &keys[begin..end]
        })
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.keys.capacity() * size_of::<AtomicU64>()
            + self.cells.capacity() * size_of::<CellOrder>()
    }
}

impl<const D: usize> Sap<D> {
    /// The axis that the last run swept the smallest boxes on.
    pub(in crate::broad) fn sweep_axis(&self) -> usize {
        self.classes[..self.used].first().map_or(0, |class| class.grid().axes[0])
    }

    /// Has the next runs note the boxes of each cell in sweep order, or no more.
    pub(in crate::broad) fn keep_order(&mut self, keeps: bool) {
        self.keeps_order = keeps;
    }

    /// Lists boxes of the last run that may touch a box, some more than once; the run must have
    /// [noted](Self::keep_order) them. O(cells of the box x log(boxes in them)), and what is found.
    pub(in crate::broad) fn look_up(
        &self,
        aabb: &Aabb<D>,
        near: &mut Vec<u32>,
    ) -> Result<(), Error> {
        near.clear();
        for class in &self.classes[..self.used] {
            let Class { bins, order, .. } = class;
            let grid = class.grid();
            let (span, _) = grid.span(self.level, aabb);
            let axis = grid.axes[0];
            let interval = [aabb.min[axis], aabb.max[axis]];
            for row in span.rows.0..=span.rows.1 {
                for column in span.columns.0..=span.columns.1 {
                    let cell = grid.cell(row, column);
                    for keys in order.near(bins, cell, interval) {
                        reserve_more(near, keys.len(), WHAT)?;
                        near.extend(keys.iter().map(|key| key.load(Relaxed) as u32));
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bounds, BroadPhase, Filter, Join, Pairs, join::BoxSet};

    /// Looks up every third box among all, and holds what is found against all that touch it.
    /// Returns how many boxes were found for one, how many cells were in two partitions, and the
    /// classes.
    fn check(min: [&[f32]; 2], max: [&[f32]; 2], statics: Option<&[bool]>) -> (f64, usize, usize) {
        let bounds = Bounds::from_columns(min, max).expect("columns of one length");
        let filter = statics.map_or(Filter::NONE, |of| Filter::NONE.with_statics(of));
        let mut sap = Sap::<2>::new();
        sap.keep_order(true);
        sap.pairs(&Join::within(BoxSet { bounds, filter }), &mut Pairs::new()).expect("valid");
        let all = (0..min[0].len()).map(|index| bounds.get(index).expect("all are valid"));
        let boxes: Vec<Aabb<2>> = all.collect();
        let (mut near, mut found) = (Vec::new(), 0);
        for aabb in boxes.iter().step_by(3).chain(&[Aabb { min: [-0.0; 2], max: [-0.0; 2] }]) {
            sap.look_up(aabb, &mut near).expect("there is memory");
            found += near.len();
            near.sort_unstable();
            let touching = (0..).zip(&boxes).filter(|(_, other)| other.overlaps(aabb));
            assert!(touching.clone().all(|(index, _)| near.binary_search(&index).is_ok()));
            assert!(touching.count() > 0);
        }
        let cells = |class: &Class<2>| {
            let firsts = class.order.cells.iter().map(|cell| u64::from(cell.first.load(Relaxed)));
            let lens = class.bins.starts.windows(2).map(|ends| ends[1] - ends[0]);
            firsts.zip(lens).filter(|(first, len)| first < len).count()
        };
        let in_two = sap.classes[..sap.used].iter().map(cells).sum();
        (3.0 * found as f64 / boxes.len() as f64, in_two, sap.used)
    }

    #[test]
    fn all_boxes_that_touch_are_near() {
        let spread = |i: u32, by: u32| (i.wrapping_mul(2_654_435_761) / 7 % by) as f32 * 0.25;
        let lows = |by: u32| (0..12_000).map(|i| spread(i, by)).chain([0.0; 9]).collect::<Vec<_>>();
        let (x, y) = (lows(6011), lows(4013));
        let highs = |lows: &[f32]| lows.iter().map(|low| low + 1.5).collect::<Vec<_>>();
        let (mut high_x, mut high_y) = (highs(&x), highs(&y));
        let (found, in_two, classes) = check([&x, &y], [&high_x, &high_y], None);
        assert!(found < 60.0 && in_two == 0 && classes == 1, "{found} {in_two} {classes}");
        // Long, endless and large ones.
        for (place, length) in [(7, 300.0), (50, f32::INFINITY), (99, f32::MAX)] {
            high_x[place] += length;
            high_y[place + 400] += length;
            high_x[place + 800] += length;
            high_y[place + 800] += length;
        }
        assert!(check([&x, &y], [&high_x, &high_y], None).2 > 1, "none is large");
        // Static ones apart from the others, where they crowd.
        let x: Vec<f32> = x.iter().map(|x| x / 64.0).collect();
        let y: Vec<f32> = y.iter().map(|y| y / 64.0).collect();
        (high_x, high_y) = (highs(&x), highs(&y));
        let statics: Vec<bool> = (0..x.len()).map(|i| i % 3 > 0).collect();
        assert!(check([&x, &y], [&high_x, &high_y], Some(&statics)).1 > 0, "none is in two");
    }

    /// A run in which cells are empty that had boxes in the run before.
    #[test]
    fn cells_may_become_empty() {
        let spread = |i: u32, by: u32| (i.wrapping_mul(2_654_435_761) / 7 % by) as f32 * 0.25;
        let mut sap = Sap::<2>::new();
        sap.keep_order(true);
        for is_hollow in [false, true] {
            let lows = |by: u32| (0..12_000).map(|i| spread(i, by)).collect::<Vec<_>>();
            let (mut x, mut y) = (lows(6011), lows(4013));
            if is_hollow {
                // All go to the sides, up to one third of the way.
                let aside = |x: &mut f32| *x = if *x < 500.0 { 0.3 * *x } else { 1000.0 + *x };
                x.iter_mut().chain(&mut y).for_each(aside);
            }
            let highs = |lows: &[f32]| lows.iter().map(|low| low + 1.5).collect::<Vec<_>>();
            let (high_x, high_y) = (highs(&x), highs(&y));
            let bounds = Bounds::from_columns([&x, &y], [&high_x, &high_y]).expect("as many");
            sap.pairs(&Join::within(bounds), &mut Pairs::new()).expect("they are valid");
            let mut near = Vec::new();
            let all = Aabb { min: [-1e6; 2], max: [1e6; 2] };
            sap.look_up(&all, &mut near).expect("there is memory");
            near.sort_unstable();
            near.dedup();
            assert_eq!(near.len(), x.len());
            let starts = &sap.classes[0].bins.starts[..=sap.classes[0].grid().cells()];
            let empty = starts.windows(2).filter(|ends| ends[0] == ends[1]).count();
            assert!(!is_hollow || empty > 0, "no cell is empty");
        }
    }

    #[test]
    fn what_reaches_begins_no_earlier() {
        let numbers =
            [0.0, 1e-45, 1e-38, 0.1, 1.0, 1.0 + f32::EPSILON, 3e7, f32::MAX, f32::INFINITY];
        let numbers = numbers.iter().flat_map(|x| [*x, -x]);
        for (begin, end) in numbers.clone().flat_map(|a| numbers.clone().map(move |b| (a, b))) {
            for at in numbers.clone().filter(|at| begin <= *at && *at <= end) {
                assert!(earliest_begin(at, (end - begin).max(0.0)) <= begin, "{begin} {end} {at}");
            }
        }
    }
}
