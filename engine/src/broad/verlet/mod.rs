//! Sweep and prune of fat boxes, whose pairs are kept as candidates while boxes stay in them.
//!
//! Where boxes move by a small part of their size in a run, most pairs of one run are those of the
//! next. So each box gets a fat box, larger by where it is going and by some slack; the pairs of
//! fat boxes that touch are the candidates; and until a box leaves its fat box, every pair that
//! touches is one of them (L. Verlet, "Computer 'Experiments' on Classical Fluids I", 1967). A run
//! looks which boxes left (`fat_boxes`), finds their candidates anew, tests the candidates whose
//! boxes may have met or parted, and hands out those that touch (`candidates`).

mod candidates;
mod fat_boxes;
#[cfg(test)]
mod tests;

use std::{mem, ops::Range};

use candidates::Candidates;
use fat_boxes::FatBoxes;
use jostle_kernels::SimdLevel;

use super::sap::Sap;
use crate::{
    BroadPhase, Error, Filter, Join, Pair, Pairs,
    clock::Clock,
    debug_draw::{DebugDraw, DrawElement, DrawStyle},
    exec::{
        jobs::{Jobs, share},
        run::{Cost, Output, RunContext, RunStats},
        sink::{BATCH, Interrupt, ROOM},
    },
    join::BoxSet,
    memory::{reserve_more, resize},
    validate::InvalidShape,
};

/// Boxes up to which candidates are not worth keeping.
const FEWEST: usize = 256;

/// So many boxes may leave in a run, and one more in so many, before all get new fat boxes.
const FEW_LEFT: usize = 16;
const MANY_STAY: usize = 256;

/// Tests of boxes that left that cost as much as new fat boxes for one box.
const TESTS: u64 = 48;

/// Candidates of a box beyond which they are not kept.
const MOST_CANDIDATES: usize = 24;

/// Fewest boxes of a job that searches candidates of those that left.
const FEWEST_PER_JOB: usize = 32;

/// Runs that candidates have to last so that to find them paid.
const FEW_RUNS: u32 = 4;

/// What memory is for.
const WHAT: &str = "the boxes that left";

/// Most times that runs without candidates double in a row.
const MOST_PATIENCE: u32 = 6;

/// A broad phase for boxes that move little from run to run.
///
/// The pairs of boxes that were near are kept, and a run tests those that may have changed. Where
/// boxes move by a hundredth of their size it takes a fraction of the time of a [`Sap`], but for
/// one run in some twenty, in which the candidates are found anew and which takes three times as
/// long. Where boxes move far it is a [`Sap`] after some tries, and between two sets always.
///
/// Pairs come in canonical order, which takes a sort where no candidates are kept. The box with an
/// index is taken to be the same from run to run; that it is decides about speed only.
///
/// ```
/// use jostle::{Bounds, BroadPhase, Join, Pairs, broad::VerletSap};
///
/// let (mut sap, mut pairs) = (VerletSap::<2>::new(), Pairs::new());
/// let mut low = [0.0, 1.25, 9.0];
/// for (step, expected) in [0, 0, 1, 1].into_iter().enumerate() {
///     low[0] = 0.125 * step as f32;
///     let high = low.map(|low| low + 1.0);
///     let bounds = Bounds::from_columns([&low, &low], [&high, &high])?;
///     sap.pairs(&Join::within(bounds), &mut pairs)?;
///     assert_eq!(pairs.len(), expected);
/// }
/// # Ok::<(), jostle::Error>(())
/// ```
pub struct VerletSap<const D: usize> {
    level: SimdLevel,
    /// What finds candidates, and what answers where none are kept.
    sap: Sap<D>,
    boxes: FatBoxes<D>,
    candidates: Candidates,
    /// Boxes that left since the candidates were found, in order of when they did.
    strays: Vec<u32>,
    /// Whether each box is one of them.
    is_stray: Vec<bool>,
    /// Whether each box left, and whether it jumped, in this run.
    has_left: Vec<bool>,
    has_jumped: Vec<bool>,
    /// The candidates of those that left.
    fresh: Pairs,
    search: Jobs<Range<usize>, Vec<u32>>,
    state: State,
    /// What all boxes went since the candidates were found, run by run the longest way in reaches.
    spent: f64,
    /// Tests that boxes which left cost since then.
    cost: u64,
    /// How many times in a row candidates did not last.
    failed: u32,
}

