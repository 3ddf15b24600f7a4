//! The dynamic AABB tree: boxes that are put in, moved and taken out one at a time, and a tree over
//! them that stays good.
//!
//! Nodes are those of the [`Bvh`], eight boxes in columns, so that all it answers is answered here.
//! New boxes go down to where they cost least by the surface area heuristic (`insert`); a node that
//! gets too full gives a box to a sibling (`rotate`) or is divided (`split`), one that gets too
//! empty is merged (`remove`). What refers to a leaf is larger than the boxes in it by a
//! [`Margin`], so that small moves change nothing else. Whole sets are loaded at once, and the tree
//! can be built anew or where it changed (`rebuild`), which also bounds its height. `frame` moves
//! all boxes at once and `phase` makes a broad phase of that. See docs/algorithms.md.

mod core;
mod edit;
mod entry;
mod frame;
mod insert;
mod margin;
mod moved;
mod phase;
mod rebuild;
mod rebuilder;
mod remove;
mod rotate;
mod validate;

pub use margin::Margin;
pub use phase::DynamicTreePhase;

pub(in crate::broad) use self::core::Core;
use self::moved::MovedPairs;

use crate::{
    Aabb, Bounds, Error, Handle, Join, SimdLevel,
    bvh::Bvh,
    debug_draw::DebugDraw,
    exec::run::{Output, RunContext, RunStats},
    handle::Slots,
    instances::instances,
    memory::reserve,
    validate::check_box,
};

/// A dynamic AABB tree.
///
/// Boxes have [`Handle`]s; wherever an answer has ids these are the [slots](Handle::slot) of the
/// handles, numbers that may serve as indices into arrays of the caller. Answers are about boxes as
/// they were put in or set, and are exact. With `n` boxes the tree is at most `log2(n) + 8` nodes
/// high, whatever was put in and taken out in whatever order; the memory is O(most boxes there
/// ever were at a time), and is used again.
///
/// Each box that is put in, or set beyond its margin, makes the tree a little worse than one that
/// is built at once: answers take longer, the more so the less evenly boxes lie. When about a
/// quarter of the boxes were, [`rebuild`](Self::rebuild) pays; [`DynamicTreePhase`] sees to that by
/// itself.
///
/// ```
/// use jostle::{Aabb, broad::{DynamicTree, Output}, Pairs, geometry::ray::Ray};
///
/// let mut tree = DynamicTree::<2>::new();
/// let a = tree.insert(Aabb::new([0.0, 0.0], [1.0, 1.0]))?;
/// let b = tree.insert(Aabb::new([4.0, 0.0], [5.0, 1.0]))?;
/// let mut pairs = Pairs::new();
/// tree.moved_pairs(Output::Collect(&mut pairs))?;
/// assert!(pairs.is_empty());
///
/// tree.set(b, Aabb::new([1.0, 0.0], [2.0, 1.0]))?; // touching counts
/// tree.moved_pairs(Output::Collect(&mut pairs))?;
/// assert_eq!((pairs[0].a, pairs[0].b), (a.slot(), b.slot()));
///
/// let hit = tree.queries().closest_hit(&Ray::new([-1.0, 0.5], [1.0, 0.0]), |_| true)?;
/// assert_eq!(hit.map(|hit| (hit.id, hit.t)), Some((a.slot(), 1.0)));
/// # Ok::<(), jostle::Error>(())
/// ```
pub struct DynamicTree<const D: usize> {
    slots: Slots<()>,
    core: Core<D>,
    moved: MovedPairs,
}

impl<const D: usize> DynamicTree<D> {
    /// An empty tree with the usual [`Margin`], at the [default level](SimdLevel::default).
    #[must_use]
    pub fn new() -> Self {
        Self {
            slots: Slots::starting_at(0),
            core: Core::new(Bvh::new(), Margin::default()),
            moved: MovedPairs::default(),
        }
    }

    /// Sets how much larger than its boxes a leaf is when it is refitted.
    ///
    /// # Errors
    /// [`Error::Setting`] when a number of the margin is negative, infinite or NaN.
    pub fn with_margin(mut self, margin: Margin) -> Result<Self, Error> {
        margin.check()?;
        self.core.margin = margin;
        Ok(self)
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.core.bvh.level = level;
        self
    }

