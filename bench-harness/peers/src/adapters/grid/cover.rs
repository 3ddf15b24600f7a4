//! Each box in every cell that it covers.
//!
//! A pair may then meet in many cells. It is listed in that where the intersection of both begins,
//! which is one cell: that of the larger minimum on each axis.

use std::array;

use jostle::Pair;
use rayon::prelude::*;

use super::{
    layout::{Extent, Layout},
    sort::Cells,
};
use crate::{
    boxes::Corners,
    gather::Gather,
    peer::{Outcome, PairPeer},
};

/// The side of a cell over the mean of the largest sides of the boxes.
const SIDE: f64 = 3.0;

/// Most entries per box on average; beyond, cells grow.
const ENTRIES: u64 = 16;

/// Cells per task.
const CELLS_PER_TASK: usize = 2048;

#[derive(Default)]
pub(super) struct Grid<const D: usize> {
    boxes: Vec<Corners<D>>,
    layout: Layout<D>,
    cells: Cells,
    gather: Gather,
}

impl<const D: usize> PairPeer<D> for Grid<D> {
    fn load(&mut self, boxes: &[Corners<D>]) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
    }

    fn build(&mut self) -> Outcome {
        let Self { boxes, layout, cells, .. } = self;
        let extent = Extent::of(boxes);
        let most = 2 * boxes.len() + 64;
        let mean = extent.sum / boxes.len().max(1) as f64;
        *layout = Layout::new(&extent, SIDE * mean, most);
        while entries(boxes, layout) > ENTRIES * boxes.len() as u64 + 64 && layout.cells() > 1 {
            *layout = Layout::new(&extent, 1.25 * layout.side(), most);
        }
        cells.sort(layout.cells(), boxes.len(), |item, visit| {
            let [low, high] = covered(layout, &boxes[item as usize]);
            for_each_cell(layout, low, high, visit);
        });
        Ok(())
    }

    fn find(&mut self) -> Outcome {
        let Self { boxes, layout, cells, gather } = self;
        gather.run(layout.cells().div_ceil(CELLS_PER_TASK), |task, list| {
            let first = task * CELLS_PER_TASK;
            let last = layout.cells().min(first + CELLS_PER_TASK);
            let mut own = Vec::new();
            for cell in first..last {
                own.clear();
                own.extend(cells.of(cell).map(|item| (boxes[item as usize], item)));
                visit(layout, cell, &own, list);
            }
        });
        Ok(())
    }

    fn pairs(&self) -> &[Pair] {
        self.gather.pairs()
    }
}

/// The pairs whose intersection begins in a cell.
fn visit<const D: usize>(
    layout: &Layout<D>,
    cell: usize,
    own: &[(Corners<D>, u32)],
    list: &mut Vec<Pair>,
) {
    for (index, (one, a)) in own.iter().enumerate() {
        for (other, b) in &own[index + 1..] {
            if one.touches(other) && begin(layout, one, other) == cell {
                list.push(Pair { a: *a, b: *b });
            }
        }
    }
}

/// The cell in which the intersection of two boxes begins.
fn begin<const D: usize>(layout: &Layout<D>, one: &Corners<D>, other: &Corners<D>) -> usize {
    let low = |axis: usize| f64::from(one.min[axis].max(other.min[axis]));
    layout.cell(array::from_fn(|axis| layout.place(axis, low(axis))))
}

/// The first and the last cell of a box on each axis.
#[inline(always)]
fn covered<const D: usize>(layout: &Layout<D>, corners: &Corners<D>) -> [[usize; D]; 2] {
    [corners.min, corners.max]
        .map(|corner| array::from_fn(|axis| layout.place(axis, f64::from(corner[axis]))))
}

/// How many cells all boxes cover together.
fn entries<const D: usize>(boxes: &[Corners<D>], layout: &Layout<D>) -> u64 {
    let of = |corners: &Corners<D>| {
        let [low, high] = covered(layout, corners);
        (0..D).map(|axis| (high[axis] - low[axis] + 1) as u64).product::<u64>()
    };
    boxes.par_iter().with_min_len(4096).map(of).sum()
}

/// Names every cell from the lower to the upper one.
#[inline(always)]
fn for_each_cell<const D: usize>(
    layout: &Layout<D>,
    low: [usize; D],
    high: [usize; D],
    visit: &mut dyn FnMut(usize),
) {
    let mut place = low;
    loop {
        let row = layout.cell(place);
        (row..=row + high[D - 1] - low[D - 1]).for_each(&mut *visit);
        // The next row: the last axis but one counts first.
        let Some(axis) = (0..D - 1).rev().find(|&axis| place[axis] < high[axis]) else { return };
        place[axis] += 1;
        place[axis + 1..D - 1].copy_from_slice(&low[axis + 1..D - 1]);
    }
}
