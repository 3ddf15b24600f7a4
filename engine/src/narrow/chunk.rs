//! A chunk of pairs on one thread.

use jostle_kernels::{Level, Pair};

use super::{
    CHUNK, Counts, Report, Separation, Sides,
    contacts::Block,
    emit::{Emitter, separation},
    split::{KEYS, Run, Split, check, only_run},
    table::{Test, table},
};
use crate::{
    Error,
    error::{grow, reserve},
};

/// Pairs in their order, the first of which is number `first` of the list.
#[derive(Clone, Copy)]
pub(super) struct Chunk<'a> {
    pub(super) pairs: &'a [Pair],
    pub(super) first: usize,
}

/// The buffers of a thread.
#[derive(Default)]
pub(super) struct Scratch {
    split: Split,
    /// Rows of numbers that the tests gave.
    numbers: Vec<f32>,
    /// Whether the pairs of a run touch.
    touching: Vec<bool>,
    kept: Kept,
    /// What was found out about each pair of the chunk.
    found: Vec<Found>,
    report: Report,
}

/// Pairs of a run for which contacts are computed.
#[derive(Default)]
struct Kept {
    /// Whether they were chosen; otherwise they are all of the run.
    chosen: bool,
    rows: Vec<Pair>,
    /// Which of the run they are.
    indices: Vec<u32>,
    count: usize,
}

/// What was found out about a pair.
#[derive(Clone, Copy)]
struct Found {
    /// Where its numbers begin.
    begin: u32,
    /// Which run it is of, if it touches.
    run: u32,
    /// Which of the split pairs it is.
    at: u32,
}

impl Found {
    const NOTHING: Self = Self { begin: 0, run: u32::MAX, at: 0 };
}

impl Scratch {
    /// Makes room for a chunk of any pairs, and forgets what was done.
    pub(super) fn restart<const D: usize>(&mut self) -> Result<(), Error> {
        let entries = table::<D>().iter().flatten().flatten();
        let longest = entries.map(|entry| entry.contacts.stride::<D>()).max().unwrap_or(0);
        self.split.reserve(CHUNK)?;
        grow(&mut self.numbers, CHUNK * longest, "contacts of a chunk")?;
        grow(&mut self.touching, CHUNK, "overlaps of a chunk")?;
        grow(&mut self.kept.rows, CHUNK, "pairs of a chunk")?;
        grow(&mut self.kept.indices, CHUNK, "pairs of a chunk")?;
        reserve(&mut self.found, CHUNK, "contacts of a chunk")?;
        self.report = Report::default();
        Ok(())
    }

    /// What was done.
    pub(super) fn report(&self) -> Report {
        self.report
    }

    /// Whether each pair of a chunk touches.
    pub(super) fn overlaps<const D: usize>(
        &mut self,
        level: Level,
        sides: &Sides<'_, D>,
        Chunk { pairs, first }: Chunk<'_>,
        out: &mut [bool],
    ) -> Result<(), Error> {
        check(sides, pairs, first)?;
        if let Some(run) = only_run(sides, pairs.len()) {
            (run.entry.overlaps)(level, run.columns, pairs, out);
            self.count(&run, out.iter().filter(|touching| **touching).count());
            return Ok(());
        }
        self.split.fill(sides, pairs);
        out.fill(false);
        for run in self.split.runs(sides) {
            let (rows, places) =
                (&self.split.rows[run.range.clone()], &self.split.places[run.range.clone()]);
            let touching = &mut self.touching[..rows.len()];
            (run.entry.overlaps)(level, run.columns, rows, touching);
            for (place, touching) in places.iter().zip(&*touching) {
                out[*place as usize] = *touching;
            }
            let touching = touching.iter().filter(|touching| **touching).count();
            self.count(&run, touching);
        }
        Ok(())
    }

    /// How far the shapes of each pair of a chunk are apart.
    pub(super) fn separations<const D: usize>(
        &mut self,
        level: Level,
        sides: &Sides<'_, D>,
        Chunk { pairs, first }: Chunk<'_>,
        out: &mut [Separation<D>],
    ) -> Result<(), Error> {
        check(sides, pairs, first)?;
        let mut touching = 0;
        if let Some(run) = only_run(sides, pairs.len()) {
            let test = run.entry.separations;
            let rows = compute::<D>(test, level, &run, pairs, &mut self.numbers);
            for (out, row) in out.iter_mut().zip(rows.chunks_exact(test.stride::<D>())) {
                *out = separation(row, false);
                touching += usize::from(out.distance <= 0.0);
            }
            self.count(&run, touching);
            return Ok(());
        }
        self.split.fill(sides, pairs);
        out.fill(Separation::UNKNOWN);
        for run in self.split.runs(sides) {
            let (rows, places) =
                (&self.split.rows[run.range.clone()], &self.split.places[run.range.clone()]);
            let test = run.entry.separations;
            let found = compute::<D>(test, level, &run, rows, &mut self.numbers);
            touching = 0;
            for (place, row) in places.iter().zip(found.chunks_exact(test.stride::<D>())) {
                let separation = separation(row, run.swapped);
                touching += usize::from(separation.distance <= 0.0);
                out[*place as usize] = separation;
            }
            self.count(&run, touching);
        }
        Ok(())
    }

