//! The tree as a broad phase.

use super::Bvh;
use crate::{
    BroadPhase, Error, Join, SimdLevel,
    debug_draw::DebugDraw,
    exec::{
        run::{Output, RunContext, RunStats},
        sink::Interrupt,
    },
    join::PairFilter,
    span::span,
    tree::join_task::Trees,
    validate::InvalidShape,
};

impl<const D: usize> Bvh<D> {
    /// Builds the trees of a join and finds its pairs.
    fn find(&mut self, join: &Join<'_, D>, progress: &mut RunContext<'_>) -> Result<(), Interrupt> {
        self.build_first(join, &mut progress.stages)?;
        if let [_, Some(second)] = join.parts() {
            let level = self.level;
            let Self { builder, second: tree, invalid, build, .. } = self;
            builder.build(level, &second.apart(), *build, tree, invalid, &mut progress.stages)?;
        }
        self.join(Some(join), progress)
    }

    /// Finds the pairs of a join whose trees are built; without one, all within the first tree.
    #[inline(never)]
    pub(crate) fn join(
        &mut self,
        join: Option<&Join<'_, D>>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        let level = self.level;
        let within = !matches!(join, Some(Join::Between(..)));
        let second = if within { &self.tree } else { &self.second };
        let trees = Trees::new(self.tree.nodes(), second.nodes());
        let finish = join.map_or(PairFilter::ALL, PairFilter::new);
        span!("join", self.joiner.join(level, trees, within, &finish, progress))
    }
}

impl<const D: usize> BroadPhase<D> for Bvh<D> {
    fn name(&self) -> &'static str {
        "bvh"
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
        self.tree.draw(0, draw);
        self.second.draw(0, draw);
    }

    fn memory_bytes(&self) -> usize {
        self.tree.memory_bytes()
            + self.second.memory_bytes()
            + self.builder.memory_bytes()
            + self.joiner.memory_bytes()
    }
}
