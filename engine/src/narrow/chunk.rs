//! A chunk of pairs on one thread.

use jostle_kernels::{
    Pair, SimdLevel,
    pairs::{Contact, MAX_POINTS},
};

use super::{
    CHUNK, NarrowStats, Separation, Sides,
    block::{Block, Order},
    chunks::Buffers,
    composite::{PartScratch, any_parts},
    contact_rows::{ContactRows, TakeContacts},
    early_out::{ContactJob, EarlyOut},
    emit::{Target, separation},
    split::{KindRun, KindSplit, check, only_run},
};
use crate::{
    Error,
    instances::instances,
    memory::{reserve, the_one},
};

/// What memory is for.
const PARTS: &str = "pairs of parts";

/// Pairs in their order, the first of which is number `first` of the list.
#[derive(Clone, Copy)]
pub(super) struct PairChunk<'a> {
    pub(super) pairs: &'a [Pair],
    pub(super) first: usize,
}

/// The buffers of a thread.
#[derive(Default)]
pub(super) struct PairScratch<const D: usize> {
    split: KindSplit,
    rows: ContactRows<D>,
    kept: EarlyOut,
    order: Order<D>,
    /// The separations of a chunk that are only shown.
    pub(super) found: Vec<Separation<D>>,
    /// The contacts of a chunk that are only shown.
    pub(super) block: Block<D>,
    report: NarrowStats,
    /// For composite shapes, once there are some.
    parts: Vec<PartScratch<D>>,
}

impl<const D: usize> Buffers<D> for PairScratch<D> {
    fn restart(&mut self) -> Result<(), Error> {
        self.report = NarrowStats::default();
        self.split.make_room()?;
        self.kept.make_room()?;
        self.order.make_room()?;
        reserve(&mut self.found, CHUNK, "separations of a chunk")?;
        self.found.resize(CHUNK, Separation::UNKNOWN);
        self.block.clear();
        self.block.make_room(CHUNK + 1, MAX_POINTS)
    }

    fn report(&self) -> NarrowStats {
        self.report
    }
}

impl<const D: usize> PairScratch<D> {
    /// Whether each pair of a chunk touches.
    #[inline(never)]
    pub(super) fn overlaps(
        &mut self,
        level: SimdLevel,
        sides: &Sides<'_, D>,
        PairChunk { pairs, first }: PairChunk<'_>,
        out: &mut [bool],
    ) -> Result<(), Error> {
        check(sides, pairs, first)?;
        let Self { split, rows: contacts, kept, report, .. } = self;
        if let Some(run) = only_run(sides, pairs.len()) {
            let counts = report.of_mut(run.kinds);
            if run.entry.bounding_spheres.is_none() {
                contacts.overlaps(level, &run, pairs, out);
                counts.compute_all(pairs.len(), count(out));
                return Ok(());
            }
            let (left, touching) = kept.overlaps(contacts, level, &run, pairs, counts);
            counts.touching += count(touching) as u64;
            out.fill(false);
            for (number, touches) in touching.iter().enumerate() {
                out[left.index(number)] = *touches;
            }
            return Ok(());
        }
        split.fill(sides, pairs);
        out.fill(false);
        for run in split.runs(sides) {
            let ((rows, places), counts) = (split.of(&run), report.of_mut(run.kinds));
            let (left, touching) = kept.overlaps(contacts, level, &run, rows, counts);
            for (number, touches) in touching.iter().enumerate() {
                out[places[left.index(number)] as usize] = *touches;
                counts.touching += u64::from(*touches);
            }
        }
        if any_parts(sides) {
            let parts = the_one(&mut self.parts, PARTS)?;
            self.report += parts.overlaps(level, sides, pairs, out)?;
        }
        Ok(())
    }

    /// How far the shapes of each pair of a chunk are apart.
    #[inline(never)]
    pub(super) fn separations(
        &mut self,
        level: SimdLevel,
        sides: &Sides<'_, D>,
        PairChunk { pairs, first }: PairChunk<'_>,
        out: &mut [Separation<D>],
    ) -> Result<(), Error> {
        check(sides, pairs, first)?;
        if let Some(run) = only_run(sides, pairs.len()) {
            let mut to = Separations { out, touching: 0 };
            self.rows.compute(run.entry.separations, level, &run, pairs, &mut to);
            self.report.of_mut(run.kinds).compute_all(run.range.len(), to.touching);
            return Ok(());
        }
        self.split.fill(sides, pairs);
        out.fill(Separation::UNKNOWN);
        for run in self.split.runs(sides) {
            let (rows, places) = self.split.of(&run);
            let mut to = PlacedSeparations { places, swapped: run.swapped, out, touching: 0 };
            self.rows.compute(run.entry.separations, level, &run, rows, &mut to);
            self.report.of_mut(run.kinds).compute_all(run.range.len(), to.touching);
        }
        if any_parts(sides) {
            let parts = the_one(&mut self.parts, PARTS)?;
            self.report += parts.separations(level, sides, pairs, out)?;
        }
        Ok(())
    }

