//! One query at a time.

use jostle_kernels::{Lanes, Pass};

use super::{
    Hit, Moving, NearestHit, Region,
    ask::{
        AllHits, AnyHit, ClosestHit, ListQuery, Memory, NearestTo, Overlapping, TreeQuery, TreeView,
    },
    check, check_points,
};
use crate::{Error, bvh::Bvh};

impl<const D: usize> Bvh<D> {
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
        Ok(self.ask_one(&ClosestHit { casts: std::slice::from_ref(cast), accept }))
    }

    /// Whether a ray or a moving box meets any box: faster than asking which is the first.
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
        Ok(self.ask_one(&AnyHit { casts: std::slice::from_ref(cast), accept }))
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
        self.list_one(&AllHits { casts: std::slice::from_ref(cast), accept }, hits);
        Ok(())
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
        self.list_one(&Overlapping { regions: std::slice::from_ref(region), accept }, ids);
        Ok(())
    }

    /// The `k` boxes nearest to a point and not farther than `max_distance`, by distance and index,
    /// to the end of a list.
    ///
    /// The squares of distances above 1.8e19 are infinite: boxes farther than that are found if
    /// `max_distance` is infinite, by index.
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
        self.list_one(&NearestTo { points: &points, k, max_distance, accept }, neighbors);
        Ok(())
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
        let mut nearest = Vec::with_capacity(1);
        self.nearest(point, 1, max_distance, accept, &mut nearest)?;
        Ok(nearest.pop())
    }

    fn ask_one<A: TreeQuery<D>>(&self, ask: &A) -> A::Answer {
        match (self.asked(), &self.level) {
            (Some(tree), Ok(level)) => level.run(OneQuery { tree, ask }),
            _ => A::Answer::default(),
        }
    }

    fn list_one<A: ListQuery<D>>(&self, ask: &A, list: &mut Vec<A::Item>) {
        if let (Some(tree), Ok(level)) = (self.asked(), &self.level) {
            level.run(ListOne { tree, ask, list });
        }
    }
}

struct OneQuery<'a, A, const D: usize> {
    tree: TreeView<'a, D>,
    ask: &'a A,
}

impl<A: TreeQuery<D>, const D: usize> Pass for OneQuery<'_, A, D> {
    type Output = A::Answer;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> A::Answer {
        self.ask.ask(lanes, self.tree, 0, &mut Memory::default())
    }
}

struct ListOne<'a, A: ListQuery<D>, const D: usize> {
    tree: TreeView<'a, D>,
    ask: &'a A,
    list: &'a mut Vec<A::Item>,
}

impl<A: ListQuery<D>, const D: usize> Pass for ListOne<'_, A, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        self.ask.ask(lanes, self.tree, 0, &mut Memory::default(), self.list);
    }
}
