//! Batches of queries.

use jostle_kernels::SimdLevel;

use super::{
    Hit, Lists, Moving, NearestHit, Region,
    ask::{AllHits, AnyHit, ClosestHit, ListQuery, NearestTo, Overlapping, TreeQuery},
    batch, check, check_points,
};
use crate::{Error, bvh::Bvh};

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
        self.ask_batch(casts, |cast| cast.position(), &ClosestHit { casts, accept }, hits)
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
        self.ask_batch(casts, |cast| cast.position(), &AnyHit { casts, accept }, hits)
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
        let ask = NearestTo { points, k, max_distance, accept };
        self.list_batch(points, |point| *point, &ask, neighbors)
    }

    /// Asks queries of which each has one answer.
    fn ask_batch<Q: Sync, A: TreeQuery<D>>(
        &self,
        queries: &[Q],
        position: impl Fn(&Q) -> [f32; D] + Sync,
        ask: &A,
        answers: &mut Vec<A::Answer>,
    ) -> Result<(), Error> {
        self.in_order(queries, position, 0, |level, buffers| {
            batch::ask_all(level, self.asked(), ask, buffers, answers)
        })
    }

    /// Asks queries of which each has a list of answers.
    fn list_batch<Q: Sync, A: ListQuery<D>>(
        &self,
        queries: &[Q],
        position: impl Fn(&Q) -> [f32; D] + Sync,
        ask: &A,
        lists: &mut Lists<A::Item>,
    ) -> Result<(), Error> {
        self.in_order(queries, position, ask.best(), |level, buffers| {
            batch::list_all(level, self.asked(), ask, buffers, lists)
        })
    }

    /// Puts queries in the order of their positions, and asks them.
    fn in_order<Q: Sync>(
        &self,
        queries: &[Q],
        position: impl Fn(&Q) -> [f32; D] + Sync,
        best: usize,
        ask: impl FnOnce(SimdLevel, &mut batch::Buffers) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let level = self.level.clone()?;
        let mut buffers = self.batches.take();
        let prepared = buffers.prepare(&self.tree.ends, queries, position, best);
        let result = prepared.and_then(|()| ask(level, &mut buffers));
        self.batches.put(buffers);
        result
    }
}
