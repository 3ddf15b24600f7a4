//! What the trees of Box2D and Box3D share: proxies that are moved, callbacks, and the two ways of
//! using them, from nothing and as their broad phases do.

use std::{
    array,
    collections::HashSet,
    ffi::{c_int, c_void},
    hash::{BuildHasherDefault, Hasher},
};

use jostle::Pair;

use crate::{
    boxes::Corners,
    gather::Gather,
    peer::{DriftPeer, Outcome, PairPeer},
};

/// A dynamic tree of one of both libraries.
pub(super) trait DynamicTree<const D: usize>: Default + Sync {
    /// Puts in a box with its number. Returns the proxy.
    fn insert(&mut self, corners: &Corners<D>, index: u32) -> c_int;

    /// Gives a proxy of this tree a box that the old one does not contain, and enlarges the nodes
    /// above until the next rebuild.
    fn set(&mut self, proxy: c_int, corners: &Corners<D>);

    /// Builds the nodes anew: all, or those that were enlarged.
    fn rebuild(&mut self, all: bool);

    /// Adds those of the boxes that a box touches that the query wants.
    fn ask(&self, corners: &Corners<D>, asked: Asked<'_>);

    /// Adds all boxes, from leaf to leaf.
    fn leaves(&self, order: &mut Vec<u32>);
}

/// A query, and what it found.
pub(super) struct Asked<'a> {
    index: u32,
    wants: &'a (dyn Fn(u32) -> bool + Sync),
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
    if (asked.wants)(b) {
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
        for (proxy, corners) in self.proxies.iter().zip(&self.boxes) {
            self.tree.set(*proxy, corners);
        }
        self.tree.rebuild(true);
        Ok(())
    }

    fn find(&mut self) -> Outcome {
        let Self { boxes, tree, order, gather, .. } = self;
        order.clear();
        tree.leaves(order);
        let tree = &*tree;
        gather.ask(order, |index, list| {
            let wants = |other| index < other;
            tree.ask(&boxes[index as usize], Asked { index, wants: &wants, list });
        });
        Ok(())
    }

    fn pairs(&self) -> &[Pair] {
        self.gather.pairs()
    }
}

/// Largest margin around a box that may move, in units of the scene, and that of a smaller box as a
/// share of its longest extent: those of Box2D, whose unit is the meter.
const MARGIN: f32 = 0.05;
const MARGIN_SHARE: f32 = 0.125;

/// A set of pairs by their keys, which are mixed by a multiplication.
type PairSet = HashSet<u64, BuildHasherDefault<Mixed>>;

/// Fibonacci hashing, with the upper half brought down.
#[derive(Default)]
pub(super) struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, key: u64) {
        let mixed = (self.0 ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
}

/// The broad phase of both libraries: boxes with a margin in a tree, of which those that their box
/// left are enlarged and asked; new pairs go into a set, and leave it when the boxes with their
/// margins come apart.
#[derive(Default)]
pub(super) struct Kept<T, const D: usize> {
    boxes: Vec<Corners<D>>,
    fat: Vec<Corners<D>>,
    proxies: Vec<c_int>,
    tree: T,
    moved: Vec<u32>,
    /// Boxes that left their margin in this run, and whether a box did.
    left: Vec<u32>,
    has_left: Vec<bool>,
    near: PairSet,
    list: Vec<Pair>,
    gather: Gather,
    pairs: Vec<Pair>,
}

fn grown<const D: usize>(corners: &Corners<D>) -> Corners<D> {
    let extents = (0..D).map(|axis| corners.max[axis] - corners.min[axis]);
    let margin = MARGIN.min(MARGIN_SHARE * extents.fold(0.0, f32::max));
    Corners {
        min: array::from_fn(|axis| corners.min[axis] - margin),
        max: array::from_fn(|axis| corners.max[axis] + margin),
    }
}

fn contains<const D: usize>(outer: &Corners<D>, inner: &Corners<D>) -> bool {
    (0..D).all(|axis| outer.min[axis] <= inner.min[axis] && inner.max[axis] <= outer.max[axis])
}

impl<T: DynamicTree<D>, const D: usize> Kept<T, D> {
    /// Asks for the neighbors of boxes that left their margins, and keeps the new pairs.
    fn ask(&mut self) {
        let Self { fat, tree, left, has_left, gather, near, list, .. } = self;
        let (tree, has_left, fat) = (&*tree, &*has_left, &*fat);
        gather.ask(left, |index, found| {
            // A pair of two that left is found by the one with the smaller number.
            let wants = |other: u32| other != index && (index < other || !has_left[other as usize]);
            tree.ask(&fat[index as usize], Asked { index, wants: &wants, list: found });
        });
        for pair in gather.pairs() {
            let pair = Pair::ordered(pair.a, pair.b);
            if near.insert(pair.key()) {
                list.push(pair);
            }
        }
        self.left.iter().for_each(|index| self.has_left[*index as usize] = false);
        self.left.clear();
    }
}

impl<T: DynamicTree<D>, const D: usize> PairPeer<D> for Kept<T, D> {
    fn load(&mut self, boxes: &[Corners<D>]) {
        let fat: Vec<_> = boxes.iter().map(grown).collect();
        let mut tree = T::default();
        let proxies = fat.iter().zip(0..).map(|(fat, index)| tree.insert(fat, index)).collect();
        let (has_left, left) = (vec![true; boxes.len()], (0..boxes.len() as u32).collect());
        *self =
            Self { boxes: boxes.to_vec(), fat, proxies, tree, left, has_left, ..Self::default() };
    }

    fn build(&mut self) -> Outcome {
        self.tree.rebuild(true);
        self.ask();
        Ok(())
    }

    /// Goes over all pairs that are kept, as the libraries do when they update their contacts.
    fn find(&mut self) -> Outcome {
        let Self { boxes, fat, near, list, pairs, .. } = self;
        pairs.clear();
        list.retain(|pair| {
            let [a, b] = [pair.a as usize, pair.b as usize];
            if !fat[a].touches(&fat[b]) {
                near.remove(&pair.key());
                return false;
            }
            if boxes[a].touches(&boxes[b]) {
                pairs.push(*pair);
            }
            true
        });
        Ok(())
    }

    fn pairs(&self) -> &[Pair] {
        &self.pairs
    }
}

impl<T: DynamicTree<D>, const D: usize> DriftPeer<D> for Kept<T, D> {
    fn follow(&mut self, boxes: &[Corners<D>], moved: &[u32]) {
        self.moved.clear();
        self.moved.extend_from_slice(moved);
        for &index in moved {
            self.boxes[index as usize] = boxes[index as usize];
        }
    }

    fn update(&mut self) -> Outcome {
        for &index in &self.moved {
            let place = index as usize;
            if !contains(&self.fat[place], &self.boxes[place]) {
                self.fat[place] = grown(&self.boxes[place]);
                self.tree.set(self.proxies[place], &self.fat[place]);
                self.left.push(index);
                self.has_left[place] = true;
            }
        }
        self.tree.rebuild(false);
        self.ask();
        Ok(())
    }
}
