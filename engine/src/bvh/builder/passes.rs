//! The passes over the boxes, each chunk by one thread: survey, count, scatter.

use jostle_kernels::{
    Lanes, Pass, Record, SimdLevel,
    bounds::{to_columns, to_rows},
    sah::{self, Row},
    simd::{LANES, set_bits},
};

use super::grid::{CellGrid, NO_CELL};
use crate::{
    Error,
    bounds::Source,
    exec::disjoint_slice::DisjointSlice,
    join::part::Part,
    memory::{grow, reserve},
};

/// A range of boxes, and what the passes find out about it.
pub(super) struct BoxChunk<const D: usize> {
    pub(super) first: usize,
    pub(super) last: usize,
    /// Ends of twice the centers of the valid boxes.
    pub(super) ends: [(f32, f32); D],
    /// Number of valid boxes.
    pub(super) valid: usize,
    /// Per cell: the union of its boxes, and how many they are.
    pub(super) rows: Vec<Row>,
    pub(super) counts: Vec<u32>,
    /// Per box: its cell.
    cells: Vec<u16>,
    pub(super) outcome: Result<(), Error>,
    /// Per group: where its next box goes.
    pub(super) cursors: Vec<u32>,
}

impl<const D: usize> Default for BoxChunk<D> {
    fn default() -> Self {
        Self {
            first: 0,
            last: 0,
            ends: [(0.0, 0.0); D],
            valid: 0,
            rows: Vec::new(),
            counts: Vec::new(),
            cells: Vec::new(),
            outcome: Ok(()),
            cursors: Vec::new(),
        }
    }
}

#[inline(always)]
fn centers<L: Lanes, const D: usize>(lanes: L, group: &BoxLanes<L, D>) -> [L::Floats; D] {
    let mut centers = group.min;
    for (axis, center) in centers.iter_mut().enumerate() {
        *center = sah::twice_center(lanes, group.min[axis], group.max[axis]);
    }
    centers
}

impl<const D: usize> BoxChunk<D> {
    /// Counts the valid boxes and finds the ends of their centers.
    pub(super) fn survey(&mut self, level: SimdLevel, boxes: impl Boxes<D>) {
        level.run(Survey { chunk: self, boxes });
    }

    /// Puts the boxes into the cells of a grid.
    pub(super) fn count(&mut self, level: SimdLevel, boxes: impl Boxes<D>, grid: &CellGrid<D>) {
        self.outcome = self.clear(grid.cells());
        if self.outcome.is_ok() {
            level.run(Count { chunk: self, boxes, grid });
        }
    }

    fn clear(&mut self, cells: usize) -> Result<(), Error> {
        let what = "the cells of a tree's grid";
        self.rows.clear();
        reserve(&mut self.rows, cells, what)?;
        self.rows.resize(cells, sah::EMPTY);
        self.counts.clear();
        grow(&mut self.counts, cells, what)?;
        grow(&mut self.cells, self.last - self.first, what)
    }

    /// Bytes held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.rows.capacity() * size_of::<Row>()
            + 4 * (self.counts.capacity() + self.cursors.capacity())
            + 2 * self.cells.capacity()
    }

    /// Writes the boxes to the places of their groups.
    ///
    /// # Safety
    /// 1. The cursors of all chunks that scatter to the same records must leave room for the boxes
    ///    each of them counted, without meeting.
    pub(super) unsafe fn scatter(
        &mut self,
        level: SimdLevel,
        boxes: impl Boxes<D>,
        group_of: &[u32],
        to: &DisjointSlice<'_, Record>,
    ) {
        level.run(Scatter { chunk: self, boxes, group_of, to });
    }
}

struct Survey<'a, B, const D: usize> {
    chunk: &'a mut BoxChunk<D>,
    boxes: B,
}

impl<B: Boxes<D>, const D: usize> Pass for Survey<'_, B, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let mut low = [lanes.splat(f32::INFINITY); D];
        let mut high = [lanes.splat(f32::NEG_INFINITY); D];
        let mut valid = 0;
        for first in (self.chunk.first..self.chunk.last).step_by(LANES) {
            let group = self.boxes.load(lanes, first);
            let mut centers = centers(lanes, &group);
            valid += group.valid.count_ones() as usize;
            if group.valid != (1 << LANES) - 1 {
                if group.valid == 0 {
                    continue;
                }
                // Lanes that are not valid repeat one that is.
                for center in &mut centers {
                    let mut values = [0.0; LANES];
                    lanes.store(*center, &mut values);
                    let some = values[group.valid.trailing_zeros() as usize];
                    for lane in set_bits(!group.valid & ((1 << LANES) - 1)) {
                        values[lane] = some;
                    }
                    *center = lanes.load(&values);
                }
            }
            for axis in 0..D {
                low[axis] = lanes.min(centers[axis], low[axis]);
                high[axis] = lanes.max(centers[axis], high[axis]);
            }
        }
        self.chunk.valid = valid;
        for axis in 0..D {
            self.chunk.ends[axis] = sah::ends_of(lanes, low[axis], high[axis]);
        }
    }
}

