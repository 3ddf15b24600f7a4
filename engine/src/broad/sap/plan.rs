//! The plan: which axis to sweep, and how wide the bins on the others are.
//!
//! Bins are of one width, or graded where most boxes lie around a point: see
//! docs/decisions/graded-bins.md.
//!
//! Narrow bins mean few candidates and many copies; wide ones the reverse. Which is better depends
//! on density, sizes and clustering, so the plan estimates the cost of some widths on a sample:
//! copies from the bins that each sampled box overlaps, candidates from the pairs of sampled boxes
//! that overlap on the sweep axis and share cells. Whatever it chooses, the pairs are the same; a
//! bad sample costs time only.

use std::sync::atomic::{AtomicU64, Ordering};

use jostle_kernels::sweep::{AxisBins, Grading};

use super::{
    grid::SweepGrid,
    trial::{CANDIDATE, COPY, SampledPair, SampledPairs, Trial},
};
use crate::{
    Aabb,
    broad::sample::{Sample, Spread},
    exec::threads,
};

/// Below this many boxes one cell is best: the sort and the sweep of a few hundred boxes take less
/// than a grid.
const SMALLEST_GRID: usize = 768;

/// Sampled boxes that decide about so few.
const FEW_SAMPLED: usize = 32;

/// Bin widths tried, in mean extents. The first one decides the sweep axis.
const WIDTHS: [f32; 8] = [5.0, 2.0, 3.0, 7.0, 10.0, 14.0, 20.0, 30.0];

/// Graded bins tried, in an octave, and the most of an axis.
const PER_OCTAVE: [f32; 5] = [1.0, 0.5, 1.5, 2.0, 3.0];
const MOST_GRADED: u32 = 160;

/// Fewest boxes per cell on average, so that the cells' own cost stays small.
const FEWEST_PER_CELL: usize = 48;

/// Bins on an axis up to which leaving it whole is tried as well.
const FEW_BINS: u32 = 4;

/// Most bins on an axis: more cells than this squared fit no memory.
const MOST_BINS: u32 = 1 << 14;

/// Coarseness from which on there is a single cell.
const COARSEST: f32 = 1e6;

/// What a sample says about the population.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CostEstimate {
    /// The time of one thread.
    pub(crate) nanoseconds: f64,
    /// Pairs that touch.
    pub(crate) pairs: f64,
}

/// Boxes from which grids are tried on several threads.
const MANY: usize = 1 << 16;

/// What is planned with.
pub(super) struct Planner<const D: usize> {
    /// By axis.
    touching: [SampledPairs; D],
    /// Grids to be tried, of which `used` are.
    trials: Vec<Trial<D>>,
    used: usize,
    /// The grids that were tried: sweep axis, rows and columns.
    tried: Vec<(usize, u32, u32)>,
    /// The axis on which the pairs that touch are listed.
    listed: Option<usize>,
    /// The best grid so far, and what counts of its cost.
    best: Option<SweepGrid<D>>,
    least: f64,
    /// The estimated cost of the grid that was planned last, in nanoseconds.
    estimate: f64,
}

impl<const D: usize> Default for Planner<D> {
    fn default() -> Self {
        Self {
            touching: std::array::from_fn(|_| SampledPairs::default()),
            trials: Vec::new(),
            used: 0,
            tried: Vec::new(),
            listed: None,
            best: None,
            least: f64::INFINITY,
            estimate: 0.0,
        }
    }
}

impl<const D: usize> Planner<D> {
    /// The grid of least estimated cost, with bins `coarser` times as wide as the estimate says.
    /// From some coarseness on there is a single cell.
    pub(super) fn plan(&mut self, sample: &mut Sample<D>, coarser: f32) -> SweepGrid<D> {
        self.touching.iter_mut().for_each(SampledPairs::clear);
        (self.best, self.listed) = (None, None);
        if sample.population < SMALLEST_GRID {
            return self.plan_few(sample);
        }
        let spreads: [Spread; D] = std::array::from_fn(|axis| sample.spread(axis));
        self.tried.clear();
        (self.least, self.estimate) = (f64::INFINITY, f64::INFINITY);
        let widest = widest(&spreads);
        let whole = whole(widest, &spreads[widest]);
        if coarser > COARSEST {
            return whole;
        }
        for sweep_axis in 0..D {
            self.add_width(sample, &spreads, sweep_axis, WIDTHS[0] * coarser);
        }
        self.try_all(sample);
        let best = self.best.unwrap_or(whole);
        for width in &WIDTHS[1..] {
            self.add_width(sample, &spreads, best.axes[0], width * coarser);
        }
        self.try_all(sample);
        if spreads.iter().any(Spread::is_concentrated) {
            self.add_graded(sample, &spreads, coarser, self.best.unwrap_or(whole));
            self.try_all(sample);
        }
        self.best.unwrap_or(whole)
    }

