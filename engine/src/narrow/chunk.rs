//! A chunk of pairs on one thread.

use jostle_kernels::{Pair, SimdLevel, dispatch::contacts::MOST_POINTS};

use super::{
    CHUNK, NarrowStats, Separation, Sides,
    block::Block,
    chunks::Buffers,
    emit::{Target, separation},
    kept::{Job, Kept},
    order::Order,
    split::{Run, Split, check, only_run},
    strips::Numbers,
};
use crate::{Error, error::reserve, instances::instances};

/// Pairs in their order, the first of which is number `first` of the list.
#[derive(Clone, Copy)]
pub(super) struct Chunk<'a> {
    pub(super) pairs: &'a [Pair],
    pub(super) first: usize,
}

/// The buffers of a thread.
#[derive(Default)]
pub(super) struct Scratch<const D: usize> {
    split: Split,
    numbers: Numbers,
    kept: Kept,
    order: Order<D>,
    /// The separations of a chunk that are only shown.
    pub(super) found: Vec<Separation<D>>,
    /// The contacts of a chunk that are only shown.
    pub(super) block: Block<D>,
    report: NarrowStats,
}

impl<const D: usize> Buffers<D> for Scratch<D> {
    fn restart(&mut self) -> Result<(), Error> {
        self.report = NarrowStats::default();
        self.split.make_room()?;
        self.kept.make_room()?;
        self.order.make_room()?;
        reserve(&mut self.found, CHUNK, "separations of a chunk")?;
        self.found.resize(CHUNK, Separation::UNKNOWN);
        self.block.clear();
        self.block.make_room(CHUNK + 1, MOST_POINTS)
    }

    fn report(&self) -> NarrowStats {
        self.report
    }
}

impl<const D: usize> Scratch<D> {
    /// Whether each pair of a chunk touches.
    #[inline(never)]
    pub(super) fn overlaps(
        &mut self,
        level: SimdLevel,
        sides: &Sides<'_, D>,
        Chunk { pairs, first }: Chunk<'_>,
        out: &mut [bool],
    ) -> Result<(), Error> {
        check(sides, pairs, first)?;
        let Self { split, numbers, kept, report, .. } = self;
        if let Some(run) = only_run(sides, pairs.len()) {
            let counts = report.of_mut(run.kinds);
            let (left, touching) = kept.overlaps::<D>(numbers, level, &run, pairs, counts);
            counts.touching += touching.iter().filter(|touches| **touches).count() as u64;
            if left.is_all() {
                out.copy_from_slice(touching);
            } else {
                out.fill(false);
                let found = touching.iter().enumerate();
                found.for_each(|(number, touches)| out[left.index(number)] = *touches);
            }
            return Ok(());
        }
        split.fill(sides, pairs);
        out.fill(false);
        for run in split.runs(sides) {
            let ((rows, places), counts) = (split.of(&run), report.of_mut(run.kinds));
            let (left, touching) = kept.overlaps::<D>(numbers, level, &run, rows, counts);
            for (number, touches) in touching.iter().enumerate() {
                out[places[left.index(number)] as usize] = *touches;
                counts.touching += u64::from(*touches);
            }
        }
        Ok(())
    }

