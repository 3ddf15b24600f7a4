//! Questions to a tree: what a ray or a moving box meets, what touches a region, what is nearest.
//!
//! Each can be asked for one query or for a batch. Answers are those that testing every box would
//! give, bit for bit: ties are broken by id, lists are sorted, so they do not depend on the tree,
//! the number of threads or the SIMD level. `accept` leaves boxes out: it gets the number of the
//! query in a batch and the id of a box, and is asked only about boxes that would be answers.

mod ask;
mod batch;
mod kinds;
mod probe;
mod take;
mod walk;

pub use kinds::{Ball, BoxCast, Moving, Ray, Region};

use ask::{AllHits, AnyHit, Ask, AskList, Asked, ClosestHit, Memory, NearestTo, Overlapping};
pub(crate) use batch::Buffers;
use jostle_kernels::{Lanes, Pass};

use super::Bvh;
use crate::{Error, error::QueryFault};

/// A box that is met.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hit {
    /// The index of the box.
    pub id: u32,
    /// When it is first touched: `t_min` if it is then touched already.
    pub t: f32,
}

/// A box that is near.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Neighbour {
    /// The index of the box.
    pub id: u32,
    /// The square of its distance: 0 if the point is within it.
    pub distance_squared: f32,
}

/// Lists, one per query of a batch, one behind the other (compressed sparse rows).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lists<T> {
    offsets: Vec<usize>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    /// No lists.
    #[must_use]
    pub fn new() -> Self {
        Self { offsets: Vec::new(), items: Vec::new() }
    }

    /// Number of lists.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Whether there are no lists.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The list of a query.
    ///
    /// # Panics
    /// When there is no such query.
    #[must_use]
    pub fn get(&self, query: usize) -> &[T] {
        &self.items[self.offsets[query]..self.offsets[query + 1]]
    }

    /// Where each list begins among the [`items`](Self::items), and where the last one ends.
    #[must_use]
    pub fn offsets(&self) -> &[usize] {
        &self.offsets
    }

    /// The items of all lists, one list behind the other.
    #[must_use]
    pub fn items(&self) -> &[T] {
        &self.items
    }
}

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
    /// # Errors
    /// When the point is not finite or the distance is negative or NaN.
    pub fn nearest(
        &self,
        point: impl Into<[f32; D]>,
        k: usize,
        max_distance: f32,
        accept: impl Fn(u32) -> bool + Sync,
        neighbours: &mut Vec<Neighbour>,
    ) -> Result<(), Error> {
        let points = [point.into()];
        check_points(&points, max_distance)?;
        let k = k.min(self.tree.boxes);
        let accept = |_, id| accept(id);
        self.list_one(&NearestTo { points: &points, k, max_distance, accept }, neighbours);
        Ok(())
    }

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

    fn asked(&self) -> Option<Asked<'_, D>> {
        self.tree.root().map(|root| Asked { nodes: self.tree.nodes(), root })
    }

    fn ask_one<A: Ask<D>>(&self, ask: &A) -> A::Answer {
        match (self.asked(), &self.level) {
            (Some(tree), Ok(level)) => level.run(AskOne { tree, ask }),
            _ => A::Answer::default(),
        }
    }

    fn list_one<A: AskList<D>>(&self, ask: &A, list: &mut Vec<A::Item>) {
        if let (Some(tree), Ok(level)) = (self.asked(), &self.level) {
            level.run(ListOne { tree, ask, list });
        }
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

struct AskOne<'a, A, const D: usize> {
    tree: Asked<'a, D>,
    ask: &'a A,
}

impl<A: Ask<D>, const D: usize> Pass for AskOne<'_, A, D> {
    type Output = A::Answer;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> A::Answer {
        self.ask.ask(lanes, self.tree, 0, &mut Memory::default())
    }
}

struct ListOne<'a, A: AskList<D>, const D: usize> {
    tree: Asked<'a, D>,
    ask: &'a A,
    list: &'a mut Vec<A::Item>,
}

impl<A: AskList<D>, const D: usize> Pass for ListOne<'_, A, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        self.ask.ask(lanes, self.tree, 0, &mut Memory::default(), self.list);
    }
}

/// Checks all queries before any is asked.
fn check<Q>(queries: &[Q], fault: impl Fn(&Q) -> Result<(), QueryFault>) -> Result<(), Error> {
    if queries.len() > u32::MAX as usize {
        return Err(Error::TooManyQueries { queries: queries.len() });
    }
    for (index, query) in queries.iter().enumerate() {
        fault(query).map_err(|fault| Error::Query { fault, index })?;
    }
    Ok(())
}

fn check_points<const D: usize>(points: &[[f32; D]], max_distance: f32) -> Result<(), Error> {
    if max_distance < 0.0 || max_distance.is_nan() {
        return Err(Error::Query { fault: QueryFault::Radius, index: 0 });
    }
    check(points, kinds::check_point)
}