/// What is known of the runs before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing; a [`Sap`] answers so many more runs.
    Plain { wait: u32 },
    /// Where the boxes were in the last run.
    Noted,
    /// Candidates, which were found so many runs ago.
    Kept { runs: u32 },
}

impl<const D: usize> VerletSap<D> {
    /// A broad phase at the [default level](SimdLevel::default).
    #[must_use]
    #[inline(never)]
    pub fn new() -> Self {
        Self {
            level: SimdLevel::default(),
            sap: Sap::new(),
            boxes: FatBoxes::default(),
            candidates: Candidates::default(),
            strays: Vec::new(),
            is_stray: Vec::new(),
            has_left: Vec::new(),
            has_jumped: Vec::new(),
            fresh: Pairs::new(),
            search: Jobs::default(),
            state: State::Plain { wait: 0 },
            spent: 0.0,
            cost: 0,
            failed: 0,
        }
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.set_level(level);
        self
    }

    fn find(&mut self, join: &Join<'_, D>, progress: &mut RunContext<'_>) -> Result<(), Interrupt> {
        // Nothing is kept of a run that fails.
        let state = mem::replace(&mut self.state, State::Plain { wait: 0 });
        let Join::Within(set) = join else { return self.sweep(join, progress) };
        if set.bounds.len() < FEWEST {
            return self.sweep(join, progress);
        }
        match state {
            State::Plain { wait: 0 } => {
                let start = Clock::start();
                self.boxes.follow(self.level, set.bounds, None, false)?;
                self.boxes.note_start();
                progress.stages.bounds += start.elapsed();
                self.state = State::Noted;
                self.sweep(join, progress)
            }
            State::Plain { wait } => {
                self.state = State::Plain { wait: wait - 1 };
                self.sweep(join, progress)
            }
            State::Noted => {
                let start = Clock::start();
                self.boxes.follow(self.level, set.bounds, None, false)?;
                progress.stages.bounds += start.elapsed();
                self.begin(join, set, 1, progress)
            }
            State::Kept { runs } => self.go_on(join, set, runs + 1, progress),
        }
    }

    /// A run with candidates that were found so many runs ago.
    fn go_on(
        &mut self,
        join: &Join<'_, D>,
        set: &BoxSet<'_, D>,
        runs: u32,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        let mut clock = Clock::start();
        let way = self.boxes.follow(self.level, set.bounds, set.filter.statics, true)?;
        clock.lap_to(&mut progress.stages.bounds);
        let boxes = self.boxes.len();
        let is_dear = self.cost > TESTS * boxes as u64;
        if self.boxes.left.len() > FEW_LEFT + boxes / MANY_STAY || is_dear {
            if runs < FEW_RUNS {
                return self.give_up(join, progress);
            }
            self.failed = 0;
            return self.begin(join, set, runs, progress);
        }
        self.search(set, runs, progress)?;
        clock.lap_to(&mut progress.stages.build);
        // More than what roundings take off.
        self.spent = (self.spent + f64::from(way)) * (1.0 + f64::from(f32::EPSILON));
        self.test_and_emit(join, progress)?;
        self.state = State::Kept { runs };
        Ok(())
    }

