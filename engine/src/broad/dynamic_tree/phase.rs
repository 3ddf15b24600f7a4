//! The tree as a broad phase.

use jostle_kernels::SimdLevel;

use super::{Margin, core::Core};
use crate::{
    BroadPhase, Error, Join,
    bvh::Bvh,
    clock::Clock,
    debug_draw::DebugDraw,
    exec::{
        run::{Output, RunContext, RunStats},
        sink::Interrupt,
    },
    join::{PairFilter, part::Part},
    tree::{join::Joiner, join_task::Trees},
    validate::InvalidShape,
};

/// [`DynamicTree`](super::DynamicTree)s as a [`BroadPhase`]: kept from run to run, and changed only
/// where boxes left their places.
///
/// The box with an index is taken to be the same from run to run, moved; that it is decides about
/// speed only. The tree is built anew where more than an eighth of the boxes left their places
/// since the last run, or a quarter since it was built: boxes that are put in one by one make it
/// worse, and such a run now and then, several times as long as the others, is less than what all
/// of them lose.
pub struct DynamicTreePhase<const D: usize> {
    level: SimdLevel,
    trees: [Core<D>; 2],
    joiner: Joiner,
    invalid: Vec<InvalidShape>,
    /// What the ids of the second set are greater by, if the last run was between two.
    second_offset: Option<u32>,
}

impl<const D: usize> DynamicTreePhase<D> {
    /// A broad phase at the [default level](SimdLevel::default).
    #[must_use]
    #[inline(never)]
    pub fn new() -> Self {
        let tree = || Core::new(Bvh::new(), Margin::default());
        let trees = [tree(), tree()];
        Self {
            level: SimdLevel::default(),
            trees,
            joiner: Joiner::default(),
            invalid: Vec::new(),
            second_offset: None,
        }
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.set_level(level);
        self
    }

    /// Sets how much larger boxes are in the trees.
    ///
    /// # Errors
    /// [`Error::Setting`] when a number of the margin is negative, infinite or NaN.
    pub fn with_margin(mut self, margin: Margin) -> Result<Self, Error> {
        margin.check()?;
        for tree in &mut self.trees {
            tree.margin = margin;
        }
        Ok(self)
    }

    fn find(&mut self, join: &Join<'_, D>, progress: &mut RunContext<'_>) -> Result<(), Interrupt> {
        let level = self.level;
        let start = Clock::start();
        self.invalid.clear();
        let parts = join.parts();
        self.second_offset = parts[1].is_some().then(|| join.second_offset());
        for (tree, part) in self.trees.iter_mut().zip(&parts) {
            if let Some(part) = part.map(Part::indexed) {
                tree.update(level, &part, &mut self.invalid)?;
            }
        }
        progress.stages.bounds += start.elapsed();
        let [first, second] = &self.trees;
        let second = if parts[1].is_some() { second } else { first };
        let trees = Trees::new(first.bvh.tree.nodes(), second.bvh.tree.nodes());
        let trees = trees.with_offset(join.second_offset());
        self.joiner.join(level, trees, parts[1].is_none(), &PairFilter::new(join), progress)
    }
}

impl<const D: usize> Default for DynamicTreePhase<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const D: usize> BroadPhase<D> for DynamicTreePhase<D> {
    fn name(&self) -> &'static str {
        "dynamic-tree"
    }

    #[inline(never)]
    fn run(&mut self, join: &Join<'_, D>, output: Output<'_>) -> Result<RunStats, Error> {
        RunContext::answer(join, output, |progress| self.find(join, progress))
    }

    fn set_level(&mut self, level: SimdLevel) {
        self.level = level;
        self.trees.iter_mut().for_each(|tree| tree.bvh.level = level);
    }

    fn invalid(&self) -> &[InvalidShape] {
        &self.invalid
    }

    fn debug_draw(&self, draw: &mut dyn DebugDraw<D>) {
        let [first, second] = &self.trees;
        first.bvh.tree.draw(0, draw);
        if let Some(offset) = self.second_offset {
            second.bvh.tree.draw(offset, draw);
        }
    }

    fn memory_bytes(&self) -> usize {
        self.trees.iter().map(Core::memory_bytes).sum::<usize>() + self.joiner.memory_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bounds, Pairs};

    /// Boxes in a grid, which go to and fro by more than their margins, some faster than others.
    #[test]
    fn a_tree_that_is_worn_is_built_anew() {
        const SIDE: usize = 40;
        let at = |box_: usize, frame: usize| {
            let way = (box_ * 37 + frame * (1 + box_ % 8)) % 512;
            let way = way.abs_diff(256) as f32 / 256.0;
            [(box_ % SIDE) as f32 + way, (box_ / SIDE) as f32 - way]
        };
        let mut phase = DynamicTreePhase::<2>::new();
        let (mut before, mut most, mut rebuilt) = (0, 0, 0);
        for frame in 0..100 {
            let corners: Vec<_> = (0..SIDE * SIDE).map(|number| at(number, frame)).collect();
            let column = |axis: usize, by: f32| corners.iter().map(|min| min[axis] + by).collect();
            let columns: [Vec<f32>; 4] =
                [column(0, 0.0), column(1, 0.0), column(0, 0.5), column(1, 0.5)];
            let [a, b, c, d] = &columns;
            let bounds = Bounds::from_columns([a, b], [c, d]).expect("the columns are alike");
            phase.pairs(&Join::within(bounds), &mut Pairs::new()).expect("the call is valid");
            let core = &phase.trees[0];
            core.validate().expect("the tree is sound");
            rebuilt += u32::from(core.put_in < before);
            (before, most) = (core.put_in, most.max(core.put_in));
            let mut fresh = Bvh::<2>::new();
            fresh.build(bounds).expect("there is memory");
            // With margins, which those of a fresh one have not.
            let ratio = core.bvh.stats().sah_cost / fresh.stats().sah_cost;
            assert!(ratio < 2.0, "{frame}: {ratio}");
        }
        assert!(most > SIDE * SIDE / 8, "few were put in: {most}");
        assert!(rebuilt >= 3, "{rebuilt}");
    }

    /// Boxes that stay invalid are not put in again and again.
    #[test]
    fn invalid_boxes_wear_nothing() {
        let invalid = |index: usize| index.is_multiple_of(10);
        let min: Vec<f32> =
            (0..1000).map(|index| if invalid(index) { f32::NAN } else { index as f32 }).collect();
        let max: Vec<f32> = min.iter().map(|min| min + 0.5).collect();
        let bounds =
            Bounds::from_columns([&min, &min], [&max, &max]).expect("the columns are alike");
        let mut phase = DynamicTreePhase::<2>::new();
        for _ in 0..10 {
            phase.pairs(&Join::within(bounds), &mut Pairs::new()).expect("the call is valid");
            assert_eq!(phase.invalid().len(), 100);
            assert_eq!((phase.trees[0].len(), phase.trees[0].put_in), (900, 0));
        }
    }
}
