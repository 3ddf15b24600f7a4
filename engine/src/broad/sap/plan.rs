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

use jostle_kernels::{
    sort::{sort_by_high_half, sort_key},
    sweep::{AxisBins, Grading},
};

use super::grid::SweepGrid;
use crate::{
    Aabb,
    broad::sample::{Sample, Spread},
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

/// Cost of a copy of a box (binning, sorting and being a query), of a candidate and of a cell, in
/// nanoseconds on Zen 4.
const COPY: f64 = 20.0;
const CANDIDATE: f64 = 0.45;
const CELL: f64 = 150.0;

/// What each cell adds to the cost of every copy, up to a number of cells: the more streams the
/// binning pass writes, the fewer of them are in the cache.
const STREAM: f64 = 0.001;
const MOST_STREAMS: f64 = 4096.0;

/// Fewest boxes per cell on average, so that the cells' own cost stays small.
const FEWEST_PER_CELL: usize = 48;

/// Bins on an axis up to which leaving it whole is tried as well.
const FEW_BINS: u32 = 4;

/// Most bins on an axis: more cells than this squared fit no memory.
const MOST_BINS: u32 = 1 << 14;

/// Coarseness from which on there is a single cell.
const COARSEST: f32 = 1e6;

/// A pair of sampled boxes that overlaps on the sweep axis.
type SampledPair = (u16, u16);

/// What a sample says about the population.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CostEstimate {
    /// The time of one thread.
    pub(crate) nanoseconds: f64,
    /// Pairs that touch.
    pub(crate) pairs: f64,
}

/// A grid and its estimated cost.
struct BestGrid<const D: usize> {
    cost: f64,
    grid: SweepGrid<D>,
}

/// Buffers of the planner.
#[derive(Default)]
pub(super) struct Planner {
    /// What the sampled boxes are sorted by, and as much room again.
    keys: Vec<u64>,
    touching: Vec<SampledPair>,
    /// The axis the touching pairs were found on, and whether they are all.
    touching_on: Option<(usize, bool)>,
    spans: Vec<[u32; 4]>,
    /// The grids that were tried: sweep axis, rows and columns.
    tried: Vec<(usize, u32, u32)>,
    /// The estimated cost of the grid that was planned last, in nanoseconds.
    estimate: f64,
}

impl Planner {
    /// The grid of least estimated cost, with bins `coarser` times as wide as the estimate says.
    /// From some coarseness on there is a single cell.
    pub(super) fn plan<const D: usize>(
        &mut self,
        sample: &mut Sample<D>,
        coarser: f32,
    ) -> SweepGrid<D> {
        self.touching_on = None;
        if sample.population < SMALLEST_GRID {
            return self.plan_few(sample);
        }
        let spreads: [Spread; D] = std::array::from_fn(|axis| sample.spread(axis));
        self.tried.clear();
        self.estimate = f64::INFINITY;
        let widest = widest(&spreads);
        let grid = whole(widest, &spreads[widest]);
        let mut best = BestGrid { cost: f64::INFINITY, grid };
        if coarser > COARSEST {
            return best.grid;
        }
        for sweep_axis in 0..D {
            self.try_width(sample, &spreads, sweep_axis, WIDTHS[0] * coarser, &mut best);
        }
        let sweep_axis = best.grid.axes[0];
        for width in &WIDTHS[1..] {
            self.try_width(sample, &spreads, sweep_axis, width * coarser, &mut best);
        }
        if spreads.iter().any(Spread::is_concentrated) {
            self.try_graded(sample, &spreads, coarser, &mut best);
        }
        best.grid
    }

    /// What the grid that was planned last is expected to cost.
    pub(super) fn cost_estimate<const D: usize>(&self, sample: &Sample<D>) -> CostEstimate {
        // The pairs that touch are in the list whichever axis it is of.
        let touching = |(first, second): &&SampledPair| {
            let [a, b] = [first, second].map(|index| &sample.boxes[usize::from(*index)]);
            a.overlaps(b)
        };
        let pairs = self.touching.iter().filter(touching).count();
        let pairs = pairs as f64 * sample.weight() * sample.weight();
        CostEstimate { nanoseconds: self.estimate, pairs }
    }

    /// The grid of one cell for few boxes, swept on the axis on which the fewest overlap.
    fn plan_few<const D: usize>(&mut self, sample: &mut Sample<D>) -> SweepGrid<D> {
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
        self.touching.clear();
        whole(sweep_axis, &sample.spread(sweep_axis))
    }

    /// Estimates the cost of the grids with bins of a width, and keeps the best.
    fn try_width<const D: usize>(
        &mut self,
        sample: &Sample<D>,
        spreads: &[Spread; D],
        sweep_axis: usize,
        width: f32,
        best: &mut BestGrid<D>,
    ) {
        let most_cells = sample.population / FEWEST_PER_CELL;
        let whole = whole(sweep_axis, &spreads[sweep_axis]);
        for grid in grids(&whole, spreads, width, most_cells).into_iter().flatten() {
            let tried = (sweep_axis, grid.rows.bins(), grid.columns.bins());
            if !self.tried.contains(&tried) {
                self.tried.push(tried);
                self.try_grid(sample, grid, best);
            }
        }
    }