    /// Number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.core.len()
    }

    /// Whether there are no boxes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts a box in. O(log n).
    ///
    /// # Errors
    /// [`Error::Box`] when it has a NaN or a minimum above its maximum, [`Error::TooMany`] and
    /// [`Error::OutOfMemory`] when there is no place for it. Then nothing was changed.
    #[inline]
    pub fn insert(&mut self, aabb: Aabb<D>) -> Result<Handle, Error> {
        check_box(&aabb)?;
        let level = self.core.bvh.level;
        self.slots.reserve(1)?;
        self.core.make_room(self.slots.next() as usize + 1)?;
        self.core.make_room_to_insert(level, 1)?;
        let handle = self.slots.insert(());
        self.core.insert(level, handle.slot(), &aabb, 0);
        Ok(handle)
    }

    /// Replaces all boxes by others, whose handles are added to a list, and builds the tree over
    /// them at once: several times faster than one by one, on all threads, and a better tree. O(n
    /// log n).
    ///
    /// # Errors
    /// [`Error::Box`] when one is not valid, [`Error::TooMany`] and [`Error::OutOfMemory`] when
    /// there is no place for them. Then nothing was changed.
    pub fn load(&mut self, bounds: Bounds<'_, D>, handles: &mut Vec<Handle>) -> Result<(), Error> {
        for index in 0..bounds.len() {
            bounds.get(index).map_err(|reason| Error::Box { reason })?;
        }
        Join::within(bounds).check()?;
        reserve(handles, handles.len() + bounds.len(), "the handles of a tree")?;
        self.core.load_as(bounds, &mut self.slots, handles)
    }

    /// Takes a box out. O(log n). Needs no memory: where there is none the tree is a little worse
    /// for it.
    ///
    /// # Errors
    /// [`Error::StaleHandle`] when it was taken out before.
    pub fn remove(&mut self, handle: Handle) -> Result<(), Error> {
        let level = self.core.bvh.level;
        self.slots.remove(handle)?;
        self.core.remove(level, handle.slot());
        Ok(())
    }

    /// Takes all boxes out. Their handles become stale; the memory is kept.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.core.clear();
    }

    /// Moves a box, or changes its size. As long as it stays within what refers to its leaf, which
    /// is larger than the boxes there by a [`Margin`], this is one test; else it is taken out and
    /// put in again, in O(log n), which is what is returned.
    ///
    /// # Errors
    /// [`Error::StaleHandle`] when it was taken out; [`Error::Box`], [`Error::TooMany`] and
    /// [`Error::OutOfMemory`] as for [`insert`](Self::insert). Then nothing was changed.
    pub fn set(&mut self, handle: Handle, aabb: Aabb<D>) -> Result<bool, Error> {
        self.slots.place(handle)?;
        check_box(&aabb)?;
        let level = self.core.bvh.level;
        self.core.set(level, handle.slot(), aabb)
    }

    /// A box.
    ///
    /// # Errors
    /// [`Error::StaleHandle`] when it was taken out.
    pub fn get(&self, handle: Handle) -> Result<Aabb<D>, Error> {
        self.slots.place(handle).map(|()| self.core.get(handle.slot()))
    }

    /// The handle of the box in a slot, if there is one.
    #[must_use]
    pub fn handle_at(&self, slot: u32) -> Option<Handle> {
        self.slots.handle_at(slot)
    }

    /// The tree as what answers [queries](crate::bvh), one or many at a time, and tells its
    /// [figures](Bvh::stats). Ids are slots.
    #[must_use]
    pub fn queries(&self) -> &Bvh<D> {
        &self.core.bvh
    }

    /// Draws all nodes, each before those below it. Those around leaves have their margin.
    /// O(nodes).
    pub fn debug_draw(&self, draw: &mut dyn DebugDraw<D>) {
        self.core.bvh.tree.draw(0, draw);
    }

    /// Finds all pairs of boxes that touch.
    ///
    /// # Errors
    /// When memory runs out.
    pub fn pairs(&mut self, output: Output<'_>) -> Result<RunStats, Error> {
        self.core.bvh.self_pairs(output)
    }

    /// Finds all pairs of boxes that touch of which at least one was put in or set since this was
    /// last called. O(log n + pairs) for each of those.
    ///
    /// # Errors
    /// When memory runs out. The boxes still count as moved then, as they do when the callback
    /// breaks.
    #[inline(never)]
    pub fn moved_pairs(&mut self, output: Output<'_>) -> Result<RunStats, Error> {
        let mut progress = RunContext::new(output);
        let result = self.moved.find(&self.core, &mut progress);
        let summary = progress.summary(result)?;
        if !summary.stopped {
            self.core.moved.fill(false);
        }
        Ok(summary)
    }

    /// Builds the tree anew from the boxes in it, as good as one that was [loaded](Self::load).
    /// O(n log n), on all threads.
    ///
    /// # Errors
    /// When memory runs out. Then nothing was changed.
    pub fn rebuild(&mut self) -> Result<(), Error> {
        self.core.rebuild()
    }

    /// Builds those parts of the tree anew that have changed since they were last built: the nodes
    /// above the leaves that boxes came into or left. Costs about as much as the insertions that
    /// made it necessary.
    ///
    /// # Errors
    /// When memory runs out. Then all boxes are as they were, and the tree is no worse.
    pub fn rebuild_changed(&mut self) -> Result<(), Error> {
        let level = self.core.bvh.level;
        self.core.rebuild_changed(level)
    }

    /// Nodes on the longest way from the root to a leaf.
    #[must_use]
    pub fn height(&self) -> usize {
        self.core.height()
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.slots.memory_bytes() + self.core.memory_bytes() + self.moved.memory_bytes()
    }
}

impl<const D: usize> Default for DynamicTree<D> {
    fn default() -> Self {
        Self::new()
    }
}

instances![DynamicTree::<D>::moved_pairs];
