//! The plan: which axis to sweep, and how wide the strips on the others are.
//!
//! Narrow strips mean few candidates and many copies; wide ones the reverse. Which is better
//! depends on density, sizes and clustering, so the plan estimates the cost of some widths on a
//! sample: copies from the strips that each sampled box overlaps, candidates from the pairs of
//! sampled boxes that overlap on the sweep axis and share cells. Whatever it chooses, the pairs are
//! the same; a bad sample costs time only.

use jostle_kernels::grid::Ruler;

use super::{
    grid::Grid,
    sample::{Sample, Spread},
};

/// Below this many boxes one cell is best: the sort and the sweep of a few hundred boxes take less
/// than a grid.
const SMALLEST_GRID: usize = 256;

/// Strip widths tried, in mean extents.
const WIDTHS: [f32; 9] = [1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 9.0, 14.0, 24.0];

/// Cost of a copy of a box, of a step of the sweep and of a cell, in nanoseconds on Zen 4.
const COPY: f64 = 13.0;
const STEP: f64 = 1.6;
const CELL: f64 = 150.0;
/// Candidates in a step.
const STEP_WIDTH: f64 = 12.0;

/// Fewest boxes per cell on average, so that the cells' own cost stays small.
const FEWEST_PER_CELL: usize = 24;

/// A pair of sampled boxes that overlaps on the sweep axis.
type Touching = (u16, u16);

/// Buffers of the planner.
#[derive(Default)]
pub(super) struct Planner {
    order: Vec<u16>,
    touching: Vec<Touching>,
    spans: Vec<[u32; 4]>,
}

impl Planner {
    /// The grid of least estimated cost, whose strips are `coarser` times as wide as the estimate
    /// says. From some coarseness on it has a single cell.
    pub(super) fn plan<const D: usize>(&mut self, sample: &mut Sample<D>, coarser: f32) -> Grid<D> {
        let spreads: [Spread; D] = std::array::from_fn(|axis| sample.spread(axis));
        let mut best = (f64::INFINITY, whole(&spreads, widest(&spreads)));
        if sample.population < SMALLEST_GRID || coarser > 1e6 {
            return best.1;
        }
        for sweep_axis in 0..D {
            let complete = self.find_touching(sample, sweep_axis);
            let whole_grid = whole(&spreads, sweep_axis);
            for width in WIDTHS {
                for grid in grids(&whole_grid, &spreads, width * coarser).into_iter().flatten() {
                    if grid.cells() * FEWEST_PER_CELL > sample.population {
                        continue;
                    }
                    let mut cost = self.cost(sample, &grid);
                    if !complete {
                        // An axis on which nearly everything overlaps: only if all are like it.
                        cost *= 1e6;
                    }
                    if cost < best.0 {
                        best = (cost, grid);
                    }
                }
            }
        }
        best.1
    }

    /// Finds the pairs of sampled boxes that overlap on an axis. False when there were too many to
    /// list.
    fn find_touching<const D: usize>(&mut self, sample: &Sample<D>, axis: usize) -> bool {
        let boxes = &sample.boxes;
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
        copies * COPY + (copies + candidates / STEP_WIDTH) * STEP + grid.cells() as f64 * CELL
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

/// The grids with strips of a width: on both of the other axes, or on one of them.
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
    [
        Some(Grid { rows, columns, ..*whole }),
        Some(Grid { rows, ..*whole }),
        Some(Grid { columns, ..*whole }),
    ]
}

/// Most strips on an axis: more cells than this squared fit no memory.
const MOST_STRIPS: u32 = 1 << 14;
