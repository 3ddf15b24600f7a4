//! What the trees of Box2D and Box3D share: proxies that are moved, full rebuilds, callbacks.

use std::ffi::{c_int, c_void};

use jostle::Pair;

use crate::{
    boxes::Corners,
    gather::Gather,
    peer::{MovedPeer, Outcome, PairPeer},
};

/// A dynamic tree of one of both libraries.
pub(super) trait DynamicTree<const D: usize>: Default + Sync {
    /// Puts in a box with its number. Returns the proxy.
    fn insert(&mut self, corners: &Corners<D>, index: u32) -> c_int;

    /// Gives a proxy of this tree a box and leaves the nodes above for the next rebuild.
    fn set(&mut self, proxy: c_int, corners: &Corners<D>);

    /// Builds all nodes anew.
    fn rebuild(&mut self);

    /// Adds the boxes with larger numbers that a box touches.
    fn ask(&self, corners: &Corners<D>, asked: Asked<'_>);

    /// Adds all boxes, from leaf to leaf.
    fn leaves(&self, order: &mut Vec<u32>);
}

/// A query, and what it found.
pub(super) struct Asked<'a> {
    index: u32,
    list: &'a mut Vec<Pair>,
}

/// Adds a box to a query.
///
/// # Safety
/// `context` must come from an `Asked` that nothing else uses meanwhile.
pub(super) unsafe extern "C" fn touched(_: c_int, index: u64, context: *mut c_void) -> bool {
    // SAFETY: as the caller promises.
    let asked = unsafe { &mut *context.cast::<Asked<'_>>() };
    let (a, b) = (asked.index, index as u32);
    if a < b {
        asked.list.push(Pair { a, b });
    }
    true
}

/// Adds a box to an order.
///
/// # Safety
/// `context` must come from a `Vec<u32>` that nothing else uses meanwhile.
pub(super) unsafe extern "C" fn leaf(_: c_int, index: u64, context: *mut c_void) -> bool {
    // SAFETY: as the caller promises.
    unsafe { &mut *context.cast::<Vec<u32>>() }.push(index as u32);
    true
}

/// A tree whose proxies stay, and are given new boxes.
///
/// Putting boxes in one at a time takes many times as long as a rebuild, so it is not timed: the
/// libraries are made for boxes that stay. What is timed is what they do when all of them move.
#[derive(Default)]
pub(super) struct Proxies<T, const D: usize> {
    boxes: Vec<Corners<D>>,
    proxies: Vec<c_int>,
    tree: T,
    order: Vec<u32>,
    gather: Gather,
}

impl<T: DynamicTree<D>, const D: usize> PairPeer<D> for Proxies<T, D> {
    fn load(&mut self, boxes: &[Corners<D>]) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        if self.proxies.len() != boxes.len() {
            self.tree = T::default();
            let tree = &mut self.tree;
            let numbered = boxes.iter().zip(0..);
            self.proxies = numbered.map(|(corners, index)| tree.insert(corners, index)).collect();
        }
    }

    fn build(&mut self) -> Outcome {
        self.update()
    }

    fn find(&mut self) -> Outcome {
        let Self { boxes, tree, order, gather, .. } = self;
        order.clear();
        tree.leaves(order);
        let tree = &*tree;
        gather.ask(order, |index, list| tree.ask(&boxes[index as usize], Asked { index, list }));
        Ok(())
    }

    fn pairs(&self) -> &[Pair] {
        self.gather.pairs()
    }
}

impl<T: DynamicTree<D>, const D: usize> MovedPeer<D> for Proxies<T, D> {
    fn update(&mut self) -> Outcome {
        for (proxy, corners) in self.proxies.iter().zip(&self.boxes) {
            self.tree.set(*proxy, corners);
        }
        self.tree.rebuild();
        Ok(())
    }
}
