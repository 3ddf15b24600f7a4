//! What is asked of a library.

use jostle::Pair;

use crate::boxes::Corners;

/// What a library made of it: nothing, or why it failed.
pub(crate) type Outcome = Result<(), String>;

/// Lists all unordered pairs of boxes that touch.
///
/// A run is `forget` and `load`, untimed, and then `build` and `find`, timed. Nothing is kept from
/// run to run but memory.
pub(crate) trait PairPeer<const D: usize> {
    /// Drops the structure of the run before, where the library cannot use its memory again.
    fn forget(&mut self) {}

    /// Turns boxes into the layout that the library takes as input, in the same order.
    fn load(&mut self, boxes: &[Corners<D>]);

    /// Makes the structure of the boxes that were loaded.
    fn build(&mut self) -> Outcome;

    /// Lists the pairs.
    fn find(&mut self) -> Outcome;

    /// The pairs that were listed: in any order, with either index first.
    fn pairs(&self) -> &[Pair];
}

/// Keeps its structure while boxes drift.
///
/// A run is `follow`, untimed, and then `update` and `find`, timed; the first of all was built.
pub(crate) trait DriftPeer<const D: usize>: PairPeer<D> {
    /// Turns boxes, of which there are as many as before, into the layout that the library takes as
    /// input, and notes which of them moved since, by their indices, for libraries that can be
    /// told.
    fn follow(&mut self, boxes: &[Corners<D>], _moved: &[u32]) {
        self.load(boxes);
    }

    /// Puts the boxes that it follows in the place of those it has.
    fn update(&mut self) -> Outcome;
}

/// Finds the nearest of all points for each of them. A point is its own nearest.
pub(crate) trait NearestPeer<const D: usize> {
    /// Drops the structure of the run before, where the library cannot use its memory again.
    fn forget(&mut self) {}

    /// Turns points into the layout that the library takes as input, in the same order.
    fn load(&mut self, points: &[[f32; D]]);

    /// Makes the structure of the points that were loaded.
    fn build(&mut self) -> Outcome;

    /// Finds so many neighbors of each point, or all points if there are fewer.
    fn find(&mut self, neighbors: usize) -> Outcome;

    /// Hands over the neighbors that were found: the index of the point and that of the neighbor.
    fn neighbors(&self, visit: &mut dyn FnMut(u32, u32));
}

/// Makes an adapter.
pub(crate) type Make<T> = fn() -> Box<T>;

/// What a library can do with boxes of `D` dimensions.
#[derive(Clone, Copy)]
pub(crate) struct Tasks<const D: usize> {
    pub(crate) pairs: Option<Make<dyn PairPeer<D>>>,
    pub(crate) drift: Option<Make<dyn DriftPeer<D>>>,
    pub(crate) nearest: Option<Make<dyn NearestPeer<D>>>,
}

impl<const D: usize> Tasks<D> {
    pub(crate) const NONE: Self = Self { pairs: None, drift: None, nearest: None };

    fn any(&self) -> bool {
        self.pairs.is_some() || self.drift.is_some() || self.nearest.is_some()
    }
}

/// A way to use a library.
pub(crate) struct Peer {
    /// By which it is chosen.
    pub(crate) name: &'static str,
    /// The library and its exact version, or several with commas between.
    pub(crate) library: &'static str,
    /// How it is used, in a line.
    pub(crate) method: &'static str,
    /// Whether it can use several threads.
    pub(crate) threads: bool,
    /// Tasks for which it cannot all the same, by name.
    pub(crate) serial: &'static [&'static str],
    /// What it does in the plane.
    pub(crate) flat: Tasks<2>,
    /// What it does in space.
    pub(crate) space: Tasks<3>,
}

impl Peer {
    /// Dimensions it knows.
    pub(crate) fn dims(&self) -> Vec<usize> {
        let known = [(2, self.flat.any()), (3, self.space.any())];
        known.into_iter().filter_map(|(dim, any)| any.then_some(dim)).collect()
    }

    /// Tasks it has in any dimension, by name.
    pub(crate) fn tasks(&self) -> Vec<&'static str> {
        let Self { flat, space, .. } = self;
        let known = [
            ("pairs", flat.pairs.is_some() || space.pairs.is_some()),
            ("drift", flat.drift.is_some() || space.drift.is_some()),
            ("nearest", flat.nearest.is_some() || space.nearest.is_some()),
        ];
        known.into_iter().filter_map(|(task, has)| has.then_some(task)).collect()
    }
}
