//! What touches some boxes, in the cells of the last run.

use std::ops::Range;

use jostle_kernels::{Aabb, Lanes, Pair, Pass, Record, simd::LANES};

use super::{Sap, size_class::Class};
use crate::{
    Error,
    exec::{
        jobs::{Jobs, share},
        run::{Cost, RunContext},
        sink::{Interrupt, ROOM},
        threads,
    },
    memory::{reserve_more, reserve_one},
};

/// Boxes up to which each is held against all of a cell.
const FEW: usize = 3;

/// Parts of the sweep axis, a bit for each: whether a box that is looked up is there.
const PARTS: usize = 1 << 12;
const WORDS: usize = PARTS / u64::BITS as usize;

/// Fewest boxes and cells of a job.
const FEWEST_PER_JOB: usize = 32;

/// What memory is for.
const WHAT: &str = "the boxes that are looked up";

/// Boxes that are looked up at once, each in the cells that it overlaps.
#[derive(Default)]
pub(in crate::broad) struct Lookups {
    /// Class, cell, and number of the box.
    entries: Vec<(u32, u32, u32)>,
    jobs: Jobs<Range<usize>, Group>,
}

impl Lookups {
    /// Bytes held, without the threads' buffers.
    pub(in crate::broad) fn memory_bytes(&self) -> usize {
        self.entries.capacity() * size_of::<(u32, u32, u32)>() + self.jobs.memory_bytes()
    }
}

impl<const D: usize> Sap<D> {
    /// Hands out pairs of boxes with those of the last run that touch them, some more than once:
    /// `pair_of` makes them of the number of a box and an id, if they are wanted. O(boxes in the
    /// cells of these), on all threads.
    pub(in crate::broad) fn look_up(
        &self,
        boxes: &[Aabb<D>],
        lookups: &mut Lookups,
        context: &mut RunContext<'_>,
        pair_of: &(dyn Fn(u32, u32) -> Option<Pair> + Sync),
    ) -> Result<(), Interrupt> {
        let Lookups { entries, jobs } = lookups;
        entries.clear();
        for (number, aabb) in boxes.iter().enumerate() {
            for (class, of_class) in self.classes[..self.used].iter().enumerate() {
                let grid = of_class.grid();
                let (span, _) = grid.span(self.level, aabb);
                for row in span.rows.0..=span.rows.1 {
                    let columns = span.columns.0..=span.columns.1;
                    reserve_more(entries, columns.clone().count(), WHAT)?;
                    let cells = columns.map(|column| grid.cell(row, column) as u32);
                    entries.extend(cells.map(|cell| (class as u32, cell, number as u32)));
                }
            }
        }
        threads::sort_unstable(entries);
        let are_together = |a: &(u32, u32, u32), b: &(u32, u32, u32)| (a.0, a.1) == (b.0, b.1);
        let size = share(entries.len(), FEWEST_PER_JOB);
        jobs.clear();
        let mut begin = 0;
        while begin < entries.len() {
            let mut end = entries.len().min(begin + size);
            while end < entries.len() && are_together(&entries[end - 1], &entries[end]) {
                end += 1;
            }
            jobs.push(begin..end);
            begin = end;
        }
        let entries = &*entries;
        jobs.run(context, &|range, group, sink| {
            let mut tests = 0;
            for some in entries[range.clone()].chunk_by(are_together) {
                let (class, cell, _) = some[0];
                let class = &self.classes[class as usize];
                let axes = class.grid().axes;
                group.begin();
                for (_, _, number) in some {
                    let aabb = &boxes[*number as usize];
                    let [min, max] = [aabb.min, aabb.max].map(|side| axes.map(|axis| side[axis]));
                    group.add(&Aabb { min, max }, *number)?;
                }
                let pass = Lookup { class, cell: cell as usize, group, pair_of };
                tests += self.level.run(pass)?;
                for found in group.found.chunks(ROOM) {
                    sink.space()?[..found.len()].copy_from_slice(found);
                    sink.commit(found.len())?;
                }
            }
            Ok(Cost { tests, ..Cost::default() })
        })
    }
}

/// Boxes that are looked up in one cell.
struct Group {
    numbers: Vec<u32>,
    /// What the sides of a record may be at most and at least, its minima first.
    sides: Vec<[[f32; LANES]; 2]>,
    /// From where to where they lie on the sweep axis.
    ends: Vec<[f32; 2]>,
    parts: [u64; WORDS],
    found: Vec<Pair>,
}