    /// Notes that all pairs of a run were computed.
    fn count(&mut self, run: &Run<'_>, touching: usize) {
        let counts = self.report.of_mut(run.kinds);
        let pairs = run.range.len();
        counts.compute(pairs);
        counts.candidates += pairs as u64;
        counts.after_overlap += pairs as u64;
        counts.touching += touching as u64;
    }

    /// The contacts of the pairs of a chunk that touch.
    pub(super) fn contacts<const D: usize>(
        &mut self,
        level: Level,
        sides: &Sides<'_, D>,
        Chunk { pairs, first }: Chunk<'_>,
        block: &mut Block<D>,
    ) -> Result<(), Error> {
        check(sides, pairs, first)?;
        if let Some(run) = only_run(sides, pairs.len()) {
            self.contacts_of_run(level, &run, pairs, block);
            return Ok(());
        }
        self.split.fill(sides, pairs);
        self.found.clear();
        self.found.resize(pairs.len(), Found::NOTHING);
        let mut emitters = [const { None }; KEYS];
        let mut end = 0;
        for (number, run) in self.split.runs(sides).enumerate() {
            end = self.find_in_run::<D>(level, &run, number as u32, end);
            emitters[number] = Some(Emitter::new(&run));
        }
        for (pair, found) in pairs.iter().zip(&self.found) {
            if let Some(Some(emitter)) = emitters.get(found.run as usize) {
                let numbers = &self.numbers[found.begin as usize..];
                emitter.emit(*pair, self.split.rows[found.at as usize], numbers, block);
            }
        }
        Ok(())
    }

    /// The contacts of pairs of one kind.
    fn contacts_of_run<const D: usize>(
        &mut self,
        level: Level,
        run: &Run<'_>,
        pairs: &[Pair],
        block: &mut Block<D>,
    ) {
        let Self { kept, touching, numbers, report, .. } = self;
        kept.fill(level, run, pairs, touching, report.of_mut(run.kinds));
        let test = run.entry.contacts;
        let rows = kept.rows(pairs);
        let found = compute::<D>(test, level, run, rows, numbers);
        let emitter = Emitter::new(run);
        let mut count = 0;
        for (row, found) in rows.iter().zip(found.chunks_exact(test.stride::<D>())) {
            if found[D] <= 0.0 {
                // The rows of the only run are the pairs themselves.
                emitter.emit(*row, *row, found, block);
                count += 1;
            }
        }
        report.of_mut(run.kinds).touching += count;
    }

    /// Computes the pairs of a run into `numbers` from `begin` on, notes those that touch, and says
    /// where the numbers end.
    fn find_in_run<const D: usize>(
        &mut self,
        level: Level,
        run: &Run<'_>,
        number: u32,
        mut begin: usize,
    ) -> usize {
        let Self { split, kept, touching, numbers, found, report } = self;
        let rows = &split.rows[run.range.clone()];
        kept.fill(level, run, rows, touching, report.of_mut(run.kinds));
        let test = run.entry.contacts;
        let computed = compute::<D>(test, level, run, kept.rows(rows), &mut numbers[begin..]);
        let mut count = 0;
        for (index, row) in computed.chunks_exact(test.stride::<D>()).enumerate() {
            if row[D] <= 0.0 {
                let at = run.range.start + kept.index(index);
                let place = split.places[at] as usize;
                found[place] = Found { begin: begin as u32, run: number, at: at as u32 };
                count += 1;
            }
            begin += test.stride::<D>();
        }
        report.of_mut(run.kinds).touching += count;
        begin
    }
}

impl Kept {
    /// Keeps the pairs of a run for which contacts are to be computed: all, or those that touch where
    /// that is worth asking first.
    fn fill(
        &mut self,
        level: Level,
        run: &Run<'_>,
        rows: &[Pair],
        touching: &mut [bool],
        counts: &mut Counts,
    ) {
        counts.candidates += rows.len() as u64;
        self.chosen = run.entry.asks_first;
        if self.chosen {
            counts.compute(rows.len());
            let touching = &mut touching[..rows.len()];
            (run.entry.overlaps)(level, run.columns, rows, touching);
            self.count = 0;
            // Without a branch: which of them touch is hard to foresee.
            for (index, (row, touching)) in rows.iter().zip(touching).enumerate() {
                (self.rows[self.count], self.indices[self.count]) = (*row, index as u32);
                self.count += usize::from(*touching);
            }
        }
        let left = self.rows(rows).len();
        counts.after_overlap += left as u64;
        counts.compute(left);
    }

    /// The pairs that were kept of `all`.
    fn rows<'a>(&'a self, all: &'a [Pair]) -> &'a [Pair] {
        if self.chosen { &self.rows[..self.count] } else { all }
    }

    /// Which of all pairs a kept one was.
    fn index(&self, kept: usize) -> usize {
        if self.chosen { self.indices[kept] as usize } else { kept }
    }
}

/// Computes pairs of rows into the first of `numbers`, a row of numbers for each.
fn compute<'a, const D: usize>(
    test: Test,
    level: Level,
    run: &Run<'_>,
    rows: &[Pair],
    numbers: &'a mut [f32],
) -> &'a [f32] {
    let numbers = &mut numbers[..rows.len() * test.stride::<D>()];
    (test.run)(level, run.columns, rows, numbers);
    numbers
}
