//! The queries: each answers one query of a batch.

use jostle_kernels::{
    Aabb, Lanes, Node,
    node::{Cast, Reach, per_unit},
    simd::prefetch,
};

use super::{
    Hit, Moving, NearestHit, Region,
    by::any_by,
    collect::{All, Any, KNearest, Nearest},
    interleave::{AT_A_TIME, traverse_in_turn},
    kinds::sealed::Shape,
    traversal::{DistanceTest, OverlapTest, TraversalStack, key_of, traverse},
};
use crate::{
    Error,
    memory::{AddedTo, reserve},
};

/// What memory is for.
const BEST: &str = "the nearest boxes";

/// The nodes of a tree and the reference to its root.
#[derive(Clone, Copy)]
pub(crate) struct TreeView<'a, const D: usize> {
    pub(crate) nodes: &'a [Node<D>],
    pub(crate) root: u32,
}

/// What is kept from query to query.
#[derive(Default)]
pub(crate) struct QueryMemory {
    pub(super) stack: TraversalStack,
    /// Those of traversals in turn.
    pub(super) stacks: [TraversalStack; AT_A_TIME],
    /// The nearest boxes of the last query, packed.
    pub(super) best: Vec<u64>,
    /// The last query.
    last: Option<usize>,
    /// Where the last query was that asked for the nearest in boxes.
    center: Option<[f32; 3]>,
}

impl QueryMemory {
    /// Makes room for a traversal of any tree, and for `best` boxes.
    pub(crate) fn prepare(&mut self, best: usize) -> Result<(), Error> {
        reserve(&mut self.best, best, BEST)?;
        self.stacks.iter_mut().try_for_each(TraversalStack::prepare)?;
        self.stack.prepare()
    }

    /// The same for a single query, which goes one way at a time.
    pub(crate) fn prepare_one(&mut self, best: usize) -> Result<(), Error> {
        reserve(&mut self.best, best, BEST)?;
        self.stack.prepare()
    }

    /// Forgets the last query: the next is one of another batch.
    pub(crate) fn forget(&mut self) {
        (self.last, self.center) = (None, None);
    }

    /// Where the last query was.
    #[inline(always)]
    pub(super) fn center<const D: usize>(&self) -> Option<[f32; D]> {
        self.center.and_then(|center| center.first_chunk().copied())
    }

    /// Sets where the last query was.
    #[inline(always)]
    pub(super) fn set_center<const D: usize>(&mut self, center: [f32; D]) {
        let mut last = [0.0; 3];
        last[..D].copy_from_slice(&center);
        self.center = Some(last);
    }
}

/// A batch of queries with one answer each.
pub(crate) trait TreeQuery<const D: usize>: Sync {
    type Answer: Copy + Default + Send;
    /// The answer to query `index`.
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        index: usize,
        memory: &mut QueryMemory,
    ) -> Self::Answer;

    /// The answers to some queries, in any order.
    #[inline(always)]
    fn answer_each<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        queries: impl Iterator<Item = usize>,
        memory: &mut QueryMemory,
        mut each: impl FnMut(usize, Self::Answer),
    ) {
        // Not `for_each`: a closure that is not inlined would have no lanes.
        for query in queries {
            each(query, self.answer(lanes, tree, query, memory));
        }
    }

    /// Query `index` is about to be answered.
    #[inline(always)]
    fn announce(&self, _index: usize) {}

    /// Whether all answers so far are right.
    fn outcome(&self) -> Result<(), Error> {
        Ok(())
    }
}

/// A batch of queries with a list of answers each.
pub(crate) trait ListQuery<const D: usize>: Sync {
    type Item: Copy + Default + Send + Sync;
    /// How many of the best boxes so far are kept during a query.
    fn best(&self) -> usize {
        0
    }
    /// Appends the answers to query `index`, in an order that depends on the boxes alone.
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        index: usize,
        memory: &mut QueryMemory,
        list: &mut AddedTo<'_, Self::Item>,
    );

    /// Whether all answers so far are right.
    fn outcome(&self) -> Result<(), Error> {
        Ok(())
    }
}