struct Count<'a, B, const D: usize> {
    chunk: &'a mut BoxChunk<D>,
    boxes: B,
    grid: &'a CellGrid<D>,
}

impl<B: Boxes<D>, const D: usize> Pass for Count<'_, B, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let BoxChunk { first: begin, last, rows, counts, cells: cell_of, .. } = self.chunk;
        let signs = lanes.load_int(&sah::signs::<D>());
        for first in (*begin..*last).step_by(LANES) {
            let group = self.boxes.load(lanes, first);
            let cells = self.grid.cells_of(lanes, centers(lanes, &group));
            let boxes = to_rows(lanes, group.min, group.max, group.ids, group.exclusion);
            let count = LANES.min(*last - first);
            for lane in 0..count {
                let place = &mut cell_of[first - *begin + lane];
                if group.valid >> lane & 1 == 0 {
                    *place = NO_CELL;
                    continue;
                }
                let cell = cells[lane] as usize;
                *place = cell as u16;
                let row = &mut rows[cell];
                let union = sah::union(lanes, lanes.flip(boxes[lane], signs), lanes.load(row));
                lanes.store(union, row);
                counts[cell] += 1;
            }
        }
    }
}

struct Scatter<'a, B, const D: usize> {
    chunk: &'a mut BoxChunk<D>,
    boxes: B,
    group_of: &'a [u32],
    to: &'a DisjointSlice<'a, Record>,
}

/// Records ahead of which the next line of a group is prefetched.
const AHEAD: usize = 4;

impl<B: Boxes<D>, const D: usize> Pass for Scatter<'_, B, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let BoxChunk { first: begin, last, cursors, cells, .. } = self.chunk;
        for first in (*begin..*last).step_by(LANES) {
            let group = self.boxes.load(lanes, first);
            let boxes = to_rows(lanes, group.min, group.max, group.ids, group.exclusion);
            for lane in 0..LANES.min(*last - first) {
                let cell = cells[first - *begin + lane];
                if cell == NO_CELL {
                    continue;
                }
                let cursor = &mut cursors[self.group_of[cell as usize] as usize];
                let place = *cursor as usize;
                *cursor += 1;
                let mut record = Record::default();
                record.set(lanes, boxes[lane]);
                self.to.prefetch(place + AHEAD);
                // SAFETY: the caller of `scatter` promises that the cursors stay within the
                // records and apart.
                unsafe { self.to.write(place, record) };
            }
        }
    }
}

/// Up to eight boxes as lanes, with ids and exclusion bits.
pub(super) struct BoxLanes<L: Lanes, const D: usize> {
    pub(super) min: [L::Floats; D],
    pub(super) max: [L::Floats; D],
    pub(super) ids: L::Ints,
    pub(super) exclusion: L::Ints,
    /// Bit per lane: the box exists and is valid.
    pub(super) valid: u32,
}

/// Boxes that are read eight at a time.
pub(super) trait Boxes<const D: usize>: Copy + Send + Sync {
    /// The boxes from `first` on, eight or as many as there are. Lanes that are not valid hold any
    /// box.
    fn load<L: Lanes>(&self, lanes: L, first: usize) -> BoxLanes<L, D>;
}

/// The user's boxes.
#[derive(Clone, Copy)]
pub(super) struct Given<'a, S, const D: usize> {
    pub(super) source: S,
    pub(super) part: &'a Part<'a, D>,
}

impl<S: Source<D>, const D: usize> Boxes<D> for Given<'_, S, D> {
    #[inline(always)]
    fn load<L: Lanes>(&self, lanes: L, first: usize) -> BoxLanes<L, D> {
        let group = self.source.load(lanes, first);
        let count = LANES.min(self.source.len() - first);
        let (ids, exclusion) = self.part.tags.load(lanes, first, count);
        BoxLanes { min: group.min, max: group.max, ids, exclusion, valid: group.valid }
    }
}

impl<const D: usize> Boxes<D> for &[Record] {
    #[inline(always)]
    fn load<L: Lanes>(&self, lanes: L, first: usize) -> BoxLanes<L, D> {
        let last = self.len() - 1;
        let group: [&Record; LANES] = std::array::from_fn(|lane| &self[(first + lane).min(last)]);
        let columns = to_columns::<L, D>(lanes, group);
        BoxLanes {
            min: columns.min,
            max: columns.max,
            ids: lanes.bits_of_floats(columns.ids),
            exclusion: lanes.bits_of_floats(columns.exclusion),
            valid: (1 << LANES.min(self.len() - first)) - 1,
        }
    }
}