    /// What the grid that was planned last is expected to cost.
    pub(super) fn cost_estimate(&self, sample: &Sample<D>) -> CostEstimate {
        // The pairs that touch are in the list whichever axis it is of.
        let touching = |(first, second): &&SampledPair| {
            let [a, b] = [first, second].map(|index| &sample.boxes[usize::from(*index)]);
            a.overlaps(b)
        };
        let listed = self.listed.map_or(&[][..], |axis| self.touching[axis].pairs());
        let pairs = listed.iter().filter(touching).count();
        let pairs = pairs as f64 * sample.weight() * sample.weight();
        CostEstimate { nanoseconds: self.estimate, pairs }
    }

    /// The grid of one cell for few boxes, swept on the axis on which the fewest overlap.
    fn plan_few(&mut self, sample: &mut Sample<D>) -> SweepGrid<D> {
        let some = &sample.boxes[..sample.boxes.len().min(FEW_SAMPLED)];
        let overlaps: [u32; D] = std::array::from_fn(|axis| {
            let behind = |(index, a): (usize, &Aabb<D>)| {
                some[index + 1..].iter().map(|b| u32::from(overlap(a, b, axis))).sum::<u32>()
            };
            some.iter().enumerate().map(behind).sum()
        });
        let fewer = |best, axis| if overlaps[axis] < overlaps[best] { axis } else { best };
        let sweep_axis = (1..D).fold(0, fewer);
        let weight = sample.population as f64 / some.len().max(1) as f64;
        let candidates = f64::from(overlaps[sweep_axis]) * weight * weight;
        self.estimate = COPY * sample.population as f64 + CANDIDATE * candidates;
        whole(sweep_axis, &sample.spread(sweep_axis))
    }

    /// Adds the grids with bins of a width to those to be tried.
    fn add_width(
        &mut self,
        sample: &Sample<D>,
        spreads: &[Spread; D],
        sweep_axis: usize,
        width: f32,
    ) {
        let most_cells = sample.population / FEWEST_PER_CELL;
        let whole = whole(sweep_axis, &spreads[sweep_axis]);
        for grid in grids(&whole, spreads, width, most_cells).into_iter().flatten() {
            let tried = (sweep_axis, grid.rows.bins(), grid.columns.bins());
            if !self.tried.contains(&tried) {
                self.tried.push(tried);
                self.add(grid);
            }
        }
    }

    /// Adds grids with graded bins on the axes on which boxes are concentrated.
    fn add_graded(
        &mut self,
        sample: &mut Sample<D>,
        spreads: &[Spread; D],
        coarser: f32,
        mut graded: SweepGrid<D>,
    ) {
        for (grading, axis) in graded.gradings.iter_mut().zip(&graded.axes[1..]) {
            if spreads[*axis].is_concentrated() {
                let (center, innermost) = sample.core(*axis);
                *grading = Grading::new(center, innermost);
            }
        }
        if graded.gradings == [None; 2] {
            return;
        }
        for per_octave in PER_OCTAVE {
            let bins = |k: usize, even: AxisBins| match graded.gradings[k] {
                None => even,
                Some(grading) => {
                    let (low, high) = spreads[graded.axes[k + 1]].domain;
                    let [low, high] = [low, high].map(|end| grading.octaves(end));
                    let bins = (high - low) * (per_octave / coarser);
                    AxisBins::new(low, high, (bins as u32).min(MOST_GRADED))
                }
            };
            let (rows, columns) = (bins(0, graded.rows), bins(1, graded.columns));
            self.add(SweepGrid { rows, columns, ..graded });
        }
    }

    fn add(&mut self, grid: SweepGrid<D>) {
        match self.trials.get_mut(self.used) {
            Some(trial) => trial.restart(grid),
            None => self.trials.push(Trial::of(grid)),
        }
        self.used += 1;
    }

