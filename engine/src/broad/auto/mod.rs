//! The broad phase that is chosen anew for every run, by the boxes of the join.
//!
//! Which broad phase is fastest depends on how many boxes there are, how they lie and what of them
//! moves. A sample of them tells; what each broad phase would take is estimated from it, and the
//! least one answers. The choice depends on the boxes of this run and those before alone, never on
//! a clock, so runs can be repeated.

mod estimate;
mod history;

use jostle_kernels::SimdLevel;

use history::{History, Settled};

use super::{
    brute_force::BruteForce,
    dynamic_tree::DynamicTreePhase,
    sap::{Sap, StaticCacheSap},
    verlet::VerletSap,
};
use crate::{
    BroadPhase, Error, Join,
    bvh::Bvh,
    clock::Clock,
    debug_draw::DebugDraw,
    exec::{
        auto_choice::{AutoCandidate, AutoChoice},
        run::{Output, RunStats},
    },
    join::BoxSet,
    span::span,
    validate::InvalidShape,
};

/// [`BruteForce`], [`Sap`], [`Bvh`], [`DynamicTreePhase`], [`StaticCacheSap`] or [`VerletSap`],
/// whichever is expected to be the fastest.
///
/// [`RunStats::choice`] tells which it was, and why. To choose takes some microseconds, most of
/// which the sweep and prune would need for its plan anyway.
///
/// Pairs come in the sequence of the broad phase that was chosen. Memory is that of all that were
/// chosen once.
///
/// ```
/// use jostle::{broad::Auto, BroadPhase, Bounds, Join, Pairs};
///
/// let (min, max) = ([[0.0, 1.0, 5.0], [0.0; 3]], [[1.0, 2.0, 6.0], [1.0; 3]]);
/// let [min, max] = [&min, &max].map(|columns| columns.each_ref().map(|x| &x[..]));
/// let bounds = Bounds::from_columns(min, max)?;
/// let mut pairs = Pairs::new();
/// let summary = Auto::<2>::new().pairs(&Join::within(bounds), &mut pairs)?;
/// let choice = summary.choice.expect("one was chosen");
/// assert_eq!(choice.broad_phase.name(), "brute-force");
/// println!("{choice}");
/// # Ok::<(), jostle::Error>(())
/// ```
pub struct Auto<const D: usize> {
    brute: BruteForce<D>,
    sap: Sap<D>,
    bvh: Bvh<D>,
    dynamic_tree: DynamicTreePhase<D>,
    static_cache: StaticCacheSap<D>,
    verlet: VerletSap<D>,
    /// Of joins within a set, and of those between two.
    history: [History<D>; 2],
    settled: Settled,
    answered: AutoCandidate,
}

impl<const D: usize> Auto<D> {
    /// A broad phase at the [default level](SimdLevel::default).
    #[must_use]
    #[inline(never)]
    pub fn new() -> Self {
        Self {
            brute: BruteForce::new(),
            sap: Sap::new(),
            bvh: Bvh::new(),
            dynamic_tree: DynamicTreePhase::new(),
            static_cache: StaticCacheSap::new(),
            verlet: VerletSap::new(),
            history: std::array::from_fn(|_| History::default()),
            settled: Settled::default(),
            answered: AutoCandidate::BruteForce,
        }
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.set_level(level);
        self
    }

    /// Chooses what answers a join, if it may keep so many bytes.
    fn choose(&mut self, join: &Join<'_, D>, spare: u64) -> Result<AutoChoice, Error> {
        let sets = join.sets().map(|set| set.map(|set| set.bounds.len()));
        let history = &mut self.history[usize::from(sets[1].is_some())];
        if let Some(choice) = estimate::of_few(sets) {
            history.clear();
            return Ok(choice);
        }
        let resting = resting(join);
        let is_given_up = self.verlet.passes(join.boxes(), spare);
        if let [Some(boxes), None] = sets
            && !is_given_up
            && let Some(choice) = self.settled.choice(boxes, resting)
        {
            history.pass();
            return Ok(choice);
        }
        let (sample, cost) = self.sap.estimate(join)?;
        let sampled = history.follow(sample, cost.pairs, resting);
        let is_slow = history.is_slow() && !is_given_up;
        let choice = estimate::of_many(sets, sampled, cost, (history.is_still(), is_slow));
        self.settled.note(choice);
        Ok(choice)
    }

    fn phase(&self) -> &dyn BroadPhase<D> {
        match self.answered {
            AutoCandidate::BruteForce => &self.brute,
            AutoCandidate::Sap => &self.sap,
            AutoCandidate::Bvh => &self.bvh,
            AutoCandidate::DynamicTree => &self.dynamic_tree,
            AutoCandidate::StaticCacheSap => &self.static_cache,
            AutoCandidate::VerletSap => &self.verlet,
        }
    }
}

/// The share of static boxes.
fn resting<const D: usize>(join: &Join<'_, D>) -> f32 {
    match join {
        Join::Within(BoxSet { bounds, filter }) => {
            filter.count_statics() as f32 / bounds.len().max(1) as f32
        }
        Join::Between(..) => 0.0,
    }
}

impl<const D: usize> Default for Auto<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> BroadPhase<D> for Auto<D> {
    fn name(&self) -> &'static str {
        "auto"
    }

    #[inline(never)]
    fn run(&mut self, join: &Join<'_, D>, output: Output<'_>) -> Result<RunStats, Error> {
        join.check()?;
        let start = Clock::start();
        let choice = span!("choose", self.choose(join, output.spare()))?;
        let took = start.elapsed();
        self.answered = choice.broad_phase;
        let mut summary = match choice.broad_phase {
            AutoCandidate::BruteForce => self.brute.run(join, output),
            AutoCandidate::Sap => self.sap.run(join, output),
            AutoCandidate::Bvh => self.bvh.run(join, output),
            AutoCandidate::DynamicTree => self.dynamic_tree.run(join, output),
            AutoCandidate::StaticCacheSap => self.static_cache.run(join, output),
            AutoCandidate::VerletSap => self.verlet.run(join, output),
        }?;
        summary.stages.plan += took;
        summary.choice = Some(choice);
        Ok(summary)
    }

    fn set_level(&mut self, level: SimdLevel) {
        self.brute.set_level(level);
        self.sap.set_level(level);
        self.bvh.set_level(level);
        self.dynamic_tree.set_level(level);
        self.static_cache.set_level(level);
        self.verlet.set_level(level);
    }

    fn invalid(&self) -> &[InvalidShape] {
        self.phase().invalid()
    }

    fn debug_draw(&self, draw: &mut dyn DebugDraw<D>) {
        self.phase().debug_draw(draw);
    }

    fn memory_bytes(&self) -> usize {
        let phases: [&dyn BroadPhase<D>; 6] = [
            &self.brute,
            &self.sap,
            &self.bvh,
            &self.dynamic_tree,
            &self.static_cache,
            &self.verlet,
        ];
        phases.iter().map(|phase| phase.memory_bytes()).sum::<usize>()
            + self.history.iter().map(History::memory_bytes).sum::<usize>()
    }
}
