//! Points within a radius, of points that many ranks hold.

use bytemuck::cast_slice;
use jostle::{
    Aabb, Error as EngineError,
    domain::Decomposition,
    neighbors::{ListKind, Neighbors, Points},
};

use crate::{
    Error, Ranks,
    error::unless_it_panics,
    ghosts::Ghosts,
    mail::{extend, resize},
    ranks::{agree, check_domains},
};

/// Lists for each point of this rank the points of all ranks within a radius.
///
/// The lists are those of [`Neighbors`] of all points in the order of their ids, across periodic
/// borders as well.
pub struct DistributedNeighbors<const D: usize> {
    lists: Neighbors<D>,
    radius: f32,
    periods: [Option<(f32, f32)>; D],
    ghosts: Ghosts,
    /// All points that are here, in the order of their ids.
    numbers: Vec<f32>,
    ids: Vec<u64>,
    /// The places of the own points among them.
    places: Vec<u32>,
    /// Where points come from: the place of an own one, or behind these that of a copy.
    order: Vec<(u64, u32)>,
    scratch: Vec<usize>,
}

impl<const D: usize> DistributedNeighbors<D> {
    /// Full lists of points at most `radius` apart, in space without borders. A bad radius is an
    /// error of the next update.
    #[must_use]
    pub fn new(radius: f32) -> Self {
        Self {
            lists: Neighbors::new(radius),
            radius,
            periods: [None; D],
            ghosts: Ghosts::default(),
            numbers: Vec::new(),
            ids: Vec::new(),
            places: Vec::new(),
            order: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// With full lists, or half ones, in which each pair is listed for the point with the lower id.
    #[must_use]
    pub fn with_kind(mut self, kind: ListKind) -> Self {
        self.lists = self.lists.with_kind(kind);
        self
    }

    /// With space that repeats itself on some axes, as of [`Neighbors::with_periods`].
    #[must_use]
    pub fn with_periods(mut self, periods: [Option<(f32, f32)>; D]) -> Self {
        self.lists = self.lists.with_periods(periods);
        self.periods = periods;
        self
    }

    /// With the nearest so many within the radius, the nearest first; of those as near, the ones
    /// with lower ids.
    #[must_use]
    pub fn with_nearest(mut self, count: usize) -> Self {
        self.lists = self.lists.with_nearest(count);
        self
    }

    /// Finds the neighbors of all points as they are now.
    ///
    /// Each id is that of one point of one rank, and each point lies in the domain of its rank:
    /// [`migrate`](crate::migrate) moves those that left theirs. Ids ascend.
    ///
    /// # Errors
    /// As of [`Neighbors::update`]; [`jostle::Error::Setting`] for a point that lies elsewhere, for
    /// ids that do not ascend and for points with radii; [`Error::Settings`] where domains, radius
    /// or periods are not the same on all ranks. There are no lists then.
    pub fn update(
        &mut self,
        ranks: &impl Ranks,
        domains: &Decomposition<D>,
        ids: &[u64],
        points: Points<'_, D>,
    ) -> Result<(), Error> {
        self.places.clear();
        let settings = self.settings(domains);
        let chosen = self.choose(ranks, domains, ids, &points);
        let write = |index: usize, words: &mut Vec<u32>| {
            extend(words, cast_slice(&points.get(index)), "points for other ranks")
        };
        self.ghosts.exchange(ranks, chosen, settings, D, ids, write, || {})?;
        let found = unless_it_panics(|| self.find(ids, &points));
        agree(ranks, found, settings).inspect_err(|_| {
            self.ghosts.forget();
            self.places.clear();
        })
    }

    /// What has to be the same on all ranks, as one number.
    fn settings(&self, domains: &Decomposition<D>) -> u64 {
        let ends = self.periods.iter().flatten().flat_map(|(start, end)| [*start, *end]);
        ends.chain([self.radius]).fold(domains.digest(), |hash, number| {
            (hash.rotate_left(9) ^ u64::from(number.to_bits())).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }

    /// Chooses which points go to which ranks.
    fn choose(
        &mut self,
        ranks: &impl Ranks,
        domains: &Decomposition<D>,
        ids: &[u64],
        points: &Points<'_, D>,
    ) -> Result<(), Error> {
        let refuse =
            |what, found: String, range| Err(EngineError::Setting { what, found, range }.into());
        check_domains(ranks, domains)?;
        if !(0.0..f32::INFINITY).contains(&self.radius) {
            return Err(EngineError::Reach { what: "radius" }.into());
        }
        if ids.len() != points.len() {
            let (expected, found) = (points.len(), ids.len());
            return Err(EngineError::Length { what: "ids", expected, found }.into());
        }
        if !ids.is_sorted() {
            return refuse("ids of points", "in another order".into(), "in ascending order");
        }
        let me = ranks.rank();
        let chosen = self.ghosts.choose(ranks.ranks())?;
        if domains.domains() == 1 {
            return Ok(());
        }
        let mut inside = domains.region(me);
        for (axis, period) in self.periods.iter().enumerate() {
            if let Some((start, end)) = period {
                inside.min[axis] = inside.min[axis].max(*start);
                inside.max[axis] = inside.max[axis].min(*end);
            }
        }
        // No less than what two roundings of a distance make of it.
        let reach = self.radius * (1.0 + 4.0 * f32::EPSILON) + f32::MIN_POSITIVE;
        for index in 0..points.len() {
            let point = points.get(index);
            if points.radius(index) != 0.0 {
                return refuse("radii of points", format!("one of point {index}"), "without any");
            }
            if !point.iter().all(|x| x.is_finite()) {
                continue;
            }
            let reached = Aabb {
                min: point.map(|x| (x - reach).next_down()),
                max: point.map(|x| (x + reach).next_up()),
            };
            if is_inside(&reached, &inside) {
                continue;
            }
            let mut is_here = false;
            domains.for_each_touched_periodic(
                &Aabb::point(point),
                &self.periods,
                &mut self.scratch,
                |domain| {
                    is_here |= domain == me;
                },
            )?;
            if !is_here {
                return refuse(
                    "place of a point",
                    format!("point {index} in another domain"),
                    "in the domain of its rank",
                );
            }
            let mut result = Ok(());
            let choose = |domain: usize| {
                if domain != me && result.is_ok() {
                    result = extend(&mut chosen[domain], &[index as u32], "points for other ranks");
                }
            };
            let Self { periods, scratch, .. } = self;
            domains.for_each_touched_periodic(&reached, periods, scratch, choose)?;
            result?;
        }
        Ok(())
    }

    /// Lists the neighbors of all points that are here.
    fn find(&mut self, ids: &[u64], points: &Points<'_, D>) -> Result<(), Error> {
        const WHAT: &str = "the points of a domain";
        self.ghosts.take()?;
        if self.ghosts.len() == 0 {
            // The own points are all there are, and where they are.
            self.lists.update(*points)?;
            self.ids.clear();
            extend(&mut self.ids, ids, WHAT)?;
            self.places.clear();
            resize(&mut self.places, ids.len(), 0, WHAT)?;
            self.places.iter_mut().zip(0..).for_each(|(place, index)| *place = index);
            return Ok(());
        }
        self.order.clear();
        let mut ghosts = Vec::new();
        for (number, ghost) in self.ghosts.iter().enumerate() {
            extend(&mut self.order, &[(ghost.id, (ids.len() + number) as u32)], WHAT)?;
            extend(&mut ghosts, cast_slice::<u32, f32>(ghost.body), WHAT)?;
        }
        self.order.sort_unstable();
        let mut waiting = self.order.iter().copied().peekable();
        let (numbers, all, places) = (&mut self.numbers, &mut self.ids, &mut self.places);
        let total = ids.len() + self.ghosts.len();
        resize(numbers, D * total, 0.0, WHAT)?;
        resize(all, total, 0, WHAT)?;
        resize(places, ids.len(), 0, WHAT)?;
        let mut place = 0;
        let mut put = |id: u64, point: &[f32]| {
            numbers[D * place..][..D].copy_from_slice(point);
            all[place] = id;
            place += 1;
        };
        let ghost_at = |number: u32| &ghosts[D * (number as usize - ids.len())..][..D];
        for (index, id) in ids.iter().enumerate() {
            while let Some((id, number)) = waiting.next_if(|(other, _)| other < id) {
                put(id, ghost_at(number));
            }
            places[index] = (index + self.order.len() - waiting.len()) as u32;
            put(*id, &points.get(index));
        }
        waiting.for_each(|(id, number)| put(id, ghost_at(number)));
        self.lists.update(Points::from_strided(&self.numbers, D)?)?;
        Ok(())
    }

    /// How many points of this rank have lists.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether no point has a list.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The ids of the neighbors of a point of this rank, by its index, in the order of
    /// [`Neighbors::of`].
    ///
    /// # Panics
    /// When there is no such point.
    pub fn of(&self, index: usize) -> impl ExactSizeIterator<Item = u64> + '_ {
        let list = self.lists.of(self.places[index] as usize);
        list.iter().map(|place| self.ids[*place as usize])
    }

    /// Points of other ranks that are copied to this one.
    #[must_use]
    pub fn held_ghosts(&self) -> usize {
        self.ghosts.len()
    }

    /// Bytes held.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.lists.memory_bytes()
            + self.ghosts.memory_bytes()
            + size_of::<f32>() * self.numbers.capacity()
            + size_of::<u64>() * self.ids.capacity()
            + size_of::<u32>() * self.places.capacity()
            + size_of::<(u64, u32)>() * self.order.capacity()
            + size_of::<usize>() * self.scratch.capacity()
    }
}

/// Whether a box lies within a region, below its upper borders.
fn is_inside<const D: usize>(aabb: &Aabb<D>, region: &Aabb<D>) -> bool {
    (0..D).all(|axis| aabb.min[axis] >= region.min[axis] && aabb.max[axis] < region.max[axis])
}