    /// Adds the contacts of the pairs of a chunk that touch to a block.
    #[inline(never)]
    pub(super) fn contacts(
        &mut self,
        level: SimdLevel,
        sides: &Sides<'_, D>,
        PairChunk { pairs, first }: PairChunk<'_>,
        block: &mut Block<D>,
    ) -> Result<(), Error> {
        check(sides, pairs, first)?;
        block.make_room(pairs.len() + 1, sides.most_points())?;
        if let Some(run) = only_run(sides, pairs.len()) {
            return self.contacts_of_run(level, &run, pairs, block);
        }
        let Self { split, rows: contacts, kept, order, report, parts, .. } = self;
        split.fill(sides, pairs);
        order.clear();
        for run in split.runs(sides) {
            let ((rows, places), counts) = (split.of(&run), report.of_mut(run.kinds));
            for job in kept.choose(level, &run, rows, counts) {
                let (heads, points) = (&mut order.heads, &mut block.points);
                let target = Target { heads, points, run: &run };
                counts.touching += add(contacts, level, &job, target, |number| {
                    at(places[job.left.index(number)] as usize)
                });
            }
        }
        if !any_parts(sides) {
            return order.emit(pairs, &[], block);
        }
        let parts = the_one(parts, PARTS)?;
        let (of_parts, counts) = parts.contacts(level, sides, pairs, &mut block.points)?;
        *report += counts;
        order.emit(pairs, of_parts, block)
    }

    /// The same for pairs of one kind, which are rows already.
    fn contacts_of_run(
        &mut self,
        level: SimdLevel,
        run: &KindRun<'_, D>,
        pairs: &[Pair],
        block: &mut Block<D>,
    ) -> Result<(), Error> {
        let Self { rows: contacts, kept, order, report, .. } = self;
        let counts = report.of_mut(run.kinds);
        let points = &mut block.points;
        if let [_] = run.entry.contacts {
            for job in kept.choose(level, run, pairs, counts) {
                let target = Target { heads: &mut block.heads, points, run };
                counts.touching +=
                    add(contacts, level, &job, target, |number| job.left.rows[number]);
            }
            return Ok(());
        }
        // Several tests find them out of order.
        order.clear();
        for job in kept.choose(level, run, pairs, counts) {
            let target = Target { heads: &mut order.heads, points, run };
            counts.touching +=
                add(contacts, level, &job, target, |number| at(job.left.index(number)));
        }
        order.emit(pairs, &[], block)
    }
}

/// How many of some pairs touch.
fn count(touching: &[bool]) -> usize {
    touching.iter().filter(|touches| **touches).count()
}

/// Takes the separations of pairs in their order.
struct Separations<'a, const D: usize> {
    out: &'a mut [Separation<D>],
    touching: usize,
}

impl<const D: usize> TakeContacts<D> for Separations<'_, D> {
    fn take<const N: usize>(&mut self, first: usize, contacts: &[Contact<D, N>]) {
        for (out, contact) in self.out[first..].iter_mut().zip(contacts) {
            *out = separation(contact, false);
            self.touching += usize::from(out.distance <= 0.0);
        }
    }
}

/// Takes the separations of pairs to their places in a chunk.
struct PlacedSeparations<'a, const D: usize> {
    places: &'a [u32],
    swapped: bool,
    out: &'a mut [Separation<D>],
    touching: usize,
}

impl<const D: usize> TakeContacts<D> for PlacedSeparations<'_, D> {
    fn take<const N: usize>(&mut self, first: usize, contacts: &[Contact<D, N>]) {
        for (place, contact) in self.places[first..].iter().zip(contacts) {
            let separation = separation(contact, self.swapped);
            self.touching += usize::from(separation.distance <= 0.0);
            self.out[*place as usize] = separation;
        }
    }
}

/// Takes the contacts of pairs that touch.
struct TouchingContacts<'a, 'r, const D: usize, F> {
    rows: &'a [Pair],
    target: Target<'a, 'r, D>,
    /// What stands for a pair by its number.
    pair_of: F,
}

impl<const D: usize, F: Fn(usize) -> Pair> TakeContacts<D> for TouchingContacts<'_, '_, D, F> {
    fn take<const N: usize>(&mut self, first: usize, contacts: &[Contact<D, N>]) {
        let Self { rows, target, pair_of } = self;
        target.add(&rows[first..], contacts, |index| pair_of(first + index));
    }
}

/// Computes some pairs, adds the contacts of those that touch, and says how many do. `pair_of`
/// tells what stands for a pair by its number.
fn add<const D: usize>(
    contacts: &mut ContactRows<D>,
    level: SimdLevel,
    job: &ContactJob<'_, D>,
    target: Target<'_, '_, D>,
    pair_of: impl Fn(usize) -> Pair,
) -> u64 {
    let (before, rows) = (target.heads.len(), job.left.rows);
    let run = target.run;
    let mut to = TouchingContacts { rows, target, pair_of };
    contacts.compute(job.test, level, run, rows, &mut to);
    (to.target.heads.len() - before) as u64
}

/// A place in the chunk instead of a pair, for [`Order`].
#[inline(always)]
fn at(place: usize) -> Pair {
    Pair { a: place as u32, b: 0 }
}

instances![PairScratch::<D>::overlaps, PairScratch::<D>::separations, PairScratch::<D>::contacts];
