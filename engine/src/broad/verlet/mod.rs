//! Sweep and prune of fat boxes, whose pairs are kept as candidates while boxes stay in them.
//!
//! Where boxes move by a small part of their size in a run, most pairs of one run are those of the
//! next. So each box gets a fat box, larger by where it is going and by some slack; the pairs of
//! fat boxes that touch are the candidates; and until a box leaves its fat box, every pair that
//! touches is one of them (L. Verlet, "Computer 'Experiments' on Classical Fluids I", 1967). A run
//! looks which boxes left (`follow`), finds their candidates anew (`search`), tests the candidates
//! whose boxes may have met or parted, by how boxes go on (`motion`) and by one clock (`era`,
//! `limits`), and hands out those that touch (`candidates`).

mod candidates;
mod era;
mod fat_boxes;
mod fatten;
mod follow;
mod limited_pairs;
mod limits;
mod links;
mod motion;
mod search;
mod strays;
#[cfg(test)]
mod tests;

use std::mem;

use candidates::Candidates;
use era::Era;
use fat_boxes::FatBoxes;
use jostle_kernels::SimdLevel;
use search::Search;
use strays::Strays;

use super::sap::Sap;
use crate::{
    BroadPhase, Error, Filter, Join,
    clock::Clock,
    debug_draw::{DebugDraw, DrawElement, DrawStyle},
    exec::{
        run::{Output, RunContext, RunStats},
        sink::{BATCH, Interrupt},
    },
    join::BoxSet,
    memory::resize,
    validate::InvalidShape,
};

/// Boxes up to which candidates are not worth keeping.
const FEWEST: usize = 256;

/// So many boxes may leave in a run, and one more in so many, before all get new fat boxes.
const FEW_LEFT: usize = 16;
const MANY_STAY: usize = 256;

/// Nanoseconds of one thread, of which only the ratios matter: for a candidate that is tested, and
/// for a box near one that left.
const TEST: u64 = 28;
const LOOKUP: u64 = 40;

/// For each box, and in 3D twice: what it takes more to find all candidates anew than to sweep, and
/// what a run with candidates saves, if none has to be tested.
const BEGIN: u64 = 110;
const SAVED: u64 = 20;

/// Candidates of a box beyond which they are not kept.
const MOST_CANDIDATES: usize = 24;

/// What memory is for.
const WHAT: &str = "the boxes that left";

/// Bytes for a box on each axis, without candidates, for a candidate, and in all.
const BYTES_OF_BOX: u64 = 80;
const BYTES_OF_CANDIDATE: u64 = 32;
const BYTES: u64 = 1 << 19;

/// Most times that runs without candidates double in a row.
const MOST_PATIENCE: u32 = 6;

