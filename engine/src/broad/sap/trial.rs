//! What a grid is expected to cost, by a sample.

use jostle_kernels::sort::{sort_by_high_half, sort_key};

use super::grid::SweepGrid;
use crate::{Aabb, broad::sample::Sample};

/// Cost of a copy of a box (binning, sorting and being a query), of a candidate and of a cell, in
/// nanoseconds on Zen 4.
pub(super) const COPY: f64 = 20.0;
pub(super) const CANDIDATE: f64 = 0.45;
const CELL: f64 = 150.0;

/// What each cell adds to the cost of every copy, up to a number of cells: the more streams the
/// binning pass writes, the fewer of them are in the cache.
const STREAM: f64 = 0.001;
const MOST_STREAMS: f64 = 4096.0;

/// A pair of sampled boxes that overlaps on the sweep axis.
pub(super) type SampledPair = (u16, u16);

/// The pairs of sampled boxes that overlap on an axis.
#[derive(Default)]
pub(super) struct SampledPairs {
    /// What the sampled boxes are sorted by, and as much room again.
    keys: Vec<u64>,
    pairs: Vec<SampledPair>,
    /// Whether they are listed, and are all.
    is_complete: Option<bool>,
}

impl SampledPairs {
    /// Forgets them and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
        self.is_complete = None;
    }

    /// The pairs.
    pub(super) fn pairs(&self) -> &[SampledPair] {
        &self.pairs
    }

    /// Finds them, unless that was done. There may be too many to list.
    pub(super) fn find<const D: usize>(&mut self, boxes: &[Aabb<D>], axis: usize) {
        if self.is_complete.is_none() {
            self.is_complete = Some(self.list(boxes, axis));
        }
    }

    fn list<const D: usize>(&mut self, boxes: &[Aabb<D>], axis: usize) -> bool {
        self.keys.clear();
        self.keys.resize(2 * boxes.len(), 0);
        let (keys, scratch) = self.keys.split_at_mut(boxes.len());
        for (index, (key, aabb)) in keys.iter_mut().zip(boxes).enumerate() {
            *key = u64::from(sort_key(aabb.min[axis])) << 32 | index as u64;
        }
        sort_by_high_half(keys, scratch);
        self.pairs.clear();
        let most = 24 * boxes.len();
        for (position, first) in keys.iter().enumerate() {
            let first = *first as u16;
            let max = boxes[usize::from(first)].max[axis];
            for second in &keys[position + 1..] {
                let second = *second as u16;
                if boxes[usize::from(second)].min[axis] > max {
                    break;
                }
                if self.pairs.len() == most {
                    return false;
                }
                self.pairs.push((first, second));
            }
        }
        true
    }
}

/// A grid that is tried.
pub(super) struct Trial<const D: usize> {
    pub(super) grid: SweepGrid<D>,
    spans: Vec<[u32; 4]>,
    /// What it costs, in nanoseconds, if that is no more than it may, and what counts of it.
    pub(super) cost: Option<(f64, f64)>,
}

impl<const D: usize> Trial<D> {
    /// That of a grid.
    pub(super) fn of(grid: SweepGrid<D>) -> Self {
        Self { grid, spans: Vec::new(), cost: None }
    }

    /// Another one in its place.
    pub(super) fn restart(&mut self, grid: SweepGrid<D>) {
        (self.grid, self.cost) = (grid, None);
    }

    /// Estimates what it costs, if what counts of that is no more than `most`.
    pub(super) fn run(&mut self, sample: &Sample<D>, touching: &SampledPairs, most: f64) {
        // An axis on which nearly everything overlaps is only for scenes where all axes are like
        // that.
        let penalty = if touching.is_complete == Some(true) { 1.0 } else { 1e6 };
        let cost = self.cost_up_to(most / penalty, sample, touching.pairs());
        self.cost = cost.map(|cost| (cost, cost * penalty));
    }

    /// Estimated cost for the population, in nanoseconds, if it is no more than `most`.
    fn cost_up_to(
        &mut self,
        most: f64,
        sample: &Sample<D>,
        touching: &[SampledPair],
    ) -> Option<f64> {
        let Self { grid, spans, .. } = self;
        spans.clear();
        spans.resize(sample.boxes.len(), [0; 4]);
        for (k, bins) in [grid.rows, grid.columns].into_iter().take(D - 1).enumerate() {
            let axis = grid.axes[k + 1];
            // Not asked for each end: most grids are not graded.
            match grid.gradings[k] {
                None => span(sample, axis, k, spans, |x| bins.bin(x)),
                Some(grading) => span(sample, axis, k, spans, |x| bins.bin(grading.octaves(x))),
            }
        }
        let of_box = |[r0, r1, c0, c1]: &[u32; 4]| (r1 - r0 + 1) * (c1 - c0 + 1);
        let copies: u32 = spans.iter().map(of_box).sum();
        let cells = grid.cells() as f64;
        let copy = COPY + cells.min(MOST_STREAMS) * STREAM;
        let weight = sample.weight();
        let fixed = f64::from(copies) * weight * copy + cells * CELL;
        let each = CANDIDATE * weight * weight;
        if fixed > most {
            return None;
        }
        // The cast saturates.
        let most_candidates = ((most - fixed) / each) as u64;
        let mut candidates = 0;
        for (first, second) in touching {
            let (a, b) = (spans[*first as usize], spans[*second as usize]);
            let shared = |k: usize| (a[k + 1].min(b[k + 1]) + 1).saturating_sub(a[k].max(b[k]));
            candidates += u64::from(shared(0)) * u64::from(shared(2));
            if candidates > most_candidates {
                return None;
            }
        }
        let cost = fixed + candidates as f64 * each;
        (cost <= most).then_some(cost)
    }
}

/// Finds the bins of sampled boxes on the row axis or, for `k` of 1, on the column axis.
fn span<const D: usize>(
    sample: &Sample<D>,
    axis: usize,
    k: usize,
    spans: &mut [[u32; 4]],
    bin: impl Fn(f32) -> u32,
) {
    for (span, aabb) in spans.iter_mut().zip(&sample.boxes) {
        (span[2 * k], span[2 * k + 1]) = (bin(aabb.min[axis]), bin(aabb.max[axis]));
    }
}
