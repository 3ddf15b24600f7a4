//! Checking a tree.

use jostle_kernels::Node;

use super::{
    DynamicTree,
    core::{Core, NOWHERE},
    rebuilder::most_height,
};
use crate::{
    bvh::Flaw,
    tree::nodes::{SENTINEL_ROOT, is_leaf, place},
};

impl<const D: usize> DynamicTree<D> {
    /// Checks the whole tree: each box is in one leaf, which is found by its handle; what refers to
    /// a node contains all that is in it; parents, heights and free nodes are what they are said to
    /// be; the height is within its bound, unless memory for that was refused. O(nodes + slots).
    ///
    /// # Errors
    /// When it is not so, which is a fault of the library.
    pub fn validate(&self) -> Result<(), Flaw> {
        self.core.validate()?;
        let slots = self.core.leaf_of.len() as u32;
        let node = SENTINEL_ROOT;
        for slot in 0..slots {
            if self.core.holds(slot) != self.slots.handle_at(slot).is_some() {
                return Err(Flaw {
                    node,
                    what: "a box without a handle, or a handle without a box",
                });
            }
        }
        Ok(())
    }
}

impl<const D: usize> Core<D> {
    pub(super) fn validate(&self) -> Result<(), Flaw> {
        let tree = &self.bvh.tree;
        let mut found = 0;
        let mut seen = vec![false; tree.used];
        if let Some(root) = tree.root() {
            seen[SENTINEL_ROOT] = true;
            let mut stack = vec![(SENTINEL_ROOT as u32, root)];
            while let Some((parent, reference)) = stack.pop() {
                let at = place(reference);
                check(at, !std::mem::replace(&mut seen[at], true), "is referred to twice")?;
                self.check_node(parent, reference)?;
                let node = self.node(at as u32);
                if is_leaf(reference) {
                    found += node.len();
                } else {
                    stack.extend(node.occupied().map(|(_, to)| (at as u32, to)));
                }
            }
        }
        check(SENTINEL_ROOT, found == self.len(), "some boxes are in no leaf")?;
        let held = self.leaf_of.iter().filter(|leaf| **leaf != NOWHERE).count();
        check(SENTINEL_ROOT, found == held, "there are boxes in leaves that nobody knows of")?;
        let is_low = self.height() <= most_height(self.len());
        check(SENTINEL_ROOT, is_low || self.may_be_high, "the tree is too high")?;
        self.check_free(seen)
    }

    /// Checks a node against the one above and what is below.
    fn check_node(&self, parent: u32, reference: u32) -> Result<(), Flaw> {
        let at = place(reference);
        let (node, info) = (self.node(at as u32), &self.infos[at]);
        check(at, info.parent == parent && !info.free, "has another parent than it says")?;
        check(at, is_leaf(reference) == (info.height == 0), "is a leaf and none")?;
        let first = node.occupied().zip(0..).all(|((slot, _), number)| slot == number);
        check(at, first && !node.is_empty(), "has no box, or one behind an absent one")?;
        check(at, node.len() == usize::from(info.len), "has another number of boxes than it says")?;
        let slot = self.slot_of(parent, reference);
        let (bounds, exclusion) = (self.node(parent).aabb(slot), self.node(parent).exclusion[slot]);
        let mut height = 0;
        for (slot, to) in node.occupied() {
            check(at, bounds.contains(&node.aabb(slot)), "has a box outside its bounds")?;
            check(
                at,
                exclusion & !node.exclusion[slot] == 0,
                "has an exclusion bit that a box in it has not",
            )?;
            if is_leaf(reference) {
                let leaf = self.leaf_of.get(to as usize);
                check(at, leaf == Some(&(at as u32)), "has a box that is said to be elsewhere")?;
                check(at, self.fats[at] == bounds, "has other bounds than it says")?;
            } else {
                check(at, place(to) < self.infos.len(), "refers to no node")?;
                height = height.max(self.infos[place(to)].height + 1);
            }
        }
        check(at, height == info.height, "has another height than it says")?;
        check(at, is_leaf(reference) || node.len() > 1, "has a single child")
    }

    /// Checks that all nodes but those that were seen are free, once.
    fn check_free(&self, mut seen: Vec<bool>) -> Result<(), Flaw> {
        let mut free = self.free;
        while free != NOWHERE {
            let at = free as usize;
            let info =
                self.infos.get(at).ok_or(Flaw { node: at, what: "is free and not there" })?;
            check(at, info.free, "is in the list of free nodes and not free")?;
            check(at, !std::mem::replace(&mut seen[at], true), "is free and in use")?;
            check(at, self.node(free).refs[0] == Node::<D>::EMPTY, "is free and not empty")?;
            free = info.parent;
        }
        let lost = seen.iter().skip(1).position(|seen| !seen);
        lost.map_or(Ok(()), |at| Err(Flaw { node: at + 1, what: "is neither in use nor free" }))
    }
}

fn check(node: usize, holds: bool, what: &'static str) -> Result<(), Flaw> {
    if holds { Ok(()) } else { Err(Flaw { node, what }) }
}
