//! Where a broad phase put two boxes: found by what it draws of itself.

use crate::{
    Aabb, Error,
    debug_draw::{DebugDraw, DrawElement, DrawStyle},
    memory::{copied, reserve, reserve_one},
};

/// What memory is for.
const WHAT: &str = "the places of a pair";

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
    /// of a sweep: then one visits the place of the other. None either where candidates are kept:
    /// then each lies in a fat box of its own.
    pub owner: Option<Place<D>>,
}

impl<const D: usize> PairPlaces<D> {
    /// Listens to what is drawn for two members.
    pub(super) fn find(
        ids: [u32; 2],
        draw: impl FnOnce(&mut dyn DebugDraw<D>),
    ) -> Result<Self, Error> {
        let (above, paths) = (Vec::new(), [Vec::new(), Vec::new()]);
        let mut seen = MemberPaths { ids, count: 0, above, paths, refused: Ok(()) };
        draw(&mut seen);
        let MemberPaths { paths: [first, second], refused, .. } = seen;
        refused?;
        let pairs = first.iter().flat_map(|a| second.iter().map(move |b| (a, b)));
        let owner = pairs.filter_map(|(a, b)| common(a, b)).min_by_key(|place| place.number);
        Ok(Self { of: [last_of(&first)?, last_of(&second)?], owner })
    }
}

/// The last place of each path.
fn last_of<const D: usize>(paths: &[Vec<Place<D>>]) -> Result<Vec<Place<D>>, Error> {
    let mut places = Vec::new();
    reserve(&mut places, paths.len(), WHAT)?;
    places.extend(paths.iter().filter_map(|path| path.last()));
    Ok(places)
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
    /// Why places are missing.
    refused: Result<(), Error>,
}

impl<const D: usize> MemberPaths<D> {
    fn add_place(&mut self, place: Place<D>) -> Result<(), Error> {
        reserve_one(&mut self.above, WHAT)?;
        self.above.push(place);
        Ok(())
    }

    /// Adds the path to a member.
    fn add_paths(&mut self, id: u32) -> Result<(), Error> {
        for (own, paths) in self.ids.iter().zip(&mut self.paths) {
            if *own == id {
                reserve_one(paths, WHAT)?;
                paths.push(copied(&self.above, WHAT)?);
            }
        }
        Ok(())
    }
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
        if self.refused.is_ok() {
            self.refused = self.add_place(Place { style, bounds: *aabb, number: self.count });
        }
        self.count += 1;
    }

    fn member(&mut self, id: u32, _: DrawStyle) {
        if self.refused.is_ok() {
            self.refused = self.add_paths(id);
        }
    }
}