/// A broad phase for boxes that move little from run to run.
///
/// The pairs of boxes that were near are kept, and a run tests those that may have changed. Where
/// boxes move by a hundredth of their size it takes a fraction of the time of a [`Sap`], but for
/// one run in some thirty, in which the candidates are found anew and which takes several times as
/// long. Where boxes move far it is a [`Sap`] after some tries, and between two sets always.
///
/// Pairs come in canonical order, which takes a sort where no candidates are kept, unless there are
/// more than twenty-four for each box. The box with an index is taken to be the same from run to
/// run; that it is decides about speed only.
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
    /// Boxes that left since the candidates were found.
    strays: Strays<D>,
    /// Whether each box is one of them.
    is_stray: Vec<bool>,
    /// Whether each box left, and whether it jumped or turned, in this run.
    has_left: Vec<bool>,
    has_jumped: Vec<bool>,
    /// What finds the candidates of those that left.
    search: Search<D>,
    state: State,
    /// Whether the pairs of the run come in canonical order.
    is_canonical: bool,
    /// How boxes go on since the candidates were found.
    era: Era,
    /// What tests and lookups cost since then, and in each of the last two runs.
    cost: u64,
    last_costs: [u64; 2],
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
            strays: Strays::default(),
            is_stray: Vec::new(),
            has_left: Vec::new(),
            has_jumped: Vec::new(),
            search: Search::default(),
            state: State::Plain { wait: 0 },
            is_canonical: false,
            era: Era::default(),
            cost: 0,
            last_costs: [0; 2],
            failed: 0,
        }
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.set_level(level);
        self
    }

    /// Whether a [`Sap`] is to answer a run of so many boxes: candidates did not last, or there are
    /// not so many `spare` bytes. Such runs are counted.
    pub(crate) fn passes(&mut self, boxes: usize, spare: u64) -> bool {
        self.make_do(boxes, spare);
        match &mut self.state {
            State::Plain { wait } if *wait > 0 => {
                *wait -= 1;
                true
            }
            _ => false,
        }
    }

    /// Lets go of all that is kept, for some runs, if it takes more than the `spare` bytes.
    fn make_do(&mut self, boxes: usize, spare: u64) {
        let needed = match self.state {
            State::Plain { wait } if wait > 0 => 0,
            State::Kept { .. } => 1,
            _ => {
                let bytes = BYTES + BYTES_OF_BOX * (D * boxes) as u64;
                bytes.saturating_sub(self.memory_bytes() as u64)
            }
        };
        if spare < needed {
            let (level, failed) = (self.level, self.failed);
            *self = Self { failed, ..Self::new().with_level(level) };
            self.be_patient();
        }
    }

    fn find(&mut self, join: &Join<'_, D>, progress: &mut RunContext<'_>) -> Result<(), Interrupt> {
        self.make_do(join.boxes(), progress.spare);
        // Nothing is kept of a run that fails.
        let state = mem::replace(&mut self.state, State::Plain { wait: 0 });
        self.is_canonical = false;
        let set = match join {
            Join::Within(set) if set.bounds.len() >= FEWEST => set,
            _ => return self.sweep(join, progress),
        };
        match state {
            State::Plain { wait: 0 } => {
                let start = Clock::start();
                self.boxes.follow(self.level, set.bounds, set.filter.statics, None)?;
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
                self.boxes.follow(self.level, set.bounds, set.filter.statics, None)?;
                progress.stages.bounds += start.elapsed();
                self.begin(join, set, progress)
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
        let (statics, course) = (set.filter.statics, self.era.course);
        let share = self.boxes.follow(self.level, set.bounds, statics, Some(course))?;
        clock.lap_to(&mut progress.stages.bounds);
        let boxes = self.boxes.len();
        let many_left = self.boxes.left.len() > FEW_LEFT + boxes / MANY_STAY;
        // What the candidates took so far, and what a run took on the average.
        let scale = (boxes * (D - 1)) as u64;
        let spent = BEGIN * scale + self.cost;
        // One run in which much happens does not count.
        let recent = self.last_costs[0].min(self.last_costs[1]);
        let is_dear = recent > SAVED * scale || u64::from(runs) * recent > spent;
        if many_left || is_dear || self.era.is_long() {
            if spent > u64::from(runs) * SAVED * scale {
                return self.give_up(join, progress);
            }
            self.failed = 0;
            return self.begin(join, set, progress);
        }
        let lookups = self.search()?;
        progress.tests += lookups;
        clock.lap_to(&mut progress.stages.build);
        self.era.go_on(share, self.boxes.turned.len(), boxes);
        let tests = self.test(progress)?;
        self.last_costs = [LOOKUP * lookups + TEST * tests, self.last_costs[0]];
        self.cost += self.last_costs[0];
        self.candidates.emit(join, progress)?;
        self.state = State::Kept { runs };
        Ok(())
    }

    /// Answers by a sweep. Pairs come in the order that they have where candidates are kept, unless
    /// they are so many that they would not be.
    fn sweep(
        &mut self,
        join: &Join<'_, D>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        let most = MOST_CANDIDATES * join.boxes();
        let mut clock = Clock::start();
        match &mut progress.output {
            Output::Collect(_) | Output::Count => {
                self.sap.find(join, progress)?;
                clock.lap();
                if let Output::Collect(pairs) = &mut progress.output
                    && pairs.len() <= most
                {
                    pairs.sort_canonical()?;
                    self.is_canonical = true;
                }
            }
            Output::Stream(callback) => {
                self.search.fresh.stop_beyond(most as u64);
                let found = self.sap.pairs(join, &mut self.search.fresh);
                self.search.fresh.stop_beyond(u64::MAX);
                let found = found?;
                if found.stopped || found.pairs > most as u64 {
                    return self.sap.find(join, progress);
                }
                progress.tests += found.tests;
                clock.lap();
                self.search.fresh.sort_canonical()?;
                self.is_canonical = true;
                for batch in self.search.fresh.chunks(BATCH) {
                    progress.pairs += batch.len() as u64;
                    if callback(batch).is_break() {
                        return Err(Interrupt::Break);
                    }
                }
            }
        }
        clock.lap_to(&mut progress.stages.sort);
        Ok(())
    }

    /// Answers by a sweep, and so for some runs: candidates do not last.
    fn give_up(
        &mut self,
        join: &Join<'_, D>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        self.be_patient();
        self.sweep(join, progress)
    }

    /// Tries no candidates for some runs.
    fn be_patient(&mut self) {
        self.failed = (self.failed + 1).min(MOST_PATIENCE);
        self.state = State::Plain { wait: (1 << self.failed) - 1 };
    }

    /// Gives all boxes new fat boxes, and finds their candidates.
    fn begin(
        &mut self,
        join: &Join<'_, D>,
        set: &BoxSet<'_, D>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        let mut clock = Clock::start();
        let (boxes, statics) = (self.boxes.len(), set.filter.statics);
        self.era = self.era.next();
        self.boxes.fatten_all(self.level, self.era.course);
        clock.lap_to(&mut progress.stages.bounds);
        let filter = statics.map_or(Filter::NONE, |statics| Filter::NONE.with_statics(statics));
        let fat = Join::within(BoxSet { bounds: self.boxes.bounds()?, filter });
        let held = self.candidates.memory_bytes() as u64;
        let candidates = self.candidates.list();
        let room = progress.spare.saturating_add(held) / BYTES_OF_CANDIDATE;
        // They are numbered.
        let most = (MOST_CANDIDATES * boxes).min(u32::MAX as usize);
        candidates.stop_beyond(room.min(most as u64));
        self.sap.keep_order(true);
        let found = self.sap.pairs(&fat, candidates);
        self.sap.keep_order(false);
        let found = found?;
        progress.tests += found.tests;
        clock.lap_to(&mut progress.stages.build);
        if found.stopped {
            return self.give_up(join, progress);
        }
        self.candidates.begin(boxes)?;
        clock.lap_to(&mut progress.stages.sort);
        self.strays.clear(self.sap.sweep_axis());
        for flags in [&mut self.is_stray, &mut self.has_left, &mut self.has_jumped] {
            flags.clear();
            resize(flags, self.boxes.rows(), false, WHAT)?;
        }
        self.boxes.jumped.clear();
        self.boxes.turned.clear();
        (self.cost, self.last_costs) = (0, [0; 2]);
        self.test(progress)?;
        self.candidates.emit(join, progress)?;
        self.state = State::Kept { runs: 0 };
        Ok(())
    }

    /// Tests the candidates that may have changed. Returns how many.
    fn test(&mut self, progress: &mut RunContext<'_>) -> Result<u64, Error> {
        let mut clock = Clock::start();
        let Self { boxes, candidates, has_jumped, .. } = self;
        if !boxes.jumped.is_empty() || !boxes.turned.is_empty() {
            let changed = [&boxes.jumped[..], &boxes.turned];
            candidates.forget_limits(changed, has_jumped)?;
            changed.into_iter().flatten().for_each(|index| has_jumped[*index as usize] = false);
        }
        let tests = candidates.test::<D>(self.level, boxes.last(), &self.era);
        progress.tests += tests;
        clock.lap_to(&mut progress.stages.sweep);
        self.is_canonical = true;
        Ok(tests)
    }
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
        let mut stats = RunContext::answer(join, output, |progress| self.find(join, progress))?;
        stats.canonical = self.is_canonical;
        Ok(stats)
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
            let style = DrawStyle::new(DrawElement::Leaf, 0);
            for index in 0..self.boxes.len() {
                let fat = self.boxes.get(index);
                if fat.is_valid() {
                    draw.aabb(&fat, style);
                    draw.member(index as u32, style);
                }
            }
        } else {
            self.sap.debug_draw(draw);
        }
    }

    fn memory_bytes(&self) -> usize {
        self.sap.memory_bytes()
            + self.boxes.memory_bytes()
            + self.candidates.memory_bytes()
            + self.search.memory_bytes()
            + self.strays.memory_bytes()
            + self.is_stray.capacity()
            + self.has_left.capacity()
            + self.has_jumped.capacity()
    }
}
