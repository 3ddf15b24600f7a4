//! Pairs of boxes that moved.

use std::ops::Range;

use jostle_kernels::{
    Lanes, Node, Pair, Pass,
    node::BoxQuery,
    simd::{LANES, set_bits},
};

use super::core::{Core, NOWHERE};
use crate::{
    clock::Clock,
    exec::{
        jobs::{Jobs, share},
        run::{Cost, RunContext},
        sink::{Interrupt, Sink},
    },
    memory::reserve,
    tree::nodes::{MOST_DEPTH, is_leaf, place},
};

/// Boxes in a job at least.
const FEWEST_PER_JOB: usize = 64;

/// Finds pairs of boxes that moved. Kept for its buffers.
#[derive(Default)]
pub(super) struct MovedPairs {
    ids: Vec<u32>,
    jobs: Jobs<Range<usize>, Vec<u32>>,
}

impl MovedPairs {
    pub(super) fn memory_bytes(&self) -> usize {
        4 * self.ids.capacity() + self.jobs.memory_bytes()
    }

    /// Finds all pairs of which a box at least has moved, by the boxes that did in order of their
    /// ids.
    pub(super) fn find<const D: usize>(
        &mut self,
        core: &Core<D>,
        progress: &mut RunContext<'_>,
    ) -> Result<(), Interrupt> {
        let level = core.bvh.level;
        let Self { ids, jobs } = self;
        ids.clear();
        reserve(ids, core.len(), "the boxes that moved")?;
        let moved = core.moved.iter().zip(&core.leaf_of).enumerate();
        let moved = moved.filter(|(_, (moved, leaf))| **moved && **leaf != NOWHERE);
        ids.extend(moved.map(|(id, _)| id as u32));
        jobs.clear();
        let share = share(ids.len(), FEWEST_PER_JOB);
        for first in (0..ids.len()).step_by(share) {
            jobs.push(first..ids.len().min(first + share))?;
        }
        jobs.prepare(|stack| reserve(stack, MOST_DEPTH * LANES, "the traversal of a tree"))?;
        let ids = &*ids;
        jobs.run(progress, &|range, stack, sink: &mut dyn Sink| {
            let start = Clock::start();
            let mut nodes = 0;
            for id in &ids[range.clone()] {
                stack.clear();
                stack.extend(core.bvh.tree.root());
                while !stack.is_empty() {
                    let out = sink.space()?;
                    let (written, compared) = level.run(MovedQuery { core, id: *id, stack, out });
                    nodes += compared;
                    sink.commit(written)?;
                }
            }
            Ok(Cost::of_sweep(start, nodes * LANES as u64))
        })
    }
}

/// Finds the boxes that touch one that moved, until there may not be room for more. Of two that
/// moved the one with the lower id finds the other.
struct MovedQuery<'a, const D: usize> {
    core: &'a Core<D>,
    id: u32,
    stack: &'a mut Vec<u32>,
    out: &'a mut [Pair],
}

impl<const D: usize> Pass for MovedQuery<'_, D> {
    /// Pairs written, and nodes compared with the box.
    type Output = (usize, u64);

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> (usize, u64) {
        let Self { core, id, stack, out } = self;
        let query = BoxQuery::new(lanes, &core.get(id), 0);
        let (mut written, mut compared) = (0, 0);
        while written + LANES <= out.len() {
            let Some(reference) = stack.pop() else { break };
            compared += 1;
            let node: &Node<D> = &core.bvh.tree.nodes[place(reference)];
            for slot in set_bits(query.touches(lanes, node)) {
                let to = node.refs[slot];
                if !is_leaf(reference) {
                    stack.push(to);
                } else if to != id && !(to < id && core.moved[to as usize]) {
                    out[written] = Pair::ordered(id, to);
                    written += 1;
                }
            }
        }
        (written, compared)
    }
}
