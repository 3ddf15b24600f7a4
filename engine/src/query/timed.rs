//! What is met along a line, whatever goes along it: the first, any, and all of it.

use std::cmp::Ordering;

use jostle_kernels::{Lanes, node::Cast};

use crate::{
    Error,
    bvh::Hit,
    memory::AddedTo,
    tree::query::{
        by::{self, Within},
        queries::{ListQuery, QueryMemory, TreeQuery, TreeView},
    },
};

/// A batch of queries, each about what something meets on its way.
pub(super) trait TimedQuery<const D: usize>: Sync {
    /// What goes along the line of a query, made ready: it tells when it meets a shape.
    type Mover<'a>: Within
    where
        Self: 'a;
    /// What there is to know of a shape that is met.
    type Answer: TimedHit;

    /// That of query `index`, and the box that it is in. Must be `#[inline(always)]`.
    fn mover(&self, index: usize) -> Option<(Self::Mover<'_>, Cast<D>)>;
    /// Query `index` is about to be asked for its mover.
    fn announce(&self, index: usize);
    /// Whether all answers so far are right.
    fn outcome(&self) -> Result<(), Error>;
    /// All there is to know of a hit.
    fn describe(&self, mover: &Self::Mover<'_>, hit: Hit) -> Self::Answer;
}

/// A hit with more than its time and its index.
pub(super) trait TimedHit: Copy + Default + Send + Sync {
    /// A hit of which only this is known so far.
    fn of(hit: Hit) -> Self;
    /// Its time and its index.
    fn hit(&self) -> Hit;
}

/// Before others that are met later, or at the same time and have a higher index.
fn by_time(a: &impl TimedHit, b: &impl TimedHit) -> Ordering {
    let (a, b) = (a.hit(), b.hit());
    a.t.total_cmp(&b.t).then(a.id.cmp(&b.id))
}

/// The first shape that each meets.
pub(super) struct First<Q>(pub(super) Q);

impl<Q: TimedQuery<D>, const D: usize> TreeQuery<D> for First<Q> {
    type Answer = Option<Q::Answer>;

    #[inline(always)]
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        index: usize,
        memory: &mut QueryMemory,
    ) -> Option<Q::Answer> {
        let (mover, cast) = self.0.mover(index)?;
        let (mover, hit) = by::closest_by(lanes, tree, &cast, mover, memory)?;
        Some(self.0.describe(&mover, hit))
    }

    #[inline(always)]
    fn answer_each<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        queries: impl Iterator<Item = usize>,
        memory: &mut QueryMemory,
        mut each: impl FnMut(usize, Self::Answer),
    ) {
        let start = |index| self.0.mover(index);
        let each = |index, found: Option<(Q::Mover<'_>, Hit)>| {
            each(index, found.map(|(mover, hit)| self.0.describe(&mover, hit)));
        };
        by::closest_of_each_by(lanes, tree, queries, start, each, memory);
    }

    #[inline(always)]
    fn announce(&self, index: usize) {
        self.0.announce(index);
    }

    fn outcome(&self) -> Result<(), Error> {
        self.0.outcome()
    }
}

/// Whether each meets any shape.
pub(super) struct Any<Q>(pub(super) Q);

impl<Q: TimedQuery<D>, const D: usize> TreeQuery<D> for Any<Q> {
    type Answer = bool;

    #[inline(always)]
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        index: usize,
        memory: &mut QueryMemory,
    ) -> bool {
        let Some((mover, cast)) = self.0.mover(index) else { return false };
        let accept = |id| mover.measure(id).is_some();
        by::any_by(lanes, tree, &cast, accept, memory)
    }

    fn outcome(&self) -> Result<(), Error> {
        self.0.outcome()
    }
}

/// All shapes that each meets, by time and index.
pub(super) struct All<Q>(pub(super) Q);

impl<Q: TimedQuery<D>, const D: usize> ListQuery<D> for All<Q> {
    type Item = Q::Answer;

    #[inline(always)]
    fn answer<L: Lanes>(
        &self,
        lanes: L,
        tree: TreeView<'_, D>,
        index: usize,
        memory: &mut QueryMemory,
        list: &mut AddedTo<'_, Q::Answer>,
    ) {
        let Some((mover, cast)) = self.0.mover(index) else { return };
        let begin = list.list.len();
        let time = |id| mover.measure(id);
        let each = |hit| list.push(Q::Answer::of(hit));
        by::all_by(lanes, tree, &cast, time, each, memory);
        list.list[begin..].sort_unstable_by(by_time);
        for hit in &mut list.list[begin..] {
            *hit = self.0.describe(&mover, hit.hit());
        }
    }

    fn outcome(&self) -> Result<(), Error> {
        self.0.outcome()
    }
}
