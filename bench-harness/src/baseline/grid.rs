//! Textbook uniform grid: cells as large as the largest box, each box in the cell of its center.
//!
//! Boxes that touch are then in the same cell or in neighbors. Each pair of neighboring cells is
//! visited from one side only, so that no pair is found twice.

use std::array;

use jostle::Pair;

use super::records;

/// How much larger than the largest box a cell is, so that rounding never puts the centers of two
/// boxes that touch two cells apart.
const MARGIN: f64 = 1.0 + 1e-6;

/// All touching pairs.
#[must_use]
pub fn pairs<const D: usize>(min: &[Vec<f32>; D], max: &[Vec<f32>; D]) -> Vec<Pair> {
    let boxes = records(min, max);
    let grid = Grid::new(&boxes);
    let (starts, ids) = grid.sort(&boxes);
    let sorted: Vec<_> = ids.iter().map(|&id| boxes[id as usize]).collect();
    let forward = forward_neighbors::<D>();
    let mut pairs = Vec::new();
    for cell in 0..grid.cells() {
        let own = starts[cell]..starts[cell + 1];
        if own.is_empty() {
            continue;
        }
        for a in own.clone() {
            test(&sorted, &ids, a, a + 1..own.end, &mut pairs);
        }
        for other in forward.iter().filter_map(|offset| grid.neighbor(cell, offset)) {
            for a in own.clone() {
                test(&sorted, &ids, a, starts[other]..starts[other + 1], &mut pairs);
            }
        }
    }
    pairs
}

/// Holds box `a` against a range of boxes.
fn test<const D: usize>(
    sorted: &[([f32; D], [f32; D])],
    ids: &[u32],
    a: usize,
    others: std::ops::Range<usize>,
    pairs: &mut Vec<Pair>,
) {
    let (min, max) = sorted[a];
    for b in others {
        let (other_min, other_max) = sorted[b];
        if (0..D).all(|axis| min[axis] <= other_max[axis] && other_min[axis] <= max[axis]) {
            pairs.push(Pair::ordered(ids[a], ids[b]));
        }
    }
}

struct Grid<const D: usize> {
    low: [f64; D],
    cell: f64,
    size: [usize; D],
}

impl<const D: usize> Grid<D> {
    fn new(boxes: &[([f32; D], [f32; D])]) -> Self {
        let (mut low, mut high) = ([f64::INFINITY; D], [f64::NEG_INFINITY; D]);
        let mut largest = 0.0_f64;
        for aabb in boxes {
            let center = center(aabb);
            for axis in 0..D {
                low[axis] = low[axis].min(center[axis]);
                high[axis] = high[axis].max(center[axis]);
                largest = largest.max(f64::from(aabb.1[axis]) - f64::from(aabb.0[axis]));
            }
        }
        let span = array::from_fn(|axis| (high[axis] - low[axis]).max(0.0));
        let (cell, size) = layout(span, largest * MARGIN, 2 * boxes.len() + 64);
        Self { low, cell, size }
    }

    fn cells(&self) -> usize {
        self.size.iter().product()
    }

    fn cell_of(&self, aabb: &([f32; D], [f32; D])) -> usize {
        let mut cell = 0;
        for (axis, center) in center(aabb).iter().enumerate() {
            let place = ((center - self.low[axis]) / self.cell) as usize;
            cell = cell * self.size[axis] + place.min(self.size[axis] - 1);
        }
        cell
    }

    /// The cell at `offset` from another, if there is one.
    fn neighbor(&self, mut cell: usize, offset: &[isize; D]) -> Option<usize> {
        let mut place = [0; D];
        for axis in (0..D).rev() {
            place[axis] = cell % self.size[axis];
            cell /= self.size[axis];
        }
        let mut other = 0;
        for axis in 0..D {
            let moved = place[axis].checked_add_signed(offset[axis])?;
            if moved >= self.size[axis] {
                return None;
            }
            other = other * self.size[axis] + moved;
        }
        Some(other)
    }

    /// Sorts boxes by cell, counting. Returns where each cell begins, and the boxes in order.
    fn sort(&self, boxes: &[([f32; D], [f32; D])]) -> (Vec<usize>, Vec<u32>) {
        let cells: Vec<usize> = boxes.iter().map(|aabb| self.cell_of(aabb)).collect();
        let mut starts = vec![0; self.cells() + 1];
        for cell in &cells {
            starts[cell + 1] += 1;
        }
        for cell in 0..self.cells() {
            starts[cell + 1] += starts[cell];
        }
        let mut next = starts.clone();
        let mut ids = vec![0; boxes.len()];
        for (id, &cell) in cells.iter().enumerate() {
            ids[next[cell]] = id as u32;
            next[cell] += 1;
        }
        (starts, ids)
    }
}

/// The size of a cell and the cells per axis: `cell`, and larger where there would be too many.
fn layout<const D: usize>(span: [f64; D], cell: f64, most: usize) -> (f64, [usize; D]) {
    let mut cell = if cell > 0.0 { cell } else { f64::MIN_POSITIVE };
    loop {
        let size = span.map(|span| (span / cell) as usize);
        let cells =
            size.iter().try_fold(1_usize, |cells, size| cells.checked_mul(size.checked_add(1)?));
        if cells.is_some_and(|cells| cells <= most) {
            return (cell, size.map(|size| size + 1));
        }
        cell *= 1.25;
    }
}

fn center<const D: usize>((min, max): &([f32; D], [f32; D])) -> [f64; D] {
    let mut center = [0.0; D];
    for (axis, center) in center.iter_mut().enumerate() {
        *center = f64::midpoint(f64::from(min[axis]), f64::from(max[axis]));
    }
    center
}

/// Half of the neighbors of a cell: 4 in the plane, 13 in space.
fn forward_neighbors<const D: usize>() -> Vec<[isize; D]> {
    let count = 3_usize.pow(D as u32);
    // The one in the middle is the cell itself, and those behind it mirror those before it.
    let all = count / 2 + 1..count;
    all.map(|code| array::from_fn(|axis| (code / 3_usize.pow(axis as u32) % 3) as isize - 1))
        .collect()
}
