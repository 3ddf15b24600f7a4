//! The plan: which axis to sweep, and how wide the strips on the others are.
//!
//! Narrow strips mean few candidates and many copies; wide ones the reverse. Which is better
//! depends on density, sizes and clustering, so the plan estimates the cost of some widths on a
//! sample: copies from the strips that each sampled box overlaps, candidates from the pairs of
//! sampled boxes that overlap on the sweep axis and share cells. Whatever it chooses, the pairs are
//! the same; a bad sample costs time only.

use jostle_kernels::grid::Ruler;

use super::grid::Grid;
use crate::{
    Aabb,
    broad::sample::{Sample, Spread},
};

/// Below this many boxes one cell is best: the sort and the sweep of a few hundred boxes take less
/// than a grid.
const SMALLEST_GRID: usize = 256;

/// Strip widths tried, in mean extents. The first one decides the sweep axis.
const WIDTHS: [f32; 8] = [5.0, 2.0, 3.0, 7.0, 10.0, 14.0, 20.0, 30.0];

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

/// Strips on an axis up to which leaving it whole is tried as well.
const FEW_STRIPS: u32 = 4;

/// Most strips on an axis: more cells than this squared fit no memory.
const MOST_STRIPS: u32 = 1 << 14;

/// Coarseness from which on there is a single cell.
const COARSEST: f32 = 1e6;

/// A pair of sampled boxes that overlaps on the sweep axis.
type Touching = (u16, u16);

/// A grid and its estimated cost.
struct Candidate<const D: usize> {
    cost: f64,
    grid: Grid<D>,
}

/// Buffers of the planner.
#[derive(Default)]
pub(super) struct Planner {
    order: Vec<u16>,
    touching: Vec<Touching>,
    /// The axis the touching pairs were found on, and whether they are all.
    touching_on: Option<(usize, bool)>,
    spans: Vec<[u32; 4]>,
}

impl Planner {
    /// The grid of least estimated cost, with strips `coarser` times as wide as the estimate
    /// says. From some coarseness on there is a single cell.
    pub(super) fn plan<const D: usize>(&mut self, sample: &mut Sample<D>, coarser: f32) -> Grid<D> {
        let spreads: [Spread; D] = std::array::from_fn(|axis| sample.spread(axis));
        self.touching_on = None;
        let mut best = Candidate { cost: f64::INFINITY, grid: whole(&spreads, widest(&spreads)) };
        if sample.population < SMALLEST_GRID || coarser > COARSEST {
            return best.grid;
        }
        for sweep_axis in 0..D {
            self.try_width(sample, &spreads, sweep_axis, WIDTHS[0] * coarser, &mut best);
        }
        let sweep_axis = best.grid.axes[0];
        for width in &WIDTHS[1..] {
            self.try_width(sample, &spreads, sweep_axis, width * coarser, &mut best);
        }
        best.grid
    }

    /// Estimates the cost of the grids with strips of a width, and keeps the best.
    fn try_width<const D: usize>(
        &mut self,
        sample: &Sample<D>,
        spreads: &[Spread; D],
        sweep_axis: usize,
        width: f32,
        best: &mut Candidate<D>,
    ) {
        // An axis on which nearly everything overlaps is only for scenes where all axes are like
        // that.
        let penalty = if self.find_touching(sample, sweep_axis) { 1.0 } else { 1e6 };
        for grid in grids(&whole(spreads, sweep_axis), spreads, width).into_iter().flatten() {
            if grid.cells() * FEWEST_PER_CELL <= sample.population {
                let cost = self.cost(sample, &grid) * penalty;
                if cost < best.cost {
                    *best = Candidate { cost, grid };
                }
            }
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
        self.order.clear();
        self.order.extend(0..boxes.len() as u16);
        self.order.sort_unstable_by(|a, b| {
            let key = |index: &u16| boxes[*index as usize].min[axis];
            key(a).total_cmp(&key(b)).then(a.cmp(b))
        });
        self.touching.clear();
        let most = 24 * boxes.len();
        for (position, first) in self.order.iter().enumerate() {
            let max = boxes[*first as usize].max[axis];
            for second in &self.order[position + 1..] {
                if boxes[*second as usize].min[axis] > max {
                    break;
                }
                if self.touching.len() == most {
                    return false;
                }
                self.touching.push((*first, *second));
            }
        }
        true
    }

    /// Estimated cost of a grid for the population, in nanoseconds.
    fn cost<const D: usize>(&mut self, sample: &Sample<D>, grid: &Grid<D>) -> f64 {
        self.spans.clear();
        let mut copies = 0;
        for aabb in &sample.boxes {
            let strip = |ruler: Ruler, axis: usize| {
                if axis < D {
                    let axis = grid.axes[axis];
                    [ruler.strip(aabb.min[axis]), ruler.strip(aabb.max[axis])]
                } else {
                    [0, 0]
                }
            };
            let ([r0, r1], [c0, c1]) = (strip(grid.rows, 1), strip(grid.columns, 2));
            copies += (r1 - r0 + 1) * (c1 - c0 + 1);
            self.spans.push([r0, r1, c0, c1]);
        }
        let mut candidates = 0;
        for (first, second) in &self.touching {
            let (a, b) = (self.spans[*first as usize], self.spans[*second as usize]);
            let shared = |k: usize| (a[k + 1].min(b[k + 1]) + 1).saturating_sub(a[k].max(b[k]));
            candidates += u64::from(shared(0)) * u64::from(shared(2));
        }
        let weight = sample.weight();
        let copies = f64::from(copies) * weight;
        let candidates = candidates as f64 * weight * weight;
        let cells = grid.cells() as f64;
        let copy = COPY + cells.min(MOST_STREAMS) * STREAM;
        copies * copy + candidates * CANDIDATE + cells * CELL
    }
}

/// The axis with the most extents to its length.
fn widest<const D: usize>(spreads: &[Spread; D]) -> usize {
    let length = |axis: usize| {
        let Spread { domain: (low, high), extent } = spreads[axis];
        (high - low) / extent.max(f32::MIN_POSITIVE)
    };
    (1..D).fold(0, |best, axis| if length(axis) > length(best) { axis } else { best })
}

/// A grid of one cell.
fn whole<const D: usize>(spreads: &[Spread; D], sweep_axis: usize) -> Grid<D> {
    let axes = std::array::from_fn(|k| (sweep_axis + k) % D);
    let domain = spreads[sweep_axis].domain;
    Grid { axes, rows: Ruler::WHOLE, columns: Ruler::WHOLE, domain }
}

/// The grids with strips of a width: on both of the other axes, or on one where the other would
/// have few anyway.
fn grids<const D: usize>(
    whole: &Grid<D>,
    spreads: &[Spread; D],
    width: f32,
) -> [Option<Grid<D>>; 3] {
    let ruler = |axis: usize| {
        let Spread { domain: (low, high), extent } = spreads[axis];
        let strips = (high - low) / (width * extent);
        // The cast saturates; NaN and negative numbers become 0, which is one strip.
        Ruler::new(low, high, (strips as u32).min(MOST_STRIPS))
    };
    let rows = ruler(whole.axes[1]);
    if D == 2 {
        return [Some(Grid { rows, ..*whole }), None, None];
    }
    let columns = ruler(whole.axes[2]);
    let few = |ruler: &Ruler| ruler.strips() <= FEW_STRIPS;
    [
        Some(Grid { rows, columns, ..*whole }),
        few(&columns).then_some(Grid { rows, ..*whole }),
        few(&rows).then_some(Grid { columns, ..*whole }),
    ]
}
