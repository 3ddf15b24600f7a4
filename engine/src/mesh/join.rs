//! The walk down two trees at once.
//!
//! A task is a pair of nodes whose boxes touch. Those of inner nodes are divided, many at a time so
//! that lanes are full; those of two leaves are handed to what decides. The order in which this is
//! done depends on the trees and the poses alone.

use jostle_kernels::{Pair, SimdLevel};

use super::{
    place::Relative,
    tree::{Nodes, Work},
};
use crate::{
    Error,
    exec::sink::{Interrupt, Sink},
    memory::reserve,
};

/// Tasks from which on there are enough for many threads.
const ENOUGH: usize = 2048;

/// Tasks that are done together, by one thread: one alone would leave lanes empty.
pub(super) const GROUP: usize = 32;

/// Tasks that are divided at once: with four children each, sixteen groups of eight pairs. More
/// look at more before the first pair is found.
const CHUNK: usize = 32;

/// Decides what is in two leaves.
pub(super) trait Decide: Sync {
    /// What waits to be decided, and its buffers.
    type Kept: Default + Send;

    /// Takes the contents of two leaves.
    fn leaves(
        &self,
        kept: &mut Self::Kept,
        ids: [&[u32]; 2],
        sink: &mut dyn Sink,
    ) -> Result<(), Interrupt>;

    /// Forgets what a run that was ended left behind.
    fn clear(kept: &mut Self::Kept);

    /// Decides what still waits.
    fn finish(&self, kept: &mut Self::Kept, sink: &mut dyn Sink) -> Result<(), Interrupt>;
}

/// Two trees, and how the first sees the second.
pub(super) struct Join<'a, N> {
    pub(super) level: SimdLevel,
    pub(super) trees: [N; 2],
    pub(super) relative: &'a Relative,
}

/// Buffers of a thread.
#[derive(Default)]
pub(super) struct JoinScratch<K> {
    stack: Vec<Pair>,
    chunk: Vec<Pair>,
    children: Vec<Pair>,
    work: Work,
    kept: K,
}

impl<'a, N: Nodes<'a>> Join<'_, N> {
    /// The roots, if both trees have one.
    pub(super) fn roots(&self) -> Option<Pair> {
        Some(Pair { a: self.trees[0].root()?, b: self.trees[1].root()? })
    }

    fn is_last(&self, task: Pair) -> bool {
        self.trees[0].is_leaf(task.a) && self.trees[1].is_leaf(task.b)
    }

    /// Splits the whole join into tasks, each of them for any thread.
    pub(super) fn cut(
        &self,
        tasks: &mut Vec<Pair>,
        scratch: &mut JoinScratch<impl Default>,
    ) -> Result<(), Error> {
        tasks.clear();
        let JoinScratch { chunk, children, work, .. } = scratch;
        children.clear();
        reserve(children, 1, "the tasks of a join")?;
        children.extend(self.roots());
        loop {
            chunk.clear();
            reserve(tasks, tasks.len() + children.len(), "the tasks of a join")?;
            reserve(chunk, children.len(), "the tasks of a join")?;
            for task in children.drain(..) {
                if self.is_last(task) { tasks.push(task) } else { chunk.push(task) }
            }
            if chunk.is_empty() || tasks.len() + chunk.len() >= ENOUGH {
                break;
            }
            self.divide(chunk, work, children)?;
        }
        reserve(tasks, tasks.len() + chunk.len(), "the tasks of a join")?;
        tasks.append(chunk);
        Ok(())
    }

    fn divide(
        &self,
        tasks: &[Pair],
        work: &mut Work,
        children: &mut Vec<Pair>,
    ) -> Result<(), Error> {
        N::divide(self.level, self.trees, self.relative, tasks, work, children)
    }

    /// Does tasks, group by group.
    pub(super) fn run<D: Decide>(
        &self,
        tasks: &[Pair],
        decide: &D,
        scratch: &mut JoinScratch<D::Kept>,
        sink: &mut dyn Sink,
    ) -> Result<(), Interrupt> {
        D::clear(&mut scratch.kept);
        for group in tasks.chunks(GROUP) {
            self.run_group(group, decide, scratch, sink)?;
        }
        decide.finish(&mut scratch.kept, sink)
    }

    fn run_group<D: Decide>(
        &self,
        group: &[Pair],
        decide: &D,
        scratch: &mut JoinScratch<D::Kept>,
        sink: &mut dyn Sink,
    ) -> Result<(), Interrupt> {
        let JoinScratch { stack, chunk, children, work, kept } = scratch;
        stack.clear();
        reserve(stack, GROUP, "the tasks of a join")?;
        reserve(chunk, CHUNK, "the tasks of a join")?;
        // The first is to be done first.
        stack.extend(group.iter().rev());
        while !stack.is_empty() {
            chunk.clear();
            for task in stack.drain(stack.len().saturating_sub(CHUNK)..).rev() {
                if self.is_last(task) {
                    let [a, b] = self.trees;
                    decide.leaves(kept, [a.triangles(task.a), b.triangles(task.b)], sink)?;
                } else {
                    chunk.push(task);
                }
            }
            children.clear();
            self.divide(chunk, work, children)?;
            reserve(stack, stack.len() + children.len(), "the tasks of a join")?;
            stack.extend(children.iter().rev());
        }
        Ok(())
    }
}
