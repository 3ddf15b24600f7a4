//! A tree and what it should hold.

use std::collections::{BTreeMap, BTreeSet};

use jostle::{
    Aabb, Error, Handle, Pair, Pairs,
    broad::{DynamicTree, Output},
};

use crate::common::{Boxes, assert_same, naive_within};

/// A tree with a list of the boxes in it.
pub(super) struct Modeled<const D: usize> {
    pub(super) tree: DynamicTree<D>,
    pub(super) boxes: BTreeMap<Handle, Aabb<D>>,
    /// Handles that are good no more.
    pub(super) stale: Vec<Handle>,
    /// Slots of those that were put in or set since moved pairs were asked for.
    moved: BTreeSet<u32>,
}

impl<const D: usize> Modeled<D> {
    pub(super) fn new(tree: DynamicTree<D>) -> Self {
        Self { tree, boxes: BTreeMap::new(), stale: Vec::new(), moved: BTreeSet::new() }
    }

    /// Puts a box in; false if it was refused, as it has to be.
    pub(super) fn insert(&mut self, aabb: Aabb<D>) -> bool {
        match self.tree.insert(aabb) {
            Ok(handle) => {
                assert!(aabb.is_valid(), "{aabb:?} was taken");
                assert!(self.boxes.insert(handle, aabb).is_none(), "{handle:?} was given twice");
                assert!(!self.stale.contains(&handle), "{handle:?} was given before");
                self.moved.insert(handle.slot());
                true
            }
            Err(error) => {
                assert!(!aabb.is_valid() && matches!(error, Error::Box { .. }), "{error}");
                false
            }
        }
    }

    pub(super) fn remove(&mut self, handle: Handle) {
        self.tree.remove(handle).expect("it is in the tree");
        self.boxes.remove(&handle);
        self.moved.remove(&handle.slot());
        self.stale.push(handle);
    }

    /// Moves a box; whether it moved in the tree.
    pub(super) fn set(&mut self, handle: Handle, aabb: Aabb<D>) -> bool {
        let moved = self.tree.set(handle, aabb);
        assert_eq!(moved.is_ok(), aabb.is_valid());
        if moved.is_ok() {
            self.boxes.insert(handle, aabb);
            self.moved.insert(handle.slot());
        }
        moved.unwrap_or(false)
    }

    pub(super) fn clear(&mut self) {
        self.tree.clear();
        self.stale.extend(self.boxes.keys());
        self.boxes.clear();
        self.moved.clear();
    }

    /// Replaces all boxes.
    pub(super) fn load(&mut self, boxes: &Boxes<D>) {
        self.clear();
        // What is in the list already may be anything.
        let mut handles: Vec<Handle> = self.stale.clone();
        let before = handles.len();
        self.tree.load(boxes.bounds(), &mut handles).expect("all boxes are valid");
        let handles = handles.split_off(before);
        assert_eq!(handles.len(), boxes.len());
        for (handle, (min, max)) in handles.into_iter().zip(boxes.iter()) {
            assert!(!self.stale.contains(&handle), "{handle:?} was given before");
            self.boxes.insert(handle, Aabb { min, max });
            self.moved.insert(handle.slot());
        }
    }

    /// Checks that the tree is sound and holds what it should.
    pub(super) fn check(&self) {
        self.tree.validate().expect("the tree is sound");
        assert_eq!(self.tree.len(), self.boxes.len());
        for (handle, aabb) in &self.boxes {
            assert_eq!(self.tree.get(*handle).as_ref(), Ok(aabb));
            assert_eq!(self.tree.handle_at(handle.slot()), Some(*handle));
        }
    }

    /// Checks that no handle of what is gone can be used.
    pub(super) fn check_stale(&mut self) {
        for handle in &self.stale {
            let stale = Err(Error::StaleHandle { handle: *handle });
            let aabb = Aabb::point([0.0; D]);
            assert_eq!(self.tree.get(*handle).map(|_| ()), stale);
            assert_eq!(self.tree.remove(*handle), stale);
            assert_eq!(self.tree.set(*handle, aabb).map(|_| ()), stale);
        }
    }

    /// All pairs of slots, by a plain double loop.
    fn expected(&self) -> Vec<Pair> {
        let boxes: Boxes<D> = self.boxes.values().map(|aabb| (aabb.min, aabb.max)).collect();
        let slots: Vec<u32> = self.boxes.keys().map(|handle| handle.slot()).collect();
        let named = |pair: &Pair| Pair::ordered(slots[pair.a as usize], slots[pair.b as usize]);
        let mut pairs: Vec<Pair> = naive_within(&boxes).iter().map(named).collect();
        pairs.sort_unstable();
        pairs
    }

    /// Checks all pairs and those of boxes that moved; returns how many of each there are.
    pub(super) fn check_pairs(&mut self) -> [usize; 2] {
        let (expected, mut pairs) = (self.expected(), Pairs::new());
        self.tree.pairs(Output::Collect(&mut pairs)).expect("there is memory");
        pairs.sort_canonical().expect("there is memory");
        assert_same(&pairs, &expected, "all pairs");
        let moved = |pair: &&Pair| self.moved.contains(&pair.a) || self.moved.contains(&pair.b);
        let expected_moved: Vec<Pair> = expected.iter().filter(moved).copied().collect();
        self.tree.moved_pairs(Output::Collect(&mut pairs)).expect("there is memory");
        pairs.sort_canonical().expect("there is memory");
        assert_same(&pairs, &expected_moved, "pairs of boxes that moved");
        self.moved.clear();
        [expected.len(), expected_moved.len()]
    }
}
