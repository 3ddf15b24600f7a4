//! Queries of a tree, one at a time and in batches.

use jostle_kernels::{Lanes, Pass, SimdLevel};

use super::Bvh;
use crate::{
    Error,
    exec::threads,
    memory::AddedTo,
    tree::query::{
        Hit, Lists, Moving, NearestHit, Region, batch, check, check_points,
        queries::{
            AllHits, AnyHit, ClosestHit, ListQuery, NearestTo, Overlapping, QueryMemory, TreeQuery,
            TreeView,
        },
    },
};

impl<const D: usize> Bvh<D> {
    fn view(&self) -> Option<TreeView<'_, D>> {
        self.tree.root().map(|root| TreeView { nodes: self.tree.nodes(), root })
    }

    /// The box that a ray or a moving box meets first.
    ///
    /// # Errors
    /// When the query has a NaN, an infinite direction or times out of order.
    pub fn closest_hit(
        &self,
        cast: &impl Moving<D>,
        accept: impl Fn(u32) -> bool + Sync,
    ) -> Result<Option<Hit>, Error> {
        check(std::slice::from_ref(cast), |cast| cast.check())?;
        let accept = |_, id| accept(id);
        self.answer_one(&ClosestHit { casts: std::slice::from_ref(cast), accept })
    }

    /// Whether a ray or a moving box meets any box: faster than finding the first.
    ///
    /// # Errors
    /// As [`closest_hit`](Self::closest_hit).
    pub fn any_hit(
        &self,
        cast: &impl Moving<D>,
        accept: impl Fn(u32) -> bool + Sync,
    ) -> Result<bool, Error> {
        check(std::slice::from_ref(cast), |cast| cast.check())?;
        let accept = |_, id| accept(id);
        self.answer_one(&AnyHit { casts: std::slice::from_ref(cast), accept })
    }

    /// All boxes that a ray or a moving box meets, by time and index, to the end of a list.
    ///
    /// # Errors
    /// As [`closest_hit`](Self::closest_hit).
    pub fn all_hits(
        &self,
        cast: &impl Moving<D>,
        accept: impl Fn(u32) -> bool + Sync,
        hits: &mut Vec<Hit>,
    ) -> Result<(), Error> {
        check(std::slice::from_ref(cast), |cast| cast.check())?;
        let accept = |_, id| accept(id);
        self.list_one(&AllHits { casts: std::slice::from_ref(cast), accept }, hits)
    }

    /// All boxes that touch a box, a ball or a point, by index, to the end of a list.
    ///
    /// # Errors
    /// When the region has a NaN, bounds out of order, or a negative radius.
    pub fn overlapping(
        &self,
        region: &impl Region<D>,
        accept: impl Fn(u32) -> bool + Sync,
        ids: &mut Vec<u32>,
    ) -> Result<(), Error> {
        check(std::slice::from_ref(region), |region| region.check())?;
        let accept = |_, id| accept(id);
        self.list_one(&Overlapping { regions: std::slice::from_ref(region), accept }, ids)
    }

    /// The `k` boxes nearest to a point and not farther than `max_distance`, by distance and index,
    /// to the end of a list. O(log k) for each box that is looked at.
    ///
    /// Which boxes are not farther is decided without rounding. Their order is that of
    /// [`distance_squared`](NearestHit::distance_squared), which is rounded: of boxes whose
    /// distances differ by a few roundings the farther one may come first.
    ///
    /// # Errors
    /// When the point is not finite or the distance is negative or NaN.
    pub fn nearest(
        &self,
        point: impl Into<[f32; D]>,
        k: usize,
        max_distance: f32,
        accept: impl Fn(u32) -> bool + Sync,
        neighbors: &mut Vec<NearestHit>,
    ) -> Result<(), Error> {
        let points = [point.into()];
        check_points(&points, max_distance)?;
        let k = k.min(self.tree.boxes);
        let accept = |_, id| accept(id);
        self.list_one(&NearestTo { points: &points, k, max_distance, accept }, neighbors)
    }

    /// The box nearest to a point and not farther than `max_distance`.
    ///
    /// # Errors
    /// As [`nearest`](Self::nearest).
    pub fn closest(
        &self,
        point: impl Into<[f32; D]>,
        max_distance: f32,
        accept: impl Fn(u32) -> bool + Sync,
    ) -> Result<Option<NearestHit>, Error> {
        let mut nearest = Vec::new();
        self.nearest(point, 1, max_distance, accept, &mut nearest)?;
        Ok(nearest.pop())
    }

    pub(crate) fn answer_one<A: TreeQuery<D>>(&self, query: &A) -> Result<A::Answer, Error> {
        let none = || Ok(A::Answer::default());
        self.view().map_or_else(none, |tree| self.level.run(OneQuery { tree, query }))
    }

    pub(crate) fn list_one<A: ListQuery<D>>(
        &self,
        query: &A,
        list: &mut Vec<A::Item>,
    ) -> Result<(), Error> {
        self.view().map_or(Ok(()), |tree| self.level.run(ListOne { tree, query, list }))
    }
}

struct OneQuery<'a, A, const D: usize> {
    tree: TreeView<'a, D>,
    query: &'a A,
}

impl<A: TreeQuery<D>, const D: usize> Pass for OneQuery<'_, A, D> {
    type Output = Result<A::Answer, Error>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<A::Answer, Error> {
        let mut memory = QueryMemory::default();
        memory.prepare_one(0)?;
        let answer = self.query.answer(lanes, self.tree, 0, &mut memory);
        self.query.outcome().map(|()| answer)
    }
}