    /// Answers by a sweep. Pairs come in the order that they have where candidates are kept.
    fn sweep(
        &mut self,
        join: &Join<'_, D>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        let Output::Stream(callback) = &mut progress.output else {
            self.sap.find(join, progress)?;
            if let Output::Collect(pairs) = &mut progress.output {
                let start = Clock::start();
                pairs.sort_canonical()?;
                progress.stages.sort += start.elapsed();
            }
            return Ok(());
        };
        let found = self.sap.pairs(join, &mut self.fresh)?;
        progress.tests += found.tests;
        self.fresh.sort_canonical()?;
        for batch in self.fresh.chunks(BATCH) {
            progress.pairs += batch.len() as u64;
            if callback(batch).is_break() {
                return Err(Interrupt::Break);
            }
        }
        Ok(())
    }

    /// Answers by a sweep, and so for some runs: candidates do not last.
    fn give_up(
        &mut self,
        join: &Join<'_, D>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        self.failed = (self.failed + 1).min(MOST_PATIENCE);
        self.state = State::Plain { wait: (1 << self.failed) - 1 };
        self.sweep(join, progress)
    }

    /// Gives all boxes new fat boxes, by where they were so many runs ago, and finds all candidates.
    fn begin(
        &mut self,
        join: &Join<'_, D>,
        set: &BoxSet<'_, D>,
        runs: u32,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        let mut clock = Clock::start();
        let (boxes, statics) = (self.boxes.len(), set.filter.statics);
        self.boxes.fatten_all(self.level, runs, statics);
        clock.lap_to(&mut progress.stages.bounds);
        let filter = statics.map_or(Filter::NONE, |statics| Filter::NONE.with_statics(statics));
        let fat = Join::within(BoxSet { bounds: self.boxes.bounds()?, filter });
        let candidates = self.candidates.list();
        candidates.stop_beyond((MOST_CANDIDATES * boxes) as u64);
        let found = self.sap.pairs(&fat, candidates)?;
        progress.tests += found.tests;
        clock.lap_to(&mut progress.stages.build);
        if found.stopped {
            return self.give_up(join, progress);
        }
        self.candidates.begin(boxes)?;
        clock.lap_to(&mut progress.stages.sort);
        self.strays.clear();
        for flags in [&mut self.is_stray, &mut self.has_left, &mut self.has_jumped] {
            flags.clear();
            resize(flags, self.boxes.rows(), false, WHAT)?;
        }
        self.boxes.jumped.clear();
        (self.spent, self.cost) = (0.0, 0);
        self.test_and_emit(join, progress)?;
        self.state = State::Kept { runs: 0 };
        Ok(())
    }

    /// Finds the candidates of boxes that left their fat boxes, and gives these new ones.
    fn search(
        &mut self,
        set: &BoxSet<'_, D>,
        runs: u32,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        let Self { sap, boxes, candidates, strays, is_stray, fresh, search, .. } = self;
        let (has_left, has_jumped) = (&mut self.has_left, &mut self.has_jumped);
        for flags in [&mut *is_stray, &mut *has_left, &mut *has_jumped] {
            resize(flags, boxes.rows(), false, WHAT)?;
        }
        let left = mem::take(&mut boxes.left);
        reserve_more(strays, left.len() + boxes.jumped.len(), WHAT)?;
        // Those that are no more jumped, and did not leave.
        for index in boxes.jumped.iter().chain(&left) {
            if !mem::replace(&mut is_stray[*index as usize], true) {
                strays.push(*index);
            }
        }
        boxes.jumped.iter().for_each(|index| has_jumped[*index as usize] = true);
        for index in &left {
            let index = *index as usize;
            has_left[index] = true;
            boxes.fatten(index, runs, set.filter.is_static(index), has_jumped[index]);
        }
        if left.is_empty() {
            return Ok(());
        }
        let (sap, boxes, strays) = (&*sap, &*boxes, &*strays);
        let (is_stray, flags, candidates) = (&*is_stray, &*has_left, &*candidates);
        let near = |a: u32, found: &mut Vec<u32>| {
            let fat = boxes.get(a as usize);
            found.clear();
            let tests = sap.touching(&fat, |b| {
                if !is_stray[b as usize] {
                    found.push(b);
                }
            });
            // Of two that left, the first one finds the other.
            let others = strays.iter().filter(|b| !flags[**b as usize] || **b > a);
            found.extend(others.filter(|b| boxes.get(**b as usize).overlaps(&fat)));
            // A box may be in several cells, and most are candidates already.
            found.sort_unstable();
            found.dedup();
            found.retain(|b| !candidates.has(&pair_of(a, *b)));
            tests + strays.len() as u64
        };
        let size = share(left.len(), FEWEST_PER_JOB);
        search.clear();
        for first in (0..left.len()).step_by(size) {
            search.push(first..left.len().min(first + size));
        }
        let mut context = RunContext::new(Output::Collect(fresh));
        search.run(&mut context, &|range, found, sink| {
            let mut tests = 0;
            for a in &left[range.clone()] {
                tests += near(*a, found);
                for some in found.chunks(ROOM) {
                    let space = sink.space()?;
                    for (pair, b) in space.iter_mut().zip(some) {
                        *pair = pair_of(*a, *b);
                    }
                    sink.commit(some.len())?;
                }
            }
            Ok(Cost { tests, ..Cost::default() })
        })?;
        self.cost += context.tests;
        progress.tests += context.tests;
        fresh.sort_canonical_of(boxes.len())?;
        self.candidates.add(fresh)?;
        left.iter().for_each(|index| self.has_left[*index as usize] = false);
        self.boxes.left = left;
        Ok(())
    }

    /// Tests the candidates that may have changed, and hands out those that touch.
    fn test_and_emit(
        &mut self,
        join: &Join<'_, D>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        let mut clock = Clock::start();
        let (boxes, spent) = (&self.boxes, self.spent as f32);
        let jumped = (!boxes.jumped.is_empty()).then_some(&self.has_jumped[..]);
        progress.tests += self.candidates.test::<D>(self.level, boxes.last(), spent, jumped);
        for index in &boxes.jumped {
            self.has_jumped[*index as usize] = false;
        }
        clock.lap_to(&mut progress.stages.sweep);
        self.candidates.emit(join, progress)
    }
}

