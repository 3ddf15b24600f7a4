//! The quadtree: space is divided by four, as often as there are many objects in a place.
//!
//! R. A. Finkel and J. L. Bentley, "Quad Trees: A Data Structure for Retrieval on Composite Keys"
//! (1974); the loose one is T. Ulrich's, "Loose Octrees", Game Programming Gems (2000). An object
//! is in one node only. A node keeps its objects in blocks of eight, so that one kernel call tests
//! eight of them. `flatten` turns the tree into one of wide nodes for the time of a join.

mod cells;
mod common;
mod content;
mod flatten;
mod kept;
mod phase;
mod query;
mod refresh;
mod settings;
mod sorted_blocks;
mod span;
mod tree;
mod update;
mod validate;

pub use cells::{QuadtreeCell, QuadtreeStats};
pub use phase::QuadtreePhase;
pub use settings::{QuadtreeFit, QuadtreeSettings};

use flatten::Flat;
use jostle_kernels::SimdLevel;
use tree::{Entry, QuadtreeCore};

use crate::{Aabb, Error, Handle, handle::Slots, tree::join::Joiner};

/// A quadtree of objects that are boxes: inserted, removed, moved and found by handle.
///
/// Each object is in one node: in a [tight](QuadtreeFit::Tight) tree the smallest that encloses it,
/// in a [loose](QuadtreeFit::Loose) one by its center and size. In 3D the two widest axes of the
/// world are divided, and the third is compared only. Objects may lie outside the world, be
/// infinite or all be in one place: then they are in the root, or in nodes that are not divided
/// further, and all answers are the same but take longer. The depth is bounded and nothing
/// recurses.
///
/// ```
/// use jostle::{Aabb, broad::{Quadtree, QuadtreeSettings}};
///
/// let world = Aabb::new([0.0, 0.0], [100.0, 100.0]);
/// let mut tree = Quadtree::new(world, QuadtreeSettings::default())?;
/// let house = tree.insert(&Aabb::new([10.0, 10.0], [20.0, 20.0]))?;
/// let cart = tree.insert(&Aabb::new([30.0, 10.0], [32.0, 11.0]))?;
/// tree.set(cart, &Aabb::new([20.0, 10.0], [22.0, 11.0]))?; // it was moved up to the wall
///
/// let mut found = Vec::new();
/// tree.touching(&Aabb::new([19.0, 0.0], [20.0, 50.0]), |handle| found.push(handle))?;
/// assert_eq!(found, [house, cart]); // touching counts
///
/// tree.remove(house)?;
/// assert!(tree.get(house).is_err());
/// # Ok::<(), jostle::Error>(())
/// ```
pub struct Quadtree<const D: usize> {
    level: SimdLevel,
    slots: Slots<()>,
    tree: QuadtreeCore<D>,
    joiner: Joiner,
    flat: Flat,
}

impl<const D: usize> Quadtree<D> {
    /// A tree without objects that divides this part of space, at the
    /// [default level](SimdLevel::default).
    ///
    /// # Errors
    /// [`Error::Box`] when the world is not a valid box of finite size, [`Error::Setting`] and
    /// [`Error::Looseness`] when a setting is outside of its range.
    pub fn new(world: Aabb<D>, settings: QuadtreeSettings) -> Result<Self, Error> {
        settings::check_world(&world)?;
        settings.check()?;
        Ok(Self {
            level: SimdLevel::default(),
            slots: Slots::starting_at(0),
            tree: QuadtreeCore::new(world, &settings),
            joiner: Joiner::default(),
            flat: Flat::default(),
        })
    }

    /// Sets the SIMD level: it decides the speed, never the answer.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Self {
        self.level = level;
        self
    }

    /// Number of objects.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tree.len()
    }

    /// Whether there are no objects.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts a box into the tree. O(levels), and now and then what the division of a node takes.
    ///
    /// # Errors
    /// When the box is not valid, there are too many, or memory runs out. Nothing is changed then.
    pub fn insert(&mut self, aabb: &Aabb<D>) -> Result<Handle, Error> {
        settings::check(aabb)?;
        self.slots.reserve(1)?;
        let handle = self.slots.insert(());
        let result = self.tree.insert(&Entry { object: handle.slot(), aabb: *aabb, exclusion: 0 });
        if let Err(error) = result {
            self.slots.remove(handle)?;
            return Err(error);
        }
        Ok(handle)
    }

    /// Takes an object out. O(levels) on average: now and then an eighth of the objects of its node
    /// are looked at.
    ///
    /// # Errors
    /// When the object was removed before.
    pub fn remove(&mut self, handle: Handle) -> Result<(), Error> {
        let (block, slot) = self.place(handle)?;
        self.slots.remove(handle)?;
        self.tree.remove(block, slot);
        Ok(())
    }

    /// Gives an object another box: where it is, if it belongs in the same node as before. Costs no
    /// more than to remove and insert it.
    ///
    /// # Errors
    /// When the object was removed, the box is not valid, or memory runs out. Nothing is changed
    /// then.
    pub fn set(&mut self, handle: Handle, aabb: &Aabb<D>) -> Result<(), Error> {
        let (block, slot) = self.place(handle)?;
        settings::check(aabb)?;
        self.tree.set(block, slot, aabb)
    }

    /// The box of an object.
    ///
    /// # Errors
    /// When the object was removed.
    pub fn get(&self, handle: Handle) -> Result<Aabb<D>, Error> {
        let (block, slot) = self.place(handle)?;
        Ok(self.tree.entry(block, slot).aabb)
    }

    /// Takes all objects out and keeps the memory. Handles given out before are stale. O(the most
    /// objects there ever were at a time).
    pub fn clear(&mut self) {
        self.slots.clear();
        self.tree.clear();
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.tree.memory_bytes()
            + self.slots.memory_bytes()
            + self.joiner.memory_bytes()
            + self.flat.memory_bytes()
    }

    fn place(&self, handle: Handle) -> Result<(u32, usize), Error> {
        self.slots.place(handle)?;
        self.tree.place(handle.slot()).ok_or(Error::StaleHandle { handle })
    }
}