impl Default for Group {
    fn default() -> Self {
        Self {
            numbers: Vec::new(),
            sides: Vec::new(),
            ends: Vec::new(),
            parts: [0; WORDS],
            found: Vec::new(),
        }
    }
}

impl Group {
    fn begin(&mut self) {
        self.numbers.clear();
        self.sides.clear();
        self.ends.clear();
        self.found.clear();
    }

    /// Adds a box with its axes in the order of the grid.
    fn add<const D: usize>(&mut self, aabb: &Aabb<D>, number: u32) -> Result<(), Error> {
        let (mut most, mut least) = ([f32::INFINITY; LANES], [f32::NEG_INFINITY; LANES]);
        most[..D].copy_from_slice(&aabb.max);
        least[D..2 * D].copy_from_slice(&aabb.min);
        reserve_one(&mut self.numbers, WHAT)?;
        reserve_one(&mut self.sides, WHAT)?;
        reserve_one(&mut self.ends, WHAT)?;
        self.numbers.push(number);
        self.sides.push([most, least]);
        self.ends.push([aabb.min[0], aabb.max[0]]);
        Ok(())
    }

    /// Notes in which parts of the sweep axis the boxes are.
    fn mark(&mut self) -> SweepParts {
        let low = self.ends.iter().fold(f32::INFINITY, |low, ends| low.min(ends[0]));
        let high = self.ends.iter().fold(f32::NEG_INFINITY, |high, ends| high.max(ends[1]));
        let parts = SweepParts { low, per_unit: PARTS as f32 / (high - low) };
        self.parts.fill(0);
        for [min, max] in &self.ends {
            for part in parts.of(*min)..=parts.of(*max) {
                self.parts[part / 64] |= 1 << (part % 64);
            }
        }
        parts
    }

    /// Whether a box is in one of these parts: the first, the last, or one between them.
    #[inline(always)]
    fn is_marked(&self, first: usize, last: usize) -> bool {
        let behind = u64::MAX << (first % 64);
        let before = u64::MAX >> (63 - last % 64);
        let (first, last) = (first / 64, last / 64);
        if first == last {
            return self.parts[first] & behind & before != 0;
        }
        let between = self.parts[first + 1..last].iter().any(|part| *part != 0);
        between | (self.parts[first] & behind != 0) | (self.parts[last] & before != 0)
    }
}

/// How the sweep axis is cut into parts.
#[derive(Clone, Copy)]
struct SweepParts {
    low: f32,
    per_unit: f32,
}

impl SweepParts {
    /// The part in which a coordinate is. What is greater is in no part before: both roundings and
    /// the cast, which saturates and takes what is no number for 0, keep the order.
    #[inline(always)]
    fn of(self, x: f32) -> usize {
        (((x - self.low) * self.per_unit) as usize).min(PARTS - 1)
    }
}

/// Finds what touches the boxes of a group in a cell. How many tests it took comes out.
struct Lookup<'a, const D: usize> {
    class: &'a Class<D>,
    cell: usize,
    group: &'a mut Group,
    pair_of: &'a (dyn Fn(u32, u32) -> Option<Pair> + Sync),
}

impl<const D: usize> Pass for Lookup<'_, D> {
    type Output = Result<u64, Error>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<u64, Error> {
        let Lookup { class, cell, group, pair_of } = self;
        let parts = (group.numbers.len() > FEW).then(|| group.mark());
        // Beside the minima of a record the maxima of the box, and the reverse.
        let minima = (1 << D) - 1;
        let maxima = minima << D;
        let mut tests = class.bins.len(cell) as u64;
        for record in class.bins.blocks(cell).flatten() {
            let record: &Record = record;
            if let Some(parts) = parts {
                let [min, max] = [record.min::<D>(0), record.max::<D>(0)];
                if !group.is_marked(parts.of(min), parts.of(max)) {
                    continue;
                }
            }
            tests += group.numbers.len() as u64;
            let sides = record.load(lanes);
            for (number, [most, least]) in group.numbers.iter().zip(&group.sides) {
                let below = lanes.bits(lanes.le(sides, lanes.load(most))) & minima;
                let above = lanes.bits(lanes.le(lanes.load(least), sides)) & maxima;
                if below | above == minima | maxima
                    && let Some(pair) = pair_of(*number, record.id())
                {
                    reserve_one(&mut group.found, WHAT)?;
                    group.found.push(pair);
                }
            }
        }
        Ok(tests)
    }
}
