//! The trait of all broad phases.

use std::ops::ControlFlow;

use crate::{
    Error, Join, Pair, Pairs, SimdLevel,
    debug_draw::DebugDraw,
    exec::run::{Output, RunStats},
    explain::PairExplanation,
    validate::InvalidShape,
};

/// Finds all pairs of boxes that touch.
///
/// An implementation keeps its buffers: after some frames of like size it allocates nothing. The
/// sequence of pairs depends on the boxes alone (where a structure is kept, on those of the runs
/// before as well), not on the number of threads, the SIMD level or the machine;
/// [`Pairs::sort_canonical`] puts it into the order that all broad phases share.
pub trait BroadPhase<const D: usize>: Send + Sync {
    /// The name by which it is chosen and reported.
    fn name(&self) -> &'static str;

    /// Answers `join` into `output`. Every pair once; `a < b` within one set, `a` from the first
    /// and `b` from the second between two.
    ///
    /// # Errors
    /// When a filter has another length than its boxes, there are too many boxes, or memory runs
    /// out. Pairs collected or streamed before the error are not the whole answer.
    fn run(&mut self, join: &Join<'_, D>, output: Output<'_>) -> Result<RunStats, Error>;

    /// Sets the SIMD level: it decides the speed, never the answer. Ignored where there is no SIMD.
    fn set_level(&mut self, level: SimdLevel) {
        let _ = level;
    }

    /// The boxes that the last run left out, by set and index.
    fn invalid(&self) -> &[InvalidShape];

    /// Bytes held in buffers.
    fn memory_bytes(&self) -> usize;

    /// Draws what the last run made of the boxes: nodes, cells, bins, intervals. Nothing where
    /// there is no such thing, as in [`BruteForce`](crate::broad::BruteForce), and before the first
    /// run.
    fn debug_draw(&self, draw: &mut dyn DebugDraw<D>) {
        let _ = draw;
    }

    /// Tells why boxes `a` and `b` of the join that was answered last are reported, or are not:
    /// `a` of the first set and `b` of the second, or both of the only one. O(boxes); allocates.
    ///
    /// # Errors
    /// [`Error::NoShape`] where there is no such box, [`Error::OneShape`] where they are one, and
    /// as [`Join::check`].
    fn explain(&self, join: &Join<'_, D>, a: u32, b: u32) -> Result<PairExplanation<D>, Error> {
        PairExplanation::of_boxes(join, [a, b], self.name(), |draw| self.debug_draw(draw))
    }

    /// Collects all pairs.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    fn pairs(&mut self, join: &Join<'_, D>, pairs: &mut Pairs) -> Result<RunStats, Error> {
        self.run(join, Output::Collect(pairs))
    }

    /// Hands the pairs to `callback` in batches of some thousand, in bounded memory, on the calling
    /// thread and always in the same sequence, until it breaks.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    fn stream(
        &mut self,
        join: &Join<'_, D>,
        callback: &mut dyn FnMut(&[Pair]) -> ControlFlow<()>,
    ) -> Result<RunStats, Error> {
        self.run(join, Output::Stream(callback))
    }

    /// Counts the pairs without writing them anywhere.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    fn count(&mut self, join: &Join<'_, D>) -> Result<RunStats, Error> {
        self.run(join, Output::Count)
    }
}
