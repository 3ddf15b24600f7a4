//! What is in a region, and which objects touch each other.

use std::ops::ControlFlow;

use jostle_kernels::{Aabb, Lanes, Pass, node::BoxQuery, simd::set_bits};

use super::{
    Quadtree, QuadtreeSettings, settings,
    tree::{NONE, QuadtreeCore, ROOT},
};
use crate::{
    Error, Handle, Pair,
    exec::run::{Output, RunContext, RunStats},
    handle::Slots,
    join::PairFilter,
    tree::join_task::Trees,
};

/// Most nodes that wait to be visited: three children on each level, and those of the last one.
const WAITING: usize = 3 * QuadtreeSettings::MOST_LEVELS + 4;

/// Nodes that wait to be visited, the root first.
pub(super) struct Waiting {
    quads: [u32; WAITING],
    count: usize,
}

impl Waiting {
    pub(super) fn new() -> Self {
        let mut waiting = Self { quads: [NONE; WAITING], count: 0 };
        waiting.push(ROOT);
        waiting
    }

    #[inline(always)]
    pub(super) fn push(&mut self, quad: u32) {
        self.quads[self.count] = quad;
        self.count += 1;
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<u32> {
        self.count = self.count.checked_sub(1)?;
        Some(self.quads[self.count])
    }
}

/// Visits the objects that touch a region.
struct RegionQuery<'a, F, const D: usize> {
    tree: &'a QuadtreeCore<D>,
    region: &'a Aabb<D>,
    visit: F,
}

impl<F: FnMut(u32), const D: usize> Pass for RegionQuery<'_, F, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self, lanes: L) {
        let tree = self.tree;
        let query = BoxQuery::new(lanes, self.region, 0);
        let mut waiting = Waiting::new();
        while let Some(at) = waiting.pop() {
            let quad = tree.quad(at);
            if !quad.all.aabb.overlaps(self.region) {
                continue;
            }
            if quad.own.aabb.overlaps(self.region) {
                for block in tree.chain(at) {
                    let node = &tree.nodes[block as usize];
                    let touches = query.touches(lanes, node);
                    set_bits(touches).for_each(|slot| (self.visit)(node.refs[slot]));
                }
            }
            // The last is visited first.
            tree.children(at).rev().for_each(|child| waiting.push(child));
        }
    }
}

impl<const D: usize> QuadtreeCore<D> {
    /// Visits the objects in all nodes that could have some which touch a region, by the nodes'
    /// cells alone.
    fn candidates(&self, region: &Aabb<D>, mut visit: impl FnMut(u32)) {
        let reaches = |at: u32| {
            let spans = self.quad(at).spans.iter().zip(self.axes);
            spans.fold(true, |all, (span, axis)| {
                all & (span.min <= region.max[axis]) & (region.min[axis] <= span.max)
            })
        };
        let mut waiting = Waiting::new();
        while let Some(at) = waiting.pop() {
            for block in self.chain(at) {
                let node = &self.nodes[block as usize];
                node.occupied().for_each(|(_, object)| visit(object));
            }
            let children = self.children(at).rev();
            children.filter(|child| reaches(*child)).for_each(|child| waiting.push(child));
        }
    }
}

impl<const D: usize> Quadtree<D> {
    /// Visits every object whose box touches a region, boundaries included, and no other. O(levels
    /// and objects near the region).
    ///
    /// # Errors
    /// When the region is not valid. Nothing is visited then.
    pub fn touching(&self, region: &Aabb<D>, mut visit: impl FnMut(Handle)) -> Result<(), Error> {
        settings::check(region)?;
        let level = self.level;
        let (tree, slots) = (&self.tree, &self.slots);
        level.run(RegionQuery { tree, region, visit: |slot| visit(slots.handle_of(slot)) });
        Ok(())
    }

    /// Visits every object that could touch a region by the node it is in: the classic query, of
    /// which the caller tests what comes. What touches is among them.
    ///
    /// # Errors
    /// When the region is not valid. Nothing is visited then.
    pub fn retrieve(&self, region: &Aabb<D>, mut visit: impl FnMut(Handle)) -> Result<(), Error> {
        settings::check(region)?;
        let slots: &Slots<()> = &self.slots;
        self.tree.candidates(region, |slot| visit(slots.handle_of(slot)));
        Ok(())
    }
}

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
        let tree: &QuadtreeCore<D> = tree;
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