    /// How far the shapes of each pair of a chunk are apart.
    #[inline(never)]
    pub(super) fn separations(
        &mut self,
        level: SimdLevel,
        sides: &Sides<'_, D>,
        Chunk { pairs, first }: Chunk<'_>,
        out: &mut [Separation<D>],
    ) -> Result<(), Error> {
        check(sides, pairs, first)?;
        if let Some(run) = only_run(sides, pairs.len()) {
            let (test, mut touching) = (run.entry.separations, 0);
            self.numbers.compute::<D>(test, level, &run, pairs, |first, numbers| {
                let rows = numbers.chunks_exact(test.stride::<D>());
                for (out, row) in out[first..].iter_mut().zip(rows) {
                    *out = separation(row, false);
                    touching += usize::from(out.distance <= 0.0);
                }
            });
            self.report.of_mut(run.kinds).compute_all(run.range.len(), touching);
            return Ok(());
        }
        self.split.fill(sides, pairs);
        out.fill(Separation::UNKNOWN);
        for run in self.split.runs(sides) {
            let (rows, places) = self.split.of(&run);
            let (test, mut touching) = (run.entry.separations, 0);
            self.numbers.compute::<D>(test, level, &run, rows, |first, numbers| {
                let rows = numbers.chunks_exact(test.stride::<D>());
                for (place, row) in places[first..].iter().zip(rows) {
                    let separation = separation(row, run.swapped);
                    touching += usize::from(separation.distance <= 0.0);
                    out[*place as usize] = separation;
                }
            });
            self.report.of_mut(run.kinds).compute_all(run.range.len(), touching);
        }
        Ok(())
    }

    /// Adds the contacts of the pairs of a chunk that touch to a block.
    #[inline(never)]
    pub(super) fn contacts(
        &mut self,
        level: SimdLevel,
        sides: &Sides<'_, D>,
        Chunk { pairs, first }: Chunk<'_>,
        block: &mut Block<D>,
    ) -> Result<(), Error> {
        check(sides, pairs, first)?;
        block.make_room(pairs.len() + 1, sides.most_points())?;
        if let Some(run) = only_run(sides, pairs.len()) {
            self.contacts_of_run(level, &run, pairs, block);
            return Ok(());
        }
        let Self { split, numbers, kept, order, report, .. } = self;
        split.fill(sides, pairs);
        order.clear();
        for run in split.runs(sides) {
            let ((rows, places), counts) = (split.of(&run), report.of_mut(run.kinds));
            for job in kept.choose(level, &run, rows, counts) {
                let (heads, points) = (&mut order.heads, &mut block.points);
                let target = Target { heads, points, run: &run };
                counts.touching += add(numbers, level, &job, target, |number| {
                    at(places[job.left.index(number)] as usize)
                });
            }
        }
        order.emit(pairs, &mut block.heads);
        Ok(())
    }

    /// The same for pairs of one kind, which are rows already.
    fn contacts_of_run(
        &mut self,
        level: SimdLevel,
        run: &Run<'_>,
        pairs: &[Pair],
        block: &mut Block<D>,
    ) {
        let Self { numbers, kept, order, report, .. } = self;
        let counts = report.of_mut(run.kinds);
        let points = &mut block.points;
        if let [_] = run.entry.contacts {
            for job in kept.choose(level, run, pairs, counts) {
                let target = Target { heads: &mut block.heads, points, run };
                counts.touching +=
                    add(numbers, level, &job, target, |number| job.left.rows[number]);
            }
            return;
        }
        // Several tests find them out of order.
        order.clear();
        for job in kept.choose(level, run, pairs, counts) {
            let target = Target { heads: &mut order.heads, points, run };
            counts.touching +=
                add(numbers, level, &job, target, |number| at(job.left.index(number)));
        }
        order.emit(pairs, &mut block.heads);
    }
}

/// Computes some pairs, adds the contacts of those that touch, and says how many do. `pair_of`
/// tells what stands for a pair by its number.
fn add<const D: usize>(
    numbers: &mut Numbers,
    level: SimdLevel,
    job: &Job<'_>,
    mut target: Target<'_, '_, D>,
    pair_of: impl Fn(usize) -> Pair,
) -> u64 {
    let (before, rows) = (target.heads.len(), job.left.rows);
    numbers.compute::<D>(job.test, level, target.run, rows, |first, numbers| {
        target.add(&job.test, &rows[first..], numbers, |index| pair_of(first + index));
    });
    (target.heads.len() - before) as u64
}

/// A place in the chunk instead of a pair, for [`Order`].
#[inline(always)]
fn at(place: usize) -> Pair {
    Pair { a: place as u32, b: 0 }
}

instances![Scratch::<D>::overlaps, Scratch::<D>::separations, Scratch::<D>::contacts];
