//! Each box in the cell of its center.
//!
//! Cells are as large as the largest box, so boxes that touch are in the same cell or in
//! neighbors. Of two neighbors, one looks at the other. Those that follow each other on the last
//! axis are one run in memory: a box is held against five runs in space, and two in the plane.

use std::{array, ops::Range, sync::atomic::Ordering};

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

/// How much larger than the largest box a cell is, so that rounding never puts the centers of two
/// boxes that touch two cells apart.
const MARGIN: f64 = 1.0 + 1e-6;

/// Cells per task.
const CELLS_PER_TASK: usize = 2048;

/// Most runs that a cell looks at.
const RUNS: usize = 4;

#[derive(Default)]
pub(super) struct Grid<const D: usize> {
    boxes: Vec<Corners<D>>,
    layout: Layout<D>,
    cell_of: Vec<u32>,
    cells: Cells,
    /// By cell.
    sorted: Vec<(Corners<D>, u32)>,
    gather: Gather,
}

impl<const D: usize> PairPeer<D> for Grid<D> {
    fn load(&mut self, boxes: &[Corners<D>]) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
    }

    fn build(&mut self) -> Outcome {
        let Self { boxes, layout, cell_of, cells, sorted, .. } = self;
        let extent = Extent::of(boxes);
        *layout = Layout::new(&extent, extent.largest * MARGIN, 2 * boxes.len() + 64);
        let cell = |corners: &Corners<D>| {
            layout.cell(array::from_fn(|axis| {
                let [min, max] = [corners.min, corners.max].map(|corner| f64::from(corner[axis]));
                layout.place(axis, 0.5 * (min + max))
            })) as u32
        };
        boxes.par_iter().map(cell).collect_into_vec(cell_of);
        cells.sort(layout.cells(), boxes.len(), |item, visit| {
            visit(cell_of[item as usize] as usize)
        });
        let record = |item: u32| (boxes[item as usize], item);
        let items = cells.items().par_iter();
        items.map(|item| record(item.load(Ordering::Relaxed))).collect_into_vec(sorted);
        Ok(())
    }

    fn find(&mut self) -> Outcome {
        let Self { layout, cells, sorted, gather, .. } = self;
        let starts = cells.starts.as_slice();
        gather.run(layout.cells().div_ceil(CELLS_PER_TASK), |task, list| {
            let first = task * CELLS_PER_TASK;
            let last = layout.cells().min(first + CELLS_PER_TASK);
            for cell in first..last {
                if starts[cell] < starts[cell + 1] {
                    visit(layout, starts, sorted, cell, list);
                }
            }
        });
        Ok(())
    }

    fn pairs(&self) -> &[Pair] {
        self.gather.pairs()
    }
}

/// The pairs of a cell that is not empty.
fn visit<const D: usize>(
    layout: &Layout<D>,
    starts: &[u32],
    sorted: &[(Corners<D>, u32)],
    cell: usize,
    list: &mut Vec<Pair>,
) {
    let span = |first: usize, last: usize| starts[first] as usize..starts[last + 1] as usize;
    let place = layout.places(cell);
    let own = span(cell, cell);
    let behind = usize::from(place[D - 1] + 1 < layout.size[D - 1]);
    let end = span(cell, cell + behind).end;
    let mut runs: [Range<usize>; RUNS] = array::from_fn(|_| 0..0);
    let mut count = 0;
    for row in forward_rows(layout, &place) {
        let row = row + place[D - 1];
        let before = usize::from(place[D - 1] > 0);
        runs[count] = span(row - before, row + behind);
        count += 1;
    }
    for index in own {
        let one = &sorted[index];
        test(one, &sorted[index + 1..end], list);
        for run in &runs[..count] {
            test(one, &sorted[run.clone()], list);
        }
    }
}

/// Where the rows of cells begin that lie after that of `place` and next to it.
fn forward_rows<const D: usize>(
    layout: &Layout<D>,
    place: &[usize; D],
) -> impl Iterator<Item = usize> {
    let rows = 3_usize.pow(D as u32 - 1);
    (rows / 2 + 1..rows).filter_map(|code| {
        let mut row = [0; D];
        for axis in 0..D - 1 {
            let step = code / 3_usize.pow((D - 2 - axis) as u32) % 3;
            row[axis] = (place[axis] + step).checked_sub(1)?;
            if row[axis] >= layout.size[axis] {
                return None;
            }
        }
        Some(layout.cell(row))
    })
}

/// Holds a box against others.
#[inline(always)]
fn test<const D: usize>(
    (one, a): &(Corners<D>, u32),
    others: &[(Corners<D>, u32)],
    list: &mut Vec<Pair>,
) {
    for (other, b) in others {
        if one.touches(other) {
            list.push(Pair { a: *a, b: *b });
        }
    }
}
