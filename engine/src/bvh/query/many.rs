//! Batches of queries.

use super::{
    Hit, Lists, Moving, Neighbour, Region,
    ask::{AllHits, AnyHit, Ask, AskList, ClosestHit, NearestTo, Overlapping},
    batch, check, check_points,
};
use crate::{Bvh, Error};

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
        self.ask_batch(casts.len(), &ClosestHit { casts, accept }, hits)
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
        self.ask_batch(casts.len(), &AnyHit { casts, accept }, hits)
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
        self.list_batch(casts.len(), &AllHits { casts, accept }, hits)
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
        self.list_batch(regions.len(), &Overlapping { regions, accept }, ids)
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
        neighbours: &mut Lists<Neighbour>,
    ) -> Result<(), Error> {
        check_points(points, max_distance)?;
        let k = k.min(self.tree.boxes);
        let ask = NearestTo { points, k, max_distance, accept };
        self.list_batch(points.len(), &ask, neighbours)
    }

    fn ask_batch<A: Ask<D>>(
        &self,
        queries: usize,
        ask: &A,
        answers: &mut Vec<A::Answer>,
    ) -> Result<(), Error> {
        let level = self.level.clone()?;
        let mut buffers = self.batches.take();
        let ends = &self.tree.ends;
        let result = batch::ask_all(level, self.asked(), ends, queries, ask, &mut buffers, answers);
        self.batches.put(buffers);
        result
    }

    fn list_batch<A: AskList<D>>(
        &self,
        queries: usize,
        ask: &A,
        lists: &mut Lists<A::Item>,
    ) -> Result<(), Error> {
        let level = self.level.clone()?;
        let mut buffers = self.batches.take();
        let ends = &self.tree.ends;
        let result = batch::list_all(level, self.asked(), ends, queries, ask, &mut buffers, lists);
        self.batches.put(buffers);
        result
    }
}