struct ListOne<'a, A: ListQuery<D>, const D: usize> {
    tree: TreeView<'a, D>,
    query: &'a A,
    list: &'a mut Vec<A::Item>,
}

impl<A: ListQuery<D>, const D: usize> Pass for ListOne<'_, A, D> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<(), Error> {
        let (mut memory, before) = (QueryMemory::default(), self.list.len());
        memory.prepare_one(self.query.best())?;
        let mut list = AddedTo::new(&mut *self.list, "the answers to a query");
        self.query.answer(lanes, self.tree, 0, &mut memory, &mut list);
        let done = list.finish().and_then(|()| self.query.outcome());
        if done.is_err() {
            self.list.truncate(before);
        }
        done
    }
}

impl<const D: usize> Bvh<D> {
    /// [`closest_hit`](Self::closest_hit) for many queries, in parallel.
    ///
    /// # Errors
    /// As for one query, with the index of the first that is wrong.
    pub fn closest_hits<M: Moving<D>>(
        &self,
        casts: &[M],
        accept: impl Fn(usize, u32) -> bool + Sync,
        hits: &mut Vec<Option<Hit>>,
    ) -> Result<(), Error> {
        check(casts, |cast| cast.check())?;
        self.answer_batch(casts, |cast| cast.position(), &ClosestHit { casts, accept }, hits)
    }

    /// [`any_hit`](Self::any_hit) for many queries, in parallel.
    ///
    /// # Errors
    /// As for one query, with the index of the first that is wrong.
    pub fn any_hits<M: Moving<D>>(
        &self,
        casts: &[M],
        accept: impl Fn(usize, u32) -> bool + Sync,
        hits: &mut Vec<bool>,
    ) -> Result<(), Error> {
        check(casts, |cast| cast.check())?;
        self.answer_batch(casts, |cast| cast.position(), &AnyHit { casts, accept }, hits)
    }

    /// [`all_hits`](Self::all_hits) for many queries, in parallel.
    ///
    /// # Errors
    /// As for one query, with the index of the first that is wrong.
    pub fn all_hits_of<M: Moving<D>>(
        &self,
        casts: &[M],
        accept: impl Fn(usize, u32) -> bool + Sync,
        hits: &mut Lists<Hit>,
    ) -> Result<(), Error> {
        check(casts, |cast| cast.check())?;
        self.list_batch(casts, |cast| cast.position(), &AllHits { casts, accept }, hits)
    }

    /// [`overlapping`](Self::overlapping) for many regions, in parallel.
    ///
    /// # Errors
    /// As for one region, with the index of the first that is wrong.
    pub fn overlapping_of<R: Region<D>>(
        &self,
        regions: &[R],
        accept: impl Fn(usize, u32) -> bool + Sync,
        ids: &mut Lists<u32>,
    ) -> Result<(), Error> {
        check(regions, |region| region.check())?;
        self.list_batch(regions, |region| region.position(), &Overlapping { regions, accept }, ids)
    }

    /// [`nearest`](Self::nearest) for many points, in parallel.
    ///
    /// # Errors
    /// As for one point, with the index of the first that is wrong.
    pub fn nearest_of(
        &self,
        points: &[[f32; D]],
        k: usize,
        max_distance: f32,
        accept: impl Fn(usize, u32) -> bool + Sync,
        neighbors: &mut Lists<NearestHit>,
    ) -> Result<(), Error> {
        check_points(points, max_distance)?;
        let k = k.min(self.tree.boxes);
        let query = NearestTo { points, k, max_distance, accept };
        self.list_batch(points, |point| *point, &query, neighbors)
    }

    /// Answers queries of which each has one answer.
    pub(crate) fn answer_batch<Q: Sync, A: TreeQuery<D>>(
        &self,
        queries: &[Q],
        position: impl Fn(&Q) -> [f32; D] + Sync,
        query: &A,
        answers: &mut Vec<A::Answer>,
    ) -> Result<(), Error> {
        self.in_order(queries, position, 0, |level, buffers| {
            batch::answer_all(level, self.view(), query, buffers, answers)
        })
    }

    /// Answers queries of which each has a list of answers.
    pub(crate) fn list_batch<Q: Sync, A: ListQuery<D>>(
        &self,
        queries: &[Q],
        position: impl Fn(&Q) -> [f32; D] + Sync,
        query: &A,
        lists: &mut Lists<A::Item>,
    ) -> Result<(), Error> {
        self.in_order(queries, position, query.best(), |level, buffers| {
            batch::list_all(level, self.view(), query, buffers, lists)
        })
    }

    /// Puts queries in the order of their positions, and answers them.
    fn in_order<Q: Sync>(
        &self,
        queries: &[Q],
        position: impl Fn(&Q) -> [f32; D] + Sync,
        best: usize,
        answer: impl FnOnce(SimdLevel, &mut batch::BatchBuffers) -> Result<(), Error> + Send,
    ) -> Result<(), Error> {
        let level = self.level;
        let mut buffers = self.batches.take();
        let result = threads::enter(queries.len(), || {
            buffers.prepare(&self.tree.ends, queries, &position, best)?;
            answer(level, &mut buffers)
        });
        self.batches.put(buffers);
        result
    }
}
