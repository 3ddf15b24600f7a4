//! All pairs of objects of a quadtree that touch.

use std::ops::ControlFlow;

use super::{Quadtree, tree::Tree};
use crate::{
    Error, Handle, Pair,
    exec::run::{Output, RunContext, RunStats},
    join::PairFilter,
    tree::join_task::Trees,
};

impl<const D: usize> Quadtree<D> {
    /// Visits all pairs of objects that touch, each once, on the calling thread, until the visit
    /// breaks. They are found on all threads, in a sequence that depends on the tree alone.
    /// O(objects and pairs) for objects of like size spread over space in any way.
    ///
    /// # Errors
    /// When memory runs out. Pairs visited before are not all then.
    pub fn pairs(
        &mut self,
        mut visit: impl FnMut(Handle, Handle) -> ControlFlow<()>,
    ) -> Result<RunStats, Error> {
        let level = self.level;
        self.flat.make(&mut self.tree)?;
        let Self { tree, flat, joiner, slots, .. } = self;
        let tree: &Tree<D> = tree;
        let nodes = flat.nodes(tree);
        let trees = Trees::new(nodes, nodes);
        let mut callback = |pairs: &[Pair]| {
            pairs
                .iter()
                .try_for_each(|pair| visit(slots.handle_of(pair.a), slots.handle_of(pair.b)))
        };
        let mut progress = RunContext::new(Output::Stream(&mut callback));
        let result = joiner.join(level, trees, true, &PairFilter::ALL, &mut progress);
        progress.summary(result)
    }
}