/// The pair of two boxes.
fn pair_of(a: u32, b: u32) -> Pair {
    Pair { a: a.min(b), b: a.max(b) }
}

impl<const D: usize> Default for VerletSap<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> BroadPhase<D> for VerletSap<D> {
    fn name(&self) -> &'static str {
        "verlet-sap"
    }

    #[inline(never)]
    fn run(&mut self, join: &Join<'_, D>, output: Output<'_>) -> Result<RunStats, Error> {
        RunContext::answer(join, output, |progress| self.find(join, progress))
    }

    fn set_level(&mut self, level: SimdLevel) {
        self.level = level;
        self.sap.set_level(level);
    }

    fn invalid(&self) -> &[InvalidShape] {
        match self.state {
            State::Kept { .. } => &self.boxes.invalid,
            _ => self.sap.invalid(),
        }
    }

    /// The fat boxes where candidates are kept, else what the sweep draws.
    fn debug_draw(&self, draw: &mut dyn DebugDraw<D>) {
        if let State::Kept { .. } = self.state {
            for index in 0..self.boxes.len() {
                draw.aabb(&self.boxes.get(index), DrawStyle::new(DrawElement::Leaf, 0));
            }
        } else {
            self.sap.debug_draw(draw);
        }
    }

    fn memory_bytes(&self) -> usize {
        self.sap.memory_bytes()
            + self.boxes.memory_bytes()
            + self.candidates.memory_bytes()
            + self.fresh.capacity_bytes()
            + self.search.memory_bytes()
            + 4 * self.strays.capacity()
            + self.is_stray.capacity()
            + self.has_left.capacity()
            + self.has_jumped.capacity()
    }
}