/// The first box that is met.
pub(crate) struct ClosestHit<'a, M, A> {
    pub(crate) casts: &'a [M],
    pub(crate) accept: A,
}

impl<M: Moving<D>, A: Fn(usize, u32) -> bool + Sync, const D: usize> TreeQuery<D>
    for ClosestHit<'_, M, A>
{
    type Answer = Option<Hit>;

    #[inline(always)]
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        index: usize,
        memory: &mut QueryMemory,
    ) -> Option<Hit> {
        let (cast, mut nearest) = self.start(index);
        traverse(lanes, tree.nodes, tree.root, &cast.wide(lanes), &mut nearest, &mut memory.stack);
        nearest.hit()
    }

    #[inline(always)]
    fn answer_each<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        queries: impl Iterator<Item = usize>,
        memory: &mut QueryMemory,
        mut each: impl FnMut(usize, Option<Hit>),
    ) {
        let start = |index| Some(self.start(index));
        let finish = |index, nearest: Option<Nearest<_>>| {
            each(index, nearest.and_then(|nearest| nearest.hit()));
        };
        traverse_in_turn(lanes, tree, queries, start, finish, &mut memory.stacks);
    }

    #[inline(always)]
    fn announce(&self, index: usize) {
        prefetch::for_reading(self.casts, index);
    }
}

impl<M, A: Fn(usize, u32) -> bool> ClosestHit<'_, M, A> {
    /// What one goes along, and what keeps the nearest that it meets.
    #[inline(always)]
    fn start<const D: usize>(&self, index: usize) -> (Cast<D>, Nearest<impl Fn(u32) -> bool>)
    where
        M: Moving<D>,
    {
        let accept = move |id| (self.accept)(index, id);
        (self.casts[index].cast(), Nearest { limit: f32::INFINITY, id: None, accept })
    }
}

/// Whether any box is met.
pub(crate) struct AnyHit<'a, M, A> {
    pub(crate) casts: &'a [M],
    pub(crate) accept: A,
}

impl<M: Moving<D>, A: Fn(usize, u32) -> bool + Sync, const D: usize> TreeQuery<D>
    for AnyHit<'_, M, A>
{
    type Answer = bool;

    #[inline(always)]
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        index: usize,
        memory: &mut QueryMemory,
    ) -> bool {
        let cast = self.casts[index].cast();
        any_by(lanes, tree, &cast, |id| (self.accept)(index, id), memory)
    }
}

/// All boxes that are met, by time and id.
pub(crate) struct AllHits<'a, M, A> {
    pub(crate) casts: &'a [M],
    pub(crate) accept: A,
}

impl<M: Moving<D>, A: Fn(usize, u32) -> bool + Sync, const D: usize> ListQuery<D>
    for AllHits<'_, M, A>
{
    type Item = Hit;

    #[inline(always)]
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        index: usize,
        memory: &mut QueryMemory,
        list: &mut AddedTo<'_, Hit>,
    ) {
        let cast = self.casts[index].cast();
        let begin = list.list.len();
        let each = |t, id| {
            if (self.accept)(index, id) {
                list.push(Hit { id, t });
            }
        };
        let mut all = All { limit: f32::INFINITY, each };
        traverse(lanes, tree.nodes, tree.root, &cast.wide(lanes), &mut all, &mut memory.stack);
        sort_hits(&mut list.list[begin..]);
    }
}

/// Sorts by time, then id. One copy for all kinds of queries.
pub(super) fn sort_hits(hits: &mut [Hit]) {
    hits.sort_unstable_by(|a, b| a.t.total_cmp(&b.t).then(a.id.cmp(&b.id)));
}

/// All boxes that touch a region, by id.
pub(crate) struct Overlapping<'a, R, A> {
    pub(crate) regions: &'a [R],
    pub(crate) accept: A,
}

