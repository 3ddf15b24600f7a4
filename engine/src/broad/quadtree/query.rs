//! What is in a region.

use jostle_kernels::{Aabb, Lanes, Pass, lane::set_bits, node::Query};

use super::{
    Quadtree, QuadtreeSettings, settings,
    tree::{NONE, ROOT, Tree},
};
use crate::{Error, Handle, handle::Slots};

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
struct Touching<'a, F, const D: usize> {
    tree: &'a Tree<D>,
    region: &'a Aabb<D>,
    visit: F,
}

impl<F: FnMut(u32), const D: usize> Pass for Touching<'_, F, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self, lanes: L) {
        let tree = self.tree;
        let query = Query::new(lanes, self.region, 0);
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

impl<const D: usize> Tree<D> {
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
    /// When the region is not valid, or the SIMD level asked for does not exist. Nothing is visited
    /// then.
    pub fn touching(&self, region: &Aabb<D>, mut visit: impl FnMut(Handle)) -> Result<(), Error> {
        settings::check(region)?;
        let level = self.level.clone()?;
        let (tree, slots) = (&self.tree, &self.slots);
        level.run(Touching { tree, region, visit: |slot| visit(slots.handle_of(slot)) });
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
