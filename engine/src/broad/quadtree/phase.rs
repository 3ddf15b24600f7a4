//! The quadtree as a broad phase.

use jostle_kernels::SimdLevel;

use super::{QuadtreeFit, kept::KeptQuadtree};
use crate::{
    BroadPhase, Error, Join,
    bvh::Flaw,
    clock::Clock,
    debug_draw::DebugDraw,
    exec::{
        run::{Output, RunContext, RunStats},
        sink::Interrupt,
    },
    join::PairFilter,
    tree::{join::Joiner, join_task::Trees},
    validate::InvalidShape,
};

/// Finds pairs with a quadtree that is kept from frame to frame.
///
/// Box `i` of a set is taken for the same object in every frame: it stays in its node as long as it
/// belongs there, and is moved when it does not. That is worth it where boxes move by little of
/// their size from frame to frame. The part of space that is divided is chosen from the boxes, and
/// chosen anew where they leave it or become many more or less. O(n + pairs) a frame for boxes of
/// like size spread over space in any way, and O(n) memory.
///
/// In 3D the two axes on which boxes spread most are divided. The sequence of pairs depends on the
/// boxes of the frames so far, and neither on threads nor levels.
pub struct QuadtreePhase<const D: usize> {
    level: SimdLevel,
    fit: QuadtreeFit,
    pub(super) sets: [KeptQuadtree<D>; 2],
    /// How many of them the last run had.
    pub(super) used: usize,
    joiner: Joiner,
    invalid: Vec<InvalidShape>,
}

impl<const D: usize> QuadtreePhase<D> {
    /// A broad phase at the [default level](SimdLevel::default).
    #[must_use]
    #[inline(never)]
    pub fn new() -> Self {
        Self {
            level: SimdLevel::default(),
            fit: QuadtreeFit::Loose(2.0),
            sets: std::array::from_fn(|_| KeptQuadtree::default()),
            used: 0,
            joiner: Joiner::default(),
            invalid: Vec::new(),
        }
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.set_level(level);
        self
    }

    /// Makes cells tight or loose. By default they are twice as long as without.
    ///
    /// # Errors
    /// When the looseness is less than 1 or infinite.
    pub fn with_fit(mut self, fit: QuadtreeFit) -> Result<Self, Error> {
        fit.check()?;
        self.fit = fit;
        self.sets = std::array::from_fn(|_| KeptQuadtree::default());
        self.used = 0;
        Ok(self)
    }

    /// Checks the trees of the last run, as [`Quadtree::validate`] does.
    ///
    /// # Errors
    /// When they are not sound, which is a fault of the library.
    ///
    /// [`Quadtree::validate`]: super::Quadtree::validate
    pub fn validate(&self) -> Result<(), Flaw> {
        self.sets.iter().try_for_each(|set| set.tree.validate())
    }

    /// Brings the trees of a join up to date and finds its pairs.
    fn find(&mut self, join: &Join<'_, D>, progress: &mut RunContext<'_>) -> Result<(), Interrupt> {
        let level = self.level;
        self.invalid.clear();
        let within = matches!(join, Join::Within(_));
        self.used = if within { 1 } else { 2 };
        for (set, part) in self.sets.iter_mut().zip(join.parts()) {
            let Some(part) = part else { continue };
            let start = Clock::start();
            set.update(level, &part.apart(), self.fit, &mut self.invalid)?;
            progress.stages.bounds += start.elapsed();
            let start = Clock::start();
            set.flat.make(&mut set.tree)?;
            progress.stages.build += start.elapsed();
        }
        let [first, second] = &self.sets;
        let first = first.nodes();
        let trees = Trees::new(first, if within { first } else { second.nodes() });
        self.joiner.join(level, trees, within, &PairFilter::new(join), progress)
    }
}

impl<const D: usize> Default for QuadtreePhase<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> BroadPhase<D> for QuadtreePhase<D> {
    fn name(&self) -> &'static str {
        "quadtree"
    }

    #[inline(never)]
    fn run(&mut self, join: &Join<'_, D>, output: Output<'_>) -> Result<RunStats, Error> {
        RunContext::answer(join, output, |progress| self.find(join, progress))
    }

    fn set_level(&mut self, level: SimdLevel) {
        self.level = level;
    }

    fn invalid(&self) -> &[InvalidShape] {
        &self.invalid
    }

    fn debug_draw(&self, draw: &mut dyn DebugDraw<D>) {
        self.draw(draw);
    }

    fn memory_bytes(&self) -> usize {
        self.sets.iter().map(KeptQuadtree::memory_bytes).sum::<usize>() + self.joiner.memory_bytes()
    }
}
