//! Where a broad phase put two boxes: found by what it draws of itself.

use crate::{
    Aabb,
    debug_draw::{DebugDraw, DrawElement, DrawStyle},
};

/// A node, a cell or a strip of a broad phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place<const D: usize> {
    /// What it is, and its depth in a tree or its size class in a sweep.
    pub style: DrawStyle,
    /// Its bounds, or what it covers.
    pub bounds: Aabb<D>,
    /// Its number among all that were drawn, from 0.
    pub number: u32,
}

/// Where a broad phase put two boxes.
#[derive(Clone, Debug, PartialEq)]
pub struct PairPlaces<const D: usize> {
    /// Where each of the two was put, first the first: a leaf, a cell, or every strip that the box
    /// overlaps. Empty where the broad phase has no such thing, or did not take the box.
    pub of: [Vec<Place<D>>; 2],
    /// What owns the pair: the deepest node above both, or the first strip that both lie in, which
    /// is the one that reports the pair. None where the two lie in two trees or in two size classes
    /// of a sweep: then one visits the place of the other.
    pub owner: Option<Place<D>>,
}

impl<const D: usize> PairPlaces<D> {
    /// Listens to what is drawn for two members.
    pub(super) fn find(ids: [u32; 2], draw: impl FnOnce(&mut dyn DebugDraw<D>)) -> Self {
        let mut seen =
            MemberPaths { ids, count: 0, above: Vec::new(), paths: [Vec::new(), Vec::new()] };
        draw(&mut seen);
        let MemberPaths { paths: [first, second], .. } = seen;
        let pairs = first.iter().flat_map(|a| second.iter().map(move |b| (a, b)));
        let owner = pairs.filter_map(|(a, b)| common(a, b)).min_by_key(|place| place.number);
        let last = |paths: Vec<Vec<Place<D>>>| paths.into_iter().filter_map(|mut path| path.pop());
        Self { of: [last(first).collect(), last(second).collect()], owner }
    }
}

/// The last place of two paths that is the same.
fn common<const D: usize>(a: &[Place<D>], b: &[Place<D>]) -> Option<Place<D>> {
    a.iter().zip(b).take_while(|(a, b)| a.number == b.number).last().map(|(place, _)| *place)
}

/// What was seen so far.
struct MemberPaths<const D: usize> {
    ids: [u32; 2],
    count: u32,
    /// The place that was drawn last, behind those above it.
    above: Vec<Place<D>>,
    /// Each path to a place of the two.
    paths: [Vec<Vec<Place<D>>>; 2],
}

impl<const D: usize> DebugDraw<D> for MemberPaths<D> {
    fn aabb(&mut self, aabb: &Aabb<D>, style: DrawStyle) {
        match style.element {
            DrawElement::Node | DrawElement::Leaf | DrawElement::Cell => {
                self.above.retain(|place| place.style.depth < style.depth);
            }
            DrawElement::Strip => self.above.clear(),
            _ => return,
        }
        self.above.push(Place { style, bounds: *aabb, number: self.count });
        self.count += 1;
    }

    fn member(&mut self, id: u32, _: DrawStyle) {
        for (own, paths) in self.ids.iter().zip(&mut self.paths) {
            if *own == id {
                paths.push(self.above.clone());
            }
        }
    }
}