    /// Estimates the cost of grids with graded bins on the axes on which boxes are concentrated,
    /// and keeps the best.
    fn try_graded<const D: usize>(
        &mut self,
        sample: &mut Sample<D>,
        spreads: &[Spread; D],
        coarser: f32,
        best: &mut BestGrid<D>,
    ) {
        let mut graded = best.grid;
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
            let grid = SweepGrid {
                rows: bins(0, graded.rows),
                columns: bins(1, graded.columns),
                ..graded
            };
            self.try_grid(sample, grid, best);
        }
    }

    /// Estimates the cost of a grid, and keeps it if it is the best.
    fn try_grid<const D: usize>(
        &mut self,
        sample: &Sample<D>,
        grid: SweepGrid<D>,
        best: &mut BestGrid<D>,
    ) {
        // An axis on which nearly everything overlaps is only for scenes where all axes are like
        // that.
        let penalty = if self.find_touching(sample, grid.axes[0]) { 1.0 } else { 1e6 };
        let most = best.cost / penalty;
        if let Some(cost) = self.cost_below(most, sample, &grid) {
            *best = BestGrid { cost: cost * penalty, grid };
            self.estimate = cost;
        }
    }

    /// Finds the pairs of sampled boxes that overlap on an axis. False when there were too many to
    /// list.
    fn find_touching<const D: usize>(&mut self, sample: &Sample<D>, axis: usize) -> bool {
        if let Some((known, complete)) = self.touching_on
            && known == axis
        {
            return complete;
        }
        let complete = self.list_touching(&sample.boxes, axis);
        self.touching_on = Some((axis, complete));
        complete
    }

    fn list_touching<const D: usize>(&mut self, boxes: &[Aabb<D>], axis: usize) -> bool {
        self.keys.clear();
        self.keys.resize(2 * boxes.len(), 0);
        let (keys, scratch) = self.keys.split_at_mut(boxes.len());
        for (index, (key, aabb)) in keys.iter_mut().zip(boxes).enumerate() {
            *key = u64::from(sort_key(aabb.min[axis])) << 32 | index as u64;
        }
        sort_by_high_half(keys, scratch);
        self.touching.clear();
        let most = 24 * boxes.len();
        for (position, first) in keys.iter().enumerate() {
            let first = *first as u16;
            let max = boxes[usize::from(first)].max[axis];
            for second in &keys[position + 1..] {
                let second = *second as u16;
                if boxes[usize::from(second)].min[axis] > max {
                    break;
                }
                if self.touching.len() == most {
                    return false;
                }
                self.touching.push((first, second));
            }
        }
        true
    }

    /// Estimated cost of a grid for the population, in nanoseconds, if it is less than `most`.
    fn cost_below<const D: usize>(
        &mut self,
        most: f64,
        sample: &Sample<D>,
        grid: &SweepGrid<D>,
    ) -> Option<f64> {
        self.spans.clear();
        self.spans.resize(sample.boxes.len(), [0; 4]);
        for (k, bins) in [grid.rows, grid.columns].into_iter().take(D - 1).enumerate() {
            let axis = grid.axes[k + 1];
            // Not asked for each end: most grids are not graded.
            match grid.gradings[k] {
                None => span(sample, axis, k, &mut self.spans, |x| bins.bin(x)),
                Some(grading) => {
                    span(sample, axis, k, &mut self.spans, |x| bins.bin(grading.octaves(x)));
                }
            }
        }
        let of_box = |[r0, r1, c0, c1]: &[u32; 4]| (r1 - r0 + 1) * (c1 - c0 + 1);
        let copies: u32 = self.spans.iter().map(of_box).sum();
        let cells = grid.cells() as f64;
        let copy = COPY + cells.min(MOST_STREAMS) * STREAM;
        let weight = sample.weight();
        let fixed = f64::from(copies) * weight * copy + cells * CELL;
        let each = CANDIDATE * weight * weight;
        if fixed >= most {
            return None;
        }
        // The cast saturates.
        let most_candidates = ((most - fixed) / each) as u64;
        let mut candidates = 0;
        for (first, second) in &self.touching {
            let (a, b) = (self.spans[*first as usize], self.spans[*second as usize]);
            let shared = |k: usize| (a[k + 1].min(b[k + 1]) + 1).saturating_sub(a[k].max(b[k]));
            candidates += u64::from(shared(0)) * u64::from(shared(2));
            if candidates > most_candidates {
                return None;
            }
        }
        let cost = fixed + candidates as f64 * each;
        (cost < most).then_some(cost)
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