impl<R: Region<D>, A: Fn(usize, u32) -> bool + Sync, const D: usize> ListQuery<D>
    for Overlapping<'_, R, A>
{
    type Item = u32;

    #[inline(always)]
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        index: usize,
        memory: &mut QueryMemory,
        list: &mut AddedTo<'_, u32>,
    ) {
        let begin = list.list.len();
        let each = |_, id| {
            if (self.accept)(index, id) {
                list.push(id);
            }
        };
        match self.regions[index].shape() {
            Shape::Aabb(aabb) => {
                let mut all = All { limit: f32::INFINITY, each };
                let touching = OverlapTest::new(lanes, &aabb);
                traverse(lanes, tree.nodes, tree.root, &touching, &mut all, &mut memory.stack);
            }
            Shape::BallQuery(center, radius) => {
                let reach = Reach::new(center, radius, per_unit(radius));
                let mut all = All { limit: reach.most(), each };
                let near = DistanceTest::new(lanes, reach);
                traverse(lanes, tree.nodes, tree.root, &near, &mut all, &mut memory.stack);
            }
        }
        list.list[begin..].sort_unstable();
    }
}

/// Whether any box touches a box.
pub(crate) struct AnyTouching<'a, A, const D: usize> {
    pub(crate) aabb: &'a Aabb<D>,
    pub(crate) accept: A,
}

impl<A: Fn(u32) -> bool, const D: usize> AnyTouching<'_, A, D> {
    #[inline(always)]
    pub(crate) fn answer<L: Lanes>(
        self,
        lanes: L,
        tree: TreeView<'_, D>,
        memory: &mut QueryMemory,
    ) -> bool {
        let mut any = Any { found: false, accept: self.accept };
        let touching = OverlapTest::new(lanes, self.aabb);
        traverse(lanes, tree.nodes, tree.root, &touching, &mut any, &mut memory.stack);
        any.found
    }
}

/// The nearest boxes to points, by distance and id.
pub(crate) struct NearestTo<'a, A, const D: usize> {
    pub(crate) points: &'a [[f32; D]],
    pub(crate) k: usize,
    pub(crate) max_distance: f32,
    pub(crate) accept: A,
}

impl<A: Fn(usize, u32) -> bool + Sync, const D: usize> ListQuery<D> for NearestTo<'_, A, D> {
    type Item = NearestHit;

    fn best(&self) -> usize {
        self.k
    }

    #[inline(always)]
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        index: usize,
        memory: &mut QueryMemory,
        list: &mut AddedTo<'_, NearestHit>,
    ) {
        // Only where all distances are small: those of near boxes are to stay exact.
        let per_unit = per_unit(self.max_distance.min(1.0));
        let reach = Reach::new(self.points[index], self.max_distance, per_unit);
        let (near, farthest) = (DistanceTest::new(lanes, reach), reach.most());
        let mut limit = self.guess(index, per_unit, memory, farthest);
        loop {
            let accept = |id| (self.accept)(index, id);
            let mut nearest = KNearest::new(limit, self.k, &mut memory.best, accept);
            traverse(lanes, tree.nodes, tree.root, &near, &mut nearest, &mut memory.stack);
            nearest.finish();
            if memory.best.len() == self.k || limit >= farthest {
                break;
            }
            limit = farthest;
        }
        memory.last = Some(index);
        let unit = 1.0 / per_unit;
        for packed in memory.best.iter().copied() {
            let distance_squared = key_of(packed) * unit * unit;
            list.push(NearestHit { id: packed as u32, distance_squared });
        }
    }
}

impl<A, const D: usize> NearestTo<'_, A, D> {
    /// A squared distance within which there probably are enough: what the last query needed, and
    /// the way from there. Whether there are is checked, so a bad guess costs time only.
    #[inline(always)]
    fn guess(&self, index: usize, per_unit: f32, memory: &QueryMemory, farthest: f32) -> f32 {
        let (Some(last), Some(worst)) = (memory.last, memory.best.last()) else { return farthest };
        if memory.best.len() < self.k {
            return farthest;
        }
        let mut step = 0.0;
        for axis in 0..D {
            let d = (self.points[index][axis] - self.points[last][axis]) * per_unit;
            step += d * d;
        }
        let reach = key_of(*worst).sqrt() + step.sqrt();
        let guess = 1.0001 * reach * reach;
        // Not so for NaN.
        if guess < farthest { guess } else { farthest }
    }
}