    /// Estimates what the grids cost that were added, on all threads, and keeps the best: of equal
    /// ones the first, whichever thread was first.
    fn try_all(&mut self, sample: &Sample<D>) {
        let trials = &mut self.trials[..std::mem::take(&mut self.used)];
        let size = if sample.population < MANY { trials.len().max(1) } else { 1 };
        threads::for_each_chunk(&mut self.touching, size.min(D), |number, touching| {
            for (axis, touching) in (number * size..).zip(touching) {
                if trials.iter().any(|trial| trial.grid.axes[0] == axis) {
                    touching.find(&sample.boxes, axis);
                }
            }
        });
        let touching = &self.touching;
        // Costs are not negative: they are ordered as their bits.
        let least = AtomicU64::new(self.least.to_bits());
        threads::for_each_chunk(trials, size, |_, trials| {
            for trial in trials {
                let most = f64::from_bits(least.load(Ordering::Relaxed));
                trial.run(sample, &touching[trial.grid.axes[0]], most);
                if let Some((_, counts)) = trial.cost {
                    least.fetch_min(counts.to_bits(), Ordering::Relaxed);
                }
            }
        });
        for trial in trials {
            self.listed = Some(trial.grid.axes[0]);
            if let Some((cost, counts)) = trial.cost.filter(|cost| cost.1 < self.least) {
                (self.best, self.least, self.estimate) = (Some(trial.grid), counts, cost);
            }
        }
    }
}

/// Whether two boxes overlap on an axis.
#[inline(always)]
fn overlap<const D: usize>(a: &Aabb<D>, b: &Aabb<D>, axis: usize) -> bool {
    (a.min[axis] <= b.max[axis]) & (b.min[axis] <= a.max[axis])
}

/// The axis with the most extents to its length.
fn widest<const D: usize>(spreads: &[Spread; D]) -> usize {
    let length = |axis: usize| {
        let Spread { domain: (low, high), extent, .. } = spreads[axis];
        (high - low) / extent.max(f32::MIN_POSITIVE)
    };
    (1..D).fold(0, |best, axis| if length(axis) > length(best) { axis } else { best })
}

/// A grid of one cell.
fn whole<const D: usize>(sweep_axis: usize, Spread { domain, .. }: &Spread) -> SweepGrid<D> {
    let axes = std::array::from_fn(|k| (sweep_axis + k) % D);
    SweepGrid {
        axes,
        rows: AxisBins::WHOLE,
        columns: AxisBins::WHOLE,
        gradings: [None; 2],
        domain: *domain,
    }
}

/// The grids with bins of a width: on both of the other axes, or on one where the other would have
/// few anyway. Where that were too many cells, bins are wider.
fn grids<const D: usize>(
    whole: &SweepGrid<D>,
    spreads: &[Spread; D],
    width: f32,
    most_cells: usize,
) -> [Option<SweepGrid<D>>; 3] {
    let bins_on = |axis: usize| {
        let Spread { domain: (low, high), extent, .. } = spreads[axis];
        // The cast saturates; NaN and negative numbers become 0, which is one bin.
        (((high - low) / (width * extent)) as u32).clamp(1, MOST_BINS)
    };
    let cut = |axis: usize, bins: u32| {
        let (low, high) = spreads[axis].domain;
        AxisBins::new(low, high, bins)
    };
    let most = u32::try_from(most_cells).unwrap_or(u32::MAX).max(1);
    let alone = |k: usize| cut(whole.axes[k], bins_on(whole.axes[k]).min(most));
    let only_rows = SweepGrid { rows: alone(1), ..*whole };
    if D == 2 {
        return [Some(only_rows), None, None];
    }
    let [first, second] = [whole.axes[1], whole.axes[D - 1]];
    let (rows, columns) = fitting(bins_on(first), bins_on(second), most);
    let few = |axis: usize| bins_on(axis) <= FEW_BINS;
    [
        Some(SweepGrid { rows: cut(first, rows), columns: cut(second, columns), ..*whole }),
        few(second).then_some(only_rows),
        few(first).then(|| SweepGrid { columns: alone(D - 1), ..*whole }),
    ]
}

/// Numbers of rows and columns in about the same proportion, of which there are no more than `most`
/// cells.
fn fitting(rows: u32, columns: u32, most: u32) -> (u32, u32) {
    if rows > columns {
        let (columns, rows) = fitting(columns, rows, most);
        return (rows, columns);
    }
    let shrink = (f64::from(rows) * f64::from(columns) / f64::from(most)).sqrt().max(1.0);
    let rows = ((f64::from(rows) / shrink) as u32).max(1);
    (rows, columns.min(most / rows))
}
